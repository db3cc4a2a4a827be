/** The events of containers that a kubelet was not told in time, and since when it knows anyway. */
import { displayName } from "../model/container-key.ts";
import type {
  ContainerTrace,
  RuntimeEventName,
  RuntimeEventTrace,
  TraceRecord,
  TraceStamp,
} from "../model/trace.ts";

export type KeptEvent = TraceStamp & RuntimeEventTrace;

type Stamped<Type extends TraceRecord["type"]> = Extract<TraceRecord, { readonly type: Type }>;

interface Missed {
  event: KeptEvent;
  /** Seconds; absent as long as nothing has told it. */
  knownAt?: number;
}

/** Later ones say what earlier ones of the same container would have said. */
const steps: Readonly<Partial<Record<RuntimeEventName, number>>> = {
  ContainerCreated: 0,
  ContainerStarted: 1,
  ContainerDied: 2,
  ContainerRemoved: 3,
};

/** States of a list, by the event that they tell of. */
const listed: Readonly<Record<string, number>> = { running: 1, exited: 2 };
const isGone = 3;

/** Reads a trace piece by piece. */
export class MissedNews {
  readonly #byName = new Map<string, Missed[]>();
  /** Those of which nothing has told yet. */
  #open: Missed[] = [];
  /** By number, what the kubelet ordered and what came of it at once. */
  readonly #orders = new Map<number, "order" | "result">();
  /** The kubelet as Kubernetes runs it: an event brings all of its pod, an answer is no event. */
  #isKubernetes = false;

  take(record: TraceRecord): void {
    switch (record.type) {
      case "sandbox":
        this.#isKubernetes = true;
        return;
      case "sync":
        this.#orders.set(record.seq, "order");
        if (record.uid === undefined) this.#decided(record);
        return;
      case "signal":
        if (this.#follows(record)) this.#orders.set(record.seq, "order");
        return;
      case "container":
        return this.#takeContainer(record);
      case "runtimeEvent":
        return record.delivered === true ? this.#hear(record) : this.#miss(record);
      case "relist":
        return this.#know(record.t, ({ event: { id, event } }) => {
          const change = record.changes[id];
          if (change === undefined) return false;
          const step = change.new === undefined ? isGone : (listed[change.new] ?? 0);
          return step >= stepOf(event);
        });
      case "kubelet":
        // It lists at its start.
        if (record.change === "started") this.#know(record.t, () => true);
        return;
      default:
        return;
    }
  }

  /**
   * Why that container is otherwise than elsewhere since then (in seconds): what it never came to
   * know of the newest run of it, in their order, of which any would have told; or else the last
   * thing that it did not know yet at that time.
   */
  causeOf(name: string, t: number): readonly KeptEvent[] {
    const all = this.#byName.get(name) ?? [];
    const never = all.filter(({ knownAt }) => knownAt === undefined);
    const one = never.findLast(({ event }) => event.t <= t) ?? never[0];
    if (one !== undefined) {
      const group = never.flatMap(({ event }) => (event.id === one.event.id ? [event] : []));
      // A kubelet that is told of the start of what it runs knows nothing of the end.
      const ends = this.#isKubernetes ? group.filter(({ event }) => stepOf(event) > 1) : [];
      return ends.length > 0 ? ends : group;
    }
    const late = all.findLast(({ event, knownAt = t }) => event.t <= t && t <= knownAt);
    return late === undefined ? [] : [late.event];
  }

  #decided({ actions, t }: Stamped<"sync">): void {
    const ids = new Set(actions.flatMap((action) => ("id" in action ? [action.id] : [])));
    if (ids.size > 0) this.#know(t, ({ event }) => ids.has(event.id));
  }

  #takeContainer(record: Stamped<"container">): void {
    const { seq, t, to } = record;
    if (this.#follows(record)) this.#orders.set(seq, "result");
    if (to !== "Creating") return;
    // Nobody creates one beside another of whose end he does not know.
    const key = keyOf(record);
    this.#know(t, ({ event }) => keyOf(event) === key && stepOf(event.event) > 1);
  }

  /** That a container ends follows from its start, and is no answer to whoever started it. */
  #follows({ cause, ...record }: TraceRecord): boolean {
    const from = cause === undefined ? undefined : this.#orders.get(cause);
    const isEnd = record.type === "container" && record.to === "Exited";
    return from === "order" || (from === "result" && !isEnd);
  }

  #miss(event: KeptEvent): void {
    const { namespace, pod, container } = event;
    if (container === undefined) return;
    const isTold = !this.#isKubernetes || event.event === "ContainerRemoved";
    if (isTold && this.#follows(event)) return;
    const before = event.fault === undefined ? undefined : this.#open.find(isSameAs(event));
    if (before !== undefined) {
      // Held back first, it was kept once more when it came.
      const { t, seq } = before.event;
      before.event = { ...event, t, seq };
      return;
    }
    const missed = { event };
    this.#open.push(missed);
    const name = displayName(namespace, pod, container);
    const known = this.#byName.get(name);
    if (known) known.push(missed);
    else this.#byName.set(name, [missed]);
  }

  #hear(heard: KeptEvent): void {
    if (this.#open.length === 0) return;
    const { id, event, fault, t } = heard;
    if (!this.#isKubernetes) {
      return this.#know(
        t,
        (missed) => missed.event.id === id && stepOf(event) >= stepOf(missed.event.event),
      );
    }
    const isSame = isSameAs(heard);
    // What comes late brings the pod as it was.
    const seq = fault === undefined ? heard.seq : (this.#open.find(isSame)?.event.seq ?? 0);
    const pod = podOf(heard);
    const isWhole = !event.endsWith("Removed");
    this.#know(
      t,
      (missed) =>
        isSame(missed) || (isWhole && missed.event.seq <= seq && podOf(missed.event) === pod),
    );
  }

  #know(t: number, isTold: (missed: Missed) => boolean): void {
    if (this.#open.length === 0) return;
    const [open, told]: [Missed[], Missed[]] = [[], []];
    for (const missed of this.#open) (isTold(missed) ? told : open).push(missed);
    for (const missed of told) missed.knownAt = t;
    if (told.length > 0) this.#open = open;
  }
}

function isSameAs({ id, event }: KeptEvent): (missed: Missed) => boolean {
  return ({ event: other }) => other.id === id && other.event === event;
}

function stepOf(event: RuntimeEventName): number {
  return steps[event] ?? 0;
}

function podOf({ namespace, pod, uid = "" }: KeptEvent | ContainerTrace): string {
  return JSON.stringify([namespace, pod, uid]);
}

function keyOf(about: KeptEvent | ContainerTrace): string {
  return JSON.stringify([podOf(about), about.container]);
}
