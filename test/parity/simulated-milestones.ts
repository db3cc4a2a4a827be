/**
 * The milestones of one pod in a simulated run, under the names that a recording has for them.
 *
 * Statuses are told twice: as the API server stores them, and as the kubelet shows them. That shows
 * its own only of static pods; of others what it has from the API server (`Kubelet.GetPods`).
 */
import type { ContainerApiState, PodCondition } from "../../src/model/kube-status.ts";
import type { StatusTrace, TraceRecord } from "../../src/model/trace.ts";
import { containerOf, hasExec, probeName } from "./commands.ts";
import { type Milestone, type Teller, masked } from "./milestone.ts";
import type { RecordedPod } from "./read-trace.ts";

/** By the names of pods, as the scenario's manifests have them. */
export function simulatedMilestones(
  records: readonly TraceRecord[],
  pods: ReadonlyMap<string, RecordedPod>,
): ReadonlyMap<string, readonly Milestone[]> {
  const readers = new Map(Array.from(pods, ([name, pod]) => [name, new PodReader(pod)] as const));
  for (const record of records) {
    if (record.type === "kubelet" && record.change === "started") {
      for (const reader of readers.values()) reader.forget(record.t);
    }
    if (!("pod" in record)) continue;
    const suffix = `-${record.node}`;
    const inFile = record.pod.endsWith(suffix) ? record.pod.slice(0, -suffix.length) : record.pod;
    (readers.get(record.pod) ?? readers.get(inFile))?.see(record);
  }
  return new Map(Array.from(readers, ([name, reader]) => [name, reader.milestones] as const));
}

/** Of the object, not of its status. */
const objectFields: ReadonlySet<string> = new Set(["mirror", "deletionTimestamp", "deletionGrace"]);

class PodReader {
  readonly milestones: Milestone[] = [];
  readonly #pod: RecordedPod;
  readonly #signalled = new Set<string>();
  /** UIDs of pods that the kubelet does not show any more, though it still ends them. */
  readonly #gone = new Set<string>();
  /** UIDs of pods of the API that are no mirrors. */
  readonly #apiPods = new Set<string>();
  /** Those that were told before another kubelet began, and that it has not told. */
  readonly #forgotten = new Set<string>();
  /** UIDs of pods whose file another kubelet has read, and which it has not synced yet. */
  readonly #unsynced = new Set<string>();
  /** What each field of a status was last, by teller and UID. */
  readonly #fields = new Map<string, Map<string, string>>();

  constructor(pod: RecordedPod) {
    this.#pod = pod;
  }

