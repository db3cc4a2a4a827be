/** The milestones of a recorded run. */
import { containerOf, purposeOf } from "./commands.ts";
import { type Milestone, type Teller, masked } from "./milestone.ts";
import type { RecordedPod, RecordedRun, TraceEntry } from "./read-trace.ts";
import { Streaks } from "./streaks.ts";

export function recordedMilestones(run: RecordedRun, pod: RecordedPod): readonly Milestone[] {
  const reader = new Reader(run, pod);
  for (const entry of run.timeline) reader.see(entry);
  return [...reader.milestones, ...laterRuns(run, reader.milestones)].toSorted((a, b) => a.t - b.t);
}

/** Up to when everything was recorded, not only starts and exits; seconds. */
export function horizonOf({ timeline }: RecordedRun): number {
  return timeline.at(-1)?.t ?? -Infinity;
}

class Reader {
  readonly milestones: Milestone[] = [];
  readonly #pod: RecordedPod;
  readonly #streaks = new Streaks();
  readonly #signalled = new Map<string, Milestone>();
  readonly #removed = new Set<string>();
  /** How many run, by `app#0`: an older pod of that name may end beside a newer one. */
  readonly #running = new Map<string, number>();
  #lastError = -Infinity;

  constructor(run: RecordedRun, pod: RecordedPod) {
    this.#pod = pod;
    // Those that run when the recording begins.
    for (const { container, started, exited } of run.containers) {
      const index = started.lastIndexOf(null);
      if (index >= 0 && exited[index] !== undefined) this.#running.set(`${container}#${index}`, 1);
    }
  }

  see(entry: TraceEntry): void {
    switch (entry.what) {
      case "container":
        return this.#container(entry);
      case "cri":
        return this.#call(entry);
      case "signal":
        return this.#signal(entry);
      case "status":
      case "api":
        return this.#status(entry);
      case "event":
        return this.#event(entry);
      default:
    }
  }

  #container(entry: TraceEntry): void {
    const { t, event, exit, container = "" } = entry;
    const name = nameIn(entry);
    const running = this.#running.get(container) ?? 0;
    if (event === "started") {
      this.#running.set(container, running + 1);
      this.#signalled.delete(container);
      this.#removed.delete(container);
      this.#add(t, "runtime", `start ${name}`);
    } else if (event === "exited") {
      this.#running.set(container, running - 1);
      this.#add(t, "runtime", `exit ${name}`, name === "sandbox" ? "" : String(exit));
    }
  }

  #call(entry: TraceEntry): void {
    const { t, call, took = 0, err, container = "" } = entry;
    const name = nameIn(entry);
    switch (call) {
      case "ExecSync":
        return this.#exec(entry);
      case "StopContainer":
        if (err === undefined && this.#mayRun(entry)) this.#term(entry);
        return;
      case "RemoveContainer":
        // Two of the kubelet's collectors may ask for the same one.
        if (err !== undefined || this.#removed.has(container)) return;
        this.#removed.add(container);
        return this.#add(t + took, "runtime", `remove ${name}`);
      case "RemovePodSandbox":
        if (err === undefined) this.#add(t + took, "kubelet", "remove sandbox");
        return;
      default:
    }
  }

  #exec(entry: TraceEntry): void {
    const { t, cmd = "", exit, took = 0 } = entry;
    const name = nameIn(entry);
    const purpose = purposeOf(containerOf(this.#pod, name), cmd);
    const isError = exit === undefined;
    if (purpose.kind === "hook") {
      this.#add(t, "kubelet", `hook ${purpose.hook} ${name}`, "start");
      const result = exit === 0 ? "success" : "failure";
      return this.#add(t + took, "kubelet", `hook ${purpose.hook} ${name}`, result);
    }
    // One probe tries an error again at once.
    if (isError && t - this.#lastError < 0.05) return;
    if (isError) this.#lastError = t;
    const result = isError ? "error" : exit === 0 ? "success" : "failure";
    const key = `${purpose.probe} ${attemptOf(entry)}`;
    if (!this.#streaks.isShown(key, result)) return;
    this.#add(t + took, "kubelet", `probe ${purpose.probe} ${name}`, result);
  }

  #signal(entry: TraceEntry): void {
    if (entry.text?.startsWith("TERM") === true) this.#term(entry);
  }

  /** Once for each attempt; the call to stop it comes before the signal, whose time counts. */
  #term(entry: TraceEntry): void {
    const { t, what, container = "" } = entry;
    const known = this.#signalled.get(container);
    const isLate = known !== undefined && (what !== "signal" || known.by === "runtime");
    if (isLate) return;
    if (known) this.milestones.splice(this.milestones.indexOf(known), 1);
    this.#add(t, what === "signal" ? "runtime" : "kubelet", `TERM ${nameIn(entry)}`);
    const added = this.milestones.at(-1);
    if (added) this.#signalled.set(container, added);
  }

  #mayRun(entry: TraceEntry): boolean {
    return (this.#running.get(entry.container ?? "") ?? 0) > 0;
  }

  #status({ t, what, set = {}, text }: TraceEntry): void {
    const by: Teller = what === "api" ? "api" : "poll";
    const source = what === "api" ? "api" : "status";
    if (text === "pod object gone") this.#add(t, by, `${source} pod`, "gone");
    for (const [key, value] of Object.entries(set)) {
      // A field goes where the pod is replaced, which the others tell.
      if (value === null) continue;
      const isOpaque = key === "mirror";
      this.#add(t, by, `${source} ${key}`, isOpaque ? "set" : masked(textOf(value)));
    }
  }

  #event({ t, type, reason = "", message = "", field }: TraceEntry): void {
    const subject = /\{(.+)\}/.exec(field ?? "")?.[1] ?? "pod";
    const text = type === undefined ? message : `${type} ${message}`;
    this.#add(t, "kubelet", `event ${reason} ${subject}`, masked(text));
  }

  #add(t: number, by: Teller, stream: string, value = ""): void {
    this.milestones.push({ t: Math.round(t * 1000) / 1000, by, stream, value });
  }
}

/** Starts and exits that the summary has and the timeline leaves out. */
function laterRuns(run: RecordedRun, shown: readonly Milestone[]): readonly Milestone[] {
  const later: Milestone[] = [];
  const last = horizonOf(run);
  const isKnown = (stream: string, t: number) =>
    shown.some((milestone) => milestone.stream === stream && Math.abs(milestone.t - t) < 0.002);
  for (const { container, started, exited, codes } of run.containers) {
    const name = container.replace(/ \(.*/, "");
    started.forEach((t) => {
      const stream = `start ${name}`;
      if (t === null || t < Math.max(0, last) || isKnown(stream, t)) return;
      later.push({ t, by: "runtime", stream, value: "" });
    });
    exited.forEach((t, index) => {
      const stream = `exit ${name}`;
      if (t === null || t < Math.max(0, last) || isKnown(stream, t)) return;
      const value = name === "sandbox" ? "" : String(codes[index]);
      later.push({ t, by: "runtime", stream, value });
    });
  }
  return later;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function nameIn({ container = "" }: TraceEntry): string {
  return container.replace(/#\d+$/, "");
}

function attemptOf({ container = "", podUid }: TraceEntry): string {
  return podUid === undefined ? container : `${container} of ${podUid}`;
}
