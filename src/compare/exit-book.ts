/** Which containers ended on their own, and which of those ends were never acted upon. */
import type { ContainerTrace, StatusTrace, SyncTrace, TraceRecord } from "../model/trace.ts";

export class ExitBook {
  /** By container id: those that nothing was done about yet, and the name that each has. */
  readonly #open = new Map<string, string>();
  /** Told to stop: their end is what was asked for. */
  readonly #signalled = new Set<string>();

  get missed(): number {
    return this.#open.size;
  }

  /** Whether it tells of a container that ended on its own. */
  see(record: TraceRecord): boolean {
    switch (record.type) {
      case "signal":
        this.#signalled.add(record.id);
        return false;
      case "container":
        return this.#seeContainer(record);
      case "sync":
        if (record.uid === undefined) this.#seeSync(record);
        return false;
      case "status":
        this.#seeStatus(record);
        return false;
      default:
        return false;
    }
  }

  #seeContainer(record: ContainerTrace): boolean {
    const { id, to } = record;
    if (to === "Removed") this.#open.delete(id);
    if (to === "Creating") {
      const name = nameOf(record);
      for (const [other, known] of this.#open) if (known === name) this.#open.delete(other);
    }
    if (to !== "Exited" || this.#signalled.has(id)) return false;
    this.#open.set(id, nameOf(record));
    return true;
  }

  #seeSync({ actions }: SyncTrace): void {
    for (const action of actions) if ("id" in action) this.#open.delete(action.id);
  }

  /** Whoever wrote the status of a pod knows of the ends that it tells of. */
  #seeStatus(record: StatusTrace): void {
    if (this.#open.size === 0) return;
    const { initContainerStatuses = [], containerStatuses } = record;
    const { ephemeralContainerStatuses = [] } = record;
    const all = [...initContainerStatuses, ...containerStatuses, ...ephemeralContainerStatuses];
    for (const { containerID, state, lastState } of all) {
      const isOver = state.terminated !== undefined || state.waiting !== undefined;
      const ids = [isOver ? containerID : undefined, lastState.terminated?.containerID];
      for (const id of ids) if (id !== undefined) this.#open.delete(plainId(id));
    }
  }
}

function nameOf({ namespace, pod, uid = "", container }: ContainerTrace): string {
  return JSON.stringify([namespace, pod, uid, container]);
}

/** `containerd://c1` is c1. */
function plainId(id: string): string {
  return id.slice(id.lastIndexOf("/") + 1);
}
