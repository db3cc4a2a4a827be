/**
 * What the parts of a kubelet share: its memory and its ways to the world. All of it is lost when
 * the kubelet stops.
 *
 * Changed in place by the actors of one kubelet, one turn at a time; the decisions only read it.
 */
import type { BackoffEntry, BackoffLimits } from "../../src/decide/kubelet/backoff.ts";
import type { KubeletEvent } from "../../src/decide/kubelet/event-texts.ts";
import type { ProbeType } from "../../src/decide/kubelet/probe-worker.ts";
import type { KubeletStart } from "../../src/decide/kubelet/kubelet-start.ts";
import { type PlegKind, plegPaces } from "../../src/decide/kubelet/evented-pleg.ts";
import type { KubeletFeatures } from "../../src/decide/kubelet/features.ts";
import {
  type RuntimeOutage,
  runtimeErrors,
  runtimeStatusPeriodMs,
} from "../../src/decide/kubelet/runtime-state.ts";
import type { KubeletVersion } from "../../src/decide/kubelet/versions.ts";
import type { ContainerEventResponse } from "../../src/model/cri.ts";
import type { NodeEvent } from "../../src/model/events.ts";
import type { KubePod } from "../../src/model/kube-pod.ts";
import type { NodeObject } from "../../src/model/node.ts";
import type { RuntimeContainerStatus } from "../../src/model/kube-runtime.ts";
import { EventQueue } from "./event-recorder.ts";
import { PullQueue } from "./image-manager.ts";
import { PodWorkers } from "./pod-workers.ts";
import { ProbeManager } from "./probe-manager.ts";
import { RuntimeCache } from "./runtime-cache.ts";
import { StatusManager } from "./status-manager.ts";
import { VolumeManager } from "./volume-manager.ts";

/** The `seq` of the trace record that something follows from. Nothing is decided by it. */
export type Cause = number | undefined;

export interface Causes {
  /** What is done from here on in this turn follows from it. */
  current: Cause;
  /** The last record about a container or a sandbox. */
  readonly of: (id: string) => Cause;
  /** What an answer to a probe follows from: that record, or what told it to answer so. */
  readonly ofAnswer: (id: string, probe: ProbeType) => Cause;
}

export interface KubeletInput {
  readonly version: KubeletVersion;
  readonly features: KubeletFeatures;
  readonly observe: PlegKind;
  readonly nodeName: string;
  readonly allocatable: Readonly<Record<string, string>>;
  readonly crashBackoff: BackoffLimits;
  /** Whether there is an API server at all. */
  readonly hasApi: boolean;
  /** Virtual milliseconds. */
  readonly now: () => number;
  /** Cuts a time to whole seconds of the node's wall clock. */
  readonly toApiTime: (ms: number) => number;
  /** In [0, 1), from the stream of that name. */
  readonly draw: (stream: string) => number;
  readonly publish: (fact: NodeEvent) => void;
  /** Whether the runtime takes its time where it is asked about the pod of that UID alone. */
  readonly statusIsLate: (uid: string) => boolean;
  /** How long the mounting of the volumes of one pod takes, in virtual milliseconds. */
  readonly mountMs: () => number;
  /** From the pokes of a sync until its status is stored, in virtual milliseconds. */
  readonly storeMs: () => number;
  readonly causes: Causes;
  /** The log folders on the node's disk: the last attempt by pod UID and container. */
  readonly logs: Map<string, number>;
  /** UIDs of mirror pods are the API server's, so they go on over a restart of the kubelet. */
  readonly mirrorCounter: { made: number };
  /** Events are told apart over a restart, too. */
  readonly eventCounter: { made: number };
  /** How long it has been up when the simulation begins; its tickers have phases by then. */
  readonly upForMs: number;
  readonly start: KubeletStart;
  /** Of the runtime as a whole, in order; it grows. */
  readonly outages: readonly RuntimeOutage[];
}

/** Why a container could not be started. */
export interface StartReason {
  readonly reason: string;
  readonly message: string;
  readonly cause: Cause;
}

export type LoggedContainer = Pick<RuntimeContainerStatus, "name" | "restartCount">;

/** What the kubelet tells of a container: the field path of the object that an Event is about. */
export interface EventSubject {
  readonly pod: KubePod;
  readonly container?: string;
}

