/** One simulated node of the kubernetes model: clock, bus, trace, and the actors of the node. */
import { identity } from "rxjs";
import type { AnyActorRef, EventObject } from "xstate";
import { ProbeAnswers } from "../../machines/world/probe-answers.ts";
import type { RuntimeCounters, RuntimeLedger } from "../../machines/world/runtime-ledger.ts";
import { type Fault, asDeliveries, keeperOf } from "../bus/deliveries.ts";
import { EventBus } from "../bus/event-bus.ts";
import { type Declarations, joinDeclarations } from "../decide/declarations.ts";
import { crashBackoffLimits } from "../decide/kubelet/backoff.ts";
import { judgedContainers } from "../decide/kubelet/judged-containers.ts";
import type { PodLifecycleEvent } from "../decide/kubelet/pleg-events.ts";
import type { KubeletFeatures } from "../decide/kubelet/features.ts";
import type { RuntimeOutage } from "../decide/kubelet/runtime-state.ts";
import type { KubeletVersion } from "../decide/kubelet/versions.ts";
import type { BehaviourTable } from "../model/behaviour.ts";
import type { SandboxRecord } from "../model/cri.ts";
import type { NodeEvent } from "../model/events.ts";
import type { KubePod } from "../model/kube-pod.ts";
import type { DeclaredPod } from "../model/pod.ts";
import type { ContainerConfig, ContainerRecord } from "../model/runtime.ts";
import type { TraceBody, TraceRecord } from "../model/trace.ts";
import type { SimulationLimits } from "../sim/limits.ts";
import { Simulation } from "../sim/simulation.ts";
import { ranks } from "../sim/virtual-clock.ts";
import { type RuntimeLatency, callLatency } from "./call-latency.ts";
import { type ContainerEvent, type RuntimePictures, containerEvents } from "./container-events.ts";
import { nodeKey, nodeStatusKey } from "./create-node-actor.ts";
import { LastRecords, ReachRecords } from "./last-records.ts";
import { type KubernetesActor, createKubernetesActor } from "./kubernetes-actor.ts";
import {
  type KubernetesActors,
  type KubernetesService,
  isActive,
  kubernetesActorOf,
  kubernetesServiceOf,
} from "./node-system.ts";
import type { ListTrouble } from "./procedure-host.ts";
import { type PlegNotice, plegStream } from "./pleg-stream.ts";
import type { Observe } from "./node-options.ts";
import { TraceWriter, deliveryTrace } from "./trace-writer.ts";

export interface KubernetesNodeOptions {
  readonly name: string;
  readonly seed: number;
  readonly version: KubeletVersion;
  /** What it does otherwise than its version: to see what one of the differences is about. */
  readonly features?: Partial<KubeletFeatures>;
  /** Default: `level`. */
  readonly observe?: Observe;
  readonly behaviour?: BehaviourTable;
  readonly hasApi?: boolean;
  /** Whether controllers taint the node and evict from it. Default: false. */
  readonly nodeLifecycle?: boolean;
  readonly latency?: RuntimeLatency;
  /** What a node has room for; what is left out is not compared. */
  readonly allocatable?: Readonly<Record<string, string>>;
  /** KubeletConfiguration's crashLoopBackOff.maxContainerRestartPeriod; absent: 300,000. */
  readonly maxContainerRestartPeriodMs?: number;
  /** What happens to the kubelet's own events on their way to its sync loop. */
  readonly plegFaults?: Fault<PlegNotice>;
  /** What happens to the runtime's events on their way to a kubelet that watches them. */
  readonly runtimeFaults?: Fault<WatchedEvent>;
  readonly limits?: Partial<SimulationLimits>;
  readonly onRecord?: (record: TraceRecord) => void;
  readonly keepRecords?: boolean;
}

export type WatchedEvent = ContainerEvent<KubernetesActors["kubelet"]>;

export interface StatusDelay {
  readonly holdsFor: (pod: { readonly name: string; readonly uid: string }) => boolean;
  readonly byMs: number;
}

