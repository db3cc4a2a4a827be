/** Which containers ended on their own, and when their kubelet came to know of it. */
import { displayName } from "../model/container-key.ts";
import type {
  ContainerTrace,
  StatusTrace,
  SyncTrace,
  TraceRecord,
  VerdictRow,
} from "../model/trace.ts";

/** Times in seconds; `heardAt` is absent as long as the kubelet does not know. */
export interface ContainerEnd {
  readonly id: string;
  readonly name: string;
  readonly run: number;
  readonly t: number;
  readonly heardAt?: number;
}

const tellsOfEnd: ReadonlySet<string> = new Set(["ContainerDied", "ContainerRemoved"]);

/** `isOwn`: the kubelet is somebody else's, of which no decision is in the trace. */
export class ExitBook {
  readonly #isOwn: boolean;
  readonly #heard: ContainerEnd[] = [];
  /** By container id: those that nothing was done about yet, and the key that each has. */
  readonly #open = new Map<string, { readonly key: string; readonly end: ContainerEnd }>();
  /** Told to stop: their end is what was asked for. */
  readonly #signalled = new Set<string>();

  constructor(isOwn = false) {
    this.#isOwn = isOwn;
  }

  /** What the kubelet does not know of, at this moment. */
  get unheard(): readonly ContainerEnd[] {
    return [...this.#open.values()].map(({ end }) => end);
  }

  get missed(): number {
    return this.#open.size;
  }

  /** All of them, those that it knows of first. */
  get ends(): readonly ContainerEnd[] {
    return [...this.#heard, ...this.unheard];
  }

  /** Whether it tells of a container that ended on its own. */
  see(record: TraceRecord): boolean {
    const { t } = record;
    switch (record.type) {
      case "signal":
        this.#signalled.add(record.id);
        return false;
      case "container":
        return this.#seeContainer(record, t);
      case "sync":
        if (record.uid === undefined) this.#seeSync(record, t);
        return false;
      case "status":
        this.#seeStatus(record, t);
        return false;
      // Of somebody else's kubelet: what it was told, it knows.
      case "relist":
        if (this.#isOwn) for (const id of Object.keys(record.changes)) this.#hear(id, t);
        return false;
      case "runtimeEvent":
        if (this.#isOwn && record.delivered === true && tellsOfEnd.has(record.event)) {
          this.#hear(record.id, t);
        }
        return false;
      default:
        return false;
    }
  }

  #hear(id: string, t: number): void {
    const open = this.#open.get(id);
    if (open === undefined) return;
    this.#open.delete(id);
    this.#heard.push({ ...open.end, heardAt: t });
  }

  #seeContainer(record: ContainerTrace, t: number): boolean {
    const { namespace, pod, container, id, run, to } = record;
    if (to === "Removed") this.#hear(id, t);
    if (to === "Creating") {
      const key = keyOf(record);
      for (const [other, known] of this.#open) if (known.key === key) this.#hear(other, t);
    }
    if (to !== "Exited" || this.#signalled.has(id)) return false;
    const name = displayName(namespace, pod, container);
    this.#open.set(id, { key: keyOf(record), end: { id, name, run, t } });
    return true;
  }

  #seeSync({ actions }: SyncTrace, t: number): void {
    for (const action of actions) if ("id" in action) this.#hear(action.id, t);
  }

  /** Whoever wrote the status of a pod knows of the ends that it tells of. */
  #seeStatus(record: StatusTrace, t: number): void {
    if (this.#open.size === 0) return;
    const { initContainerStatuses = [], containerStatuses } = record;
    const { ephemeralContainerStatuses = [] } = record;
    const all = [...initContainerStatuses, ...containerStatuses, ...ephemeralContainerStatuses];
    for (const { containerID, state, lastState } of all) {
      const isOver = state.terminated !== undefined || state.waiting !== undefined;
      const ids = [isOver ? containerID : undefined, lastState.terminated?.containerID];
      for (const id of ids) if (id !== undefined) this.#hear(plainId(id), t);
    }
  }
}

/** Containers that are not as declared, and those of whose end the kubelet does not know. */
export function apartOf(rows: readonly VerdictRow[], unheard: readonly ContainerEnd[]): number {
  const apart = rows.filter(({ verdict }) => verdict !== "agrees");
  if (unheard.length === 0) return apart.length;
  const ids = new Set(apart.map(({ id }) => id));
  return apart.length + unheard.filter(({ id }) => !ids.has(id)).length;
}

function keyOf({ namespace, pod, uid = "", container }: ContainerTrace): string {
  return JSON.stringify([namespace, pod, uid, container]);
}

/** `containerd://c1` is c1. */
function plainId(id: string): string {
  return id.slice(id.lastIndexOf("/") + 1);
}
