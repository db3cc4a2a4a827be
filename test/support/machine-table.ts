/** The machines of `machines/`, in the order in which a reader meets them. */
import type { AnyStateMachine } from "xstate";
import { kubeletEdgeMachine } from "../../machines/textbook/kubelet-edge.ts";
import { kubeletLevelMachine } from "../../machines/textbook/kubelet-level.ts";
import { apiLinkMachine } from "../../machines/world/api-link.ts";
import { containerMachine } from "../../machines/world/container.ts";
import { fileSourceMachine } from "../../machines/world/file-source.ts";
import { nodeMachine } from "../../machines/world/node.ts";
import { runtimeMachine } from "../../machines/world/runtime.ts";

export interface MachineEntry {
  readonly title: string;
  readonly path: string;
  /** The name of the export. */
  readonly name: string;
  readonly machine: AnyStateMachine;
  /** In the table at the top of the page, which the file's own comment is too long for. */
  readonly short: string;
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
];
