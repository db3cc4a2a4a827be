/** A node in virtual time that a program moves on, looks at, acts on and goes back with. */
import type { AnyActorRef } from "xstate";
import type { ApiPod } from "../kubectl/api-pod.ts";
import { CallError } from "../model/call-error.ts";
import { InputError } from "../model/diagnostic.ts";
import type { TraceRecord } from "../model/trace.ts";
import { actorsByPath } from "../node/actor-names.ts";
import type { Milestone } from "../sample/milestone.ts";
import { MilestoneBook } from "../sample/milestones.ts";
import { addStimulus } from "../scenario/add-stimulus.ts";
import { didYouMean } from "../scenario/nearest.ts";
import type { PreparedInput } from "../scenario/prepare.ts";
import { type RunOptions, ScenarioPlayer } from "../scenario/run-scenario.ts";
import { formatTime } from "../trace/times.ts";
import { isMilestone } from "./milestone-name.ts";
import { PodsOfTrace } from "./pods-of-trace.ts";
import { type Span, toMs } from "./span.ts";
import type { StimulusEntry } from "./stimulus-entry.ts";

/** Called with each record as it is written; true: that is what was waited for. */
export type RecordTest = (record: TraceRecord) => boolean;

export interface UntilOptions {
  /** How long it is waited for, from now on. Default: to the end of the scenario. */
  readonly within?: Span;
}

/** What was waited for did not come. */
export class NotReachedError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "NotReachedError";
  }
}

interface Applied {
  /** Absent: before the first moment. */
  readonly atMs: number | undefined;
  readonly entry: StimulusEntry;
}

export class SimulatedNode {
  readonly #options: RunOptions;
  /** As it was before anything was applied. */
  readonly #first: PreparedInput;
  readonly #player: ScenarioPlayer;
  readonly #book = new MilestoneBook();
  readonly #pods = new PodsOfTrace();
  readonly #applied: Applied[] = [];
  #input: PreparedInput;
  #isFinished = false;
  #test: RecordTest | undefined = undefined;
  #found: TraceRecord | undefined = undefined;

  /** Stands at 0 s, and nothing has happened yet. */
  constructor(input: PreparedInput, options: RunOptions = {}) {
    this.#first = input;
    this.#input = input;
    this.#options = options;
    const onRecord = (record: TraceRecord): void => this.#see(record);
    this.#player = new ScenarioPlayer(input, { ...options, onRecord });
  }

  #see(record: TraceRecord): void {
    this.#options.onRecord?.(record);
    this.#book.see(record);
    if (this.#found === undefined && this.#test?.(record) === true) this.#found = record;
  }

  /** Seconds of virtual time. */
  get now(): number {
    return this.#player.nowMs / 1000;
  }

  /** The end of the scenario in seconds; it is no limit. */
  get end(): number {
    return this.#input.scenario.durationMs / 1000;
  }

  /** Scenario and manifests, with what was applied. */
  get input(): PreparedInput {
    return this.#input;
  }

  /** Every record until now, or with `keepRecords: false` the last ones. */
  get trace(): readonly TraceRecord[] {
    return this.#player.records;
  }

  /** What has happened, each thing under a key that it has in every run. */
  get milestones(): readonly Milestone[] {
    return this.#book.milestones;
  }

  /** Lets so much time pass. Throws a `SimulationError` where a limit is reached. */
  advance(span: Span): this {
    return this.#advanceTo(this.#player.nowMs + toMs(span, "span"));
  }

  /** The same up to and at a time since `t0`, which may be now but not before. */
  advanceTo(time: Span): this {
    const ms = toMs(time, "time");
    if (ms < this.#player.nowMs)
      throw this.#isPast(ms, "branch(time) gives a node that stands there");
    return this.#advanceTo(ms);
  }

  #advanceTo(ms: number): this {
    this.#mayGoOn();
    this.#player.advanceTo(ms);
    return this;
  }

  /**
   * Goes on until a milestone has happened, or a record is written that passes the test, and then
   * stands at the end of that moment: all that is due at it has been handled. A milestone may be
   * named without its pod and without the `@1` of a first time; one that has happened is there
   * already. Throws a `NotReachedError` where it does not come.
   */
  runUntil(milestone: string, options?: UntilOptions): Milestone;
  runUntil(test: RecordTest, options?: UntilOptions): TraceRecord;
  runUntil(what: string | RecordTest, { within }: UntilOptions = {}): Milestone | TraceRecord {
    this.#mayGoOn();
    const { durationMs } = this.#input.scenario;
    const limitMs =
      within === undefined
        ? Math.max(durationMs, this.#player.nowMs)
        : this.#player.nowMs + toMs(within, "within");
    if (typeof what === "string") {
      const find = this.#finder(what);
      return this.#until(find, limitMs) ?? this.#notReached(limitMs, what);
    }
    this.#test = what;
    this.#found = undefined;
    try {
      return this.#until(() => this.#found, limitMs) ?? this.#notReached(limitMs);
    } finally {
      this.#test = undefined;
    }
  }

  /** Looks only at what is new since it was asked last. */
  #finder(name: string): () => Milestone | undefined {
    let seen = 0;
    return () => {
      const all = this.#book.milestones;
      while (seen < all.length) {
        const milestone = all[seen++];
        if (milestone && isMilestone(milestone, name)) return milestone;
      }
      return undefined;
    };
  }

