/** Checks of how many containers or pods there are at each moment. */
import { matchesName } from "../model/name-pattern.ts";
import type { Answer, CheckContext, ExpectationOf } from "./context.ts";
import type { Facts } from "./facts.ts";
import type { PodIdentity } from "./pod-book.ts";
import { type PodView, containerStatus } from "./pod-views.ts";
import type { ContainerRun } from "./runs.ts";
import { type Series, type Step, heldThrough, joined, mapSeries, seriesOf } from "./series.ts";
import { runState, seriesOfPod } from "./state-series.ts";
import { at } from "./times.ts";
import { knownToEnd, windowOf } from "./windows.ts";

type Kind = ExpectationOf<"concurrent">["of"];

export function checkConcurrent(
  expectation: ExpectationOf<"concurrent">,
  context: CheckContext,
): Answer {
  const { of, min = 0, max = Infinity } = expectation;
  const { facts } = context;
  const window = windowOf(expectation, context);
  const { fromMs, toMs } = knownToEnd(window, facts.endMs);
  const series = of.kind === "pod" ? podsAlike(of, facts) : containersAlike(of, facts);
  const counts = countTrue(series);
  const held = heldThrough(counts, Math.max(0, fromMs), Math.min(facts.endMs, toMs));
  const wrong = held.find(({ value }) => value < min || value > max);
  const numbers = held.map(({ value }) => value);
  const range = `between ${Math.min(...numbers)} and ${Math.max(...numbers)}`;
  return {
    passed: wrong === undefined,
    ...(window.text === undefined ? {} : { when: window.text }),
    seen: wrong ? `${wrong.value} at ${at(wrong.atMs)}; ${range} in all` : range,
  };
}

/** How many of them are true at each moment. */
function countTrue(all: readonly Series<boolean>[]): Series<number> {
  const changes = all.flatMap((series) =>
    series.flatMap(({ atMs, value }, index) => {
      const change = Number(value) - Number(series[index - 1]?.value ?? false);
      return change === 0 ? [] : [{ atMs, value: change }];
    }),
  );
  const counts: Step<number>[] = seriesOf(0);
  let count = 0;
  for (const { atMs, value } of changes.toSorted((a, b) => a.atMs - b.atMs)) {
    count += value;
    counts.push({ atMs, value: count });
  }
  return counts;
}

/** Pods as the API has them; a static pod counts by itself only where it has no mirror. */
function podsAlike(of: Kind, facts: Facts): readonly Series<boolean>[] {
  const { pods } = facts.pods;
  const mirrored = new Set(
    pods.filter(({ isMirror }) => isMirror).map(({ namespace, name }) => `${namespace}/${name}`),
  );
  const counted = pods.filter(
    ({ source, namespace, name }) => source !== "file" || !mirrored.has(`${namespace}/${name}`),
  );
  return counted
    .filter((pod) => isMeant(of, pod, facts))
    .map((pod) =>
      mapSeries(seriesOfPod(pod, facts), (view) => view !== undefined && isAlike(view, of)),
    );
}

function containersAlike(of: Kind, facts: Facts): readonly Series<boolean>[] {
  return facts.runs.runs.flatMap((run) => {
    const pod = facts.pods.get(run.podKey);
    if (pod === undefined || !isMeant(of, pod, facts)) return [];
    if (of.container !== undefined && !matchesName(of.container, run.container)) return [];
    const states = mapSeries(statesOf(run), (state) => isState(state, of.state));
    const { ready, phase, deleting } = of;
    if (ready === undefined && phase === undefined && deleting === undefined) return [states];
    const views = mapSeries(seriesOfPod(pod, facts), (view) => {
      if (view === undefined) return false;
      const isReady = containerStatus(view, run.container)?.ready ?? false;
      return (ready === undefined || ready === isReady) && isPodAlike(view, of);
    });
    return [joined(states, views, (left, right) => left && right)];
  });
}

/** Absent: it does not exist. */
function statesOf(run: ContainerRun): Series<string | undefined> {
  const { createdMs, startMs, exitMs, removedMs } = run;
  const series: Step<string | undefined>[] = seriesOf<string | undefined>(undefined);
  for (const atMs of [createdMs, startMs, exitMs]) {
    if (atMs !== undefined) series.push({ atMs, value: runState(run, atMs) });
  }
  if (removedMs !== undefined) series.push({ atMs: removedMs, value: undefined });
  return series;
}

function isState(state: string | undefined, wanted: string | undefined): boolean {
  return state !== undefined && (wanted === undefined || wanted.toLowerCase() === state);
}

function isMeant({ pod, deployment }: Kind, identity: PodIdentity, { pods }: Facts): boolean {
  const { name, key } = identity;
  if (pod !== undefined && !pods.isMeant(pod, name, key)) return false;
  if (deployment === undefined) return true;
  const owner = deploymentOf(name);
  return owner !== undefined && matchesName(deployment, owner);
}

/** `web` of `web-5d4b8c-x7x2p`: a Deployment's pods are named by it, its ReplicaSet and chance. */
function deploymentOf(pod: string): string | undefined {
  return /^(.+)-[^-]+-[^-]+$/.exec(pod)?.[1];
}

function isAlike(view: PodView, of: Kind): boolean {
  const isReady = view.status?.conditions.some(
    ({ type, status }) => type === "Ready" && status === "True",
  );
  return (of.ready === undefined || of.ready === (isReady ?? false)) && isPodAlike(view, of);
}

function isPodAlike({ status, isTerminating }: PodView, { phase, deleting }: Kind): boolean {
  if (phase !== undefined && (status?.phase ?? "Pending") !== phase) return false;
  return deleting === undefined || deleting === isTerminating;
}
