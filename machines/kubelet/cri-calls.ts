/** The runtime's calls as steps of a procedure, each ending with what it brought. */
import { runtimePodStatus } from "../../src/decide/kubelet/runtime-pod-status.ts";
import type {
  ExecPurpose,
  ExecReply,
  ImageReply,
  ImageSubject,
  SandboxConfig,
  SandboxReply,
} from "../../src/model/cri.ts";
import type { ProbeAnswer } from "../../src/decide/kubelet/network-probe.ts";
import type { RuntimePodStatus } from "../../src/model/kube-runtime.ts";
import type { ContainerConfig, RuntimeFailure, RuntimeReply } from "../../src/model/runtime.ts";
import { type Procedure, all, callService } from "./procedure.ts";
import type { PodIdentity } from "./runtime-cache.ts";

/** Why a call brought nothing, as a status of gRPC. */
export type CallFailure = RuntimeFailure;

const grpcCodes = {
  NOT_FOUND: "NotFound",
  FAILED_PRECONDITION: "FailedPrecondition",
  UNAVAILABLE: "Unavailable",
  UNKNOWN: "Unknown",
} as const satisfies Record<CallFailure["code"], string>;

/** The error as Go prints it. */
export function errorText({ code, message }: CallFailure): string {
  return `rpc error: code = ${grpcCodes[code]} desc = ${message}`;
}

function failureIn(reply: { readonly type: string }): CallFailure | undefined {
  return reply.type === "runtime.failed" ? (reply as CallFailure) : undefined;
}

export function* runPodSandbox(config: SandboxConfig): Procedure<string | CallFailure> {
  const reply = yield* callService("sandboxes", { type: "sandbox.run", config });
  return failureIn(reply) ?? idOf(reply as SandboxReply);
}

/** `isStopped`: it is known to be, and is stopped once more to be sure. */
export function* stopPodSandbox(id: string, isStopped = false): Procedure<CallFailure | undefined> {
  return failureIn(yield* callService("sandboxes", { type: "sandbox.stop", id, isStopped }));
}

export function* removePodSandbox(id: string): Procedure<void> {
  yield* callService("sandboxes", { type: "sandbox.remove", id });
}

export function* createContainer(config: ContainerConfig): Procedure<string | CallFailure> {
  const reply = yield* callService("runtime", { type: "runtime.create", config });
  return failureIn(reply) ?? idOf(reply as RuntimeReply);
}

/** Undefined where it started; else why it did not. */
export function* startContainer(id: string): Procedure<string | undefined> {
  const reply = (yield* callService("runtime", { type: "runtime.start", id })) as RuntimeReply;
  return reply.type === "runtime.failed" ? reply.message : undefined;
}

export function* stopContainer(id: string, timeoutMs: number): Procedure<CallFailure | undefined> {
  return failureIn(yield* callService("runtime", { type: "runtime.stop", id, timeoutMs }));
}

export function* removeContainer(id: string): Procedure<void> {
  yield* callService("runtime", { type: "runtime.remove", id });
}

/**
 * `absent`: the container is gone; `exited`: it does not run any more; `unavailable`: the runtime
 * does not serve. A probe over the network goes past the runtime.
 */
export function* exec(
  id: string,
  purpose: ExecPurpose,
  timeoutMs: number,
  pastRuntime = false,
): Procedure<ProbeAnswer> {
  const request = { type: "runtime.exec", id, purpose, timeoutMs, pastRuntime };
  const reply = (yield* callService("runtime", request)) as ExecReply | RuntimeReply;
  if (reply.type === "runtime.execEnded") return reply;
  const failure = failureIn(reply);
  return {
    result: failure ? execFailures[failure.code] : "absent",
    output: failure?.message ?? "",
  };
}

const execFailures = {
  NOT_FOUND: "absent",
  FAILED_PRECONDITION: "absent",
  UNAVAILABLE: "unavailable",
  UNKNOWN: "exited",
} as const satisfies Record<CallFailure["code"], ProbeAnswer["result"]>;

export function* imageIsPresent(subject: ImageSubject): Procedure<boolean | CallFailure> {
  const reply = yield* callService("images", { type: "image.status", subject });
  const is = reply as ImageReply;
  return failureIn(reply) ?? (is.type === "image.is" && is.present);
}

export function* pullImage(subject: ImageSubject): Procedure<ImageReply | CallFailure> {
  const reply = yield* callService("images", { type: "image.pull", subject });
  return reply as ImageReply | CallFailure;
}

/** Asks the runtime anew, past the cache; undefined where it does not answer. */
export function* getPodStatus(pod: PodIdentity): Procedure<RuntimePodStatus | undefined> {
  const question = { podUid: pod.uid, isForStatus: true };
  const [sandboxes, containers] = (yield* all<unknown>([
    callService("sandboxes", { type: "sandbox.list", ...question }),
    callService("runtime", { type: "runtime.list", ...question }),
  ])) as [SandboxReply | RuntimeReply, RuntimeReply];
  if (sandboxes.type !== "sandbox.listed" || containers.type !== "runtime.listed") {
    return undefined;
  }
  return runtimePodStatus(pod, sandboxes.sandboxes, containers.containers);
}

function idOf(reply: RuntimeReply | SandboxReply): string {
  if ("id" in reply) return reply.id;
  throw new Error(`the runtime answered ${JSON.stringify(reply)}`);
}