  /** Moment by moment: what is due at one is handled as a whole, so this changes no run. */
  #until<Found>(find: () => Found | undefined, limitMs: number): Found | undefined {
    for (let found = find(); ; found = find()) {
      if (found !== undefined) return found;
      const dueMs = this.#player.nextDueMs;
      if (dueMs === undefined || dueMs > limitMs) break;
      this.#player.advanceTo(dueMs);
    }
    this.#player.advanceTo(limitMs);
    return undefined;
  }

  #notReached(limitMs: number, name?: string): never {
    const by = formatTime(limitMs);
    if (name === undefined) throw new NotReachedError(`no record passed the test by ${by}`);
    const keys = this.#book.milestones.map(({ key }) => key);
    const meant = didYouMean(name, keys);
    throw new NotReachedError(`${name} did not happen by ${by}${meant ? `; ${meant}` : ""}`);
  }

  /** Goes on to the end of the scenario, and ends the trace with the verdict. */
  finish(): this {
    this.#mayGoOn();
    this.#player.advanceTo(Math.max(this.#player.nowMs, this.#input.scenario.durationMs));
    this.#player.finish();
    this.#isFinished = true;
    return this;
  }

  /**
   * Acts on the world: now, after all else that is due at this moment, or `at` a later one. Throws
   * an `InputError` where a scenario with this entry would be refused.
   */
  apply(entry: StimulusEntry): this {
    this.#mayGoOn();
    const atMs = this.#player.nowMs;
    if (typeof entry.at === "number" && entry.at * 1000 < atMs) throw this.#isPast(entry.at * 1000);
    const { input, stimulus } = addStimulus(this.#input, { at: this.now, ...entry });
    const { at } = stimulus;
    if (at.kind === "t0" && at.offsetMs < atMs) throw this.#isPast(at.offsetMs);
    this.#input = input;
    const moment = this.#player.hasBegun ? atMs : undefined;
    this.#applied.push({ atMs: moment, entry: structuredClone(entry) });
    this.#player.add(input, stimulus, entry.at === undefined ? "now" : "at");
    return this;
  }

  /**
   * A node of its own that stands at an earlier time, as this one did when it came there and before
   * anything was applied to it there; without a time, where this one stands. It is run again from
   * the start, which gives the same bytes.
   */
  branch(time?: Span, options: Pick<RunOptions, "onRecord" | "keepRecords"> = {}): SimulatedNode {
    const ms = time === undefined ? undefined : toMs(time, "time");
    const branch = new SimulatedNode(this.#first, { ...withoutTrace(this.#options), ...options });
    for (const { atMs, entry } of this.#applied) {
      if (ms !== undefined && atMs !== undefined && atMs >= ms) break;
      if (atMs !== undefined) branch.#advanceTo(atMs);
      branch.apply(entry);
    }
    if (ms === undefined && this.#player.hasBegun) branch.#advanceTo(this.#player.nowMs);
    if (ms !== undefined && ms > 0) branch.#advanceTo(ms);
    return branch;
  }

  /**
   * The pods that the API server has now or had at an earlier time, as `kubectl get pods -o json`
   * prints them. Throws a `CallError` with the textbook model, which has no API.
   */
  pods(time?: Span): readonly ApiPod[] {
    if (this.#input.scenario.model === "textbook") {
      throw new CallError("pods() needs the kubernetes model; the textbook has no API");
    }
    if (this.#options.keepRecords === false) {
      throw new CallError("pods() needs the whole trace; leave keepRecords out");
    }
    return this.#pods.at(time === undefined ? this.#player.nowMs : toMs(time, "time"), this.trace);
  }

  /** The one of that name (`web`, `prod/web`), as `pods` has it; undefined where there is none. */
  pod(name: string, time?: Span): ApiPod | undefined {
    const isMeant = ({ metadata }: ApiPod): boolean =>
      name === metadata.name || name === `${metadata.namespace}/${metadata.name}`;
    return this.pods(time).find(isMeant);
  }

  /** The node itself as an actor of XState, for an inspector or a subscription. */
  get root(): AnyActorRef {
    return this.#player.root;
  }

  /** Every actor there is now, by its path under the node: `kubelet`, `runtime/web/app#1`. */
  get actors(): ReadonlyMap<string, AnyActorRef> {
    return actorsByPath(this.root);
  }

  #mayGoOn(): void {
    if (this.#isFinished) throw new CallError("this run is finished; branch() can go on from here");
  }

  #isPast(ms: number, fix?: string): InputError {
    const message = `is past: the node stands at ${formatTime(this.#player.nowMs)}`;
    const finding = { path: "time", message, found: formatTime(ms), ...(fix ? { fix } : {}) };
    return new InputError([{ severity: "error", ...finding }]);
  }
}

/** Who hears of a run need not hear of the same again. */
function withoutTrace({ onRecord: _, keepRecords: __, ...settings }: RunOptions): RunOptions {
  return settings;
}
