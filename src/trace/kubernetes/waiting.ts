/** Reasons why a container waits. */

const startWaits = new Set(["ContainerCreating", "PodInitializing"]);

/** It waits for its turn to start, and not because something failed. */
export function isStartWait(reason: string | undefined): boolean {
  return reason === undefined || startWaits.has(reason);
}

/** How long the kubelet waits before it starts a container again: `20s`, `5m`. */
export function backOffText(message: string | undefined): string | undefined {
  return /^back-off (\S+) restarting/.exec(message ?? "")?.[1]?.replace(/(?<=m)0s$/, "");
}