export class KubernetesSimulation {
  readonly simulation: Simulation<TraceBody>;
  readonly bus: EventBus<NodeEvent>;
  readonly root: KubernetesActor;
  /** Cuts a time to whole seconds of the node's wall clock, as the API writes times. */
  readonly toApiTime: (ms: number) => number;
  /** Until when the runtime's list calls do not answer, or fail. */
  listTrouble: ListTrouble | undefined = undefined;
  /** About which pods the runtime answers late; of two that fit the newer one holds. */
  readonly statusDelays: StatusDelay[] = [];
  readonly probeAnswers = new ProbeAnswers();
  #latency: RuntimeLatency;
  readonly #outages: RuntimeOutage[] = [];
  readonly #writer = new TraceWriter();
  readonly #lastRecords = new LastRecords();
  readonly #reach = new ReachRecords();

  constructor(options: KubernetesNodeOptions) {
    const { name, seed, version, behaviour = [], hasApi = true, latency = {} } = options;
    const { nodeLifecycle = false } = options;
    const { allocatable = {}, features = {}, maxContainerRestartPeriodMs } = options;
    const { limits, onRecord, keepRecords, plegFaults, observe = "level" } = options;
    this.#latency = latency;
    this.simulation = new Simulation<TraceBody>({
      node: name,
      seed,
      ...(limits ? { limits } : {}),
      ...(onRecord ? { onRecord } : {}),
      ...(keepRecords === undefined ? {} : { keepRecords }),
    });
    this.bus = new EventBus<NodeEvent>({
      causes: this.simulation.causes,
      onError: (error) => this.simulation.fail(error),
    });
    const wallPhaseMs = Math.floor(this.simulation.random.stream("wall-clock").float() * 1000);
    this.toApiTime = (ms) => Math.floor((ms + wallPhaseMs) / 1000) * 1000 - wallPhaseMs;
    const toLoop = plegFaults && this.#plegStream(plegFaults);
    this.root = createKubernetesActor(
      {
        name,
        version,
        features,
        observe,
        behaviour,
        probeAnswers: this.probeAnswers,
        hasApi,
        nodeLifecycle,
        allocatable,
        crashBackoff: crashBackoffLimits(maxContainerRestartPeriodMs),
        latencyNow: () => this.#latency,
        toApiTime: this.toApiTime,
        listTrouble: () => this.listTrouble,
        statusDelayMs: (podUid) => this.#statusDelayMs(podUid),
        outages: this.#outages,
      },
      {
        simulation: this.simulation,
        publish: (event) => this.bus.publish(event),
        lastRecordOf: (id) => this.#lastRecordOf(id),
        ...(toLoop && {
          onPlegEvent: (event, deliver) => toLoop({ about: () => this.#aboutPleg(event), deliver }),
        }),
      },
    );
    this.#recordEverything();
    if (observe !== "level") this.#streamEvents(options);
    this.root.subscribe({ error: (error) => this.simulation.fail(error) });
    this.root.start();
  }

  #lastRecordOf(id: string): number | undefined {
    if (id === nodeKey) return this.#reach.cause;
    return id === nodeStatusKey ? this.#reach.status : this.#lastRecords.of(id);
  }

  #plegStream(faults: Fault<PlegNotice>): (notice: PlegNotice) => void {
    return plegStream({
      bus: this.bus,
      faults,
      note: (record) => this.simulation.recorder.note(record),
      now: () => this.simulation.clock.now(),
    });
  }

