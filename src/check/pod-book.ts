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

export class PodBook {
  /** In the order in which the trace first tells of them. */
  readonly pods: readonly PodIdentity[];
  readonly #byKey: ReadonlyMap<string, PodIdentity>;
  readonly #suffix: string;

  constructor(records: readonly Fact[], nodeName: string) {
    this.#byKey = identitiesOf(records);
    this.pods = [...this.#byKey.values()];
    this.#suffix = `-${nodeName}`;
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

function identitiesOf(records: readonly Fact[]): ReadonlyMap<string, PodIdentity> {
  const first = new Map<string, { namespace: string; name: string }>();
  const declared = new Map<string, PodRecord>();
  const running = new Set<string>();
  const files = new Set<string>();
  for (const record of records) {
    const key = podKeyOf(record);
    if (key === undefined || !("pod" in record)) continue;
    const { namespace, pod: name } = record;
    // An Event or a refusal is news of a pod, but makes none.
    if (isOnlyNews(record)) continue;
    if (!first.has(key)) first.set(key, { namespace, name });
    if (record.type === "container") running.add(key);
    if (record.type !== "pod") continue;
    if (!declared.has(key)) declared.set(key, record);
    if (record.source === "file") files.add(`${namespace}/${name}`);
  }
  return new Map(
    [...first].map(([key, { namespace, name }]) => {
      const pod = declared.get(key);
      const hasStatic = files.has(`${namespace}/${name}`);
      const isMirror = pod !== undefined && isMirrorOf(pod, hasStatic && !running.has(key));
      const source = pod === undefined ? {} : { source: pod.source };
      return [key, { namespace, name, key, isMirror, ...source }];
    }),
  );
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
