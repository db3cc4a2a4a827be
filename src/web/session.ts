/**
 * A run that is moved while it is looked at: played, stepped, acted upon, and gone back in; or
 * kubelets on one world, to all of which this is done. All who look see the same. Going back leaves
 * what has been as it is: the node is run again from its start to that moment, the same to the
 * byte, and from there on it is a branch.
 */
import { NotReachedError, SimulatedNode } from "../library/simulated-node.ts";
import type { StimulusEntry } from "../library/stimulus-entry.ts";
import { InputError, formatDiagnostic } from "../model/diagnostic.ts";
import type { TraceRecord } from "../model/trace.ts";
import type { Observe } from "../node/node-options.ts";
import type { InputTexts } from "../scenario/input-texts.ts";
import type { PreparedInput } from "../scenario/prepare.ts";
import { formatTime } from "../trace/times.ts";
import {
  type AppliedEntry,
  type BranchInfo,
  type Command,
  type GoingBack,
  type LiveState,
  type ServerMessage,
  commandSchema,
} from "./live-protocol.ts";
import { goBack } from "./going-back.ts";
import { isNews } from "./news.ts";
import { inputOf } from "./run-data.ts";

/** More of either is more than a page or a memory should hold. */
const mostBranches = 50;
const mostRecords = 200_000;
/** All branches together: each has its own trace from the start. */
const mostKept = 1_000_000;
const tooLong = `a run that is watched has ${mostRecords} records at most`;
/** Seconds beyond the end of the scenario; one that lives by events may never list again. */
const shortestSearch = 60;
/** The whole run in so many milliseconds, where it is to go as fast as it goes. */
const fastestMs = 4000;

type SourceFiles = InputTexts["sources"];

interface Branch extends BranchInfo {
  /** One for each kubelet, all at the same time. */
  nodes: readonly SimulatedNode[];
  applied: AppliedEntry[];
  /** What the nodes are made of; after an edit they are made anew when they are shown. */
  input: SessionInput;
}

/** A branch that is being made, and what is done once it is there. */
interface Making extends GoingBack {
  readonly work: ReturnType<typeof goBack>;
  readonly onDone: (nodes: readonly SimulatedNode[]) => void;
}

export interface SessionInput {
  readonly texts: InputTexts;
  /** How each of several kubelets observes; absent: there is one, as the texts say. */
  readonly observes?: readonly Observe[];
  /** Told of each node that is made: at first, for each branch, and for other texts. */
  readonly onNode?: (node: SimulatedNode) => void;
}

export class Session {
  #input: SessionInput;
  readonly #tell: (message: ServerMessage) => void;
  readonly #branches: Branch[] = [];
  #current: Branch;
  /** How many of the records of each kubelet have been told. */
  #told: readonly number[] = [];
  #isPlaying = false;
  #speed = 1;
  #making: Making | undefined = undefined;
  #refused: readonly string[] = [];

  /** Throws an `InputError` where the texts cannot be used. */
  constructor(input: SessionInput, tell: (message: ServerMessage) => void) {
    this.#input = input;
    this.#tell = tell;
    this.#current = this.#branchOf(nodesOf(input), []);
    this.#branches.push(this.#current);
  }

  get isPlaying(): boolean {
    return this.#isPlaying;
  }

  /** Each `tick` does a piece of the way; until it is over, nothing else is done. */
  get isGoingBack(): boolean {
    return this.#making !== undefined;
  }

