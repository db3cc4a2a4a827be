/** The machines of `machines/`, in the order in which a reader meets them. */
import type { AnyStateMachine } from "xstate";
import { kubernetesKubeletMachine } from "../../../machines/kubelet/kubelet.ts";
import { kubernetesNodeMachine } from "../../../machines/kubelet/kubernetes-node.ts";
import { podWorkerMachine } from "../../../machines/kubelet/pod-worker.ts";
import { staticFilesMachine } from "../../../machines/kubelet/static-files.ts";
import { kubeletEdgeMachine } from "../../../machines/textbook/kubelet-edge.ts";
import { kubeletLevelMachine } from "../../../machines/textbook/kubelet-level.ts";
import { apiLinkMachine } from "../../../machines/world/api-link.ts";
import { apiServerMachine } from "../../../machines/world/api-server.ts";
import { containerMachine } from "../../../machines/world/container.ts";
import { fileSourceMachine } from "../../../machines/world/file-source.ts";
import { imagesMachine } from "../../../machines/world/images.ts";
import { nodeLifecycleMachine } from "../../../machines/world/node-lifecycle.ts";
import { nodeMachine } from "../../../machines/world/node.ts";
import { runtimeMachine } from "../../../machines/world/runtime.ts";
import { sandboxesMachine } from "../../../machines/world/sandboxes.ts";
import { taintEvictionMachine } from "../../../machines/world/taint-eviction.ts";

export interface MachineEntry {
  readonly title: string;
  readonly path: string;
  /** The name of the export. */
  readonly name: string;
  readonly machine: AnyStateMachine;
  /** In the table at the top of the page, which the file's own comment is too long for. */
  readonly short: string;
}

/** As `relist machines` knows it: that of its file. */
export function nameOf({ path }: Pick<MachineEntry, "path">): string {
  return path.replace(/^.*\//, "").replace(/\.ts$/, "");
}

export const machineTable: readonly MachineEntry[] = [
  {
    title: "Kubelet, level-triggered",
    path: "machines/textbook/kubelet-level.ts",
    name: "kubeletLevelMachine",
    machine: kubeletLevelMachine,
    short: "each period it asks for the full list, compares and acts",
  },
  {
    title: "Kubelet, edge-triggered",
    path: "machines/textbook/kubelet-edge.ts",
    name: "kubeletEdgeMachine",
    machine: kubeletEdgeMachine,
    short: "lists once, then acts on each event and trusts that every one comes",
  },
  {
    title: "Container",
    path: "machines/world/container.ts",
    name: "containerMachine",
    machine: containerMachine,
    short: "Creating → Running → Exited, by the script of its run",
  },
  {
    title: "Runtime",
    path: "machines/world/runtime.ts",
    name: "runtimeMachine",
    machine: runtimeMachine,
    short: "owns the containers; answers create, start, stop, remove and list",
  },
  {
    title: "API link",
    path: "machines/world/api-link.ts",
    name: "apiLinkMachine",
    machine: apiLinkMachine,
    short: "what the API declares, and what of it was delivered last",
  },
  {
    title: "File source",
    path: "machines/world/file-source.ts",
    name: "fileSourceMachine",
    machine: fileSourceMachine,
    short: "what the files of the static pod folder declare",
  },
  {
    title: "Node",
    path: "machines/world/node.ts",
    name: "nodeMachine",
    machine: nodeMachine,
    short: "all of these together; its kubelet may be stopped and started",
  },
  {
    title: "Kubelet of Kubernetes",
    path: "machines/kubelet/kubelet.ts",
    name: "kubernetesKubeletMachine",
    machine: kubernetesKubeletMachine,
    short: "its sync loop: sources, PLEG, probes and ticks, told to the pod workers",
  },
  {
    title: "Pod worker",
    path: "machines/kubelet/pod-worker.ts",
    name: "podWorkerMachine",
    machine: podWorkerMachine,
    short: "one serial worker a pod UID, each sync after a newer view",
  },
  {
    title: "Static pod files",
    path: "machines/kubelet/static-files.ts",
    name: "staticFilesMachine",
    machine: staticFilesMachine,
    short: "the kubelet's file source: watched, and scanned every 20 s",
  },
  {
    title: "Sandboxes",
    path: "machines/world/sandboxes.ts",
    name: "sandboxesMachine",
    machine: sandboxesMachine,
    short: "the pause processes that hold a pod's network",
  },
  {
    title: "Images",
    path: "machines/world/images.ts",
    name: "imagesMachine",
    machine: imagesMachine,
    short: "which images are there, and pulls that take their time",
  },
  {
    title: "API server",
    path: "machines/world/api-server.ts",
    name: "apiServerMachine",
    machine: apiServerMachine,
    short: "the node and its pods, graceful deletion and a watch, behind a link",
  },
  {
    title: "Node lifecycle",
    path: "machines/world/node-lifecycle.ts",
    name: "nodeLifecycleMachine",
    machine: nodeLifecycleMachine,
    short: "watches over the node, and taints it where it is not ready or silent",
  },
  {
    title: "Taint eviction",
    path: "machines/world/taint-eviction.ts",
    name: "taintEvictionMachine",
    machine: taintEvictionMachine,
    short: "takes pods off a node with a NoExecute taint, when their toleration is over",
  },
  {
    title: "Node of Kubernetes",
    path: "machines/kubelet/kubernetes-node.ts",
    name: "kubernetesNodeMachine",
    machine: kubernetesNodeMachine,
    short: "all of these together around the kubelet of Kubernetes",
  },
];