export class KubeletCore {
  readonly input: KubeletInput;
  readonly cache: RuntimeCache;
  readonly crashBackoffs = new Map<string, BackoffEntry>();
  readonly imageBackoffs = new Map<string, BackoffEntry>();
  /** The last pull error, by the key of its back-off. */
  readonly pullErrors = new Map<string, string>();
  readonly pulls = new PullQueue();
  /** Models: kubernetes/pkg/kubelet/reason_cache.go; by pod UID, then container name. */
  readonly reasons = new Map<string, Map<string, StartReason>>();
  readonly startedAtMs: number;
  /** When the last list of all was complete; at the start, that moment. */
  lastRelistMs: number;
  /** It lives by the runtime's events, and has not given that up. */
  eventedPlegInUse: boolean;
  #moments = 0;
  #statusPhase: number | undefined = undefined;
  /** What the sources declare, by UID. */
  readonly pods = new Map<string, KubePod>();
  /**
   * The UID of the pod of each full name, as far as it is known: of two pods of one name the one
   * that goes takes the name with it, and the other is then not found by it.
   * Models: kubernetes/pkg/kubelet/pod/pod_manager.go podByFullName.
   */
  readonly podsByName = new Map<string, string>();
  /** The kubelet's own node as its watch brought it; absent until the first list. */
  node: NodeObject | undefined;
  /** What the last change of a pod's declaration follows from, by UID. */
  readonly declaredBy = new Map<string, Cause>();
  /** What took the static pod of a mirror that is still there, by namespace and name. */
  readonly removedBy = new Map<string, Cause>();
  /** Mirror pods as the API has them, by namespace and name. */
  readonly mirrors = new Map<string, KubePod>();
  /** The UIDs of the pods that they show, by their own; a file that goes does not change that. */
  readonly translations = new Map<string, string>();
  readonly statuses: StatusManager = new StatusManager(this);
  readonly probes: ProbeManager = new ProbeManager(this);
  readonly workers: PodWorkers = new PodWorkers(this);
  readonly volumes: VolumeManager = new VolumeManager(this);
  readonly events: EventQueue = new EventQueue(this);
  /** Asks for a relist of one pod now. */
  requestRelist: (uid: string) => void = () => {};
  /** Takes one event of the runtime's stream; `moment`: when the runtime made it. */
  takeContainerEvent: (response: ContainerEventResponse, moment: number) => void = () => {};
  /** The stream has ended, or there is none to be had. */
  streamFailed: () => void = () => {};

  constructor(input: KubeletInput) {
    this.input = input;
    this.eventedPlegInUse = input.observe !== "level";
    this.cache = new RuntimeCache(this.eventedPlegInUse);
    this.startedAtMs = input.now() - input.upForMs;
    this.lastRelistMs = input.now();
    // One that has been up for long has listed before: a new pod's first sync waits for no list.
    if (input.upForMs > 0) this.cache.updateTime(this.nextMoment());
  }

  get features(): KubeletFeatures {
    return this.input.features;
  }

  /** Why nothing is taken; undefined while the runtime is well. */
  runtimeErrors(firstStatusMs: number = this.#firstStatusMs()): string | undefined {
    const { lastRelistMs, input } = this;
    return runtimeErrors({
      nowMs: this.now(),
      firstStatusMs,
      lastRelistMs,
      outages: input.outages,
      plegThresholdMs: plegPaces[this.eventedPlegInUse ? input.observe : "level"].thresholdMs,
    });
  }

