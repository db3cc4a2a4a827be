/**
 * The calls of CRI that the textbook does without: pod sandboxes, images, exec.
 * Models: kubernetes/cri-api/pkg/apis/runtime/v1/api.proto RuntimeService, ImageService.
 */
import type { ProbeKind } from "./behaviour.ts";
import type { ContainerRecord } from "./runtime.ts";
import type { RuntimeEventName } from "./trace.ts";

export interface SandboxConfig {
  readonly namespace: string;
  readonly pod: string;
  readonly podUid: string;
  readonly attempt: number;
  readonly hostNetwork: boolean;
}

/** One entry of the sandbox list: an immutable picture. */
export interface SandboxRecord extends SandboxConfig {
  readonly id: string;
  readonly state: "Ready" | "NotReady";
  readonly createdAtMs: number;
  readonly ip: string;
}

export type SandboxRequest =
  | { readonly type: "sandbox.run"; readonly call: number; readonly config: SandboxConfig }
  | { readonly type: "sandbox.stop"; readonly call: number; readonly id: string }
  | { readonly type: "sandbox.remove"; readonly call: number; readonly id: string }
  | {
      readonly type: "sandbox.list";
      readonly call: number;
      /** Of this pod only. */
      readonly podUid?: string;
    };

export type SandboxReply =
  | { readonly type: "sandbox.running"; readonly call: number; readonly id: string }
  | { readonly type: "sandbox.stopped"; readonly call: number; readonly id: string }
  | { readonly type: "sandbox.removed"; readonly call: number; readonly id: string }
  | {
      readonly type: "sandbox.listed";
      readonly call: number;
      readonly sandboxes: readonly SandboxRecord[];
    };

/** What GetContainerEvents streams: what happened to whom, and the pod right after it. */
export interface ContainerEventResponse {
  readonly event: RuntimeEventName;
  readonly id: string;
  /** Absent: it happened to the sandbox. */
  readonly container?: string;
  /** The one sandbox that it is about; absent where the runtime no longer has it. */
  readonly sandbox?: SandboxRecord;
  /** All containers of that sandbox, in the order of their creation. */
  readonly containers: readonly ContainerRecord[];
}

/** Whose image it is: how a pull goes is told for each container. */
export interface ImageSubject {
  readonly namespace: string;
  readonly pod: string;
  readonly podUid: string;
  readonly container: string;
  readonly image: string;
}

export type ImageRequest =
  | { readonly type: "image.status"; readonly call: number; readonly subject: ImageSubject }
  | { readonly type: "image.pull"; readonly call: number; readonly subject: ImageSubject };

export type ImageReply =
  | { readonly type: "image.is"; readonly call: number; readonly present: boolean }
  | { readonly type: "image.pulled"; readonly call: number; readonly tookMs: number }
  | { readonly type: "image.failed"; readonly call: number; readonly message: string };

/** What is run inside a container; `command`: only where it is one. */
export type ExecPurpose = { readonly command?: readonly string[] | undefined } & (
  | { readonly kind: "probe"; readonly probe: ProbeKind }
  | { readonly kind: "hook"; readonly hook: "postStart" | "preStop" }
);

export interface ExecRequest {
  readonly type: "runtime.exec";
  readonly call: number;
  readonly id: string;
  readonly purpose: ExecPurpose;
  /** 0: no limit. */
  readonly timeoutMs: number;
  /** Whoever asks is connected with the container itself, as a probe over the network is. */
  readonly pastRuntime?: boolean;
}

export interface ExecReply {
  readonly type: "runtime.execEnded";
  readonly call: number;
  /** `timedOut`: the limit was reached; `killed`: the container died under it. */
  readonly result: "success" | "warning" | "failure" | "error" | "timedOut" | "killed";
  readonly output: string;
}
