/** Folds the records of a run, as they come, into what it did to each pod. */
import { podKeyOf } from "../check/pod-book.ts";
import type { ProbeKind } from "../model/behaviour.ts";
import type { ContainerApiStatus } from "../model/kube-status.ts";
import type { StatusTrace, TraceRecord } from "../model/trace.ts";
import { PodNames } from "../sample/pod-names.ts";
import { toMs } from "../trace/times.ts";
import type { ContainerAccount, PodAccount, ProbeAccount, RunAccount, Span } from "./account.ts";

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };
type PodRecord = Extract<TraceRecord, { readonly pod: string }>;

interface Run extends Writable<Omit<RunAccount, "probes">> {
  readonly probes: Partial<Record<ProbeKind, Writable<ProbeAccount> & { miss: number }>>;
}

interface Container extends Writable<Omit<ContainerAccount, "runs">> {
  readonly runs: Run[];
}

interface Pod extends Writable<Omit<PodAccount, "containers" | "unready">> {
  readonly containers: Map<string, Container>;
  readonly unready: Span[];
  /** Since when it is not Ready while it is to be. */
  unreadySinceMs?: number | undefined;
}

/** In the words that probes have for an answer that did not come in time. */
const timedOut = /timed out after|Client\.Timeout exceeded|i\/o timeout|did not complete within/;

export class AccountBook {
  readonly #names = new PodNames();
  readonly #pods = new Map<string, Pod>();
  readonly #nodeAway: Span[] = [];
  #nodeAwaySinceMs: number | undefined;
  #nowMs = 0;

  see(record: TraceRecord): void {
    this.#nowMs = toMs(record.t);
    if (record.type === "node") this.#node(record);
    if (!("pod" in record)) return;
    const pod = this.#pod(record);
    if (pod !== undefined) this.#take(pod, record);
  }

  /** Those of the manifests; mirrors and strays have none. */
  get pods(): readonly PodAccount[] {
    return [...this.#pods.values()].map((pod): PodAccount => {
      const { containers, unready, unreadySinceMs, ...rest } = pod;
      const open =
        unreadySinceMs === undefined ? [] : [{ fromMs: unreadySinceMs, toMs: this.#nowMs }];
      return { ...rest, unready: [...unready, ...open], containers: [...containers.values()] };
    });
  }

  /** When the API server took the node as not ready, and so all its pods. */
  get nodeAway(): readonly Span[] {
    const fromMs = this.#nodeAwaySinceMs;
    return fromMs === undefined
      ? this.#nodeAway
      : [...this.#nodeAway, { fromMs, toMs: this.#nowMs }];
  }

  #node({ conditions }: Extract<TraceRecord, { readonly type: "node" }>): void {
    const isReady = conditions.some(({ type, status }) => type === "Ready" && status === "True");
    const fromMs = this.#nodeAwaySinceMs;
    if (!isReady) this.#nodeAwaySinceMs ??= this.#nowMs;
    if (!isReady || fromMs === undefined) return;
    this.#nodeAway.push({ fromMs, toMs: this.#nowMs });
    this.#nodeAwaySinceMs = undefined;
  }

  #pod(record: PodRecord): Pod | undefined {
    const key = podKeyOf(record) ?? record.pod;
    const known = this.#pods.get(key);
    if (known !== undefined) return known;
    const title = this.#names.nameOf(record);
    if (record.type !== "pod" || record.change === "removed") return undefined;
    if (title.includes("mirror(")) return undefined;
    const made: Pod = {
      namespace: record.namespace,
      name: record.pod,
      title,
      instance: Number(/@(\d+)$/.exec(title)?.[1] ?? 1),
      addedMs: this.#nowMs,
      source: record.source,
      isSetUp: false,
      phase: "Pending",
      containers: new Map(),
      unready: [],
      unreadySinceMs: this.#nowMs,
    };
    this.#pods.set(key, made);
    return made;
  }

