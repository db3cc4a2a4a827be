/** Makes a long log short: rounds of the same entries, over and over, become one line. */
import type { Glyphs } from "../glyphs.ts";
import { span } from "../line.ts";
import type { LogEntry } from "../log-entry.ts";
import { replaceRounds } from "../replace-rounds.ts";
import { formatTime } from "../times.ts";

/** So many entries at most make up a round: a crash, its back-off, what the probes said … */
const longestRound = 12;
/** A round is told in full, and folded where so many more follow. */
const foldedMin = 2;
/** What a kubelet's own rhythm may shift a step of a round by. */
const jitter = { ms: 1500, share: 0.25 } as const;

export function foldRepeats(entries: readonly LogEntry[], glyphs: Glyphs): readonly LogEntry[] {
  return replaceRounds(entries, (ofName) =>
    repetitions(ofName).flatMap(({ shown, rounds }) => {
      const first = rounds[0]?.[0];
      if (first === undefined) return [];
      return [{ left: rounds.flat(), instead: foldedEntry(shown, first, rounds, glyphs) }];
    }),
  );
}

type Rounds = readonly (readonly LogEntry[])[];

/** Rounds that are like the one before the first of them, which begins with `shown`. */
interface Repetition {
  readonly shown: LogEntry;
  readonly rounds: Rounds;
}

function repetitions(ofName: readonly LogEntry[]): readonly Repetition[] {
  const found: Repetition[] = [];
  let at = 0;
  while (at < ofName.length) {
    const { length, more } = longestRepetition(ofName, at);
    const shown = ofName[at];
    if (shown && more >= foldedMin) {
      const rounds = Array.from({ length: more }, (_, index) => {
        const from = at + (index + 1) * length;
        return ofName.slice(from, from + length);
      });
      found.push({ shown, rounds });
      at += (more + 1) * length;
    } else at += 1;
  }
  return found;
}

/** The round that begins here and leaves out the most; of several the shortest. */
function longestRepetition(
  ofName: readonly LogEntry[],
  at: number,
): { readonly length: number; readonly more: number } {
  let best = { length: 1, more: 0 };
  for (let length = 1; length <= longestRound; length++) {
    let end = at + length;
    while (end < ofName.length && goesOn(ofName, { at, length }, end)) end++;
    const more = Math.floor((end - at) / length) - 1;
    if (more >= foldedMin && more * length > best.more * best.length) best = { length, more };
  }
  return best;
}

/** An entry that says what the one at its place in the round says, and comes as long after. */
function goesOn(
  ofName: readonly LogEntry[],
  { at, length }: { readonly at: number; readonly length: number },
  index: number,
): boolean {
  const place = (index - at) % length;
  const [entry, model] = [ofName[index], ofName[at + place]];
  if (entry === undefined || model === undefined) return false;
  if ((entry.likeness ?? entry.text) !== (model.likeness ?? model.text)) return false;
  const [before, modelBefore] = [ofName[index - 1], ofName[at + place - 1]];
  // How long a back-off lets it wait is told, and when a round begins is the interval's to tell.
  if (place === 0 || before === undefined || modelBefore === undefined) return true;
  if (before.wait !== undefined) return true;
  const [gapMs, modelMs] = [entry.atMs - before.atMs, model.atMs - modelBefore.atMs];
  const allowedMs = Math.max(jitter.ms, jitter.share * Math.max(gapMs, modelMs));
  return Math.abs(gapMs - modelMs) <= allowedMs;
}

function foldedEntry(
  shown: LogEntry,
  first: LogEntry,
  rounds: Rounds,
  { ellipsis }: Glyphs,
): LogEntry {
  const times = [shown.atMs, ...rounds.map(([entry]) => entry?.atMs ?? first.atMs)];
  const last = rounds.at(-1)?.at(-1) ?? first;
  const size = rounds[0]?.length ?? 1;
  const what = size === 1 ? "more like this" : `more rounds like these ${size} lines`;
  const until = formatTime(last.untilMs ?? last.atMs);
  const parts = [`${rounds.length} ${what}`, everyText(times), waitsText(rounds), `until ${until}`];
  const text = parts.filter((part) => part !== "").join(", ");
  return { ...first, kind: "other", sign: span(ellipsis, "faint"), text, likeness: text };
}

/** The interval, where there is one; a kubelet's rounds keep it only nearly. */
function everyText(times: readonly number[]): string {
  const steps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  const [shortest, longest] = [Math.min(...steps), Math.max(...steps)];
  if (shortest === longest) return `every ${formatTime(shortest)}`;
  const mean = steps.reduce((sum, step) => sum + step, 0) / steps.length;
  if (longest - shortest > mean / 5) return "";
  return `about every ${formatTime(Math.round(mean / 1000) * 1000)}`;
}

/** `waits 20s, 40s, 1m20s`: each that differs from the one before it. */
function waitsText(rounds: Rounds): string {
  const waits = rounds.flat().flatMap(({ wait }) => (wait === undefined ? [] : [wait]));
  const different = waits.filter((wait, index) => wait !== waits[index - 1]);
  if (different.length === 0) return "";
  return different.length > 8
    ? `waits from ${different[0] ?? ""} to ${different.at(-1) ?? ""}`
    : `waits ${different.join(", ")}`;
}
