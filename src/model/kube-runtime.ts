/**
 * What the kubelet knows of a pod from the runtime.
 * Models: kubernetes/pkg/kubelet/container/runtime.go PodStatus, Status.
 */

export type RuntimeState = "created" | "running" | "exited" | "unknown";

/** One container record; times in virtual ms. */
export interface RuntimeContainerStatus {
  readonly id: string;
  readonly name: string;
  readonly image: string;
  readonly state: RuntimeState;
  readonly createdAtMs: number;
  readonly startedAtMs?: number;
  readonly finishedAtMs?: number;
  readonly exitCode?: number;
  readonly reason?: string;
  readonly message?: string;
  /** The attempt that the kubelet gave it: 0 for the first. */
  readonly restartCount: number;
  /** Of the container's spec when it was created. */
  readonly hash: string;
}

export interface RuntimeSandboxStatus {
  readonly id: string;
  readonly attempt: number;
  readonly state: "SANDBOX_READY" | "SANDBOX_NOTREADY";
  readonly createdAtMs: number;
  /** Absent once it is not ready. */
  readonly ip?: string;
}

/** Both lists newest first, as the kubelet sorts them. */
export interface RuntimePodStatus {
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
  readonly sandboxes: readonly RuntimeSandboxStatus[];
  readonly containers: readonly RuntimeContainerStatus[];
}

export const emptyRuntimeStatus = (
  uid: string,
  namespace: string,
  name: string,
): RuntimePodStatus => ({ uid, namespace, name, sandboxes: [], containers: [] });

/** Models: kubernetes/pkg/kubelet/prober/results/results_manager.go Result. */
export type ProbeResult = "unknown" | "success" | "failure";

/** The stored results of a pod's probes, by container id. */
export interface ProbeResults {
  readonly liveness: ReadonlyMap<string, ProbeResult>;
  readonly readiness: ReadonlyMap<string, ProbeResult>;
  readonly startup: ReadonlyMap<string, ProbeResult>;
}