  /** All that somebody who comes now has to know. */
  greeting(): readonly ServerMessage[] {
    const { id: branch, nodes } = this.#current;
    return [
      this.#hello(),
      ...nodes.map(({ trace }, side) => {
        const records = trace.slice(0, this.#told[side] ?? 0);
        return { type: "records", branch, side, from: 0, records } as const;
      }),
      { type: "state", ...this.#state() },
    ];
  }

  /** What somebody asks for; what cannot be done is said to all, until the next is asked for. */
  handle(message: unknown): void {
    const { data } = commandSchema.safeParse(message);
    this.#refused = [];
    try {
      if (!data) this.#refuse("this is no command of the page");
      else if (this.#making && data.do !== "pause" && data.do !== "speed") {
        this.#refuse(`wait: the run is going back to ${formatTime(this.#making.toMs)}`);
      } else this.#carryOut(data);
    } catch (failure) {
      this.#isPlaying = false;
      this.#refuse(reasonOf(failure));
    }
    this.#tellNews();
  }

  /** So much of the host's time has gone by. */
  tick(elapsedMs: number): void {
    if (this.#making) return this.#makeOn();
    if (!this.#isPlaying) return;
    const { nodes } = this.#current;
    const endMs = clockOf(nodes).end * 1000;
    const nowMs = Math.round(clockOf(nodes).now * 1000);
    const rate = this.#speed === 0 ? Math.max(1, endMs / fastestMs) : this.#speed;
    const next = nowMs + Math.max(1, Math.round(elapsedMs * rate));
    // The end of the scenario is where one looks at it; whoever plays on goes beyond.
    const isEnd = nowMs < endMs && next >= endMs;
    try {
      for (const node of nodes) node.advanceTo((isEnd ? endMs : next) / 1000);
      if (isEnd) this.#isPlaying = false;
      if (recordsOf(nodes) > mostRecords) {
        this.#isPlaying = false;
        this.#refuse(tooLong);
      }
    } catch (failure) {
      this.#isPlaying = false;
      this.#refuse(reasonOf(failure));
    }
    this.#tellNews();
  }

  #carryOut(command: Command): void {
    switch (command.do) {
      case "play":
        this.#isPlaying = recordsOf(this.#current.nodes) <= mostRecords;
        if (!this.#isPlaying) this.#refuse(tooLong);
        return;
      case "pause":
        this.#isPlaying = false;
        return;
      case "speed":
        this.#speed = command.speed;
        return;
      case "step":
        return this.#step(command.to, command.of ?? 0);
      case "apply":
        return this.#apply(command.entry, command.atMs);
      case "branch":
        this.#isPlaying = false;
        return this.#branchAt(command.atMs, (branch) => this.#showNew(branch));
      case "edit":
        return this.#edit(command.sources);
      case "show": {
        const branch = this.#branches.find(({ id }) => id === command.branch);
        if (branch) this.#show(branch);
      }
    }
  }

  #step(to: "record" | "list", side: number): void {
    this.#isPlaying = false;
    const isMeant = (record: TraceRecord): boolean =>
      to === "list" ? record.type === "relist" : isNews(record);
    const { nodes } = this.#current;
    const stepped = nodes[side] ?? clockOf(nodes);
    const within = Math.max(shortestSearch, stepped.end - stepped.now);
    try {
      stepped.runUntil(isMeant, { within });
    } catch (error) {
      if (!(error instanceof NotReachedError)) throw error;
      this.#refuse(
        `${to === "list" ? "no list" : "nothing new"} by ${formatTime(stepped.now * 1000)}`,
      );
    } finally {
      for (const node of nodes) if (node !== stepped) node.advanceTo(stepped.now);
    }
  }

  #apply(entry: AppliedEntry["entry"], atMs: number | undefined): void {
    const isPast = atMs !== undefined && atMs < clockOf(this.#current.nodes).now * 1000;
    if (!isPast) return this.#act(this.#current, entry);
    this.#branchAt(atMs, (branch) => {
      // A branch that is refused its first deed would be one for nothing.
      this.#act(branch, entry, { isNew: true });
      this.#showNew(branch);
    });
  }

