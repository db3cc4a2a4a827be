/**
 * The folder of static pods: what its files declare, file by file. It works without the API and is
 * what starts the API server itself.
 * Models: kubernetes/pkg/kubelet/config/file.go sourceFile.
 */
import { type AnyActorRef, assign, setup } from "xstate";
import { compareBytes } from "../../src/model/container-key.ts";
import type { SourceGet, SourcePods, ToKubelet } from "../../src/model/messages.ts";
import type { DeclaredPod } from "../../src/model/pod.ts";
import type { SourceTrace } from "../../src/model/trace.ts";

export interface FileSourceContext {
  /** By path; the folder is read in the order of its names. */
  readonly files: Readonly<Record<string, readonly DeclaredPod[]>>;
}

export type FileSourceEvent =
  | (SourceGet & { readonly replyTo: AnyActorRef })
  | { readonly type: "file.write"; readonly path: string; readonly pods: readonly DeclaredPod[] }
  /** Written, but no manifest: what the file declared before stays in force. */
  | { readonly type: "file.break"; readonly path: string; readonly error: string }
  | { readonly type: "file.remove"; readonly path: string };

export const fileSourceMachine = setup({
  types: {
    context: {} as FileSourceContext,
    events: {} as FileSourceEvent,
  },
  actions: {
    /** Effect: tells the kubelet, if one is there. */
    tell: (_, _message: ToKubelet) => {},
    /** Effect: answers whoever asked. */
    answer: (_, _answer: { readonly to: AnyActorRef; readonly message: SourcePods }) => {},
    /** Effect: tells the event bus. */
    publish: (_, _fact: SourceTrace) => {},
    put: assign(({ context }, file: Readonly<Record<string, readonly DeclaredPod[]>>) => ({
      files: { ...context.files, ...file },
    })),
    drop: assign(({ context }, path: string) => ({
      files: Object.fromEntries(Object.entries(context.files).filter(([name]) => name !== path)),
    })),
  },
}).createMachine({
  id: "fileSource",
  context: { files: {} },
  initial: "watching",
  states: {
    watching: {
      description: "Every change of a file is told as the whole of what all files declare.",
      on: {
        "file.write": {
          actions: [
            { type: "put", params: ({ event }) => ({ [event.path]: event.pods }) },
            { type: "tell", params: ({ context }) => filePods(context) },
          ],
        },
        "file.remove": {
          actions: [
            { type: "drop", params: ({ event }) => event.path },
            { type: "tell", params: ({ context }) => filePods(context) },
          ],
        },
        "file.break": {
          actions: {
            type: "publish",
            params: ({ context, event }) => ({
              type: "source",
              source: "file",
              pods: filePods(context).pods.length,
              error: `${event.path}: ${event.error}`,
            }),
          },
        },
        "source.get": {
          actions: {
            type: "answer",
            params: ({ context, event }) => ({ to: event.replyTo, message: filePods(context) }),
          },
        },
      },
    },
  },
});

function filePods({ files }: FileSourceContext): SourcePods {
  const paths = Object.keys(files).toSorted(compareBytes);
  return { type: "source.pods", source: "file", pods: paths.flatMap((path) => files[path] ?? []) };
}
