/** What became of each pod, and why its containers were restarted: read off the whole trace. */
import { type ContainerKey, containerKey, displayName } from "../../model/container-key.ts";
import type { DeclarationSource } from "../../model/pod.ts";
import type {
  ContainerTrace,
  PodTrace,
  SandboxTrace,
  SignalTrace,
  StatusTrace,
  TraceRecord,
} from "../../model/trace.ts";
import { type ContainerKind, type ContainerKinds, containerKinds } from "./container-kinds.ts";
import { DelayedPhases, isOver } from "./delayed-phases.ts";
import { isFailure } from "./failure.ts";
import { isMirror } from "./mirrors.ts";
import { containersOf } from "./pod-status.ts";

/** Why a container had to be started once more. */
export type RestartCause =
  | "liveness"
  | "startup"
  | "crash"
  | "completion"
  | "scenario"
  | "sandbox"
  | "stop"
  /** None: the kubelet did not see that it ran. */
  | "twice";

interface Subject {
  readonly namespace: string;
  readonly pod: string;
  readonly uid?: string;
  readonly container: string;
}

export interface Ended {
  readonly id: string;
  /** In seconds. */
  readonly at: number;
  readonly exitCode?: number;
}

export interface ContainerFacts {
  readonly name: string;
  readonly kind: ContainerKind | undefined;
  readonly restarts: Map<RestartCause, number>;
  /** Ids of its runs that have not ended. */
  readonly alive: Set<string>;
  hasStarted: boolean;
  /** The last of its runs that has ended. */
  ended: Ended | undefined;
  isBackingOff: boolean;
  /** When the last of its runs was sent SIGKILL, in seconds. */
  killedAt: number | undefined;
  endedBy: RestartCause | undefined;
}

export interface PodFacts {
  readonly namespace: string;
  readonly pod: string;
  readonly source: DeclarationSource;
  readonly uid: string;
  readonly containers: Map<string, ContainerFacts>;
  change: PodTrace["change"];
  /** Of a pod that is being deleted, in seconds. */
  deletion?: { readonly at: number; readonly grace?: number; readonly goneAt?: number };
  /** The kubelet's status of a pod that it is ending; its phase is told when nothing runs. */
  ending?: StatusTrace;
  /** What the kubelet tells of it, and what the API server was last told. */
  held?: StatusTrace;
  sent?: StatusTrace;
}

export function podFacts(records: readonly TraceRecord[]): readonly PodFacts[] {
  const reader = new FactsReader(records);
  for (const record of records) reader.take(record);
  const pods = [...reader.pods.values()];
  const names = new Set(pods.filter(({ change }) => change !== "removed").map(nameOf));
  // Of a pod that is gone, the one in its place tells.
  return pods.filter((pod) => pod.change !== "removed" || !names.has(nameOf(pod)));
}

/** Of a container that the kubelet takes for running. */
export function unseenEnd({ name, ended }: ContainerFacts, { held }: PodFacts): Ended | undefined {
  const status = held && containersOf(held).find((each) => each.name === name);
  if (status?.state.running === undefined) return undefined;
  return status.containerID?.endsWith(`//${ended?.id ?? ""}`) ? ended : undefined;
}

/** No container of it is started again. */
export function isEnding({ change, ending }: PodFacts): boolean {
  return change === "terminating" || change === "removed" || ending !== undefined;
}

function nameOf({ namespace, pod }: PodFacts): string {
  return displayName(namespace, pod);
}

class FactsReader {
  /** By UID: a pod that comes in the place of another may have its name. */
  readonly pods = new Map<string, PodFacts>();
  /** The static pods, for their mirror pods have other UIDs. */
  readonly #files = new Map<ContainerKey, PodFacts>();
  readonly #kinds: ContainerKinds;
  readonly #stimuli: ReadonlySet<number>;
  readonly #phases = new DelayedPhases();
  /** Of containers that are being ended: what the kubelet has decided, or that it has at all. */
  readonly #ends = new Map<string, RestartCause>();

  constructor(records: readonly TraceRecord[]) {
    this.#kinds = containerKinds(records);
    const stimuli = records.filter(({ type }) => type === "stimulus");
    this.#stimuli = new Set(stimuli.map(({ seq }) => seq));
  }

