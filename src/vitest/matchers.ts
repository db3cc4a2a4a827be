/** The matchers: each says in words what it expects of a run, and judges it by its milestones. */
import { seedsText } from "../check/seeds-text.ts";
import { SeedRuns } from "../library/over-seeds.ts";
import { SimulatedNode } from "../library/simulated-node.ts";
import { CallError } from "../model/call-error.ts";
import { describeValue } from "../scenario/issues.ts";
import { counted } from "../trace/times.ts";
import { timelineAround } from "./failure.ts";
import { type Claim, judge } from "./judge.ts";
import { type Window, windowText } from "./window.ts";

export interface CountedWindow extends Window {
  /** Exactly so often in the window. Default: once or more. */
  readonly times?: number;
}

/** What `expect.extend` is given back. */
interface Result {
  readonly pass: boolean;
  readonly message: () => string;
}

interface State {
  readonly isNot?: boolean;
}

export const matchers = {
  toBecomeReady(this: State, received: unknown, name = "pod", window: Window = {}): Result {
    const words = `${subjectText(name)} ${this.isNot ? "not " : ""}to become Ready`;
    return answer(received, { name, event: "ready", window, isNot: this.isNot === true }, words);
  },

  toRestart(this: State, received: unknown, name = "pod", options: CountedWindow = {}): Result {
    const words = `${subjectText(name)} ${this.isNot ? "not " : ""}to restart`;
    return answer(received, claimOf(this, name, "restart", options), words);
  },

  toReceiveSignal(
    this: State,
    received: unknown,
    name: string,
    signal: "SIGTERM" | "SIGKILL",
    options: CountedWindow = {},
  ): Result {
    if (!["SIGTERM", "SIGKILL"].includes(signal)) {
      const found = describeValue(signal);
      throw new CallError(`toReceiveSignal knows SIGTERM and SIGKILL, got ${found}`);
    }
    const words = `${subjectText(name)} ${this.isNot ? "not " : ""}to receive ${signal}`;
    return answer(received, claimOf(this, name, signal, options), words);
  },
};

function claimOf(
  { isNot = false }: State,
  name: string,
  event: Claim["event"],
  { times, ...window }: CountedWindow,
): Claim {
  return { name, event, window, isNot, ...(times === undefined ? {} : { times }) };
}

function subjectText(name: string): string {
  return name === "pod" ? "each pod" : name;
}

function answer(received: unknown, claim: Claim, words: string): Result {
  const times = claim.times === undefined ? "" : ` ${counted(claim.times, "time")}`;
  const expected = `expected ${words}${times}${windowText(claim.window)}`;
  if (received instanceof SimulatedNode) return ofNode(received, claim, expected);
  if (received instanceof SeedRuns) return ofSeeds(received, claim, expected);
  const found = describeValue(received);
  throw new CallError(`expect() is to be given what simulate or overSeeds gives, got ${found}`);
}

function ofNode(node: SimulatedNode, claim: Claim, expected: string): Result {
  const { holds, seen, atMs } = judge(claim, node);
  return {
    pass: holds !== claim.isNot,
    message: () => `${expected}; ${seen}\n\n${timelineAround(node, atMs)}`,
  };
}

function ofSeeds(all: SeedRuns, claim: Claim, expected: string): Result {
  const failed = all.runs
    .map((run) => ({ seed: run.seed, ...judge(claim, run) }))
    .filter(({ holds }) => !holds);
  const [first] = failed;
  const told = (): string => {
    if (first === undefined) return expected;
    const seeds = `${failed.length} of ${counted(all.runs.length, "seed")}`;
    const which = seedsText(failed.map(({ seed }) => seed));
    const { seed, seen, atMs } = first;
    const timeline = timelineAround(all.node(seed), atMs);
    return `${expected}; not so with ${seeds}: ${which}\nwith seed ${seed}: ${seen}\n\n${timeline}`;
  };
  return { pass: (first === undefined) !== claim.isNot, message: told };
}
