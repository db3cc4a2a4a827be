/**
 * The folder of static pods as the kubelet's file source reads it: each change is told as the whole of
 * what its files declare.
 *
 * Models: kubernetes/pkg/kubelet/config/file.go sourceFile, file_linux.go.
 */
import { type AnyActorRef, assign, setup } from "xstate";
import { compareBytes } from "../../src/model/container-key.ts";
import type { StaticPodList } from "../../src/model/api.ts";
import type { KubePod } from "../../src/model/kube-pod.ts";
import type { SourceTrace } from "../../src/model/trace.ts";

export type StaticFilesEvent =
  | { readonly type: "files.list"; readonly replyTo: AnyActorRef }
  | { readonly type: "file.write"; readonly path: string; readonly pods: readonly KubePod[] }
  | { readonly type: "file.break"; readonly path: string; readonly error: string }
  | { readonly type: "file.remove"; readonly path: string };

export interface StaticFilesContext {
  readonly files: Readonly<Record<string, readonly KubePod[]>>;
}

export const staticFilesMachine = setup({
  types: { context: {} as StaticFilesContext, events: {} as StaticFilesEvent },
  actions: {
    /** Effect: tells the kubelet, if one is there. */
    tell: (_, _message: StaticPodList) => {},
    /** Effect: answers whoever asked. */
    answer: (_, _answer: { readonly to: AnyActorRef; readonly message: StaticPodList }) => {},
    /** Effect: tells the event bus. */
    publish: (_, _fact: SourceTrace) => {},
    put: assign(({ context }, file: Readonly<Record<string, readonly KubePod[]>>) => ({
      files: { ...context.files, ...file },
    })),
    drop: assign(({ context }, path: string) => ({
      files: Object.fromEntries(Object.entries(context.files).filter(([name]) => name !== path)),
    })),
  },
}).createMachine({
  id: "staticFiles",
  context: { files: {} },
  initial: "watching",
  states: {
    watching: {
      on: {
        "file.write": {
          actions: [
            { type: "put", params: ({ event }) => ({ [event.path]: event.pods }) },
            { type: "tell", params: ({ context }) => staticPods(context) },
          ],
        },
        "file.remove": {
          actions: [
            { type: "drop", params: ({ event }) => event.path },
            { type: "tell", params: ({ context }) => staticPods(context) },
          ],
        },
        "file.break": {
          actions: {
            type: "publish",
            params: ({ context, event }) => ({
              type: "source",
              source: "file",
              pods: staticPods(context).pods.length,
              error: `${event.path}: ${event.error}`,
            }),
          },
        },
        "files.list": {
          actions: {
            type: "answer",
            params: ({ context, event }) => ({ to: event.replyTo, message: staticPods(context) }),
          },
        },
      },
    },
  },
});

function staticPods({ files }: StaticFilesContext): StaticPodList {
  const paths = Object.keys(files).toSorted(compareBytes);
  return { type: "files.listed", pods: paths.flatMap((path) => files[path] ?? []) };
}