  #firstStatusMs(): number {
    const { upForMs, start, outages } = this.input;
    if (upForMs === 0) return this.startedAtMs + start.runtimeUpMs;
    // Which moments they are shows only where one of them may find the runtime down.
    const phaseMs = outages.length === 0 ? 0 : this.#statusPhaseMs();
    return phaseMs - runtimeStatusPeriodMs;
  }

  #statusPhaseMs(): number {
    const { draw } = this.input;
    this.#statusPhase ??= Math.floor(draw("phase runtime status") * runtimeStatusPeriodMs);
    return this.#statusPhase;
  }

  get causes(): Causes {
    return this.input.causes;
  }

  /**
   * The mirror of a static pod, as the API has it; that of a pod whose file is gone, too, until the
   * mirror goes itself.
   *
   * Models: kubernetes/pkg/kubelet/pod/pod_manager.go GetUIDTranslations.
   */
  mirrorOf(uid: string): KubePod | undefined {
    const pod = this.pods.get(uid);
    if (pod?.source === "file") return this.mirrors.get(`${pod.namespace}/${pod.name}`);
    if (pod !== undefined) return undefined;
    return [...this.mirrors.values()].find((mirror) => this.translations.get(mirror.uid) === uid);
  }

  newMirrorUid({ namespace, name }: KubePod): string {
    return `mirror/${namespace}/${name}/${++this.input.mirrorCounter.made}`;
  }

  /** A number above all that were given before. */
  nextMoment(): number {
    return ++this.#moments;
  }

  now(): number {
    return this.input.now();
  }

  /**
   * Until the first round of what comes every so often: one that has been up for long has a phase.
   */
  phaseMs(name: string, periodMs: number, whenFreshMs: number): number {
    if (this.input.upForMs === 0) return this.input.start.loopMs + whenFreshMs;
    return Math.floor(this.input.draw(`phase ${name}`) * periodMs);
  }

  reasonsOf(uid: string): ReadonlyMap<string, StartReason> {
    return this.reasons.get(uid) ?? new Map();
  }

  setReason(uid: string, container: string, reason: string, message: string): void {
    const known = this.reasons.get(uid) ?? new Map<string, StartReason>();
    this.reasons.set(uid, known);
    // Who is held up is so for the failure before.
    const isHeldUp = reason.endsWith("BackOff");
    const cause = isHeldUp ? known.get(container)?.cause : this.causes.current;
    known.set(container, { reason, message, cause });
  }

  /**
   * The attempt of a container without a record, by the names of its logs, which outlive it.
   * Models: kubernetes/pkg/kubelet/kuberuntime/kuberuntime_container.go calcRestartCountByLogDir.
   */
  attemptByLogs(uid: string, container: string): number {
    const last = this.input.logs.get(`${uid}/${container}`);
    return last === undefined ? 0 : last + 1;
  }

  noteLog(uid: string, container: string, attempt: number): void {
    this.input.logs.set(`${uid}/${container}`, attempt);
  }

  /**
   * The log goes with the record that the kubelet removes, not with one that others take away.
   * Models: kubernetes/pkg/kubelet/kuberuntime/kuberuntime_container.go removeContainer.
   */
  forgetLog(uid: string, { name, restartCount }: LoggedContainer): void {
    const key = `${uid}/${name}`;
    if (this.input.logs.get(key) === restartCount) this.input.logs.delete(key);
  }

  /** Models: kubernetes/pkg/kubelet/kuberuntime/kuberuntime_gc.go evictPodLogsDirectories. */
  forgetLogsOf(isGone: (uid: string) => boolean): void {
    for (const key of this.input.logs.keys()) {
      if (isGone(key.slice(0, key.lastIndexOf("/")))) this.input.logs.delete(key);
    }
  }

  clearReason(uid: string, container: string): void {
    this.reasons.get(uid)?.delete(container);
  }

  /** Writes a Kubernetes Event. */
  record({ pod, container }: EventSubject, event: KubeletEvent): void {
    const about = container === undefined ? {} : { container, object: fieldPath(pod, container) };
    const { namespace, name, uid } = pod;
    this.input.publish({
      type: "event",
      namespace,
      pod: name,
      uid,
      ...about,
      ...event,
    });
    if (!this.input.hasApi) return;
    const path = about.object === undefined ? {} : { fieldPath: about.object };
    this.events.add({ kind: "Pod", namespace, name, uid, ...path }, event);
  }
}

/** Models: kubernetes/pkg/kubelet/container/ref.go fieldPath. */
function fieldPath({ spec }: KubePod, container: string): string {
  const isIn = (list: readonly { readonly name: string }[] | undefined): boolean =>
    list?.some(({ name }) => name === container) ?? false;
  if (isIn(spec.initContainers)) return `spec.initContainers{${container}}`;
  if (isIn(spec.ephemeralContainers)) return `spec.ephemeralContainers{${container}}`;
  return `spec.containers{${container}}`;
}
