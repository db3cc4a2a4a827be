/** Who is who among the pods of a trace: instances of one name, static pods and their mirrors. */
import { matchesName } from "../model/name-pattern.ts";
import type { DeclarationSource } from "../model/pod.ts";
import type { PodReference } from "../scenario/reference.ts";
import type { Fact, PodRecord } from "./trace-extras.ts";

export interface PodIdentity {
  readonly namespace: string;
  readonly name: string;
  /** Its UID, or its name where the trace has none. */
  readonly key: string;
  /** Who declares it; absent: nobody does, it is only in the runtime. */
  readonly source?: DeclarationSource;
  readonly isMirror: boolean;
}

/** A record's pod; absent where it is about none. */
export function podKeyOf(record: Fact): string | undefined {
  if (!("pod" in record) || !("namespace" in record)) return undefined;
  const uid = "uid" in record ? record.uid : undefined;
  return uid ?? `${record.namespace}/${record.pod}`;
}

export const mirrorAnnotation = "kubernetes.io/config.mirror";

/** Reads a trace piece by piece. */
export class PodBook {
  readonly #suffix: string;
  readonly #first = new Map<string, { readonly namespace: string; readonly name: string }>();
  readonly #declared = new Map<string, PodRecord>();
  readonly #running = new Set<string>();
  readonly #files = new Set<string>();
  /** Made of what has been read, when somebody asks. */
  #made: ReadonlyMap<string, PodIdentity> | undefined = undefined;

  constructor(nodeName: string) {
    this.#suffix = `-${nodeName}`;
  }

  take(record: Fact): void {
    const key = podKeyOf(record);
    if (key === undefined || !("pod" in record)) return;
    // An Event or a refusal is news of a pod, but makes none.
    if (isOnlyNews(record)) return;
    const { namespace, pod: name } = record;
    if (!this.#first.has(key)) {
      this.#first.set(key, { namespace, name });
      this.#made = undefined;
    }
    if (record.type === "container") {
      this.#running.add(key);
      this.#made = undefined;
    }
    if (record.type !== "pod") return;
    if (!this.#declared.has(key)) this.#declared.set(key, record);
    if (record.source === "file") this.#files.add(`${namespace}/${name}`);
    this.#made = undefined;
  }

  /** In the order in which the trace first tells of them. */
  get pods(): readonly PodIdentity[] {
    return [...this.#byKey.values()];
  }

  get #byKey(): ReadonlyMap<string, PodIdentity> {
    this.#made ??= new Map(
      [...this.#first].map(([key, { namespace, name }]) => {
        const pod = this.#declared.get(key);
        const looksSo = this.#files.has(`${namespace}/${name}`) && !this.#running.has(key);
        const isMirror = pod !== undefined && isMirrorOf(pod, looksSo);
        const source = pod === undefined ? {} : { source: pod.source };
        return [key, { namespace, name, key, isMirror, ...source }];
      }),
    );
    return this.#made;
  }

  get(key: string): PodIdentity | undefined {
    return this.#byKey.get(key);
  }

  /**
   * The pods whose containers a reference means; without one the only pod. A static pod is known by
   * the name in its file, though the node adds its own name to it.
   */
  owners(reference: PodReference | undefined): readonly PodIdentity[] {
    const pods = this.pods.filter(({ isMirror }) => !isMirror);
    if (reference === undefined) {
      const declared = pods.filter(({ source }) => source !== undefined);
      return declared.length > 0 ? declared : pods;
    }
    if (reference.kind === "mirror") return this.mirrors(reference.name);
    const named = pods.filter(({ name }) => name === reference.name);
    const inApi = named.filter(({ source }) => source !== "file");
    const ofFile = pods.filter((pod) => this.#isStatic(pod, reference.name));
    const all = [...new Set([...(inApi.length > 0 ? inApi : named), ...ofFile])];
    return instanceOf(all, reference.instance);
  }

  /** The objects in the API that a reference means; a static pod has none but its mirror. */
  objects(reference: PodReference | undefined): readonly PodIdentity[] {
    if (reference?.kind === "mirror") return this.mirrors(reference.name);
    const inApi = this.pods.filter(({ source }) => source !== "file");
    if (reference === undefined) return this.owners(undefined).filter((pod) => inApi.includes(pod));
    const named = inApi.filter(({ name }) => name === reference.name);
    return instanceOf(named, reference.instance);
  }

  mirrors(name: string): readonly PodIdentity[] {
    return this.pods.filter((pod) => pod.isMirror && this.#isNamed(pod, name));
  }

  /** Whether a name or a pattern means the pod of that name or key. */
  isMeant(pattern: string, name: string, key: string | undefined): boolean {
    if (matchesName(pattern, name)) return true;
    const pod = key === undefined ? undefined : this.#byKey.get(key);
    if (pod?.source !== "file" || !name.endsWith(this.#suffix)) return false;
    return matchesName(pattern, name.slice(0, -this.#suffix.length));
  }

  #isStatic(pod: PodIdentity, name: string): boolean {
    return pod.source === "file" && pod.name === `${name}${this.#suffix}`;
  }

  #isNamed(pod: PodIdentity, name: string): boolean {
    return pod.name === name || pod.name === `${name}${this.#suffix}`;
  }
}

function instanceOf(pods: readonly PodIdentity[], instance: number | undefined) {
  return instance === undefined ? pods : pods.slice(instance - 1, instance);
}

function isOnlyNews({ type }: Fact): boolean {
  return type === "event" || type === "eventObject" || type === "rejected";
}

/** Where its annotations are not in the trace: a static pod's namesake without any container. */
function isMirrorOf({ source, metadata }: PodRecord, looksSo: boolean): boolean {
  if (source !== "api") return false;
  const annotations = metadata?.["annotations"];
  if (metadata === undefined) return looksSo;
  return Object.hasOwn(annotations ?? {}, mirrorAnnotation);
}
