/** What became of each pod, and why its containers were restarted: read off the whole trace. */
import { type ContainerKey, containerKey } from "../../model/container-key.ts";
import type { DeclarationSource } from "../../model/pod.ts";
import type {
  ContainerTrace,
  PodTrace,
  SignalTrace,
  StatusTrace,
  TraceRecord,
} from "../../model/trace.ts";
import { type ContainerKind, type ContainerKinds, containerKinds } from "./container-kinds.ts";

/** Why a container had to be started once more. */
export type RestartCause = "liveness" | "startup" | "crash" | "completion" | "scenario" | "stop";

export interface ContainerFacts {
  readonly name: string;
  readonly kind: ContainerKind | undefined;
  readonly restarts: Map<RestartCause, number>;
  isBackingOff: boolean;
  /** The last of its runs was ended by SIGKILL. */
  isKilled: boolean;
  endedBy: RestartCause | undefined;
}

export interface PodFacts {
  readonly namespace: string;
  readonly pod: string;
  readonly source: DeclarationSource;
  readonly uid: string;
  readonly containers: Map<string, ContainerFacts>;
  change: PodTrace["change"];
  /** What the kubelet knows, and what the API server was last told. */
  held?: StatusTrace;
  sent?: StatusTrace;
}

export function podFacts(records: readonly TraceRecord[]): readonly PodFacts[] {
  const reader = new FactsReader(records);
  for (const record of records) reader.take(record);
  return [...reader.pods.values()];
}

class FactsReader {
  readonly pods = new Map<ContainerKey, PodFacts>();
  readonly #kinds: ContainerKinds;
  readonly #stimuli: ReadonlySet<number>;
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
        return this.#pod(record);
      case "status":
        return this.#status(record);
      case "podSync":
        for (const action of record.actions) {
          if (action.action !== "kill") continue;
          const { id, reason } = action;
          this.#ends.set(id, reason === "liveness" || reason === "startup" ? reason : "stop");
        }
        return;
      case "signal":
        return this.#signal(record);
      case "container":
        return this.#container(record);
      case "event": {
        if (record.reason !== "BackOff" || record.container === undefined) return;
        const facts = this.#facts(record.namespace, record.pod, record.container);
        if (facts) facts.isBackingOff = true;
        return;
      }
      default:
        return;
    }
  }

  #pod({ namespace, pod, uid = "", source, change }: PodTrace): void {
    const key = containerKey(namespace, pod, "");
    const known = this.pods.get(key);
    if (known?.uid === uid) known.change = change === "updated" ? known.change : change;
    else this.pods.set(key, { namespace, pod, source, uid, change, containers: new Map() });
  }

  #status(record: StatusTrace): void {
    const pod = this.pods.get(containerKey(record.namespace, record.pod, ""));
    // A pod of the same name may have come in its place.
    if (pod === undefined) return;
    if (record.sent) pod.sent = record;
    else if (pod.uid === record.uid) pod.held = record;
  }

  #signal({ namespace, pod, container, id, signal }: SignalTrace): void {
    if (!this.#ends.has(id)) this.#ends.set(id, "stop");
    const facts = this.#facts(namespace, pod, container);
    if (facts && signal === "KILL") facts.isKilled = true;
  }

  #container(record: ContainerTrace & { readonly cause?: number }): void {
    const { namespace, pod, container, id, run, to, exitCode = 0, cause } = record;
    const facts = this.#facts(namespace, pod, container);
    if (facts === undefined) return;
    if (to === "Creating") {
      [facts.isBackingOff, facts.isKilled] = [false, false];
      const why = facts.endedBy ?? "stop";
      if (run > 1) facts.restarts.set(why, (facts.restarts.get(why) ?? 0) + 1);
    }
    if (to === "Exited") {
      const own = exitCode === 0 ? "completion" : "crash";
      const isByScenario = cause !== undefined && this.#stimuli.has(cause);
      facts.endedBy = this.#ends.get(id) ?? (isByScenario ? "scenario" : own);
    }
  }

  /** Nothing where nobody declares the pod: such a container is no part of it. */
  #facts(namespace: string, pod: string, name: string): ContainerFacts | undefined {
    const containers = this.pods.get(containerKey(namespace, pod, ""))?.containers;
    if (containers === undefined) return undefined;
    const known = containers.get(name);
    if (known) return known;
    const kind = this.#kinds.get(containerKey(namespace, pod, name));
    const facts: ContainerFacts = {
      name,
      kind,
      restarts: new Map(),
      isBackingOff: false,
      isKilled: false,
      endedBy: undefined,
    };
    containers.set(name, facts);
    return facts;
  }
}
