/** What the log says of a container: its starts and ends, and hooks, signals and probes between. */
import type {
  ContainerTrace,
  HookTrace,
  ProbeTrace,
  SignalTrace,
  TraceRecord,
} from "../../model/trace.ts";
import { nodesDown } from "../log-surroundings.ts";
import { formatTime } from "../times.ts";
import { isFailure } from "./failure.ts";
import { type LogPen, extend } from "./log-pen.ts";

interface Known {
  readonly createdMs: number;
  runningMs?: number;
  termMs?: number;
  isSignalled?: boolean;
  isCondemned?: boolean;
}

type Caused<Body> = Body & { readonly cause?: number };

export class ContainerLog {
  readonly #pen: LogPen;
  readonly #records: readonly TraceRecord[];
  readonly #firstSeq: number;
  readonly #nodesDown: ReadonlySet<number>;
  readonly #known = new Map<string, Known>();
  readonly #hooksMs = new Map<string, number>();

  constructor(pen: LogPen, records: readonly TraceRecord[]) {
    this.#pen = pen;
    this.#records = records;
    this.#firstSeq = records[0]?.seq ?? 1;
    this.#nodesDown = nodesDown(records);
  }

  change(record: Caused<ContainerTrace>, atMs: number): void {
    switch (record.to) {
      case "Creating":
        return this.#created(record, atMs);
      case "Running":
        return this.#running(record, atMs);
      case "Exited":
        return this.#exited(record, atMs);
      case "Removed":
        this.#known.delete(record.id);
        // The kubelet clears away what is over, and nobody needs to hear of it.
        if (!this.#isByScenario(record)) return;
        return this.#pen.add(record, atMs, {
          kind: "other",
          sign: this.#pen.mark("stop"),
          text: "removed by the scenario",
        });
    }
  }

  signal(record: SignalTrace, atMs: number): void {
    const known = this.#known.get(record.id);
    const isKill = record.signal === "KILL";
    const text = isKill ? killText(known?.termMs, atMs) : "SIGTERM";
    if (known) {
      known.isSignalled = true;
      if (!isKill) known.termMs = atMs;
    }
    const sign = this.#pen.mark(isKill ? "kill" : "term");
    const last = this.#pen.lastAt(record, atMs, ["killing", "hook", "signal"]);
    if (last) return extend(last, { text: `; ${text}`, kind: "signal", sign });
    const likeness = isKill ? "SIGKILL" : text;
    this.#pen.add(record, atMs, { kind: "signal", sign, text, likeness });
  }

  /** A probe has decided that it is to end. */
  condemn(id: string): void {
    const known = this.#known.get(id);
    if (known) known.isCondemned = true;
  }

  hook(record: HookTrace, atMs: number): void {
    const { hook, phase, result, id } = record;
    const key = `${id} ${hook}`;
    const sign = this.#pen.state("hook");
    if (phase === "start") {
      this.#hooksMs.set(key, atMs);
      const last = this.#pen.lastAt(record, atMs, ["killing", "running"]);
      if (last) return extend(last, { text: `; ${hook} hook begins`, kind: "hook" });
      const text = `${hook} hook begins`;
      return this.#pen.add(record, atMs, { kind: "hook", sign, text });
    }
    const sinceMs = this.#hooksMs.get(key) ?? atMs;
    const end = result === "failure" ? "failed" : "done";
    const last = this.#pen.lastAt(record, atMs, ["hook"]);
    if (last && sinceMs === atMs) {
      const text = last.text.replace(/begins$/, `${end} at once`);
      Object.assign(last, { text, likeness: text.replace(/restart \d+/, "restart") });
      return;
    }
    const likeness = `${hook} hook ${end}`;
    const text = `${likeness} after ${formatTime(atMs - sinceMs)}`;
    this.#pen.add(record, atMs, { kind: "hook", sign, text, likeness });
  }

  /** Single failures are told by their events; here stands what follows from several of them. */
  probe(record: ProbeTrace, atMs: number): void {
    const { probe, result, changed, failures } = record;
    if (!changed || probe === "liveness") return;
    if (result === "success") {
      const sign = this.#pen.good();
      return this.#pen.add(record, atMs, { kind: "other", sign, text: `${probe} probe succeeded` });
    }
    if (probe !== "readiness") return;
    // The event of a single failure says it all.
    if (failures <= 1) return this.#pen.claimNews(record, atMs);
    const text = `readiness probe failed ${failures} times in a row`;
    const sign = this.#pen.mark("probe");
    this.#pen.add(record, atMs, { kind: "other", sign, text, goesOn: true });
  }

  #created(record: Caused<ContainerTrace>, atMs: number): void {
    this.#known.set(record.id, { createdMs: atMs });
    const restarts = record.run - 1;
    const likeness = this.#isByScenario(record)
      ? "put into the runtime by the scenario"
      : restarts === 0
        ? "created"
        : "created again";
    const text = restarts === 0 ? likeness : `${likeness}, restart ${restarts}`;
    this.#pen.add(record, atMs, {
      kind: "created",
      sign: this.#pen.state("creating"),
      text,
      likeness,
    });
  }

  #running(record: ContainerTrace, atMs: number): void {
    const known = this.#known.get(record.id);
    if (known) known.runningMs = atMs;
    const sign = this.#pen.state("running");
    const last = this.#pen.lastAt(record, atMs, ["created"]);
    if (last) {
      const text = last.text.replace(/^created/, "started");
      const likeness = (last.likeness ?? text).replace(/^created/, "started");
      Object.assign(last, { kind: "running", text, sign, likeness });
      return;
    }
    const took = known ? ` after ${formatTime(atMs - known.createdMs)}` : "";
    this.#pen.add(record, atMs, { kind: "running", sign, text: `running${took}` });
  }

  #exited(record: Caused<ContainerTrace>, atMs: number): void {
    const { id, exitCode = 0, reason } = record;
    const known = this.#known.get(id);
    const code = `(exit ${exitCode}${reason === "OOMKilled" ? ", OOMKilled" : ""})`;
    const stopped = this.#pen.mark(known?.isCondemned ? "crash" : "stop");
    const asked = this.#pen.lastAt(record, atMs, ["signal"]);
    if (asked) {
      const isKill = asked.sign.text === this.#pen.mark("kill").text;
      const sign = isKill ? asked.sign : stopped;
      return extend(asked, { text: ` ${code}`, kind: "exited", sign });
    }
    if (known?.isSignalled) {
      const since =
        known.termMs === undefined ? "" : ` ${formatTime(atMs - known.termMs)} after SIGTERM`;
      const text = `exited${since} ${code}`;
      return this.#pen.add(record, atMs, { kind: "exited", sign: stopped, text });
    }
    const own = isFailure(record) ? "exited" : "completed";
    const verb = this.#isByScenario(record) ? this.#killedText(record) : own;
    const ran = formatTime(atMs - (known?.runningMs ?? known?.createdMs ?? atMs));
    const text = `${verb} after ${ran} ${code}`;
    const sign = this.#pen.mark(isFailure(record) ? "crash" : "end");
    this.#pen.add(record, atMs, { kind: "exited", sign, text, likeness: `${verb} ${code}` });
  }

  #killedText({ cause = 0 }: { readonly cause?: number }): string {
    return this.#nodesDown.has(cause) ? "ended with the node" : "killed by the scenario";
  }

  #isByScenario({ cause }: { readonly cause?: number }): boolean {
    if (cause === undefined) return false;
    return this.#records[cause - this.#firstSeq]?.type === "stimulus";
  }
}

function killText(termMs: number | undefined, atMs: number): string {
  if (termMs === undefined) return "SIGKILL";
  const since = atMs - termMs;
  return since === 0
    ? "SIGKILL at once"
    : `SIGKILL: still running ${formatTime(since)} after SIGTERM`;
}
