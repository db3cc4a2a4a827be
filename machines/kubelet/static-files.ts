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
  readFile,
  scan,
} from "../../src/decide/kubelet/file-store.ts";
import type { FileReader } from "../../src/decide/kubelet/static-pod.ts";
import type { StaticPodList } from "../../src/model/api.ts";
import { compareBytes } from "../../src/model/container-key.ts";
import type { KubePod } from "../../src/model/kube-pod.ts";

export type StaticFilesEvent =
  /** A kubelet begins to read; what another read before is forgotten. */
  | (FilesList & { readonly type: "files.list"; readonly replyTo: AnyActorRef })
  /** The kubelet that read is gone. */
  | { readonly type: "files.leave" }
  | { readonly type: "file.write"; readonly file: StaticFile }
  | { readonly type: "file.remove"; readonly path: string };

export interface FilesList {
  readonly reader: FileReader;
  /** Until its first scan after this one. */
  readonly nextScanMs: number;
}

export interface StaticFilesContext {
  readonly reader: FileReader;
  readonly nextScanMs: number;
  /** As they stand on the disk. */
  readonly files: Readonly<Record<string, StaticFile>>;
  /** The last pod that was read from each path. */
  readonly read: Readonly<Record<string, StaticFile>>;
  readonly store: FileStore;
  readonly told: readonly KubePod[];
}

const scanPeriodMs = 20_000;

export const staticFilesMachine = setup({
  types: {
    context: {} as StaticFilesContext,
    events: {} as StaticFilesEvent,
    input: {} as { readonly reader: FileReader },
  },
  actions: {
    /** Effect: tells the kubelet, if one is there. */
    tell: (_, _message: StaticPodList) => {},
    /** Effect: notes that the next scan will find something that nobody is told of now. */
    broken: () => {},
    /** Effect: answers whoever asked. */
    answer: (_, _answer: { readonly to: AnyActorRef; readonly message: StaticPodList }) => {},
    write: assign(({ context }, written: StaticFile) => {
      const { path } = written;
      const file = readFile(written, context.reader);
      const store = afterWrite(context.store, file);
      const read = file.pod ? { ...context.read, [path]: file } : context.read;
      return { files: { ...context.files, [path]: written }, read, store, told: podsOf(store) };
    }),
    begin: assign(({ context }, { reader, nextScanMs }: FilesList) => {
      const files = inOrder({ ...context, reader });
      const read = files.flatMap((file) => (file.pod ? [[file.path, file] as const] : []));
      const scanned = scan(emptyFileStore, files);
      return { reader, nextScanMs, read: Object.fromEntries(read), ...scanned };
    }),
    remove: assign(({ context }, path: string) => {
      const store = afterRemove(context.store, context.read[path]);
      const files = Object.fromEntries(
        Object.entries(context.files).filter(([name]) => name !== path),
      );
      return { files, store, told: podsOf(store) };
    }),
    scan: assign(({ context }) => ({
      nextScanMs: scanPeriodMs,
      ...scan(context.store, inOrder(context)),
    })),
  },
  guards: {
    isManifest: ({ context }, file: StaticFile) => readFile(file, context.reader).pod !== undefined,
    isHidden: (_, path: string) => path.startsWith("."),
  },
  delays: {
    nextScan: ({ context }) => context.nextScanMs,
  },
}).createMachine({
  id: "staticFiles",
  context: ({ input }) => ({
    ...input,
    nextScanMs: scanPeriodMs,
    files: {},
    read: {},
    store: emptyFileStore,
    told: [],
  }),
  initial: "unread",
  states: {
    unread: { description: "No kubelet reads: files come and go, and nobody looks." },
    watching: {
      description: "Every 20 s all files are read anew, and what is bad by then is gone.",
      after: {
        nextScan: {
          target: "watching",
          reenter: true,
          actions: ["scan", { type: "tell", params: ({ context }) => listed(context) }],
        },
      },
      on: { "files.leave": "unread" },
    },
  },
  on: {
    "files.list": {
      target: ".watching",
      reenter: true,
      actions: [
        { type: "begin", params: ({ event }) => event },
        {
          type: "answer",
          params: ({ context, event }) => ({ to: event.replyTo, message: listed(context) }),
        },
      ],
    },
    "file.write": [
      { guard: { type: "isHidden", params: ({ event }) => event.file.path } },
      {
        guard: { type: "isManifest", params: ({ event }) => event.file },
        actions: [
          { type: "write", params: ({ event }) => event.file },
          { type: "tell", params: ({ context }) => listed(context) },
        ],
      },
      { actions: [{ type: "write", params: ({ event }) => event.file }, "broken"] },
    ],
    "file.remove": {
      actions: [
        { type: "remove", params: ({ event }) => event.path },
        { type: "tell", params: ({ context }) => listed(context) },
      ],
    },
  },
});

function inOrder({
  files,
  reader,
}: Pick<StaticFilesContext, "files" | "reader">): readonly StaticFile[] {
  const onDisk = Object.values(files).toSorted((a, b) => compareBytes(a.path, b.path));
  return onDisk.map((file) => readFile(file, reader));
}

function listed({ told }: StaticFilesContext): StaticPodList {
  return { type: "files.listed", pods: told };
}
