/** The pod as the API server would keep it, in the types of the Kubernetes client, read-only. */
import type { V1Container, V1PodSpec } from "@kubernetes/client-node";
import type { RestartPolicy } from "../model/pod.ts";

export type Immutable<T> = T extends readonly (infer Item)[]
  ? readonly Immutable<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Immutable<T[Key]> }
    : T;

export type Container = Immutable<V1Container> & { readonly image: string };

/** With the fields that defaulting always fills in. */
export type PodSpec = Omit<Immutable<V1PodSpec>, "containers"> & {
  readonly containers: readonly Container[];
  readonly restartPolicy: RestartPolicy;
  readonly terminationGracePeriodSeconds: number;
};

export interface PodMetadata {
  readonly name: string;
  readonly namespace: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

export interface Pod {
  readonly apiVersion: "v1";
  readonly kind: "Pod";
  readonly metadata: PodMetadata;
  readonly spec: PodSpec;
}
