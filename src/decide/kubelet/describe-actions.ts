/** What a sync decided, as the trace tells it. */
import type { PodSyncAction } from "../../model/trace.ts";
import type { PodActions } from "./compute-pod-actions.ts";

/** In the order in which it is carried out; empty where there is nothing to do. */
export function describeActions(actions: PodActions): readonly PodSyncAction[] {
  const { createSandbox, attempt } = actions;
  return [
    ...(actions.killPod ? [{ action: "killPod" } as const] : []),
    ...actions.containersToKill.map(
      ({ id, name, reason }) => ({ action: "kill", id, container: name, reason }) as const,
    ),
    ...actions.containersToReset.map(
      ({ id, name }) => ({ action: "reset", id, container: name }) as const,
    ),
    ...(createSandbox ? [{ action: "createSandbox", attempt } as const] : []),
    ...starts("startEphemeral", actions.ephemeralContainersToStart),
    ...starts("startInit", actions.initContainersToStart),
    ...starts("start", actions.containersToStart),
  ];
}

function starts(
  action: "startEphemeral" | "startInit" | "start",
  indexes: readonly number[],
): readonly PodSyncAction[] {
  return indexes.map((index) => ({ action, index }));
}
