/** The trace: one record for each thing that happens; all output is made from these alone. */
import type { ContainerApiStatus, PodCondition, PodPhase } from "./kube-status.ts";
import type { KubePodSpec } from "./kube-pod.ts";
import type { NodeCondition, NodeLease, Taint } from "./node.ts";
import type { ContainerState } from "./runtime.ts";
import type { DeclarationSource } from "./pod.ts";

/** Which pod, and which of its containers, a record is about. */
interface PodSubject {
  readonly namespace: string;
  readonly pod: string;
  readonly uid?: string;
}

interface ContainerSubject extends PodSubject {
  readonly container: string;
}

/** A container changed its state. `from` is absent where it came to be. */
export interface ContainerTrace extends ContainerSubject {
  readonly type: "container";
  readonly id: string;
  readonly run: number;
  readonly image?: string;
  readonly from?: ContainerState;
  readonly to: ContainerState | "Removed";
  readonly exitCode?: number;
  readonly reason?: string;
}

/** A pod's sandbox changed its state. */
export interface SandboxTrace extends PodSubject {
  readonly type: "sandbox";
  readonly id: string;
  readonly attempt: number;
  readonly from?: "Ready" | "NotReady";
  readonly to: "Ready" | "NotReady" | "Removed";
}

export interface SignalTrace extends ContainerSubject {
  readonly type: "signal";
  readonly id: string;
  readonly run: number;
  readonly signal: "TERM" | "KILL";
}

/** An image is pulled for a container. */
export interface PullTrace extends ContainerSubject {
  readonly type: "pull";
  readonly image: string;
  readonly phase: "start" | "end";
  readonly result?: "success" | "failure";
}

/** A lifecycle hook runs. */
export interface HookTrace extends ContainerSubject {
  readonly type: "hook";
  readonly hook: "postStart" | "preStop";
  readonly id: string;
  /** Of that container; the kubelet does not know it, so it is added where the trace is written. */
  readonly run?: number;
  readonly phase: "start" | "end";
  readonly result?: "success" | "failure";
}

/**
 * A probe was carried out; `successes` and `failures` in a row, `changed`: the stored result did.
 */
export interface ProbeTrace extends ContainerSubject {
  readonly type: "probe";
  readonly probe: "liveness" | "readiness" | "startup";
  readonly id: string;
  readonly run?: number;
  readonly result: "success" | "failure" | "error";
  readonly successes: number;
  readonly failures: number;
  readonly changed: boolean;
}

/** The status of a pod as the kubelet writes it, or as others changed it in the API. */
export interface StatusTrace extends PodSubject {
  readonly type: "status";
  readonly phase: PodPhase;
  readonly reason?: string;
  readonly message?: string;
  /** Seconds. */
  readonly startTime?: number;
  readonly conditions: readonly PodCondition[];
  readonly initContainerStatuses?: readonly ContainerApiStatus[];
  readonly containerStatuses: readonly ContainerApiStatus[];
  readonly ephemeralContainerStatuses?: readonly ContainerApiStatus[];
  readonly podIP?: string;
  readonly qosClass?: string;
  readonly observedGeneration?: number;
  /** Whether this is what the API server stored, or only what the kubelet holds. */
  readonly sent: boolean;
  /** Of the object with this status; only where it was sent. */
  readonly resourceVersion?: string;
}

/** A condition of a pod changed with its status. */
export interface ConditionTrace extends PodSubject {
  readonly type: "condition";
  readonly condition: string;
  readonly from?: string;
  readonly to: string;
  readonly reason?: string;
}

/** A Kubernetes Event. */
export interface EventTrace extends PodSubject {
  readonly type: "event";
  readonly container?: string;
  readonly eventType: "Normal" | "Warning";
  readonly reason: string;
  readonly message: string;
  /** The field path of the object it is about, such as `spec.containers{app}`. */
  readonly object?: string;
}

