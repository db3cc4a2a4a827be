/**
 * The pods that the API server stores: each write has the next revision, and a deletion takes its
 * time.
 */
import { type DeleteOptions, deletePod } from "../../src/decide/api-deletion.ts";
import type { PodName, PodWatch } from "../../src/model/api.ts";
import type { KubePod } from "../../src/model/kube-pod.ts";
import type { PodTrace } from "../../src/model/trace.ts";

export interface PodStore {
  readonly now: () => number;
  /** Cuts a time to whole seconds of the wall clock. */
  readonly toApiTime: (ms: number) => number;
  readonly expiredGraceIsOne: boolean;
  /** By namespace and name; changed in place, since a copy at each status would be quadratic. */
  readonly pods: Map<string, KubePod>;
  /** Of the object that was written last; each write has the next one. */
  readonly revision: { last: number };
}

export function keyOf({
  namespace,
  name,
}: {
  readonly namespace: string;
  readonly name: string;
}): string {
  return `${namespace}/${name}`;
}

/** A UID is a precondition: another pod of that name is not meant. */
export function find(pods: ReadonlyMap<string, KubePod>, name: PodName): KubePod | undefined {
  const pod = pods.get(keyOf(name));
  return pod?.uid === name.uid ? pod : undefined;
}

/** What is as it was is not written. Models: storage/etcd3/store.go GuaranteedUpdate. */
export function putChanged(
  context: PodStore,
  before: KubePod,
  after: KubePod,
): readonly PodWatch[] {
  const isSame = JSON.stringify(before) === JSON.stringify(after);
  return isSame ? [] : [put(context, after, "MODIFIED")];
}

export function put(context: PodStore, pod: KubePod, change: "ADDED" | "MODIFIED"): PodWatch {
  const stored = revised(context, pod);
  context.pods.set(keyOf(pod), stored);
  return { type: "api.watch", change, pod: stored };
}

function revised({ revision }: PodStore, pod: KubePod): KubePod {
  return { ...pod, resourceVersion: String(++revision.last) };
}

export function remove(
  context: PodStore,
  pod: KubePod,
  graceSeconds: number | undefined,
): readonly PodWatch[] {
  const { pods, now, toApiTime, expiredGraceIsOne } = context;
  const options: DeleteOptions = {
    nowMs: now(),
    toApiTime,
    expiredGraceIsOne,
    ...(graceSeconds === undefined ? {} : { graceSeconds }),
  };
  const deletion = deletePod(pod, options);
  switch (deletion.kind) {
    case "unchanged":
      return [];
    case "marked":
      return [put(context, deletion.pod, "MODIFIED")];
    case "removed": {
      // Whoever put a finalizer there has to take it away first; nobody here does.
      if (pod.finalizers && pod.finalizers.length > 0) {
        const kept = { ...(deletion.marked ?? pod), deletionGracePeriodSeconds: 0 };
        const isNews = pod.deletionGracePeriodSeconds !== 0;
        return isNews ? [put(context, kept, "MODIFIED")] : [];
      }
      pods.delete(keyOf(pod));
      const marked = deletion.marked && revised(context, deletion.marked);
      const told = marked ? [{ type: "api.watch", change: "MODIFIED", pod: marked } as const] : [];
      const gone = revised(context, marked ?? pod);
      return [...told, { type: "api.watch", change: "DELETED", pod: gone }];
    }
  }
}

export function podTrace({ change, pod }: PodWatch): PodTrace {
  const changes = { ADDED: "added", MODIFIED: "updated", DELETED: "removed" } as const;
  const isTerminating = change === "MODIFIED" && pod.deletionTimestampMs !== undefined;
  return {
    type: "pod",
    namespace: pod.namespace,
    pod: pod.name,
    uid: pod.uid,
    change: isTerminating ? "terminating" : changes[change],
    source: "api",
    containers: pod.spec.containers.map(({ name }) => name),
    metadata: metadataOf(pod),
    ...(change === "DELETED" ? {} : { spec: pod.spec }),
  };
}

function metadataOf(pod: KubePod): Readonly<Record<string, unknown>> {
  const { name, namespace, uid, labels, annotations, generation, resourceVersion } = pod;
  const { creationTimestampMs, deletionGracePeriodSeconds, deletionTimestampMs, finalizers } = pod;
  return {
    name,
    namespace,
    uid,
    ...(resourceVersion === undefined ? {} : { resourceVersion }),
    ...(labels ? { labels } : {}),
    ...(annotations ? { annotations } : {}),
    ...(generation === undefined ? {} : { generation }),
    ...(finalizers ? { finalizers } : {}),
    ...(creationTimestampMs === undefined ? {} : { creationTimestamp: creationTimestampMs / 1000 }),
    ...(deletionTimestampMs === undefined ? {} : { deletionTimestamp: deletionTimestampMs / 1000 }),
    ...(deletionGracePeriodSeconds === undefined ? {} : { deletionGracePeriodSeconds }),
  };
}
