/**
 * What of a runtime's list says whether the node is as declared: of each regular container the
 * newest record and what runs beside it, and what runs and nobody declares.
 *
 * A record that is older is kept for its exit, and one that is dead with its pod waits for garbage
 * collection. Of init and ephemeral containers and of sidecars some are meant to be over.
 */
import type { KubePod } from "../../model/kube-pod.ts";
import type { ContainerRecord } from "../../model/runtime.ts";

/** In the order of the list. */
export function judgedContainers(
  list: readonly ContainerRecord[],
  pods: Iterable<KubePod>,
): readonly ContainerRecord[] {
  const declared = new Map(Array.from(pods, (pod) => [pod.uid, pod]));
  const newest = new Map<string, ContainerRecord>();
  for (const record of list) {
    const key = `${record.podUid}/${record.container}`;
    const known = newest.get(key);
    if (known === undefined || known.run < record.run) newest.set(key, record);
  }
  return list.filter((record) => {
    const { podUid, container, state } = record;
    const spec = declared.get(podUid)?.spec;
    if (spec === undefined) return state !== "Exited";
    const beside = [...(spec.initContainers ?? []), ...(spec.ephemeralContainers ?? [])];
    const isBeside = beside.some(({ name }) => name === container);
    if (isBeside) return false;
    return state === "Running" || newest.get(`${podUid}/${container}`) === record;
  });
}
