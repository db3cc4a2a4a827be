/** Which pods two lists of the runtime differ in, so that the others need not be looked at. */

/** A container or a sandbox as a list shows it. Pictures are immutable: `===` tells. */
interface Picture {
  readonly podUid: string;
}

/** Their UIDs, in no particular order. */
export function changedPods(before: readonly Picture[], after: readonly Picture[]): Set<string> {
  if (isSame(before, after)) return new Set();
  const old = new Set(before);
  const current = new Set(after);
  const came = after.filter((picture) => !old.has(picture));
  const went = before.filter((picture) => !current.has(picture));
  return new Set([...came, ...went].map(({ podUid }) => podUid));
}

function isSame(before: readonly Picture[], after: readonly Picture[]): boolean {
  if (before.length !== after.length) return false;
  for (let at = 0; at < before.length; at++) if (before[at] !== after[at]) return false;
  return true;
}
