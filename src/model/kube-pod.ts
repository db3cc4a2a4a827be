/**
 * A pod as the kubelet works with it, in Kubernetes' own names and units: the fields that change
 * the timeline. The manifest layer fills in the API server's defaults, so what it defaults is
 * required.
 *
 * Models: kubernetes/staging/src/k8s.io/api/core/v1/types.go PodSpec, Container, Probe, Lifecycle.
 */
import type { PodApiStatus } from "./kube-status.ts";
import type { DeclarationSource, RestartPolicy } from "./pod.ts";

export interface KubeProbe {
  readonly initialDelaySeconds: number;
  readonly timeoutSeconds: number;
  readonly periodSeconds: number;
  readonly successThreshold: number;
  readonly failureThreshold: number;
  readonly terminationGracePeriodSeconds?: number;
  /** One of the handlers is set. */
  readonly exec?: { readonly command?: readonly string[] };
  readonly httpGet?: {
    readonly host?: string;
    readonly port: number | string;
    readonly path?: string;
    readonly scheme?: string;
  };
  readonly tcpSocket?: { readonly host?: string; readonly port: number | string };
  readonly grpc?: { readonly port: number };
}

export interface LifecycleHandler {
  readonly exec?: { readonly command?: readonly string[] };
  readonly httpGet?: { readonly port: number | string; readonly path?: string };
  readonly tcpSocket?: { readonly port: number | string };
  readonly sleep?: { readonly seconds: number };
}

export interface ContainerRestartRule {
  readonly action: "Restart" | "RestartAllContainers";
  readonly exitCodes?: {
    readonly operator: "In" | "NotIn";
    readonly values?: readonly number[];
  };
}

export interface KubeContainer {
  readonly name: string;
  readonly image: string;
  readonly imagePullPolicy: "Always" | "IfNotPresent" | "Never";
  /** `Always` on an init container makes it a sidecar. */
  readonly restartPolicy?: RestartPolicy;
  readonly restartPolicyRules?: readonly ContainerRestartRule[];
  readonly livenessProbe?: KubeProbe;
  readonly readinessProbe?: KubeProbe;
  readonly startupProbe?: KubeProbe;
  readonly lifecycle?: {
    readonly postStart?: LifecycleHandler;
    readonly preStop?: LifecycleHandler;
  };
  readonly ports?: readonly {
    readonly name?: string;
    readonly containerPort: number;
  }[];
  readonly volumeMounts?: readonly {
    /** Of a volume of the pod. */
    readonly name: string;
    readonly mountPath: string;
    readonly readOnly?: boolean;
    readonly subPath?: string;
  }[];
  readonly volumeDevices?: readonly { readonly name: string; readonly devicePath: string }[];
  readonly resources?: {
    readonly requests?: Readonly<Record<string, string>>;
    readonly limits?: Readonly<Record<string, string>>;
  };
}

export interface KubePodSpec {
  readonly initContainers?: readonly KubeContainer[];
  readonly containers: readonly KubeContainer[];
  readonly ephemeralContainers?: readonly KubeContainer[];
  readonly restartPolicy: RestartPolicy;
  readonly terminationGracePeriodSeconds: number;
  readonly activeDeadlineSeconds?: number;
  readonly hostNetwork?: boolean;
  readonly readinessGates?: readonly { readonly conditionType: string }[];
  readonly nodeName?: string;
  readonly serviceAccountName?: string;
  readonly automountServiceAccountToken?: boolean;
  readonly tolerations?: readonly Toleration[];
  readonly priority?: number;
  readonly priorityClassName?: string;
}

export interface Toleration {
  readonly key?: string;
  readonly operator?: string;
  readonly value?: string;
  readonly effect?: string;
  readonly tolerationSeconds?: number;
}

/**
 * Times are virtual milliseconds, cut to whole seconds of the node's wall clock as the API does.
 */
export interface KubePod {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  /** `file` makes it a static pod. */
  readonly source: DeclarationSource;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  /** The API server's; another at each write. */
  readonly resourceVersion?: string;
  readonly generation?: number;
  /** While any is left the API server keeps the object, whatever was deleted. */
  readonly finalizers?: readonly string[];
  readonly creationTimestampMs?: number;
  readonly deletionTimestampMs?: number;
  readonly deletionGracePeriodSeconds?: number;
  readonly spec: KubePodSpec;
  /** What the source says of its status; the API server's view. */
  readonly status: PodApiStatus;
}
