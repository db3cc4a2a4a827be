/** What must hold of the containers and sandboxes of a node, however it was disturbed. */
import type { TraceRecord } from "../../src/model/trace.ts";
import type { RecordOf } from "./trace-invariants.ts";

/**
 * Containers of which two runs were up at one moment. Strays are the world's doing, and a kubelet
 * that is new starts another beside one whose start is still under way: what is only created is to
 * be started (container/helpers.go ShouldContainerBeRestarted).
 */
export function doubles(records: readonly TraceRecord[]): readonly string[] {
  const strays = new Set([...strayIds(records), ...halfStarted(records)]);
  const running = new Map<string, string>();
  return records.flatMap((record) => {
    if (record.type !== "container" || strays.has(record.id)) return [];
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

/**
 * Pods with two sandboxes that are ready at one moment, but for those that a kubelet before the
 * last one had asked for: their calls were on the way when the next one looked.
 */
export function doubleSandboxes(records: readonly TraceRecord[]): readonly string[] {
  const ready = new Map<string, string>();
  let began = 0;
  return records.flatMap((record) => {
    if (record.type === "kubelet" && record.change === "started") began = record.seq;
    if (record.type !== "sandbox") return [];
    const { uid = "", pod, id, to, t, cause = 0 } = record;
    if (to === "Ready" && cause < began) return [];
    if (to === "Ready") {
      const other = ready.get(uid);
      ready.set(uid, id);
      return other === undefined ? [] : `${pod} at ${t}`;
    }
    if (ready.get(uid) === id) ready.delete(uid);
    return [];
  });
}

const nexts: Readonly<Record<string, readonly string[]>> = {
  "": ["Creating"],
  Creating: ["Running", "Exited", "Removed"],
  Running: ["Exited", "Removed"],
  Exited: ["Removed"],
  Removed: [],
};

/**
 * Steps of a container that no container takes, and what is done to one that cannot hear it. A hook
 * of one that has just ended is asked for, and fails: killContainer does not look before.
 */
export function badSteps(records: readonly TraceRecord[]): readonly string[] {
  const states = new Map<string, string>();
  return records.flatMap((record) => {
    if (record.type === "signal" || (record.type === "hook" && record.phase === "start")) {
      const state = states.get(record.id) ?? "";
      const hears = record.type === "signal" ? ["Creating", "Running"] : ["Running", "Exited"];
      return hears.includes(state) ? [] : `${record.type} to ${record.id} ${state} at ${record.t}`;
    }
    if (record.type !== "container") return [];
    const { id, from = "", to, t } = record;
    const state = states.get(id) ?? "";
    states.set(id, to);
    const isStep = state === from && nexts[state]?.includes(to);
    return isStep ? [] : `${id} ${state} to ${to} at ${t}`;
  });
}

/** Pods that have been gone since `until` and have a container that lives on at the end. */
export function leftOvers(records: readonly TraceRecord[], until: number): readonly string[] {
  const strays = strayIds(records);
  const alive = new Map<string, string>();
  const gone = new Set<string>();
  for (const record of records) {
    if (record.type === "pod" && record.change === "removed" && record.t <= until) {
      gone.add(record.uid ?? "");
    }
    if (record.type === "pod" && record.change === "added") gone.delete(record.uid ?? "");
    if (record.type !== "container" || strays.has(record.id)) continue;
    if (record.to === "Running") alive.set(record.id, record.uid ?? "");
    if (record.to === "Exited" || record.to === "Removed") alive.delete(record.id);
  }
  return [...alive].flatMap(([id, uid]) => (gone.has(uid) ? `${id} of ${uid}` : []));
}

/**
 * Containers that lived on for longer than the grace of their pod and 2 s, from when the kubelet
 * began to end them: its hook or the signal, whichever was first. A kubelet that is new begins
 * anew. Models: kuberuntime_container.go killContainer, minimumGracePeriodInSeconds.
 */
export function overstays(
  records: readonly TraceRecord[],
  graceOf: (record: RecordOf<"container">) => number,
): readonly string[] {
  const began = new Map<string, number>();
  return records.flatMap((record) => {
    if (record.type === "kubelet") began.clear();
    const isHook = record.type === "hook" && record.hook === "preStop" && record.phase === "start";
    const isTerm = record.type === "signal" && record.signal === "TERM";
    if (isHook || isTerm) {
      if (!began.has(record.id)) began.set(record.id, record.t);
    }
    if (record.type !== "container" || record.to !== "Exited") return [];
    const { id, pod, container, t } = record;
    const begin = began.get(id) ?? Infinity;
    const late = t - begin - graceOf(record) - 2;
    // A millisecond is the finest that virtual time knows.
    return late >= 0.001 ? `${pod}/${container} at ${t}, ${late} s late` : [];
  });
}

/** What the kubelet before had asked for and was not up when the next one came. */
function halfStarted(records: readonly TraceRecord[]): ReadonlySet<string> {
  const creating = new Set<string>();
  const ids = new Set<string>();
  let began = 0;
  for (const record of records) {
    if (record.type === "kubelet" && record.change === "started") {
      for (const id of creating) ids.add(id);
      began = record.seq;
    }
    if (record.type !== "container") continue;
    if (record.to !== "Creating") creating.delete(record.id);
    else {
      creating.add(record.id);
      // Its call was on the way: it goes back to what happened before this kubelet.
      if (record.cause !== undefined && record.cause < began) ids.add(record.id);
    }
  }
  return ids;
}

/** What a stimulus put into the runtime, past the kubelet. */
function strayIds(records: readonly TraceRecord[]): ReadonlySet<string> {
  const put = new Set<number>();
  const ids = new Set<string>();
  for (const record of records) {
    if (record.type === "stimulus" && record.action === "addContainer") put.add(record.seq);
    if (record.type === "container" && put.has(record.cause ?? 0)) ids.add(record.id);
  }
  return ids;
}
