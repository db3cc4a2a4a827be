/** How a run of a container was stopped: what grace it had, and what it would have needed. */
import { sleepMs } from "../model/sleep-command.ts";
import type { Path } from "../yaml/document.ts";
import type { RunAccount } from "./account.ts";
import type { AdvisedContainer, AdvisedPod, AdvisedRun } from "./advised-run.ts";

export interface Stop {
  readonly run: RunAccount;
  /** From the beginning of the stop, before any hook, to SIGTERM. */
  readonly untilTermMs: number;
  readonly graceSeconds: number;
  /** Where that grace is set. */
  readonly gracePath: Path;
  /** The hook was cut off, or left less than the 2 s that are the least after SIGTERM. */
  readonly isUsedUpByHook: boolean;
  /** Seconds of grace for the hook and the least after it; absent: the hook does not end. */
  readonly hookNeedsSeconds?: number;
  /** Seconds of grace for the hook and for what SIGTERM begins; absent: no grace is enough. */
  readonly needsSeconds?: number;
  /** The process does nothing about SIGTERM. */
  readonly isIgnored: boolean;
}

const leastAfterTermMs = 2000;

/** The stops to which the manifest gave the grace: a deletion may give another. */
export function stopsOf(
  pod: AdvisedPod,
  container: AdvisedContainer,
  advised: AdvisedRun,
): readonly Stop[] {
  return container.runs.flatMap((run): readonly Stop[] => {
    const { stopMs, termMs, killMs, preStopMs, preStopEndMs } = run;
    const grace = graceOf(pod, container, run);
    if (stopMs === undefined || termMs === undefined || grace === undefined) return [];
    const untilTermMs = termMs - stopMs;
    // Who is killed sooner, such as a container that nobody declares any more, had no such grace.
    const graceMs = grace.graceSeconds * 1000;
    if (killMs !== undefined && killMs - stopMs < graceMs) return [];
    // At the end of the grace it is cut off.
    const hasEnded = preStopEndMs !== undefined && preStopEndMs <= termMs && untilTermMs < graceMs;
    const leftMs = graceMs - untilTermMs;
    const isUsedUpByHook = preStopMs !== undefined && (!hasEnded || leftMs < leastAfterTermMs);
    const { sigterm } = advised.behaviour(pod, container.name);
    const processMs = sigterm === "ignored" ? Infinity : sigterm.exitAfterMs;
    const hookMs = hasEnded ? untilTermMs : hookTakesMs(pod, container, advised);
    const hookNeeds = secondsOf(hookMs + leastAfterTermMs);
    // Of a hook that was not cut off it is known what the process had left.
    const needs = secondsOf(
      hookMs + (hasEnded ? processMs : Math.max(leastAfterTermMs, processMs)),
    );
    return [
      {
        run,
        untilTermMs,
        ...grace,
        isUsedUpByHook,
        isIgnored: sigterm === "ignored",
        ...(hookNeeds === undefined ? {} : { hookNeedsSeconds: hookNeeds }),
        ...(needs === undefined ? {} : { needsSeconds: needs }),
      },
    ];
  });
}

function graceOf(
  { spec, terminatingMs, deletionGrace }: AdvisedPod,
  container: AdvisedContainer,
  { killReason, stopMs = 0 }: RunAccount,
): Pick<Stop, "graceSeconds" | "gracePath"> | undefined {
  const name = "terminationGracePeriodSeconds";
  const ofPod = { graceSeconds: spec[name], gracePath: ["spec", name] };
  if (terminatingMs !== undefined && stopMs >= terminatingMs) {
    return (deletionGrace ?? ofPod.graceSeconds) === ofPod.graceSeconds ? ofPod : undefined;
  }
  if (killReason !== "liveness" && killReason !== "startup") return ofPod;
  const graceSeconds = container.spec[`${killReason}Probe`]?.[name];
  if (graceSeconds === undefined) return ofPod;
  return { graceSeconds, gracePath: [...container.path, `${killReason}Probe`, name] };
}

/** One second more: at the very end of the grace SIGKILL may come first. */
function secondsOf(ms: number): number | undefined {
  return Number.isFinite(ms) ? Math.ceil(ms / 1000) + 1 : undefined;
}

/** What a hook that was cut off would have taken, by the scenario or by its own field. */
function hookTakesMs(
  pod: AdvisedPod,
  { name, spec }: AdvisedContainer,
  advised: AdvisedRun,
): number {
  const { takesMs } = advised.behaviour(pod, name).preStop ?? {};
  const { sleep, exec } = spec.lifecycle?.preStop ?? {};
  // Such a hook is the kubelet's own, and no behaviour changes it.
  if (sleep !== undefined) return sleep.seconds * 1000;
  return takesMs === "forever" ? Infinity : (takesMs ?? sleepMs(exec?.command) ?? 0);
}
