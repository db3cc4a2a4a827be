/**
 * A run that is moved while it is looked at: played, stepped, acted upon, and gone back in. All who
 * look see the same. Going back leaves what has been as it is: the node is run again from its start
 * to that moment, the same to the byte, and from there on it is a branch.
 */
import { SimulatedNode } from "../library/simulated-node.ts";
import type { StimulusEntry } from "../library/stimulus-entry.ts";
import { InputError, formatDiagnostic } from "../model/diagnostic.ts";
import type { TraceRecord } from "../model/trace.ts";
import { type InputTexts, prepareTexts } from "../scenario/input-texts.ts";
import {
  type AppliedEntry,
  type BranchInfo,
  type Command,
  type LiveState,
  type ServerMessage,
  commandSchema,
} from "./live-protocol.ts";
import { isNews } from "./news.ts";

/** More of either is more than a page or a memory should hold. */
const mostBranches = 50;
const mostRecords = 200_000;
/** The whole run in so many milliseconds, where it is to go as fast as it goes. */
const fastestMs = 4000;

interface Branch extends BranchInfo {
  readonly node: SimulatedNode;
  readonly applied: AppliedEntry[];
}

export class Session {
  readonly #texts: InputTexts;
  readonly #tell: (message: ServerMessage) => void;
  readonly #branches: Branch[] = [];
  #current: Branch;
  /** How many of its records have been told. */
  #told = 0;
  #isPlaying = false;
  #speed = 1;

  /** Throws an `InputError` where the texts cannot be used. */
  constructor(texts: InputTexts, tell: (message: ServerMessage) => void) {
    this.#texts = texts;
    this.#tell = tell;
    this.#current = this.#add(new SimulatedNode(prepareTexts(texts)), []);
  }

  get isPlaying(): boolean {
    return this.#isPlaying;
  }

  /** All that somebody who comes now has to know. */
  greeting(): readonly ServerMessage[] {
    const { id, node } = this.#current;
    const records = node.trace.slice(0, this.#told);
    return [
      { type: "hello", texts: this.#texts },
      { type: "records", branch: id, from: 0, records },
      { type: "state", ...this.#state() },
    ];
  }

  /** What somebody asks for; what cannot be done is said to all. */
  handle(message: unknown): void {
    const { data, error } = commandSchema.safeParse(message);
    if (error) return this.#refuse("this is no command of the page");
    try {
      this.#carryOut(data);
    } catch (failure) {
      this.#isPlaying = false;
      this.#refuse(reasonOf(failure));
    }
    this.#tellNews();
  }

  /** So much of the host's time has gone by. */
  tick(elapsedMs: number): void {
    if (!this.#isPlaying) return;
    const { node } = this.#current;
    const endMs = node.end * 1000;
    const nowMs = Math.round(node.now * 1000);
    const rate = this.#speed === 0 ? Math.max(1, endMs / fastestMs) : this.#speed;
    const next = nowMs + Math.max(1, Math.round(elapsedMs * rate));
    // The end of the scenario is where one looks at it; whoever plays on goes beyond.
    const isEnd = nowMs < endMs && next >= endMs;
    try {
      node.advanceTo((isEnd ? endMs : next) / 1000);
      if (isEnd) this.#isPlaying = false;
      if (node.trace.length > mostRecords) {
        this.#isPlaying = false;
        this.#refuse(`a run that is watched has ${mostRecords} records at most`);
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
        this.#isPlaying = this.#current.node.trace.length <= mostRecords;
        return;
      case "pause":
        this.#isPlaying = false;
        return;
      case "speed":
        this.#speed = command.speed;
        return;
      case "step":
        return this.#step(command.to);
      case "apply":
        return this.#apply(command.entry, command.atMs);
      case "branch":
        this.#isPlaying = false;
        return this.#show(this.#branchAt(command.atMs));
      case "show": {
        const branch = this.#branches.find(({ id }) => id === command.branch);
        if (branch) this.#show(branch);
      }
    }
  }

  #step(to: "record" | "list"): void {
    this.#isPlaying = false;
    const isMeant = (record: TraceRecord): boolean =>
      to === "list" ? record.type === "relist" : isNews(record);
    this.#current.node.runUntil(isMeant, { within: "1h" });
  }

  #apply(entry: AppliedEntry["entry"], atMs: number | undefined): void {
    const isPast = atMs !== undefined && atMs < this.#current.node.now * 1000;
    // A branch that is refused its first deed would be one for nothing.
    const branch = isPast ? this.#branchAt(atMs, { isListed: false }) : this.#current;
    const { node, applied } = branch;
    node.apply(entry as unknown as StimulusEntry).advance(0);
    applied.push({ atMs: node.now * 1000, entry });
    if (!isPast) return;
    this.#branches.push(branch);
    this.#show(branch);
  }

  #branchAt(atMs: number, { isListed = true } = {}): Branch {
    if (this.#branches.length >= mostBranches) {
      throw new Error(`there are ${mostBranches} branches, which is as many as there may be`);
    }
    const { id, node, applied } = this.#current;
    const before = applied.filter((each) => each.atMs < atMs);
    const from = { branch: id, atMs };
    return this.#add(node.branch(atMs / 1000), before, { from, isListed });
  }

  #add(
    node: SimulatedNode,
    applied: readonly AppliedEntry[],
    { from, isListed = true }: Pick<BranchInfo, "from"> & { readonly isListed?: boolean } = {},
  ): Branch {
    const id = this.#branches.length + 1;
    const branch = { id, node, applied: [...applied], ...(from ? { from } : {}) };
    if (isListed) this.#branches.push(branch);
    return branch;
  }

  #show(branch: Branch): void {
    this.#current = branch;
    this.#told = 0;
  }

  #tellNews(): void {
    const { id, node } = this.#current;
    const records = node.trace.slice(this.#told);
    if (records.length > 0 || this.#told === 0) {
      this.#tell({ type: "records", branch: id, from: this.#told, records });
      this.#told = node.trace.length;
    }
    this.#tell({ type: "state", ...this.#state() });
  }

  #refuse(message: string): void {
    this.#tell({ type: "refused", message });
  }

  #state(): LiveState {
    return {
      branches: this.#branches.map(({ node: _, ...branch }) => branch),
      current: this.#current.id,
      nowMs: this.#current.node.now * 1000,
      isPlaying: this.#isPlaying,
      speed: this.#speed,
    };
  }
}

function reasonOf(failure: unknown): string {
  if (failure instanceof InputError) return failure.diagnostics.map(formatDiagnostic).join("\n");
  return failure instanceof Error ? failure.message : String(failure);
}
