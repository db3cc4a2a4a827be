/**
 * Garbage collection: a minute after the last, dead containers and sandboxes that nobody looks at.
 *
 * Models: kubernetes/pkg/kubelet/kuberuntime/kuberuntime_gc.go GarbageCollect.
 */
import {
  defaultGcPolicy,
  evictableContainers,
  evictableSandboxes,
} from "../../src/decide/kubelet/container-gc.ts";
import { shouldPodContentBeRemoved } from "../../src/decide/kubelet/housekeeping.ts";
import type { SandboxReply } from "../../src/model/cri.ts";
import type { RuntimeReply } from "../../src/model/runtime.ts";
import { removeContainer, removePodSandbox, stopPodSandbox } from "./cri-calls.ts";
import type { KubeletCore } from "./kubelet-core.ts";
import { type Procedure, callService } from "./procedure.ts";

export interface GarbageInput {
  readonly core: KubeletCore;
  readonly sourcesReady: boolean;
}

const states = { Creating: "created", Running: "running", Exited: "exited" } as const;

export function* collectGarbage({ core, sourcesReady }: GarbageInput): Procedure<void> {
  const isGone = (uid: string): boolean =>
    shouldPodContentBeRemoved(core.workers.status(uid), sourcesReady);
  const containers = yield* listContainers();
  if (containers === undefined) return;
  const view = { nowMs: core.now(), allSourcesReady: sourcesReady, isGone };
  const evicted = evictableContainers(containers, defaultGcPolicy, view);
  for (const { id } of evicted) {
    core.causes.current = core.causes.of(id);
    yield* removeContainer(id);
  }
  const left = yield* listContainers();
  if (left === undefined) return;
  const reply = (yield* callService("sandboxes", { type: "sandbox.list" })) as SandboxReply;
  if (reply.type !== "sandbox.listed") return;
  const sandboxes = reply.sandboxes.map(({ id, podUid, state, createdAtMs }) => ({
    id,
    podUid,
    state: state === "Ready" ? ("SANDBOX_READY" as const) : ("SANDBOX_NOTREADY" as const),
    createdAtMs,
  }));
  for (const { id } of evictableSandboxes(sandboxes, left, isGone)) {
    const failure = yield* stopPodSandbox(id, true);
    core.causes.current = core.causes.of(id);
    if (failure === undefined) yield* removePodSandbox(id);
  }
  if (sourcesReady) core.forgetLogsOf(isGone);
}

/** Nothing where the runtime does not answer. */
function* listContainers() {
  const listed = (yield* callService("runtime", { type: "runtime.list" })) as RuntimeReply;
  if (listed.type !== "runtime.listed") return undefined;
  return listed.containers.map((record) => ({
    id: record.id,
    podUid: record.podUid,
    name: record.container,
    state: states[record.state],
    createdAtMs: record.createdAtMs,
    sandboxId: record.labels?.sandboxId ?? "",
  }));
}
