/** Puts one line in a log in place of rounds that repeat; what a round is, the caller says. */
import type { LogEntry } from "./log-entry.ts";

/** Entries that are left out, in order, and the one that is told instead of them. */
export interface Replacement {
  readonly left: readonly LogEntry[];
  readonly instead: LogEntry;
}

/** Asks for each name, with its entries in order, what of them is to be replaced. */
export function replaceRounds(
  entries: readonly LogEntry[],
  replacementsIn: (ofName: readonly LogEntry[]) => readonly Replacement[],
): readonly LogEntry[] {
  const byName = new Map<string, LogEntry[]>();
  for (const entry of entries) {
    const name = entry.subjects.join(" ");
    const others = byName.get(name);
    if (others) others.push(entry);
    else byName.set(name, [entry]);
  }
  const told = new Map<LogEntry, readonly LogEntry[]>();
  for (const ofName of byName.values()) {
    for (const { left, instead } of replacementsIn(ofName)) {
      for (const [at, entry] of left.entries()) told.set(entry, at === 0 ? [instead] : []);
    }
  }
  return entries.flatMap((entry) => told.get(entry) ?? [entry]);
}