  take(record: TraceRecord): void {
    switch (record.type) {
      case "pod":
        return this.#pod(record, record.t);
      case "status":
        return this.#status(record);
      case "sync":
        for (const action of record.actions) {
          if (action.action !== "kill") continue;
          const { id, reason } = action;
          this.#ends.set(id, reason === "liveness" || reason === "startup" ? reason : "stop");
        }
        return;
      case "sandbox":
        return this.#sandbox(record);
      case "signal":
        return this.#signal(record, record.t);
      case "container":
        this.#phases.container(record);
        return this.#container(record, record.t);
      case "event": {
        const { container } = record;
        if (record.reason !== "BackOff" || container === undefined) return;
        const facts = this.#facts({ ...record, container });
        if (facts) facts.isBackingOff = true;
        return;
      }
      default:
        return;
    }
  }

  #pod({ namespace, pod, uid = "", source, change, metadata }: PodTrace, at: number): void {
    if (isMirror({ uid })) return;
    const known = this.pods.get(uid);
    if (known) {
      if (change !== "updated") known.change = change;
      const { deletion } = known;
      if (change === "terminating") {
        const { deletionGracePeriodSeconds: grace } = metadata ?? {};
        // What was ending gets a grace of 0 just before it goes, and kept the one it had.
        if (deletion && grace === 0) return;
        const since = deletion?.at ?? at;
        known.deletion = typeof grace === "number" ? { at: since, grace } : { at: since };
      }
      if (change === "removed" && deletion) known.deletion = { ...deletion, goneAt: at };
      return;
    }
    const facts: PodFacts = { namespace, pod, source, uid, change, containers: new Map() };
    this.pods.set(uid, facts);
    if (source !== "file") return;
    const key = containerKey(namespace, pod, "");
    const before = this.#files.get(key);
    // A new kubelet may read another pod from the same file, and knows nothing of the one before.
    if (before) before.change = "removed";
    this.#files.set(key, facts);
  }

  #status(record: StatusTrace): void {
    const { namespace, pod, uid = "" } = record;
    const facts = isMirror(record)
      ? this.#files.get(containerKey(namespace, pod, ""))
      : this.pods.get(uid);
    if (facts === undefined) return;
    if (record.sent) facts.sent = record;
    else this.#held(facts, record);
    // One that never ran is told of, too.
    for (const { name, state } of containersOf(record)) {
      const container = this.#facts({ ...facts, container: name });
      if (container && !record.sent && state.running) container.isBackingOff = false;
    }
  }

  #held(facts: PodFacts, record: StatusTrace): void {
    facts.held = this.#phases.told(record);
    if (isOver(record)) facts.ending = record;
    else delete facts.ending;
  }

  #sandbox({ uid = "", to, attempt }: SandboxTrace): void {
    if (to !== "Ready" || attempt === 0) return;
    for (const facts of this.pods.get(uid)?.containers.values() ?? []) facts.endedBy = "sandbox";
  }

  #signal(record: SignalTrace, at: number): void {
    const { id, signal } = record;
    if (!this.#ends.has(id)) this.#ends.set(id, "stop");
    const facts = this.#facts(record);
    if (facts && signal === "KILL") facts.killedAt = at;
  }

  #container(record: ContainerTrace & { readonly cause?: number }, at: number): void {
    const { id, run, to, cause, exitCode } = record;
    const facts = this.#facts(record);
    if (facts === undefined) return;
    if (to === "Creating") {
      [facts.isBackingOff, facts.killedAt] = [false, undefined];
      const why = facts.alive.size > 0 ? "twice" : (facts.endedBy ?? "stop");
      facts.alive.add(id);
      if (run > 1) facts.restarts.set(why, (facts.restarts.get(why) ?? 0) + 1);
    }
    if (to === "Running") facts.hasStarted = true;
    if (to === "Exited" || to === "Removed") facts.alive.delete(id);
    if (to === "Exited") {
      facts.ended = exitCode === undefined ? { id, at } : { id, at, exitCode };
      const own = isFailure(record) ? "crash" : "completion";
      const isByScenario = cause !== undefined && this.#stimuli.has(cause);
      facts.endedBy = this.#ends.get(id) ?? (isByScenario ? "scenario" : own);
    }
  }

  /** Nothing where nobody declares the pod: such a container is no part of it. */
  #facts({ namespace, pod, uid = "", container: name }: Subject): ContainerFacts | undefined {
    const containers = this.pods.get(uid)?.containers;
    if (containers === undefined) return undefined;
    const known = containers.get(name);
    if (known) return known;
    const kind = this.#kinds.get(containerKey(namespace, pod, name));
    const facts: ContainerFacts = {
      name,
      kind,
      restarts: new Map(),
      alive: new Set(),
      hasStarted: false,
      isBackingOff: false,
      killedAt: undefined,
      ended: undefined,
      endedBy: undefined,
    };
    containers.set(name, facts);
    return facts;
  }
}
