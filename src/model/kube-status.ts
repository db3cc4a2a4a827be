/**
 * The status of a pod as the API shows it.
 * Models: kubernetes/staging/src/k8s.io/api/core/v1/types.go PodStatus, ContainerStatus.
 */

export type PodPhase = "Pending" | "Running" | "Succeeded" | "Failed" | "Unknown";

/** One of the three is present; times in virtual ms, cut to whole seconds of the wall clock. */
export interface ContainerApiState {
  readonly waiting?: { readonly reason?: string; readonly message?: string };
  readonly running?: { readonly startedAtMs: number };
  readonly terminated?: {
    readonly exitCode: number;
    /** Some runtimes tell it; containerd does not. */
    readonly signal?: number;
    readonly reason?: string;
    readonly message?: string;
    readonly startedAtMs?: number;
    readonly finishedAtMs?: number;
    readonly containerID?: string;
  };
}

export interface ContainerApiStatus {
  readonly name: string;
  readonly image: string;
  readonly containerID?: string;
  readonly state: ContainerApiState;
  readonly lastState: ContainerApiState;
  readonly ready: boolean;
  readonly started?: boolean;
  readonly restartCount: number;
}

export type ConditionStatus = "True" | "False" | "Unknown";

export interface PodCondition {
  readonly type: string;
  readonly status: ConditionStatus;
  readonly reason?: string;
  readonly message?: string;
  readonly lastTransitionTimeMs?: number;
  readonly observedGeneration?: number;
}

export interface PodApiStatus {
  readonly phase: PodPhase;
  readonly reason?: string;
  readonly message?: string;
  readonly startTimeMs?: number;
  readonly podIP?: string;
  readonly qosClass?: string;
  readonly observedGeneration?: number;
  readonly conditions: readonly PodCondition[];
  readonly initContainerStatuses: readonly ContainerApiStatus[];
  readonly containerStatuses: readonly ContainerApiStatus[];
  readonly ephemeralContainerStatuses: readonly ContainerApiStatus[];
}

export const emptyPodStatus: PodApiStatus = {
  phase: "Pending",
  conditions: [],
  initContainerStatuses: [],
  containerStatuses: [],
  ephemeralContainerStatuses: [],
};
