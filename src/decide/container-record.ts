/** Makes the picture of a container that a list shows. */
import type { ContainerConfig, ContainerRecord } from "../model/runtime.ts";

/** What the runtime adds to what was asked for. */
type Facts = Pick<ContainerRecord, "id" | "run" | "createdAtMs"> & Partial<ContainerRecord>;

/**
 * A picture with its fields in one order, written out. An object made by spreading over an object
 * that has the field already loses its shape, and a list of such objects is read ten times slower.
 */
export function containerRecord(config: ContainerConfig, facts: Facts): ContainerRecord {
  return {
    id: facts.id,
    key: config.key,
    state: facts.state ?? "Creating",
    namespace: config.namespace,
    pod: config.pod,
    podUid: config.podUid,
    container: config.container,
    image: config.image,
    run: facts.run,
    gracePeriodMs: config.gracePeriodMs,
    createdAtMs: facts.createdAtMs,
    startedAtMs: facts.startedAtMs,
    finishedAtMs: facts.finishedAtMs,
    exitCode: facts.exitCode,
    reason: facts.reason,
    labels: config.labels,
  };
}
