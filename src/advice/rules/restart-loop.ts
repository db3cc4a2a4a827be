/** A container ends and is started again, over and over. */
import type { ContainerAccount, RunAccount } from "../account.ts";
import type { AdvisedContainer, AdvisedPod, AdvisedRun } from "../advised-run.ts";
import { type AdviceRule, type Told, lasting, often, ofContainers } from "../rule.ts";

/** Fewer tell of no loop. */
const endsAtLeast = 3;
/** After a longer run the back-off begins anew. */
const shortRunMs = 10 * 60_000;

export const restartLoop: AdviceRule = {
  title: "A container is restarted over and over, and is down meanwhile",
  find: ofContainers((pod, container, run) => {
    const ends = endsOf(pod, container);
    const isGoingOn = ends.length < container.runs.length || container.state === "CrashLoopBackOff";
    if (ends.length < endsAtLeast || !isGoingOn) return undefined;
    const waitMs = Math.max(...ends.map((end) => untilNextMs(pod, container, end, run.endMs)));
    const sinceMs = ends[0]?.exitMs ?? 0;
    const unreadyMs = unreadySince(pod, sinceMs);
    const untilMs = Math.min(pod.terminatingMs ?? Infinity, run.endMs);
    const share = Math.round((unreadyMs / Math.max(1, untilMs - sinceMs)) * 100);
    const wait = waitMs < 1000 ? "" : `; the longest wait for a restart was ${lasting(waitMs)}`;
    const says =
      `it ended ${often(ends.length)} (${howOf(ends)}), and since then its pod was not Ready ` +
      `for ${lasting(unreadyMs)}, ${share} % of the time${wait}`;
    return { says, ...adviceOn(ends, pod, container, run) };
  }),
};

/** Of short runs: by itself, or by a probe. */
function endsOf(
  { terminatingMs = Infinity }: AdvisedPod,
  { runs }: ContainerAccount,
): readonly RunAccount[] {
  return runs.filter(({ startMs, exitMs, termMs, killReason }) => {
    if (startMs === undefined || exitMs === undefined || exitMs >= terminatingMs) return false;
    const isByItself = termMs === undefined;
    const isByProbe = killReason === "liveness" || killReason === "startup";
    return (isByItself || isByProbe) && exitMs - startMs < shortRunMs;
  });
}

function unreadySince({ unready }: AdvisedPod, sinceMs: number): number {
  return unready.reduce(
    (sum, { fromMs, toMs }) => sum + Math.max(0, toMs - Math.max(fromMs, sinceMs)),
    0,
  );
}

function untilNextMs(
  { terminatingMs = Infinity }: AdvisedPod,
  { runs }: ContainerAccount,
  { run, exitMs = 0 }: RunAccount,
  endMs: number,
): number {
  const next = runs.find((each) => each.run > run)?.startMs;
  return Math.max(0, Math.min(next ?? Infinity, endMs, terminatingMs) - exitMs);
}

/** `exit 1 ×5, liveness probe ×2`. */
function howOf(ends: readonly RunAccount[]): string {
  const counts = new Map<string, number>();
  for (const { killReason, exitCode, reason } of ends) {
    const isByProbe = killReason === "liveness" || killReason === "startup";
    const own = reason === "OOMKilled" ? reason : `exit ${exitCode}`;
    const how = isByProbe ? `${killReason} probe` : own;
    counts.set(how, (counts.get(how) ?? 0) + 1);
  }
  if (counts.size === 1) return [...counts.keys()].join("");
  return [...counts].map(([how, count]) => `${how}: ${count}`).join(", ");
}

function adviceOn(
  ends: readonly RunAccount[],
  pod: AdvisedPod,
  container: AdvisedContainer,
  run: AdvisedRun,
): Pick<Told, "advice" | "fixes"> {
  const kind = ends.at(-1)?.killReason;
  if (kind === "liveness" || kind === "startup") {
    const advice = "the probe restarts it: see why it stops to answer, or give it more time";
    return { advice, fixes: [run.fix(pod, [...container.path, `${kind}Probe`])] };
  }
  const isDone = ends.every(({ exitCode }) => exitCode === 0);
  const path = ["spec", "restartPolicy"];
  if (!isDone) {
    const advice = "no field keeps it from ending: see why it does; the wait grows up to 5m";
    return { advice, fixes: [run.fix(pod, container.path)] };
  }
  if (pod.manifest.owner?.kind === undefined) {
    const advice = "it ends well and Always starts it again: OnFailure lets it be done";
    return { advice, fixes: [run.fix(pod, path, "OnFailure")] };
  }
  const { kind: owner } = pod.manifest.owner;
  const advice = `it ends well, and a ${owner} starts it again: a Job lets it be done`;
  return { advice, fixes: [run.fix(pod, path)] };
}
