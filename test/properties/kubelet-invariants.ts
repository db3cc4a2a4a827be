/** What must hold of every trace of a kubelet, however the node was disturbed. */
import type { TraceRecord } from "../../src/model/trace.ts";
import { disturbedUntil, longest } from "./kubelet-script.ts";

type RecordOf<Type extends TraceRecord["type"]> = Extract<TraceRecord, { type: Type }>;

/** Containers of which two runs were up at one moment, as `pod/container at t`. */
export function doubles(records: readonly TraceRecord[]): readonly string[] {
  const running = new Map<string, string>();
  return records.flatMap((record) => {
    if (record.type !== "container") return [];
    const { uid = "", pod, container, id, to, t } = record;
    const key = `${uid}/${container}`;
    if (to === "Running") {
      const other = running.get(key);
      running.set(key, id);
      return other === undefined ? [] : `${pod}/${container} at ${t}`;
    }
    if (running.get(key) === id) running.delete(key);
    return [];
  });
}

/** Where the API's restart count of a container fell, as `pod/container at t`. */
export function fallenCounts(records: readonly TraceRecord[]): readonly string[] {
  const counts = new Map<string, number>();
  return sent(records).flatMap(({ t, uid = "", pod, initContainerStatuses = [], ...rest }) =>
    [...initContainerStatuses, ...rest.containerStatuses].flatMap(({ name, restartCount }) => {
      const before = counts.get(`${uid}/${name}`) ?? 0;
      counts.set(`${uid}/${name}`, restartCount);
      return restartCount < before ? `${pod}/${name} at ${t}` : [];
    }),
  );
}

/** Where a phase changed that is said to be for good. */
export function changedTerminalPhases(records: readonly TraceRecord[]): readonly string[] {
  const phases = new Map<string, string>();
  return sent(records).flatMap(({ t, uid = "", pod, phase }) => {
    const before = phases.get(uid);
    if (before !== undefined)
      return phase === before ? [] : `${pod}: ${before} to ${phase} at ${t}`;
    if (phase === "Failed" || phase === "Succeeded") phases.set(uid, phase);
    return [];
  });
}

/**
 * Pods of which a container was still alive long after the wish to delete them: their grace, 2 s,
 * and what a sync may be about when the wish comes. Counted from the end of the disturbances on.
 */
export function overstays(records: readonly TraceRecord[]): readonly string[] {
  const wishes = new Map<string, number>();
  for (const { type, t, ...record } of records) {
    const { uid, change } = record as Partial<RecordOf<"pod">>;
    if (type !== "pod" || uid === undefined) continue;
    if (change === "terminating" || change === "removed") {
      if (!wishes.has(uid)) wishes.set(uid, Math.max(t, disturbedUntil));
    }
  }
  const { grace, hook, pull } = longest;
  // Up to four containers are pulled and started, each with its hook; some are being stopped then.
  const most = 4 * (hook + pull * 2) + 5 * (grace + 2) + 5;
  return records.flatMap((record) => {
    if (record.type !== "container" || record.to !== "Exited") return [];
    const wish = wishes.get(record.uid ?? "");
    return wish !== undefined && record.t > wish + most
      ? `${record.pod}/${record.container} at ${record.t}`
      : [];
  });
}

/** Pods that are wished away and have a container that lives on at the end of the trace. */
export function leftOvers(records: readonly TraceRecord[]): readonly string[] {
  const alive = new Map<string, string>();
  const gone = new Set<string>();
  for (const record of records) {
    if (record.type === "pod" && record.change === "removed") gone.add(record.uid ?? "");
    if (record.type === "pod" && record.change === "added") gone.delete(record.uid ?? "");
    if (record.type !== "container") continue;
    if (record.to === "Running") alive.set(record.id, record.uid ?? "");
    if (record.to === "Exited" || record.to === "Removed") alive.delete(record.id);
  }
  return [...alive].flatMap(([id, uid]) => (gone.has(uid) ? `${id} of ${uid}` : []));
}

/**
 * Containers that the API declares, restarts for ever, and that do not run at the end. Those of
 * pods that are held back for good by a probe or a hook are left out by the caller.
 */
export function missing(records: readonly TraceRecord[]): readonly string[] {
  const declared = new Map<string, readonly string[]>();
  const running = new Map<string, string>();
  for (const record of records) {
    if (record.type === "pod" && record.source === "api" && !record.pod.includes("-node-")) {
      if (record.change === "removed") declared.delete(record.uid ?? "");
      else declared.set(record.uid ?? "", record.containers);
    }
    if (record.type !== "container") continue;
    if (record.to === "Running") running.set(record.id, `${record.uid ?? ""}/${record.container}`);
    if (record.to === "Exited" || record.to === "Removed") running.delete(record.id);
  }
  const up = new Set(running.values());
  return [...declared].flatMap(([uid, containers]) =>
    containers.map((name) => `${uid}/${name}`).filter((key) => !up.has(key)),
  );
}

function sent(records: readonly TraceRecord[]): readonly RecordOf<"status">[] {
  return records.filter(
    (record): record is RecordOf<"status"> => record.type === "status" && record.sent,
  );
}
