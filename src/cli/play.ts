/**
 * Plays a scenario in pieces: between two of them Ctrl-C is heard, and a terminal sees how far it
 * is.
 */
import { isatty } from "node:tty";
import type { Inspector } from "../inspect/inspect.ts";
import { SimulatedNode } from "../library/simulated-node.ts";
import type { TraceRecord } from "../model/trace.ts";
import type { Milestone } from "../sample/milestone.ts";
import type { PreparedInput } from "../scenario/prepare.ts";
import type { RunOptions } from "../scenario/run-scenario.ts";
import { defaultLimits } from "../sim/limits.ts";
import type { Flags } from "./flags.ts";
import { isStandardOutput } from "./output.ts";
import { Progress, isSeen, progressText } from "./progress.ts";
import { TextRecords } from "./text-records.ts";

/** Of the host's time; a piece that took another time makes the next one longer or shorter. */
const pieceMs = 50;
/** Of virtual time. */
const firstPieceMs = 60_000;
const shortestPieceMs = 1000;

export interface PlayOptions extends RunOptions {
  readonly inspector?: Inspector | undefined;
}

export interface Played {
  /** Those that are kept, all of them unless told otherwise. */
  readonly records: readonly TraceRecord[];
  readonly milestones: readonly Milestone[];
}

export async function play(
  input: PreparedInput,
  flags: Flags,
  { inspector, ...options }: PlayOptions = {},
): Promise<Played> {
  const node = new SimulatedNode(input, options);
  inspector?.attach(node.root, () => node.now * 1000);
  await playTo(node, input.scenario.durationMs, flags);
  const { trace: records, milestones } = node.finish();
  return { records, milestones };
}

/** The records that a text is made from: the trace of a week would need a gigabyte. */
export async function playForText(
  input: PreparedInput,
  flags: Flags,
  options: PlayOptions = {},
): Promise<Played> {
  const kept = new TextRecords();
  const onRecord = (record: TraceRecord): void => kept.take(record);
  const { milestones } = await play(input, flags, { ...options, onRecord, keepRecords: false });
  return { records: kept.records, milestones };
}

/** What stands in virtual time and can be moved on. */
interface Advancing {
  /** Seconds. */
  advanceTo(seconds: number): unknown;
}

export async function playTo(
  node: Advancing,
  endMs: number,
  flags: Pick<Flags, "output" | "out">,
): Promise<void> {
  const progress = isProgressShown(flags)
    ? new Progress((atMs) => progressText(atMs, endMs))
    : undefined;
  try {
    await advance(node, endMs, progress);
  } finally {
    progress?.clear();
  }
}

async function advance(
  node: Advancing,
  endMs: number,
  progress: Progress | undefined,
): Promise<void> {
  // A limit that is sure to be reached is told at once.
  if (endMs > defaultLimits.timeMs) node.advanceTo(endMs / 1000);
  let length = firstPieceMs;
  for (let atMs = 0; ;) {
    const startMs = performance.now();
    atMs = Math.min(endMs, atMs + length);
    node.advanceTo(atMs / 1000);
    if (atMs === endMs) return;
    const tookMs = performance.now() - startMs;
    if (tookMs < pieceMs / 2) length *= 2;
    else if (tookMs > pieceMs * 2) length = Math.max(shortestPieceMs, length / 2);
    progress?.show(atMs);
    await turnOfTheHost();
  }
}

function turnOfTheHost(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Beside records that appear on the same terminal a line that is rewritten would be in the way. */
export function isProgressShown({ output, out }: Pick<Flags, "output" | "out">): boolean {
  const isInTheWay = output === "jsonl" && isStandardOutput(out) && isatty(1);
  return isSeen() && !isInTheWay;
}
