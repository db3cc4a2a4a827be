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

export function foldRepeats(entries: readonly LogEntry[], glyphs: Glyphs): readonly LogEntry[] {
  return replaceRounds(entries, (ofName) =>
    repetitions(ofName).flatMap((rounds) => {
      const first = rounds[0]?.[0];
      return first ? [{ left: rounds.flat(), instead: foldedEntry(first, rounds, glyphs) }] : [];
    }),
  );
}

/** Rounds that are like the one before the first of them, which is not among them. */
type Rounds = readonly (readonly LogEntry[])[];

function repetitions(ofName: readonly LogEntry[]): readonly Rounds[] {
  const likenesses = ofName.map(({ likeness, text }) => likeness ?? text);
  const found: Rounds[] = [];
  let at = 0;
  while (at < ofName.length) {
    const { length, more } = longestRepetition(likenesses, at);
    if (more >= foldedMin) {
      found.push(
        Array.from({ length: more }, (_, index) => {
          const from = at + (index + 1) * length;
          return ofName.slice(from, from + length);
        }),
      );
      at += (more + 1) * length;
    } else at += 1;
  }
  return found;
}

/** The round that begins here and leaves out the most; of several the shortest. */
function longestRepetition(
  likenesses: readonly string[],
  at: number,
): { readonly length: number; readonly more: number } {
  let best = { length: 1, more: 0 };
  for (let length = 1; length <= longestRound; length++) {
    let end = at + length;
    while (end < likenesses.length && likenesses[end] === likenesses[end - length]) end++;
    const more = Math.floor((end - at) / length) - 1;
    if (more >= foldedMin && more * length > best.more * best.length) best = { length, more };
  }
  return best;
}

function foldedEntry(first: LogEntry, rounds: Rounds, { ellipsis }: Glyphs): LogEntry {
  const times = rounds.map(([entry]) => entry?.atMs ?? first.atMs);
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
