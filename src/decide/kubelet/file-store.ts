/**
 * The file source's store: one pod a name, changed by what inotify says and replaced by each scan.
 *
 * Models: kubernetes/pkg/kubelet/config/file.go extractFromDir, file_linux.go consumeWatchEvent.
 */
import type { KubePod } from "../../model/kube-pod.ts";
import { type FileReader, staticPod } from "./static-pod.ts";
import type { KubeletVersion } from "./versions.ts";

/** What stands in a file; without a pod it is no manifest. */
export interface StaticFile {
  readonly path: string;
  readonly pod?: KubePod;
  /** The kubelets to which it is no manifest for all that. */
  readonly refusedBy?: readonly KubeletVersion[];
}

/** The file with the pod that this kubelet makes of it, if any. */
export function readFile({ path, pod, refusedBy }: StaticFile, reader: FileReader): StaticFile {
  if (pod === undefined || refusedBy?.includes(reader.version)) return { path };
  return { path, pod: staticPod(pod, path, reader) };
}

export interface FileStore {
  /** By namespace and name; the pod and the file that it was last read from. */
  readonly pods: ReadonlyMap<string, StaticFile>;
}

export const emptyFileStore: FileStore = { pods: new Map() };

function keyOf({ namespace, name }: KubePod): string {
  return `${namespace}/${name}`;
}

/** A good file replaces the entry of its name; a bad one changes nothing until the next scan. */
export function afterWrite(store: FileStore, file: StaticFile): FileStore {
  if (file.pod === undefined) return store;
  return { pods: new Map(store.pods).set(keyOf(file.pod), file) };
}

/** Takes away the name that was last read from that path, whichever file it comes from now. */
export function afterRemove(store: FileStore, last: StaticFile | undefined): FileStore {
  if (last?.pod === undefined) return store;
  const pods = new Map(store.pods);
  pods.delete(keyOf(last.pod));
  return { pods };
}

export interface Scan {
  readonly store: FileStore;
  /** What is told; with no good file nothing, while the store keeps what it had. */
  readonly told: readonly KubePod[];
}

/** `files` in the order of their names; of two with one name the later stays. */
export function scan(store: FileStore, files: readonly StaticFile[]): Scan {
  const pods = new Map<string, StaticFile>();
  for (const file of files) if (file.pod) pods.set(keyOf(file.pod), file);
  if (pods.size === 0) return { store, told: [] };
  return { store: { pods }, told: podsOf({ pods }) };
}

export function podsOf({ pods }: FileStore): readonly KubePod[] {
  return [...pods.values()].flatMap(({ pod }) => pod ?? []);
}
