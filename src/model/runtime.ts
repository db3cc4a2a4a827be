/**
 * The runtime's face: CRI's verbs as messages, each with a later reply, and its notifications.
 *
 * A caller may not assume that a call returns at once: it carries on and hears the reply as a
 * message. Models: kubernetes/cri-api/pkg/apis/runtime/v1/api.proto RuntimeService.
 */
import type { ContainerKey } from "./container-key.ts";

/** `Creating` is a container that is created and has not finished its start. */
export type ContainerState = "Creating" | "Running" | "Exited";

/** What the kubelet notes on a container and reads back from the list, as it does with labels. */
export interface KubeletLabels {
  /** The attempt: 0 for the first. */
  readonly restartCount: number;
  /** Of the container's spec. */
  readonly hash: string;
  readonly sandboxId: string;
}

/** One entry of the list: an immutable picture of a container at the moment of the call. */
export interface ContainerRecord {
  readonly id: string;
  readonly key: ContainerKey;
  readonly namespace: string;
  readonly pod: string;
  readonly podUid: string;
  readonly container: string;
  readonly image: string;
  /** 1 for the first container of this key and pod UID, counted by the runtime. */
  readonly run: number;
  readonly state: ContainerState;
  /** Kept with the container, as the kubelet does in its labels: whoever withdraws it needs it. */
  readonly gracePeriodMs: number;
  readonly createdAtMs: number;
  /** Undefined until it happens, and always there: objects of one shape are quick to read. */
  readonly startedAtMs: number | undefined;
  readonly finishedAtMs: number | undefined;
  readonly exitCode: number | undefined;
  readonly reason: string | undefined;
  readonly labels: KubeletLabels | undefined;
}

/** What a create call must tell. */
export interface ContainerConfig {
  readonly key: ContainerKey;
  readonly namespace: string;
  readonly pod: string;
  readonly podUid: string;
  readonly container: string;
  readonly image: string;
  readonly gracePeriodMs: number;
  readonly labels?: KubeletLabels | undefined;
}

/** The calls. `call` is the caller's own number and comes back with the reply. */
export type RuntimeRequest =
  | {
      readonly type: "runtime.list";
      readonly call: number;
      /** Of this pod only. */
      readonly podUid?: string;
    }
  | { readonly type: "runtime.create"; readonly call: number; readonly config: ContainerConfig }
  | { readonly type: "runtime.start"; readonly call: number; readonly id: string }
  | {
      readonly type: "runtime.stop";
      readonly call: number;
      readonly id: string;
      readonly timeoutMs: number;
    }
  | { readonly type: "runtime.remove"; readonly call: number; readonly id: string };

/** The replies. Stopping the stopped and removing the absent succeed, as CRI asks for. */
export type RuntimeReply =
  | {
      readonly type: "runtime.listed";
      readonly call: number;
      /** All containers, sorted by pod and container name (bytes), then by creation. */
      readonly containers: readonly ContainerRecord[];
    }
  | {
      readonly type: "runtime.created";
      readonly call: number;
      readonly id: string;
    }
  | { readonly type: "runtime.started"; readonly call: number; readonly id: string }
  | { readonly type: "runtime.stopped"; readonly call: number; readonly id: string }
  | { readonly type: "runtime.removed"; readonly call: number; readonly id: string }
  | RuntimeFailure;

export interface RuntimeFailure {
  readonly type: "runtime.failed";
  readonly call: number;
  /** A gRPC code's name. */
  readonly code: "NOT_FOUND" | "FAILED_PRECONDITION" | "UNAVAILABLE" | "UNKNOWN";
  readonly message: string;
}

/** What happened, told to whoever listens; nobody's decision may need it. */
export interface RuntimeEvent {
  readonly type: "ContainerCreated" | "ContainerStarted" | "ContainerDied" | "ContainerRemoved";
  /** The container right after it happened; of a removed one, its last picture. */
  readonly container: ContainerRecord;
  /** The state before; absent where there was none. */
  readonly from?: ContainerState;
}
