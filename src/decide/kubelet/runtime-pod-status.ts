/**
 * Joins what the runtime lists of a pod into the status that the kubelet works with.
 * Models: kubernetes/pkg/kubelet/kuberuntime/kuberuntime_manager.go GetPodStatus.
 */
import type { SandboxRecord } from "../../model/cri.ts";
import type {
  RuntimeContainerStatus,
  RuntimePodStatus,
  RuntimeSandboxStatus,
} from "../../model/kube-runtime.ts";
import type { ContainerRecord } from "../../model/runtime.ts";

/** Both lists come in the order of creation and are turned: newest first. */
export function runtimePodStatus(
  pod: { readonly uid: string; readonly namespace: string; readonly name: string },
  sandboxes: readonly SandboxRecord[],
  containers: readonly ContainerRecord[],
): RuntimePodStatus {
  const { uid, namespace, name } = pod;
  return {
    uid,
    namespace,
    name,
    sandboxes: sandboxes.map(sandboxStatus).toReversed(),
    containers: containers.map(containerStatus).toReversed(),
  };
}

function sandboxStatus(record: SandboxRecord): RuntimeSandboxStatus {
  const { id, attempt, createdAtMs } = record;
  if (record.state === "NotReady") return { id, attempt, createdAtMs, state: "SANDBOX_NOTREADY" };
  return { id, attempt, createdAtMs, state: "SANDBOX_READY", ip: record.ip };
}

const states = { Creating: "created", Running: "running", Exited: "exited" } as const;

function containerStatus(record: ContainerRecord): RuntimeContainerStatus {
  const { startedAtMs, finishedAtMs, exitCode, reason } = record;
  return {
    id: record.id,
    name: record.container,
    image: record.image,
    state: states[record.state],
    createdAtMs: record.createdAtMs,
    ...(startedAtMs === undefined ? {} : { startedAtMs }),
    ...(finishedAtMs === undefined ? {} : { finishedAtMs }),
    ...(exitCode === undefined ? {} : { exitCode }),
    ...(reason === undefined ? {} : { reason }),
    restartCount: record.labels?.restartCount ?? 0,
    hash: record.labels?.hash ?? "",
  };
}
