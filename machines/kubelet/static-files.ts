/**
 * The kubelet's file source: the folder of static pods, watched, and scanned every 20 s. Each
 * change is told as the whole of what the store holds.
 *
 * Models: kubernetes/pkg/kubelet/config/file.go sourceFile, file_linux.go.
 */
import { type AnyActorRef, assign, setup } from "xstate";
import {
  type FileStore,
  type StaticFile,
  afterRemove,
  afterWrite,
  emptyFileStore,
  podsOf,
  scan,
} from "../../src/decide/kubelet/file-store.ts";
import type { StaticPodList } from "../../src/model/api.ts";
import { compareBytes } from "../../src/model/container-key.ts";
import type { KubePod } from "../../src/model/kube-pod.ts";

export type StaticFilesEvent =
  | { readonly type: "files.list"; readonly replyTo: AnyActorRef }
  | { readonly type: "file.write"; readonly file: StaticFile }
  | { readonly type: "file.remove"; readonly path: string };

export interface StaticFilesContext {
  readonly scanPhaseMs: number;
  /** As they stand on the disk. */
  readonly files: Readonly<Record<string, StaticFile>>;
  /** The last pod that was read from each path. */
  readonly read: Readonly<Record<string, StaticFile>>;
  readonly store: FileStore;
  readonly told: readonly KubePod[];
}

export const staticFilesMachine = setup({
  types: {
    context: {} as StaticFilesContext,
    events: {} as StaticFilesEvent,
    input: {} as { readonly scanPhaseMs: number },
  },
  actions: {
    /** Effect: tells the kubelet, if one is there. */
    tell: (_, _message: StaticPodList) => {},
    /** Effect: answers whoever asked. */
    answer: (_, _answer: { readonly to: AnyActorRef; readonly message: StaticPodList }) => {},
    write: assign(({ context }, file: StaticFile) => {
      const store = afterWrite(context.store, file);
      const read = file.pod ? { ...context.read, [file.path]: file } : context.read;
      return { files: { ...context.files, [file.path]: file }, read, store, told: podsOf(store) };
    }),
    remove: assign(({ context }, path: string) => {
      const store = afterRemove(context.store, context.read[path]);
      const files = Object.fromEntries(
        Object.entries(context.files).filter(([name]) => name !== path),
      );
      return { files, store, told: podsOf(store) };
    }),
    scan: assign(({ context }) => scan(context.store, inOrder(context.files))),
  },
  guards: {
    isManifest: (_, { pod }: StaticFile) => pod !== undefined,
    isHidden: (_, path: string) => path.startsWith("."),
  },
  delays: {
    scanPhase: ({ context }) => context.scanPhaseMs,
    scanPeriod: 20_000,
  },
}).createMachine({
  id: "staticFiles",
  context: ({ input }) => ({ ...input, files: {}, read: {}, store: emptyFileStore, told: [] }),
  initial: "phase",
  states: {
    phase: {
      description: "Until the first scan.",
      after: {
        scanPhase: {
          target: "watching",
          actions: ["scan", { type: "tell", params: ({ context }) => listed(context) }],
        },
      },
    },
    watching: {
      description: "Every 20 s all files are read anew, and what is bad by then is gone.",
      after: {
        scanPeriod: {
          target: "watching",
          reenter: true,
          actions: ["scan", { type: "tell", params: ({ context }) => listed(context) }],
        },
      },
    },
  },
  on: {
    "file.write": [
      { guard: { type: "isHidden", params: ({ event }) => event.file.path } },
      {
        guard: { type: "isManifest", params: ({ event }) => event.file },
        actions: [
          { type: "write", params: ({ event }) => event.file },
          { type: "tell", params: ({ context }) => listed(context) },
        ],
      },
      { actions: { type: "write", params: ({ event }) => event.file } },
    ],
    "file.remove": {
      actions: [
        { type: "remove", params: ({ event }) => event.path },
        { type: "tell", params: ({ context }) => listed(context) },
      ],
    },
    "files.list": {
      actions: [
        "scan",
        {
          type: "answer",
          params: ({ context, event }) => ({ to: event.replyTo, message: listed(context) }),
        },
      ],
    },
  },
});

function inOrder(files: StaticFilesContext["files"]): readonly StaticFile[] {
  return Object.values(files).toSorted((a, b) => compareBytes(a.path, b.path));
}

function listed({ told }: StaticFilesContext): StaticPodList {
  return { type: "files.listed", pods: told };
}
