/** A pod in the shape of the API: what `kubectl get pod -o json` prints. Times are RFC 3339. */
import type { PodSpec } from "../manifest/pod-types.ts";
import type { PodCondition, PodPhase } from "../model/kube-status.ts";

export interface ApiPod {
  readonly apiVersion: "v1";
  readonly kind: "Pod";
  readonly metadata: ApiPodMetadata;
  readonly spec: PodSpec;
  readonly status: ApiPodStatus;
}

export interface ApiPodMetadata {
  readonly name: string;
  readonly namespace: string;
  readonly uid: string;
  readonly resourceVersion?: string;
  readonly generation?: number;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly finalizers?: readonly string[];
  readonly creationTimestamp: string;
  readonly deletionTimestamp?: string;
  readonly deletionGracePeriodSeconds?: number;
}

export interface ApiPodStatus {
  readonly phase: PodPhase;
  readonly reason?: string;
  readonly message?: string;
  readonly podIP?: string;
  readonly podIPs?: readonly { readonly ip: string }[];
  readonly qosClass: string;
  readonly observedGeneration?: number;
  readonly startTime?: string;
  readonly conditions?: readonly ApiPodCondition[];
  readonly initContainerStatuses?: readonly ApiContainerStatus[];
  readonly containerStatuses?: readonly ApiContainerStatus[];
  readonly ephemeralContainerStatuses?: readonly ApiContainerStatus[];
}

export interface ApiPodCondition {
  readonly type: string;
  readonly status: PodCondition["status"];
  readonly reason?: string;
  readonly message?: string;
  readonly lastProbeTime: null;
  readonly lastTransitionTime: string | null;
  readonly observedGeneration?: number;
}

export interface ApiContainerStatus {
  readonly name: string;
  readonly image: string;
  readonly imageID: string;
  readonly containerID?: string;
  readonly state: ApiContainerState;
  readonly lastState: ApiContainerState;
  readonly ready: boolean;
  readonly started?: boolean;
  readonly restartCount: number;
}

/** One of the three, or none of them. */
export interface ApiContainerState {
  readonly waiting?: { readonly reason: string; readonly message?: string };
  readonly running?: { readonly startedAt: string };
  readonly terminated?: {
    readonly exitCode: number;
    readonly signal?: number;
    readonly reason?: string;
    readonly message?: string;
    readonly startedAt: string | null;
    readonly finishedAt: string | null;
    readonly containerID?: string;
  };
}