  /** After the record of what happened, which an event follows from. */
  #streamEvents({ runtimeFaults = identity }: KubernetesNodeOptions): void {
    const { recorder, clock, random } = this.simulation;
    const latencyMs = callLatency(() => this.#latency, random);
    const pictures: RuntimePictures = {
      sandbox: (id) => this.#sandboxRecords.get(id),
      containersOf: (uid) => this.#ledger.registry.ofPod(uid),
    };
    const events$ = containerEvents(this.bus.events$, pictures, () => {
      const watcher = kubernetesActorOf(this.root, "kubelet");
      const core = watcher?.getSnapshot().context.core;
      if (watcher === undefined || !core?.eventedPlegInUse) return undefined;
      return { watcher, moment: core.nextMoment() };
    });
    let lastDueMs = 0;
    this.bus.handle("stream", events$.pipe(asDeliveries, runtimeFaults), (delivery) => {
      const { response, about, moment, watcher } = delivery.event;
      const delivered = deliveryTrace(delivery, clock.now());
      const seq = recorder.note({ type: "runtimeEvent", ...about, ...delivered });
      if (keeperOf(delivery) !== undefined) return;
      const deliver = (): void => {
        const { status, context } = watcher.getSnapshot();
        if (status === "active") context.core.takeContainerEvent(response, moment);
      };
      // On one stream nothing overtakes anything.
      lastDueMs = Math.max(lastDueMs, clock.now() + latencyMs({ type: "runtime.event" }));
      const delayMs = lastDueMs - clock.now();
      const inTurn = (): void => this.simulation.causes.within(seq, deliver);
      if (delayMs > 0) clock.arm(inTurn, delayMs, ranks.world);
      else this.simulation.post(deliver, seq);
    });
  }

  /** Ends the stream; `refused` more that the kubelet opens end at once. */
  breakStream(refused: number): void {
    for (let failures = 0; failures <= refused; failures++) {
      this.simulation.post(() => {
        kubernetesActorOf(this.root, "kubelet")?.getSnapshot().context.core.streamFailed();
      });
    }
  }

