/** Makes a long log short without hiding anything new: what is alike becomes one line. */
import type { Glyphs } from "./glyphs.ts";
import { span, textWidth } from "./line.ts";
import type { LogEntry } from "./log-entry.ts";
import { replaceRounds } from "./replace-rounds.ts";
import { replicasName } from "./replicas.ts";
import { formatTime } from "./times.ts";

/** Two or three names share a line only where all of them can be read. */
const namesReadable = 3;

/** One line for what happened to several at the same moment, at the place of the first. */
export function groupAlike(entries: readonly LogEntry[], nameWidth: number): readonly LogEntry[] {
  const groups = new Map<string, LogEntry[]>();
  for (const entry of entries) {
    const key = `${entry.atMs} ${entry.text}`;
    const group = groups.get(key);
    if (group) group.push(entry);
    else groups.set(key, [entry]);
  }
  const replicas = replicasIn(entries);
  const isOneLine = (group: readonly LogEntry[]): boolean =>
    group.length > namesReadable || textWidth(namesOf(group).join(", ")) <= nameWidth;
  return entries.flatMap((entry) => {
    const group = groups.get(`${entry.atMs} ${entry.text}`) ?? [];
    const subjects = namesOf(group);
    const together = togetherOf(subjects, replicas);
    if (together === undefined && !isOneLine(group)) return [entry];
    return entry === group[0] ? [{ ...entry, subjects, ...(together && { together }) }] : [];
  });
}

/** All replicas that the log names, by the name that they have together. */
function replicasIn(entries: readonly LogEntry[]): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const subject of new Set(namesOf(entries))) {
    const name = replicasName(subject);
    if (name === undefined) continue;
    const known = found.get(name);
    if (known) known.add(subject);
    else found.set(name, new Set([subject]));
  }
  return found;
}

/** `orders-* (3)`, where these are all replicas of one owner; of some it would hide which. */
function togetherOf(
  subjects: readonly string[],
  replicas: ReadonlyMap<string, ReadonlySet<string>>,
): string | undefined {
  const names = new Set(subjects.map(replicasName));
  const [name] = names;
  const count = new Set(subjects).size;
  if (names.size > 1 || name === undefined || count < 2) return undefined;
  return replicas.get(name)?.size === count ? `${name} (${count})` : undefined;
}

function namesOf(group: readonly LogEntry[]): readonly string[] {
  return group.flatMap(({ subjects }) => subjects);
}

/** A crash that repeats the one before it, and what led to it, is folded; so many at least. */
const foldedMin = 2;

export function foldCrashLoops(entries: readonly LogEntry[], glyphs: Glyphs): readonly LogEntry[] {
  return replaceRounds(entries, (ofName) =>
    repetitions(ofName).flatMap(({ left, crashes }) => {
      const [first] = left;
      return first ? [{ left, instead: foldedEntry(first, crashes, glyphs) }] : [];
    }),
  );
}

interface Repetition {
  /** What is left out, in order. */
  readonly left: LogEntry[];
  readonly crashes: LogEntry[];
}

function repetitions(ofName: readonly LogEntry[]): readonly Repetition[] {
  const found: Repetition[] = [];
  let likeness: string | undefined;
  let sinceCrash: LogEntry[] = [];
  let current: Repetition = { left: [], crashes: [] };
  const close = (): void => {
    if (current.crashes.length >= foldedMin) found.push(current);
    current = { left: [], crashes: [] };
  };
  for (const entry of ofName) {
    // Anything but the usual ends the repetition, for it may be its reason.
    if (entry.kind === "other" || entry.kind === "removing") {
      close();
      likeness = undefined;
    }
    sinceCrash.push(entry);
    if (entry.kind !== "crashed") continue;
    if (entry.likeness === likeness) {
      current.left.push(...sinceCrash);
      current.crashes.push(entry);
    } else close();
    likeness = entry.likeness;
    sinceCrash = [];
  }
  close();
  return found;
}

function foldedEntry(
  first: LogEntry,
  crashes: readonly LogEntry[],
  { ellipsis }: Glyphs,
): LogEntry {
  const times = crashes.map(({ atMs }) => atMs);
  const every = steadyInterval(times);
  const often = every === undefined ? "" : `, every ${formatTime(every)}`;
  const until = formatTime(times.at(-1) ?? first.atMs);
  const text = `${crashes.length} more crashes like this${often}, until ${until}`;
  return { ...first, kind: "other", sign: span(ellipsis, "faint"), text };
}

function steadyInterval(times: readonly number[]): number | undefined {
  const steps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  return steps.every((step) => step === steps[0]) ? steps[0] : undefined;
}