  #act({ nodes, applied }: Branch, entry: AppliedEntry["entry"], { isNew = false } = {}): void {
    // Also at 0 s it is done to what is there by then.
    for (const node of nodes) node.advance(0);
    const before = clockOf(nodes).trace.length;
    for (const node of nodes) node.apply(entry as unknown as StimulusEntry).advance(0);
    const refusals = clockOf(nodes).trace.slice(before).flatMap(refusalOf);
    if (isNew && refusals.length > 0) throw new Error(refusals.join("\n"));
    applied.push({ atMs: clockOf(nodes).now * 1000, entry });
    // It has been done, as whoever asks an API server does it, and comes to nothing.
    for (const refusal of refusals) this.#refuse(refusal);
    const unread = unreadFile(clockOf(nodes).input);
    if (unread !== undefined) this.#refuse(unread);
  }

  /** What was done to each branch is done again: now to the one that is shown, to others then. */
  #edit(sources: SourceFiles): void {
    const { texts, ...others } = this.#input;
    const files = sources.map(({ file }) => file).join("\n");
    if (files !== texts.sources.map(({ file }) => file).join("\n")) {
      throw new Error("only the files that are served can be edited");
    }
    const input = { ...others, texts: { ...texts, sources } };
    this.#remake(this.#current, input);
    this.#isPlaying = false;
    this.#input = input;
    this.#show(this.#current);
    this.#tell(this.#hello());
  }

  #remake(branch: Branch, input: SessionInput): void {
    const nodes = nodesOf(input);
    const applied: AppliedEntry[] = [];
    for (const act of branch.applied) {
      const failure = redo(nodes, act);
      if (failure === undefined) applied.push(act);
      else this.#refuse(`what was done at ${formatTime(act.atMs)} is left out: ${failure}`);
    }
    const { now } = clockOf(branch.nodes);
    for (const node of nodes) node.advanceTo(Math.max(node.now, now));
    Object.assign(branch, { nodes, applied, input });
  }

  #branchAt(atMs: number, then: (branch: Branch) => void): void {
    if (this.#branches.length >= mostBranches) {
      throw new Error(`there are ${mostBranches} branches, which is as many as there may be`);
    }
    const { id, nodes, applied } = this.#current;
    if (atMs > clockOf(nodes).now * 1000) throw new Error("a branch begins at what has been");
    const kept = this.#branches.reduce((sum, branch) => sum + recordsOf(branch.nodes), 0);
    if (kept + recordsOf(nodes) > mostKept) {
      throw new Error(`all branches together have ${kept} records, and ${mostKept} at most`);
    }
    const before = applied.filter((each) => each.atMs < atMs);
    const from = { branch: id, atMs };
    const made = (branched: readonly SimulatedNode[]): void => {
      for (const node of branched) this.#input.onNode?.(node);
      then(this.#branchOf(branched, before, from));
    };
    this.#making = { work: goBack(nodes, atMs, before), toMs: atMs, share: 0, onDone: made };
    this.#make();
  }

  #makeOn(): void {
    try {
      this.#make();
    } catch (failure) {
      this.#refuse(reasonOf(failure));
    }
    this.#tellNews();
  }

  /** Does a piece of the way; where that was all of it, the branch is there. */
  #make(): void {
    const making = this.#making;
    if (making === undefined) return;
    this.#making = undefined;
    const { done, value } = making.work.next();
    if (done) making.onDone(value);
    else this.#making = { ...making, share: value };
  }

  #branchOf(
    nodes: readonly SimulatedNode[],
    applied: readonly AppliedEntry[],
    from?: BranchInfo["from"],
  ): Branch {
    const id = this.#branches.length + 1;
    const input = this.#input;
    return { id, nodes, applied: [...applied], input, ...(from ? { from } : {}) };
  }

  #showNew(branch: Branch): void {
    this.#branches.push(branch);
    this.#show(branch);
  }

  #show(branch: Branch): void {
    if (branch.input !== this.#input) this.#remake(branch, this.#input);
    this.#current = branch;
    this.#told = [];
  }

  #tellNews(): void {
    const { id: branch, nodes } = this.#current;
    for (const [side, { trace }] of nodes.entries()) {
      const from = this.#told[side] ?? 0;
      const records = trace.slice(from);
      if (from === 0 || records.length > 0) {
        this.#tell({ type: "records", branch, side, from, records });
      }
    }
    this.#told = nodes.map(({ trace }) => trace.length);
    this.#tell({ type: "state", ...this.#state() });
  }

  #hello(): ServerMessage {
    const { texts, observes } = this.#input;
    return { type: "hello", texts, ...(observes ? { observes } : {}) };
  }

  #refuse(message: string): void {
    this.#refused = [...this.#refused, message];
  }

  #state(): LiveState {
    return {
      branches: this.#branches.map(({ nodes: _, input: __, ...branch }) => branch),
      current: this.#current.id,
      nowMs: clockOf(this.#current.nodes).now * 1000,
      isPlaying: this.#isPlaying,
      speed: this.#speed,
      ...(this.#making && { goingBack: { toMs: this.#making.toMs, share: this.#making.share } }),
      refused: this.#refused.join("\n"),
    };
  }
}

function nodesOf({ texts, observes, onNode }: SessionInput): readonly SimulatedNode[] {
  const all: readonly (Observe | undefined)[] = observes ?? [undefined];
  const nodes = all.map((observe) => new SimulatedNode(inputOf(texts, observe)));
  for (const node of nodes) onNode?.(node);
  return nodes;
}

/** What an act comes to where it comes to nothing. */
function refusalOf(record: TraceRecord): readonly string[] {
  return record.type === "rejected" || record.type === "warning" ? [record.message] : [];
}

/** Why it can no longer be done; undefined: it was. */
function redo(nodes: readonly SimulatedNode[], { atMs, entry }: AppliedEntry): string | undefined {
  try {
    for (const node of nodes) {
      node.advanceTo(atMs / 1000);
      node.apply(entry as unknown as StimulusEntry).advance(0);
    }
    return undefined;
  } catch (error) {
    if (error instanceof InputError) return reasonOf(error);
    throw error;
  }
}

/** All nodes of a branch stand at the same time. */
function clockOf([first]: readonly SimulatedNode[]): SimulatedNode {
  if (first === undefined) throw new Error("a branch has a node");
  return first;
}

function recordsOf(nodes: readonly SimulatedNode[]): number {
  return nodes.reduce((sum, { trace }) => sum + trace.length, 0);
}

function reasonOf(failure: unknown): string {
  if (failure instanceof InputError) return failure.diagnostics.map(formatDiagnostic).join("\n");
  return failure instanceof Error ? failure.message : String(failure);
}

/** What the last stimulus has written, where that is nothing that a kubelet can read. */
function unreadFile({ files, scenario }: PreparedInput): string | undefined {
  const written = scenario.stimuli.at(-1);
  if (written?.action !== "writeFile") return undefined;
  const file = files.get(written);
  if (file?.kind !== "broken") return undefined;
  return `${written.path} is written, and no kubelet can read it: ${file.error}`;
}
