/**
 * The words of an Event without what chance or a name puts into them, so that the same Event is
 * the same text in each run: how long a pull took, which pod (the Event is about it), what a probe
 * said.
 */
export function eventText(message: string): string {
  const probe = /^\w+ probe (?:failed|errored|warning)[^:]*/.exec(message);
  if (probe) return probe[0];
  return message
    .replace(/ in \S+ \(\S+ including waiting\)/, "")
    .replace(/ in pod \S+\(\S+\)$/, "");
}
