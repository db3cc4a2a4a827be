/** What the kubelet and the API server say to each other over the link. */
import type { ApiEvent } from "./api-event.ts";
import type { KubePod } from "./kube-pod.ts";
import type { PodApiStatus } from "./kube-status.ts";
import type { NodeConditionPatch, NodeLease, NodeObject } from "./node.ts";

export interface PodName {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}

/** What others than the kubelet may change of a pod: all but its status and its deletion. */
export type PodChange = Pick<KubePod, "labels" | "annotations" | "spec">;

export type ApiRequest =
  | {
      readonly type: "api.patchStatus";
      readonly call: number;
      readonly pod: PodName;
      readonly status: PodApiStatus;
    }
  | {
      readonly type: "api.deletePod";
      readonly call: number;
      readonly pod: PodName;
      readonly graceSeconds: number;
    }
  | { readonly type: "api.createPod"; readonly call: number; readonly pod: KubePod }
  /** A patch where an Event of that name is stored, else it is created. */
  | { readonly type: "api.writeEvent"; readonly call: number; readonly event: ApiEvent }
  | { readonly type: "api.getNode"; readonly call: number }
  | {
      readonly type: "api.patchNodeStatus";
      readonly call: number;
      readonly conditions: readonly NodeConditionPatch[];
    }
  | { readonly type: "api.renewLease"; readonly call: number; readonly lease: NodeLease };

export type ApiReply =
  | {
      readonly type: "api.ok";
      readonly call: number;
      readonly pod?: KubePod;
      readonly node?: NodeObject;
    }
  | {
      readonly type: "api.failed";
      readonly call: number;
      readonly code: "UNREACHABLE" | "NOT_FOUND" | "CONFLICT" | "ALREADY_EXISTS";
    };

/** One change of a pod, as a watch tells it. */
export interface PodWatch {
  readonly type: "api.watch";
  readonly change: "ADDED" | "MODIFIED" | "DELETED";
  readonly pod: KubePod;
}

/** All pods of the node, when the watch begins anew. */
export interface PodList {
  readonly type: "api.listed";
  readonly pods: readonly KubePod[];
}

/** The watch has ended, or a list found no server: the kubelet's source tries again later. */
export interface WatchClosed {
  readonly type: "api.closed";
}

/** All static pods, as the file source reads them. */
export interface StaticPodList {
  readonly type: "files.listed";
  readonly pods: readonly KubePod[];
}
