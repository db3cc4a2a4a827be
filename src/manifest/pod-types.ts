/** The pod as the API server would keep it, in the types of the Kubernetes client, read-only. */
import type { V1PodSpec } from "@kubernetes/client-node";
import type { KubePodSpec } from "../model/kube-pod.ts";

export type Immutable<T> = T extends readonly (infer Item)[]
  ? readonly Immutable<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Immutable<T[Key]> }
    : T;

/** What a kubelet reads has the kubelet's own types, in which what is defaulted is required. */
export type PodSpec = Immutable<Omit<V1PodSpec, keyof KubePodSpec>> & KubePodSpec;

export interface PodMetadata {
  readonly name: string;
  readonly namespace: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly finalizers?: readonly string[];
}

export interface Pod {
  readonly apiVersion: "v1";
  readonly kind: "Pod";
  readonly metadata: PodMetadata;
  readonly spec: PodSpec;
}