  #take(pod: Pod, record: PodRecord): void {
    const now = this.#nowMs;
    switch (record.type) {
      case "pod":
        if (record.change === "terminating") {
          pod.terminatingMs ??= now;
          const grace = record.metadata?.["deletionGracePeriodSeconds"];
          if (typeof grace === "number") pod.deletionGrace ??= grace;
          this.#settle(pod);
        }
        if (record.change === "removed") {
          pod.removedMs = now;
          this.#settle(pod);
        }
        return;
      case "status":
        return this.#status(pod, record);
      case "condition":
        if (record.condition === "Ready") this.#ready(pod, record.to === "True");
        return;
      case "sync":
        pod.isSetUp = true;
        for (const action of record.actions) {
          if (action.action !== "kill") continue;
          const run = runOf(pod, action.container, action.id);
          if (run) run.killReason = action.reason;
        }
        return;
      case "event":
        return this.#event(pod, record);
      case "container":
      case "hook":
      case "signal":
      case "probe":
        return this.#container(pod, record);
      default:
    }
  }

  #container(
    pod: Pod,
    record: Extract<PodRecord, { readonly type: "container" | "hook" | "signal" | "probe" }>,
  ): void {
    const now = this.#nowMs;
    const { container, id } = record;
    if (record.type === "container" && record.from === undefined) {
      containerOf(pod, container).runs.push({ id, container, run: record.run, probes: {} });
    }
    const run = runOf(pod, container, id);
    if (run === undefined) return;
    if (record.type === "container") {
      if (record.to === "Running") run.startMs = now;
      if (record.to === "Exited") {
        run.exitMs = now;
        run.exitCode = record.exitCode ?? 0;
        run.reason = record.reason ?? "";
      }
    } else if (record.type === "signal") {
      if (record.signal === "TERM") run.termMs ??= now;
      else run.killMs ??= now;
      run.stopMs ??= now;
    } else if (record.type === "probe") {
      countProbe(run, record, now);
    } else if (record.hook === "preStop") {
      if (record.phase === "start") run.preStopMs ??= now;
      else run.preStopEndMs ??= now;
    }
  }

  #event(pod: Pod, { container, reason, message }: Extract<PodRecord, { readonly type: "event" }>) {
    const run = container === undefined ? undefined : pod.containers.get(container)?.runs.at(-1);
    if (run === undefined) return;
    if (reason === "Killing" && run.exitMs === undefined) this.#stop(run);
    if (reason !== "Unhealthy") return;
    const [, kind = ""] = /^(Liveness|Readiness|Startup) probe failed: /.exec(message) ?? [];
    const probe = run.probes[kind.toLowerCase() as ProbeKind];
    if (probe && timedOut.test(message)) probe.timeouts += 1;
  }

  /** Another kubelet, or a stop in haste, begins anew: with a hook and a grace of its own. */
  #stop(run: Run): void {
    if (run.termMs !== undefined) return;
    delete run.preStopMs;
    delete run.preStopEndMs;
    run.stopMs = this.#nowMs;
  }

  #status(pod: Pod, record: StatusTrace): void {
    pod.phase = record.phase;
    if (record.reason !== undefined) pod.reason = record.reason;
    const { initContainerStatuses = [], containerStatuses } = record;
    for (const status of [...initContainerStatuses, ...containerStatuses]) {
      const container = containerOf(pod, status.name);
      container.state = stateOf(status);
      container.isReady = status.ready;
      const run = container.runs.at(-1);
      const isOfRun = run !== undefined && status.containerID?.endsWith(`/${run.id}`) === true;
      if (status.ready && isOfRun && run.exitMs === undefined) run.readyMs ??= this.#nowMs;
    }
    if (record.phase === "Succeeded" || record.phase === "Failed") this.#settle(pod);
  }

  #ready(pod: Pod, isReady: boolean): void {
    if (isReady) {
      pod.firstReadyMs ??= this.#nowMs;
      this.#settle(pod);
      return;
    }
    const isOver = pod.terminatingMs !== undefined || /Succeeded|Failed/.test(pod.phase);
    if (!isOver) pod.unreadySinceMs ??= this.#nowMs;
  }

  /** From now on it is Ready, or need not be. */
  #settle(pod: Pod): void {
    const { unreadySinceMs: fromMs } = pod;
    if (fromMs === undefined) return;
    if (this.#nowMs > fromMs) pod.unready.push({ fromMs, toMs: this.#nowMs });
    pod.unreadySinceMs = undefined;
  }
}

function containerOf({ containers }: Pod, name: string): Container {
  const known = containers.get(name);
  if (known) return known;
  const made: Container = { name, state: "waiting", isReady: false, runs: [] };
  containers.set(name, made);
  return made;
}

/** The newest first: it is nearly always the one that is meant. */
function runOf({ containers }: Pod, name: string, id: string): Run | undefined {
  return containers.get(name)?.runs.findLast((run) => run.id === id);
}

function stateOf({ state: { waiting, terminated } }: ContainerApiStatus): string {
  if (waiting) return waiting.reason ?? "waiting";
  return terminated ? (terminated.reason ?? "terminated") : "running";
}

function countProbe(
  run: Run,
  { probe: kind, result }: Extract<TraceRecord, { readonly type: "probe" }>,
  nowMs: number,
): void {
  const fresh = { successes: 0, failures: 0, timeouts: 0, longestMiss: 0, miss: 0 };
  const probe = (run.probes[kind] ??= fresh);
  if (result === "success") {
    probe.firstSuccessMs ??= nowMs;
    probe.longestMiss = Math.max(probe.longestMiss, probe.miss);
    probe.miss = 0;
    probe.successes += 1;
  } else if (result === "failure") {
    probe.failures += 1;
    if (probe.successes > 0) probe.miss += 1;
  }
}
