/** What a pod of a trace is called in references: `web`, `web@2`, `mirror(web)`. */
import { mirrorAnnotation, podKeyOf } from "../check/pod-book.ts";
import { displayName } from "../model/container-key.ts";
import type { TraceRecord } from "../model/trace.ts";

type PodSubject = Extract<TraceRecord, { readonly pod: string }>;

export class PodNames {
  readonly #names = new Map<string, string>();
  readonly #static = new Set<string>();
  readonly #instances = new Map<string, number>();

  /** Whether the kubelet has it from a file, so that the API knows only its mirror. */
  isStatic(record: PodSubject): boolean {
    return this.#static.has(podKeyOf(record) ?? record.pod);
  }

  /** Pods of one name are counted in the order in which the trace first tells of them. */
  nameOf(record: PodSubject): string {
    const key = podKeyOf(record) ?? record.pod;
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const name = displayName(record.namespace, referenceOf(record));
    // An Event or a refusal is news of a pod, but makes none.
    if (["event", "eventObject", "rejected"].includes(record.type)) return name;
    const instance = (this.#instances.get(name) ?? 0) + 1;
    this.#instances.set(name, instance);
    if (record.type === "pod" && record.source === "file") this.#static.add(key);
    const numbered = instance === 1 ? name : `${name}@${instance}`;
    this.#names.set(key, numbered);
    return numbered;
  }
}

/** A static pod is known by the name in its file, though the node adds its own name to it. */
function referenceOf(record: PodSubject): string {
  const { pod, node } = record;
  if (record.type !== "pod") return pod;
  const suffix = `-${node}`;
  const inFile = pod.endsWith(suffix) ? pod.slice(0, -suffix.length) : pod;
  if (record.source === "file") return inFile;
  const isMirror = Object.hasOwn(record.metadata?.["annotations"] ?? {}, mirrorAnnotation);
  return isMirror ? `mirror(${inFile})` : pod;
}
