/** Traces made by hand: the facts a test is about, with everything else filled in. */
import type { ContainerApiStatus } from "../../src/model/kube-status.ts";
import type { CheckResult } from "../../src/check/check-expectations.ts";
import { checkExpectations } from "../../src/check/check-expectations.ts";
import type { Fact } from "../../src/check/trace-extras.ts";
import { parseVersion } from "../../src/scenario/kubernetes-version.ts";
import { load, podYaml, scenarioYaml } from "../scenario/scenario-text.ts";

/** The time in seconds, and a record without its frame. */
export type Entry = readonly [
  number,
  Readonly<Record<string, unknown>> & { readonly type: string },
];

/** In the order of their times; those of one time in the order given. */
export function traceOf(...parts: readonly (Entry | readonly Entry[])[]): readonly Fact[] {
  const entries = parts.flatMap((part) => (isEntry(part) ? [part] : part));
  return entries
    .toSorted(([a], [b]) => a - b)
    .map(([t, fields], index) => ({ t, seq: index + 1, node: "node-1", ...fields })) as Fact[];
}

function isEntry(part: Entry | readonly Entry[]): part is Entry {
  return typeof part[0] === "number";
}

export interface RunFacts {
  readonly pod?: string;
  readonly uid?: string;
  readonly container?: string;
  readonly run?: number;
  readonly start?: number;
  readonly exit?: number;
  readonly code?: number;
  readonly reason?: string;
  readonly removed?: number;
  readonly term?: number;
  readonly preStop?: number;
  readonly postStart?: number;
  readonly image?: string;
}

/** A run that is created when it starts, or at 0. */
export function run(facts: RunFacts): readonly Entry[] {
  const { pod: name = "web", uid = `${name}-1`, container = "app", run: number = 1 } = facts;
  const { start, exit, code = 1, reason = "Error", removed, term } = facts;
  const { preStop, postStart, image } = facts;
  const id = `${uid}/${container}/${number}`;
  const about = { namespace: "default", pod: name, uid, container, id };
  const change = (to: string, more = {}) => ({
    type: "container",
    ...about,
    run: number,
    to,
    ...(image === undefined ? {} : { image }),
    ...more,
  });
  const hook = (which: string) => ({ type: "hook", ...about, hook: which, phase: "start" });
  return [
    [start ?? 0, change("Creating")],
    ...(start === undefined ? [] : [[start, change("Running")] as const]),
    ...(preStop === undefined ? [] : [[preStop, hook("preStop")] as const]),
    ...(postStart === undefined ? [] : [[postStart, hook("postStart")] as const]),
    ...(term === undefined
      ? []
      : [[term, { type: "signal", ...about, run: number, signal: "TERM" }] as const]),
    ...(exit === undefined ? [] : [[exit, change("Exited", { exitCode: code, reason })] as const]),
    ...(removed === undefined ? [] : [[removed, change("Removed")] as const]),
  ];
}

export function stimulus(t: number, id: string): Entry {
  return [t, { type: "stimulus", id, action: "deletePod" }];
}

export function pod(
  t: number,
  change: "added" | "updated" | "terminating" | "removed",
  more: Readonly<Record<string, unknown>> = {},
): Entry {
  const about = { namespace: "default", pod: "web", uid: "web-1", source: "api" };
  return [t, { type: "pod", ...about, change, containers: ["app"], ...more }];
}

export function containerStatus(more: Partial<ContainerApiStatus> = {}): ContainerApiStatus {
  return {
    name: "app",
    image: "app:1",
    state: { running: { startedAtMs: 0 } },
    lastState: {},
    ready: true,
    started: true,
    restartCount: 0,
    ...more,
  };
}

export function status(t: number, more: Readonly<Record<string, unknown>> = {}): Entry {
  const about = { namespace: "default", pod: "web", uid: "web-1" };
  const facts = {
    phase: "Running",
    conditions: [],
    containerStatuses: [containerStatus()],
    sent: true,
  };
  return [t, { type: "status", ...about, ...facts, ...more }];
}

export function phases(...steps: readonly (readonly [number, string])[]): readonly Entry[] {
  return [pod(0, "added"), ...steps.map(([t, phase]) => status(t, { phase }))];
}

/** An Event object of the API, as it is written. */
export function object(t: number, more: Readonly<Record<string, unknown>> = {}): Entry {
  const [, facts] = event(t);
  const times = { firstTimestamp: t, lastTimestamp: t };
  const written = { change: "added", name: "web.1", count: 1, ...times };
  return [t, { ...facts, type: "eventObject", ...written, ...more }];
}

export function event(t: number, more: Readonly<Record<string, unknown>> = {}): Entry {
  const about = { namespace: "default", pod: "web", uid: "web-1" };
  const facts = { eventType: "Warning", reason: "BackOff", message: "Back-off restarting" };
  return [t, { type: "event", ...about, ...facts, ...more }];
}

export function pull(start: number, end?: number): readonly Entry[] {
  const about = { namespace: "default", pod: "web", uid: "web-1", container: "app" };
  const record = (phase: string) => ({ type: "pull", ...about, image: "app:1", phase });
  return [[start, record("start")], ...(end === undefined ? [] : [[end, record("end")] as const])];
}

export function node(t: number, ready: string, more = {}): Entry {
  return [t, { type: "node", conditions: [{ type: "Ready", status: ready, ...more }] }];
}

/** Stimuli that an expectation may name; when they happened is for the trace to say. */
const world = `duration: 100s
stimuli:
- {id: go, at: 10, action: apiDown}
- {id: del, at: 20, action: apiUp}
`;

/** `expect`: one expectation a line. */
export function judge(
  expect: string,
  facts: readonly Fact[],
  { objects = podYaml, version = "1.36" }: { objects?: string; version?: string } = {},
): readonly CheckResult[] {
  const { scenario } = load(scenarioYaml(`${world}expect:\n${expect}`, objects));
  const kubernetesVersion = parseVersion(version);
  return checkExpectations(scenario, facts, {
    nodeName: "node-1",
    ...(kubernetesVersion && { kubernetesVersion }),
  }).results;
}

/** A test of one expectation: its text, the trace, and `true` or a part of what is seen instead. */
export interface Row {
  readonly name: string;
  readonly expect: string;
  readonly trace: readonly Fact[];
  readonly outcome: true | string | RegExp;
  readonly objects?: string;
}

export function row(
  name: string,
  expect: string,
  trace: readonly Fact[],
  outcome: Row["outcome"],
  objects?: string,
): Row {
  return { name, expect, trace, outcome, ...(objects === undefined ? {} : { objects }) };
}