/** An Event object of the API was written, or is gone an hour after it was written last. */
export interface EventObjectTrace extends PodSubject {
  readonly type: "eventObject";
  readonly change: "added" | "updated" | "removed";
  readonly name: string;
  /** The field path of the object it is about, such as `spec.containers{app}`. */
  readonly object?: string;
  readonly eventType: "Normal" | "Warning";
  readonly reason: string;
  readonly message: string;
  readonly count: number;
  /** Seconds. */
  readonly firstTimestamp: number;
  readonly lastTimestamp: number;
  readonly resourceVersion?: string;
}

/** What became of an event on its way to an observer. */
export interface DeliveryTrace {
  /** Else the fault that lost it, or that holds it back. */
  readonly delivered: true | string;
  /** In seconds, when what is held back is to come; absent: it never will. */
  readonly due?: number;
  /** The fault that made this one come late, or a second time. */
  readonly fault?: string;
}

/** The runtime's own notification. */
export interface RuntimeEventTrace extends PodSubject, DeliveryTrace {
  readonly type: "runtimeEvent";
  /** Absent: it is about the pod's sandbox. */
  readonly container?: string;
  readonly id: string;
  readonly event: RuntimeEventName;
}

export type RuntimeEventName =
  | "ContainerCreated"
  | "ContainerStarted"
  | "ContainerDied"
  | "ContainerRemoved"
  | "SandboxCreated"
  | "SandboxStarted"
  | "SandboxStopped"
  | "SandboxRemoved";

/** An event of the kubelet's own that a fault kept from its sync loop, or brought late. */
export interface PlegEventTrace extends PodSubject, DeliveryTrace {
  readonly type: "plegEvent";
  /** Absent: it is about the pod's sandbox, or about the pod. */
  readonly container?: string;
  readonly id?: string;
  readonly event: "ContainerStarted" | "ContainerDied" | "ContainerRemoved" | "PodSync";
}

/** A full list was read; `changes` against the list before it, by container id. */
export interface RelistTrace {
  readonly type: "relist";
  /** 1 for the first list of this kubelet's life, over restarts of the kubelet. */
  readonly number: number;
  readonly containers: number;
  readonly changes: Readonly<Record<string, { readonly old?: string; readonly new?: string }>>;
}

/** One thing a kubelet decided. `wait` in ticks, `waitUntil` in seconds of virtual time. */
export type SyncAction =
  | (SyncSubject & { readonly action: "create"; readonly source: DeclarationSource })
  | (SyncSubject & {
      readonly action: "recreate";
      readonly source: DeclarationSource;
      readonly restarts: number;
    })
  | (SyncSubject & {
      readonly action: "crashed";
      readonly id: string;
      readonly exitCode: number;
      readonly wait: number;
      readonly waitUntil: number;
      readonly restarts: number;
    })
  | (SyncSubject & { readonly action: "start"; readonly id: string })
  | (SyncSubject & { readonly action: "leave"; readonly id: string; readonly exitCode: number })
  | (SyncSubject & {
      readonly action: "remove";
      readonly id: string;
      /** `undeclared`: nobody asks for it; `duplicate`: the key has its one container already. */
      readonly why: "undeclared" | "duplicate";
    });

interface SyncSubject {
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
}

/** The textbook's kubelet decided something; rounds that decide nothing leave no record. */
export interface SyncTrace {
  readonly type: "sync";
  /** A round is about all pods; what is about one is a `PodSyncTrace`. */
  readonly uid?: never;
  /** `round` of a periodic kubelet; `event`, `wait` or `start` of an event-driven one. */
  readonly reason: "round" | "event" | "wait" | "start";
  readonly actions: readonly SyncAction[];
  readonly error?: string;
}

/** What the kubelet decided for one pod; `index` into the list of containers in the spec. */
export type PodSyncAction =
  | { readonly action: "killPod" }
  | {
      readonly action: "kill";
      readonly id: string;
      readonly container: string;
      readonly reason: string;
    }
  | { readonly action: "reset"; readonly id: string; readonly container: string }
  | { readonly action: "createSandbox"; readonly attempt: number }
  | { readonly action: "startEphemeral" | "startInit" | "start"; readonly index: number };

/** A pod's worker of the kubernetes model decided something. */
export interface PodSyncTrace extends PodSubject {
  readonly type: "sync";
  readonly uid: string;
  /** What the worker was told to do. */
  readonly reason: "create" | "update" | "sync" | "kill";
  readonly actions: readonly PodSyncAction[];
}

