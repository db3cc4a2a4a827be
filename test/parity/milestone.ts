/** One thing that happened to a pod, in the form in which a recording and a run are compared. */

/** Who told of it, and so how well its moment is known. */
export type Teller = "kubelet" | "runtime" | "poll" | "api";

export interface Milestone {
  /** What may happen again: `start app`, `event Unhealthy app`, `status app.ready`. */
  readonly stream: string;
  /** What it was this time: an exit code, the text of an Event, a value. */
  readonly value: string;
  /** Seconds. */
  readonly t: number;
  readonly by: Teller;
  /** As it was before another kubelet began: told only where a poll came before the first sync. */
  readonly isSeenAgain?: true;
}

/** A poll each 100 ms sees a change late by so much at most, and may miss what lasts no longer. */
export const pollSeconds = 0.1;

/** A status needs a write and a watch to be seen at the API server: recorded up to 48 ms. */
export const apiSeconds = 0.05;

/** `start app #2`, `exit app #2: 143`. */
export function nameOf({ stream, value }: Milestone, number: number): string {
  const name = `${stream} #${number}`;
  return value === "" ? name : `${name}: ${value}`;
}

/** What chance, the machine or a name puts into a text, masked on both sides. */
export function masked(text: string): string {
  return (
    text
      .replaceAll(/(pod=\S+?|pod \S+?)\([^)]*\)/g, "$1(<uid>)")
      .replaceAll(/\\+"/g, '"')
      .replaceAll(/dial unix \S+containerd\.sock/g, "dial unix <socket>")
      .replaceAll(/(failed to "KillPodSandbox" for )"[0-9a-f]+"/g, '$1"<uid>"')
      // A recording cuts a long text.
      .replace(/(with KillPodSandboxError: "rpc error: code = Unavailable desc = connec).*/, "$1…")
      .replaceAll(/\b\d+\.\d+\.\d+\.\d+:\d+->/g, "<ip>:<port>->")
      .replaceAll(/\b\d+\.\d+\.\d+\.\d+(?=:\d)/g, "<ip>")
      .replaceAll(/ in [\d.]+m?s \([\d.]+m?s including waiting\)/g, " in <time>")
      .replaceAll(/Image size: \d+ bytes/g, "Image size: <size>")
      .replaceAll(/(sandbox name|name) "(\S+_)[0-9a-f]{16,32}_/g, '$1 "$2<uid>_')
      .replaceAll(/(is reserved for )"[^"]*"/g, '$1"<id>"')
      // A state without a reason.
      .trimEnd()
  );
}
