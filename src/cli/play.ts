/**
 * Plays a scenario in pieces: between two of them Ctrl-C is heard, and a terminal sees how far it
 * is.
 */
import { isatty } from "node:tty";
import type { TraceRecord } from "../model/trace.ts";
import type { PreparedInput } from "../scenario/prepare.ts";
import { type RunOptions, ScenarioPlayer } from "../scenario/run-scenario.ts";
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

/** The records that are kept, all of them unless told otherwise. */
export async function play(
  input: PreparedInput,
  flags: Flags,
  options: RunOptions = {},
): Promise<readonly TraceRecord[]> {
  const player = new ScenarioPlayer(input, options);
  const endMs = input.scenario.durationMs;
  const progress = isProgressShown(flags)
    ? new Progress((atMs) => progressText(atMs, endMs))
    : undefined;
  try {
    await advance(player, endMs, progress);
  } finally {
    progress?.clear();
  }
  player.finish();
  return player.records;
}

/** The records that a text is made from: the trace of a week would need a gigabyte. */
export async function playForText(
  input: PreparedInput,
  flags: Flags,
  options: RunOptions = {},
): Promise<readonly TraceRecord[]> {
  const kept = new TextRecords();
  const onRecord = (record: TraceRecord): void => kept.take(record);
  await play(input, flags, { ...options, onRecord, keepRecords: false });
  return kept.records;
}

async function advance(
  player: ScenarioPlayer,
  endMs: number,
  progress: Progress | undefined,
): Promise<void> {
  // A limit that is sure to be reached is told at once.
  if (endMs > defaultLimits.timeMs) player.advanceTo(endMs);
  let length = firstPieceMs;
  for (let atMs = 0; ;) {
    const startMs = performance.now();
    atMs = Math.min(endMs, atMs + length);
    player.advanceTo(atMs);
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