  /** Another kubelet shows nothing until it has read its sources. */
  forget(t: number): void {
    const shown = [...this.#fields.keys()].filter((key) => key.startsWith("status "));
    if (shown.some((key) => !this.#forgotten.has(key))) this.#add(t, "poll", "status pod", "gone");
    for (const key of shown) this.#forgotten.add(key);
  }

  see(record: TraceRecord): void {
    const { t } = record;
    switch (record.type) {
      case "container": {
        const { to, container, exitCode } = record;
        if (to === "Running") this.#add(t, "runtime", `start ${container}`);
        if (to === "Exited") this.#add(t, "runtime", `exit ${container}`, String(exitCode));
        if (to === "Removed") this.#add(t, "kubelet", `remove ${container}`);
        return;
      }
      case "sandbox": {
        if (record.to === "Ready") this.#add(t, "runtime", "start sandbox");
        if (record.to === "NotReady") this.#add(t, "runtime", "exit sandbox");
        if (record.to === "Removed") this.#add(t, "kubelet", "remove sandbox");
        return;
      }
      case "signal": {
        const { container, signal, id } = record;
        if (signal !== "TERM" || this.#signalled.has(id)) return;
        this.#signalled.add(id);
        return this.#add(t, "kubelet", `TERM ${container}`);
      }
      case "hook": {
        const { hook, container, phase, result = "" } = record;
        if (containerOf(this.#pod, container)?.lifecycle?.[hook]?.exec === undefined) return;
        const value = phase === "start" ? "start" : result;
        return this.#add(t, "kubelet", `hook ${hook} ${container}`, value);
      }
      case "probe": {
        const { probe, container, result } = record;
        const spec = containerOf(this.#pod, container);
        if (!hasExec(spec, probe)) return;
        return this.#add(t, "kubelet", `probe ${probeName(spec, probe)} ${container}`, result);
      }
      case "event": {
        const { container = "pod", reason, eventType, message } = record;
        const text = eventType === "Normal" ? message : `${eventType} ${message}`;
        return this.#add(t, "kubelet", `event ${reason} ${container}`, masked(text));
      }
      case "status":
        return this.#status(record, t);
      case "pod":
        return this.#object(record, t);
      default:
    }
  }

  #status(record: StatusTrace & { readonly sent: boolean }, t: number): void {
    const { sent, uid = "" } = record;
    if (sent) this.#fieldsOf(record, t, "api");
    const isShown = this.#apiPods.has(uid) ? sent : !sent && !this.#gone.has(uid);
    if (isShown) this.#fieldsOf(record, t, "status");
  }

  #fieldsOf(record: StatusTrace, t: number, source: "api" | "status"): void {
    const known = this.#known(source, record.uid);
    const fields = fieldsOf(record);
    const present = new Set(fields.map(([field]) => field));
    // One that comes back is told again, as in a recording.
    for (const field of known.keys()) {
      if (!present.has(field) && !objectFields.has(field)) known.delete(field);
    }
    const isFirst = source === "status" && this.#unsynced.delete(record.uid ?? "");
    for (const [field, value] of fields) {
      const isKnown = known.get(field) === value;
      if (isKnown && !isFirst) continue;
      known.set(field, value);
      const by = source === "api" ? "api" : "poll";
      this.#add(t, by, `${source} ${field}`, masked(value), isKnown);
    }
  }

  /** The object in the API, or the pod as the kubelet has it from its file. */
  #object(record: Extract<TraceRecord, { readonly type: "pod" }>, t: number): void {
    const { change, source, uid = "", metadata = {} } = record;
    if (change === "removed") {
      this.#gone.add(uid);
      this.#fields.delete(`status ${uid}`);
      if (source === "api") this.#add(t, "api", "api pod", "gone");
      return this.#add(t, "poll", "status pod", "gone");
    }
    this.#gone.delete(uid);
    if (source === "file") {
      // What a file declares is Pending until its worker says more: `applyDefaults`.
      if (change !== "added") return;
      const known = this.#known("status", uid);
      if (known.size > 0) this.#unsynced.add(uid);
      known.set("phase", "Pending");
      return this.#add(t, "poll", "status phase", "Pending");
    }
    const known = this.#known("api", uid);
    const annotations = metadata["annotations"] as Readonly<Record<string, string>> | undefined;
    const isMirror = annotations?.["kubernetes.io/config.mirror"] !== undefined;
    if (!isMirror) this.#apiPods.add(uid);
    const isGoing = known.has("deletionTimestamp");
    const fields = [
      ["phase", change === "added" ? "Pending" : undefined],
      ["mirror", isMirror ? "set" : undefined],
      ["deletionTimestamp", metadata["deletionTimestamp"] === undefined ? undefined : "set"],
      ["deletionGrace", metadata["deletionGracePeriodSeconds"] as number | undefined],
    ] as const;
    for (const [field, value] of fields) {
      if (value === undefined || known.get(field) === String(value)) continue;
      known.set(field, String(value));
      this.#add(t, "api", `api ${field}`, String(value));
      // The last write of a deletion is seen as the end of the pod.
      if (isMirror || (isGoing && field === "deletionGrace" && value === 0)) continue;
      this.#known("status", uid).set(field, String(value));
      this.#add(t, "poll", `status ${field}`, String(value));
    }
  }

  #known(source: string, uid = ""): Map<string, string> {
    const key = `${source} ${uid}`;
    this.#forgotten.delete(key);
    const known = this.#fields.get(key) ?? new Map<string, string>();
    this.#fields.set(key, known);
    return known;
  }

  #add(t: number, by: Teller, stream: string, value = "", isSeenAgain = false): void {
    this.milestones.push({ t, by, stream, value, ...(isSeenAgain ? { isSeenAgain } : {}) });
  }
}

/** A status under the names that the recordings have for its fields. */
function fieldsOf(status: StatusTrace): readonly (readonly [field: string, value: string])[] {
  const { phase, reason, message, conditions } = status;
  const { initContainerStatuses = [], containerStatuses } = status;
  const { ephemeralContainerStatuses = [] } = status;
  const fields: (readonly [string, string | undefined])[] = [
    ["phase", phase],
    ["reason", reason],
    ["message", message],
  ];
  for (const condition of conditions) fields.push([`cond.${condition.type}`, textOf(condition)]);
  const containers = [
    ...initContainerStatuses,
    ...containerStatuses,
    ...ephemeralContainerStatuses,
  ];
  for (const { name, state, lastState, ready, started, restartCount } of containers) {
    fields.push(
      [`${name}.state`, stateText(state)],
      [`${name}.lastState`, stateText(lastState)],
      [`${name}.ready`, String(ready)],
      [`${name}.started`, started === undefined ? undefined : String(started)],
      [`${name}.restartCount`, String(restartCount)],
    );
  }
  return fields.flatMap(([field, value]) => (value === undefined ? [] : [[field, value] as const]));
}

function textOf({ status, reason, message }: PodCondition): string {
  return withMessage(reason === undefined ? status : `${status} ${reason}`, message);
}

function stateText({ waiting, running, terminated }: ContainerApiState): string | undefined {
  if (running) return "running";
  if (waiting) return withMessage(`waiting ${waiting.reason ?? ""}`.trim(), waiting.message);
  if (!terminated) return undefined;
  const { reason = "", exitCode, message } = terminated;
  return withMessage(`terminated ${reason} exit ${exitCode}`, message);
}

/** The recordings keep so many characters of a message in a status. */
const messageLength = 300;

function withMessage(text: string, message = ""): string {
  return message === "" ? text : `${text}: ${message.slice(0, messageLength)}`;
}
