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
import type { ContainerConfig, RuntimeReply } from "../../src/model/runtime.ts";
import { type Procedure, all, callService } from "./procedure.ts";
import type { PodIdentity } from "./runtime-cache.ts";

export function* runPodSandbox(config: SandboxConfig): Procedure<string> {
  const reply = (yield* callService("sandboxes", { type: "sandbox.run", config })) as SandboxReply;
  if (reply.type !== "sandbox.running") throw unexpected(reply);
  return reply.id;
}

export function* stopPodSandbox(id: string): Procedure<void> {
  yield* callService("sandboxes", { type: "sandbox.stop", id });
}

export function* removePodSandbox(id: string): Procedure<void> {
  yield* callService("sandboxes", { type: "sandbox.remove", id });
}

export function* createContainer(config: ContainerConfig): Procedure<string> {
  const reply = (yield* callService("runtime", { type: "runtime.create", config })) as RuntimeReply;
  if (reply.type !== "runtime.created") throw unexpected(reply);
  return reply.id;
}

/** Undefined where it started; else why it did not. */
export function* startContainer(id: string): Procedure<string | undefined> {
  const reply = (yield* callService("runtime", { type: "runtime.start", id })) as RuntimeReply;
  return reply.type === "runtime.failed" ? reply.message : undefined;
}

export function* stopContainer(id: string, timeoutMs: number): Procedure<void> {
  yield* callService("runtime", { type: "runtime.stop", id, timeoutMs });
}

export function* removeContainer(id: string): Procedure<void> {
  yield* callService("runtime", { type: "runtime.remove", id });
}

/** `absent`: the container is gone or does not run. */
export function* exec(id: string, purpose: ExecPurpose, timeoutMs: number): Procedure<ProbeAnswer> {
  const request = { type: "runtime.exec", id, purpose, timeoutMs };
  const reply = (yield* callService("runtime", request)) as ExecReply | RuntimeReply;
  if (reply.type === "runtime.execEnded") return reply;
  return { result: "absent", output: reply.type === "runtime.failed" ? reply.message : "" };
}

export function* imageIsPresent(subject: ImageSubject): Procedure<boolean> {
  const reply = (yield* callService("images", { type: "image.status", subject })) as ImageReply;
  return reply.type === "image.is" && reply.present;
}

export function* pullImage(subject: ImageSubject): Procedure<ImageReply> {
  return (yield* callService("images", { type: "image.pull", subject })) as ImageReply;
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

function unexpected(reply: { readonly type: string }): Error {
  return new Error(`the runtime answered ${JSON.stringify(reply)}`);
}
