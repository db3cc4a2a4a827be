/** The containers that a decision ends because of a probe. */
import type { PodSyncTrace } from "../../model/trace.ts";

interface Condemned {
  readonly id: string;
  readonly container: string;
}

export function condemned({ actions }: PodSyncTrace): readonly Condemned[] {
  return actions.flatMap((action) => {
    if (action.action !== "kill") return [];
    const { id, container, reason } = action;
    return reason === "liveness" || reason === "startup" ? [{ id, container }] : [];
  });
}