/** The Node object and its Lease as the API server has them, and which part was written. */
export interface NodeTrace {
  readonly type: "node";
  readonly change: "status" | "taints";
  readonly conditions: readonly NodeCondition[];
  /** Absent: none. */
  readonly taints?: readonly Taint[];
  /** As it was then; its renewals have no records of their own. */
  readonly lease: NodeLease;
  readonly resourceVersion: string;
}

/** A source of declarations was read by the kubelet. */
export interface SourceTrace {
  readonly type: "source";
  readonly source: DeclarationSource;
  readonly pods: number;
  /** The file that could not be read, and why; what it declared before stays in force. */
  readonly error?: string;
}

export interface PodTrace extends PodSubject {
  readonly type: "pod";
  readonly change: "added" | "updated" | "terminating" | "removed";
  readonly source: DeclarationSource;
  /** The containers it declares, in its order. */
  readonly containers: readonly string[];
  /** Of the object as the API server has it, in the API's own names. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Likewise, with the defaults; absent of an object that is gone. */
  readonly spec?: KubePodSpec;
}

export interface LinkTrace {
  readonly type: "link";
  readonly up: boolean;
}

/** The scenario did something; `id` is its reference or, without one, its place in the file. */
export interface StimulusTrace {
  readonly type: "stimulus";
  readonly id: string;
  readonly action: string;
  /** What it was done to, as people name it. */
  readonly target?: string;
}

/** A fault began or ended; what it took is said by the `runtimeEvent` that it kept. */
export interface FaultTrace {
  readonly type: "fault";
  readonly id: string;
  readonly action: string;
  readonly phase: "begin" | "end";
}

/** The API server refused a pod. */
export interface RejectedTrace extends PodSubject {
  readonly type: "rejected";
  /** In the API server's words. */
  readonly message: string;
}

/** The kubelet process began or ended. */
export interface KubeletTrace {
  readonly type: "kubelet";
  readonly change: "started" | "stopped";
  /** Of the kubelet that starts, such as `1.36`; absent in the textbook model. */
  readonly version?: string;
}

/** Something the reader should know, such as a container that is declared twice. */
export interface WarningTrace {
  readonly type: "warning";
  readonly message: string;
}

/** One container in the comparison of what is declared with what the runtime lists. */
export interface VerdictRow extends SyncSubject {
  /** Who declares it; absent: nobody. */
  readonly source?: DeclarationSource;
  /** The container's id and state in the list; absent: it is not there. */
  readonly id?: string;
  readonly state?: ContainerState;
  readonly exitCode?: number;
  readonly verdict: "agrees" | "missing" | "exited" | "undeclared" | "duplicate";
}

/** The last record of a run: declared and actual side by side, and what it took. */
export interface VerdictTrace {
  readonly type: "verdict";
  readonly agrees: boolean;
  readonly rows: readonly VerdictRow[];
  /** Calls that the runtime served, whoever made them, and events that it published. */
  readonly counters: {
    readonly lists: number;
    readonly creates: number;
    readonly removes: number;
    readonly events: number;
  };
}

/** What a record says, without the when and the why. */
export type TraceBody =
  | ContainerTrace
  | SandboxTrace
  | SignalTrace
  | PullTrace
  | HookTrace
  | ProbeTrace
  | StatusTrace
  | ConditionTrace
  | EventTrace
  | EventObjectTrace
  | RuntimeEventTrace
  | PlegEventTrace
  | RelistTrace
  | SyncTrace
  | PodSyncTrace
  | NodeTrace
  | SourceTrace
  | PodTrace
  | LinkTrace
  | StimulusTrace
  | FaultTrace
  | KubeletTrace
  | RejectedTrace
  | WarningTrace
  | VerdictTrace;

/** The frame of every record. */
export interface TraceStamp {
  /** Seconds of virtual time. */
  readonly t: number;
  /** 1, 2, 3 … without gaps. */
  readonly seq: number;
  readonly node: string;
  /** The `seq` of the record that led to it; absent where the world or the scenario did. */
  readonly cause?: number;
}

export type TraceRecord = TraceStamp & TraceBody;