  #recordEverything(): void {
    const { recorder } = this.simulation;
    const records = this.#lastRecords;
    this.bus.handle("trace", this.bus.events$, (event) => {
      const body = this.#writer.toTrace(event);
      switch (body.type) {
        case "signal":
        case "container":
        case "sandbox":
          return records.note(body, recorder.record(body));
        case "event":
        case "condition":
          // Reports: nothing follows from them.
          recorder.note(body);
          return;
        case "link":
        case "kubelet":
          return this.#reach.note(body, recorder.record(body));
        case "node":
          return this.#reach.noteNode(body, recorder.record(body));
        case "relist":
          recorder.record(body);
          return records.forgetRemoved();
        default:
          recorder.record(body);
      }
    });
  }

  get records(): readonly TraceRecord[] {
    return this.simulation.recorder.records;
  }

  list(): readonly ContainerRecord[] {
    return this.#ledger.registry.list();
  }

  /** What of the list is compared with what is declared. */
  judged(): readonly ContainerRecord[] {
    return judgedContainers(this.list(), this.#declaredPods());
  }

  /** What the API server has, to look at. */
  apiPods(): readonly KubePod[] {
    return [...this.podsByName.values()];
  }

  /** The same, by namespace and name. */
  get podsByName(): ReadonlyMap<string, KubePod> {
    return kubernetesServiceOf(this.root, "apiServer").getSnapshot().context.pods;
  }

  sandboxes(): readonly SandboxRecord[] {
    return [...this.#sandboxRecords.values()];
  }

  get #sandboxRecords(): ReadonlyMap<string, SandboxRecord> {
    return kubernetesServiceOf(this.root, "sandboxes").getSnapshot().context.records;
  }

  /** What the kubelet takes its sources to declare, as the verdict compares it. */
  declarations(): Declarations {
    const pods = Array.from(this.#declaredPods(), toDeclared);
    const of = (source: DeclaredPod["source"]): DeclaredPod[] =>
      pods.filter((pod) => pod.source === source);
    return joinDeclarations(of("file"), of("api"));
  }

  #declaredPods(): Iterable<KubePod> {
    const kubelet = kubernetesActorOf(this.root, "kubelet");
    return kubelet?.getSnapshot().context.core.pods.values() ?? [];
  }

  get counters(): RuntimeCounters {
    return this.#ledger.counters;
  }

  /** Of a pod that the runtime has no more, the sources may still know the name. */
  #aboutPleg({ type, uid, id }: PodLifecycleEvent): ReturnType<PlegNotice["about"]> {
    const record = id === undefined ? undefined : this.#ledger.registry.get(id)?.record;
    const known = record ?? this.sandboxes().find(({ podUid }) => podUid === uid);
    const declared = [...this.#declaredPods()].find((pod) => pod.uid === uid);
    const pod = known?.pod ?? declared?.name ?? "";
    return {
      namespace: known?.namespace ?? declared?.namespace ?? "default",
      pod,
      uid,
      ...(record ? { container: record.container } : {}),
      ...(id === undefined ? {} : { id }),
      event: type === "ContainerChanged" ? "PodSync" : type,
    };
  }

  /** Puts a container straight into the runtime and starts it, past the kubelet. */
  addContainer(config: ContainerConfig): void {
    const replyTo = this.root;
    this.tell("runtime", { type: "runtime.create", call: 0, config, replyTo } as EventObject);
    this.simulation.post(() => {
      const { id } = this.#ledger.newest.record;
      const runtime = kubernetesServiceOf(this.root, "runtime");
      runtime.send({ type: "runtime.start", call: 0, id, replyTo });
    });
  }

  #statusDelayMs(uid: string): number {
    if (this.statusDelays.length === 0) return 0;
    const known = this.sandboxes().find(({ podUid }) => podUid === uid);
    const name = (known ?? this.#ledger.registry.ofPod(uid)[0])?.pod ?? "";
    return this.statusDelays.findLast(({ holdsFor }) => holdsFor({ name, uid }))?.byMs ?? 0;
  }

  get #ledger(): RuntimeLedger {
    return kubernetesServiceOf(this.root, "runtime").getSnapshot().context.ledger;
  }

  /** The world acts on one of the node's actors. */
  tell(name: KubernetesService, event: EventObject): void {
    const target: AnyActorRef = kubernetesServiceOf(this.root, name);
    this.simulation.post(() => {
      if (isActive(target)) target.send(event);
    });
  }

  startKubelet(): void {
    this.simulation.post(() => this.root.send({ type: "kubelet.start" }));
  }

  /** Puts another kubelet on the node's disk: the next one that starts is of that version. */
  installKubelet(version: KubeletVersion): void {
    this.simulation.post(() => this.root.send({ type: "kubelet.install", version }));
  }

  stopKubelet(): void {
    this.simulation.post(() => this.root.send({ type: "kubelet.stop" }));
  }

  /** Of the calls that are made from now on; what it leaves out stays as it is. */
  setLatency(change: RuntimeLatency): void {
    this.#latency = { ...this.#latency, ...change };
  }

  /** The runtime as a whole; its containers go on without it. */
  setRuntime(up: boolean): void {
    const now = this.simulation.clock.now();
    const last = this.#outages.at(-1);
    const isUp = now >= (last?.toMs ?? 0);
    if (isUp === up) return;
    if (last && up) last.toMs = now;
    else this.#outages.push({ fromMs: now, toMs: Infinity });
    for (const name of ["runtime", "images"] as const) {
      this.tell(name, { type: up ? "world.runtimeUp" : "world.runtimeDown" });
    }
  }

  advanceTo(ms: number): void {
    this.simulation.advanceTo(ms);
  }
}

/** Of sidecars and init containers the verdict says nothing: some of them are meant to be over. */
function toDeclared(pod: KubePod): DeclaredPod {
  const { namespace, name, uid, source, spec, deletionGracePeriodSeconds: grace } = pod;
  return {
    namespace,
    name,
    uid,
    source,
    restartPolicy: spec.restartPolicy,
    gracePeriodMs: spec.terminationGracePeriodSeconds * 1000,
    ...(grace === undefined ? {} : { deletionGraceMs: grace * 1000 }),
    containers: spec.containers,
  };
}
