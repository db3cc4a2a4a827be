/**
 * The references of a scenario: to pods, to runs of containers, and to moments of a simulation.
 *
 * A parser answers with `undefined` where the text is no such reference; whoever reads a file says
 * then what was expected (`*Expected`), and checks apart that what is named exists.
 */
import { formatDuration, parseDuration, secondsToMs } from "./duration.ts";

/** A pod by its name, the second one of that name (`web@2`), or the mirror pod of a static pod. */
export type PodReference =
  | { readonly kind: "pod"; readonly name: string; readonly instance?: number }
  | { readonly kind: "mirror"; readonly name: string };

/** `pod` is absent where the file names only the container: the scenario has one pod then. */
export interface ContainerReference {
  readonly pod?: PodReference;
  readonly container: string;
}

/** `next`: 1 for the first run that starts after the expectation's `from`, 2 for the one after. */
export interface RunReference extends ContainerReference {
  readonly run: number | { readonly next: number };
}

export interface PullReference extends ContainerReference {
  readonly pull: number;
}

export type RunMoment = "start" | "exit" | "sigterm" | "preStop" | "postStart";
export type PullMoment = "start" | "end";

/** A moment. A plain time is a moment after `t0`. */
export type Reference = { readonly offsetMs: number } & Anchor;

type Anchor =
  | { readonly kind: "t0" }
  | { readonly kind: "end" }
  | { readonly kind: "stimulus"; readonly id: string }
  | { readonly kind: "run"; readonly run: RunReference; readonly moment: RunMoment }
  | { readonly kind: "pull"; readonly pull: PullReference; readonly moment: PullMoment }
  | { readonly kind: "podStart"; readonly pod?: PodReference };

/** A bound of a window: so long after `from`, or a moment of its own. */
export type Bound = { readonly kind: "after"; readonly ms: number } | Reference;

export const podExpected = "a pod's name, pod@2 or mirror(pod)";
export const containerExpected = "a container such as app, or pod/app of that pod";
export const runExpected = "a run such as app#1, pod/app#2 or app#next";
export const pullExpected = "a pull such as app.pull#1 or pod/app.pull#2";
export const momentExpected =
  "a time (20, 1m30s), or a moment such as end, a stimulus's id or app#2.start+5s";

/** Source text of the pattern of a stimulus's `id`. */
export const stimulusIdPattern = "^[A-Za-z_][A-Za-z0-9_-]*$";
const stimulusId = new RegExp(stimulusIdPattern);
const reservedIds: ReadonlySet<string> = new Set(["t0", "end"]);

const podName = /^([^\s/#@*()]+)(?:@([1-9]\d*))?$/;
const mirrorName = /^mirror\(([^\s/#@*()]+)\)$/;
const containerText = /^(?:(.+)\/)?([^\s/#@*().+]+)$/;
const runText = /^(.+)#(?:([1-9]\d*)|next([2-9]|[1-9]\d+)?)$/;
const pullText = /^(.+)\.pull#([1-9]\d*)$/;
const runMomentText = /^(.+)\.(start|exit|sigterm|preStop|postStart)$/;
const pullMomentText = /^(.+)\.(start|end)$/;
const podStartText = /^(.+)\.status\.startTime$/;
const offsetText = /^(.+)([+-])([^+-]+)$/;

/** An `id` that another reference can name: no word of the format, and not read as an offset. */
export function isStimulusId(text: string): boolean {
  return stimulusId.test(text) && !reservedIds.has(text) && splitOffset(text).text === text;
}

export function parsePod(text: string): PodReference | undefined {
  const mirror = mirrorName.exec(text);
  if (mirror?.[1] !== undefined) return { kind: "mirror", name: mirror[1] };
  const [, name, instance] = podName.exec(text) ?? [];
  if (name === undefined) return undefined;
  return { kind: "pod", name, ...(instance === undefined ? {} : { instance: Number(instance) }) };
}

export function parseContainer(text: string): ContainerReference | undefined {
  const [, podPart, container] = containerText.exec(text) ?? [];
  if (container === undefined) return undefined;
  if (podPart === undefined) return { container };
  const pod = parsePod(podPart);
  return pod && { pod, container };
}

export function parseRun(text: string): RunReference | undefined {
  const [, subject, number, next = "1"] = runText.exec(text) ?? [];
  const container = subject === undefined ? undefined : parseContainer(subject);
  if (!container) return undefined;
  return { ...container, run: number === undefined ? { next: Number(next) } : Number(number) };
}

export function parsePull(text: string): PullReference | undefined {
  const [, subject, number] = pullText.exec(text) ?? [];
  const container = subject === undefined ? undefined : parseContainer(subject);
  return container && { ...container, pull: Number(number) };
}

/** A plain time counts from `t0`. */
export function parseMoment(value: string | number): Reference | undefined {
  const bound = parseBound(value);
  return bound?.kind === "after" ? { kind: "t0", offsetMs: bound.ms } : bound;
}

export function parseBound(value: string | number): Bound | undefined {
  const ms = typeof value === "number" ? secondsToMs(value) : parseDuration(value);
  if (ms !== undefined) return { kind: "after", ms };
  if (typeof value === "number") return undefined;
  const { text, offsetMs } = splitOffset(value);
  const anchor = parseAnchor(text);
  return anchor && { ...anchor, offsetMs };
}

function parseAnchor(text: string): Anchor | undefined {
  if (text === "t0" || text === "end") return { kind: text };
  return (
    parsePodStart(text) ??
    parsePullMoment(text) ??
    parseRunMoment(text) ??
    (stimulusId.test(text) ? { kind: "stimulus", id: text } : undefined)
  );
}

function parsePodStart(text: string): Anchor | undefined {
  const subject = podStartText.exec(text)?.[1];
  if (subject === undefined) return undefined;
  if (subject === "pod") return { kind: "podStart" };
  const pod = parsePod(subject);
  return pod && { kind: "podStart", pod };
}

function parsePullMoment(text: string): Anchor | undefined {
  const [, subject, moment] = pullMomentText.exec(text) ?? [];
  const pull = subject === undefined ? undefined : parsePull(subject);
  return pull && { kind: "pull", pull, moment: moment as PullMoment };
}

function parseRunMoment(text: string): Anchor | undefined {
  const [, subject, moment] = runMomentText.exec(text) ?? [];
  const run = subject === undefined ? undefined : parseRun(subject);
  return run && { kind: "run", run, moment: moment as RunMoment };
}

/** `kill-5s` is five seconds before `kill`; a `-` that no duration follows belongs to a name. */
function splitOffset(text: string): { readonly text: string; readonly offsetMs: number } {
  const [, anchor, sign, duration] = offsetText.exec(text) ?? [];
  const ms = duration === undefined || /^\d*$/.test(duration) ? undefined : parseDuration(duration);
  if (anchor === undefined || ms === undefined) return { text, offsetMs: 0 };
  return { text: anchor, offsetMs: sign === "-" && ms > 0 ? -ms : ms };
}

export function formatPod(pod: PodReference): string {
  if (pod.kind === "mirror") return `mirror(${pod.name})`;
  return pod.instance === undefined ? pod.name : `${pod.name}@${pod.instance}`;
}

export function formatContainer({ pod, container }: ContainerReference): string {
  return pod === undefined ? container : `${formatPod(pod)}/${container}`;
}

export function formatRun(reference: RunReference): string {
  const { run } = reference;
  const number = typeof run === "number" ? run : `next${run.next === 1 ? "" : run.next}`;
  return `${formatContainer(reference)}#${number}`;
}

export function formatReference(reference: Reference): string {
  const { offsetMs } = reference;
  const offset =
    offsetMs === 0 ? "" : `${offsetMs < 0 ? "-" : "+"}${formatDuration(Math.abs(offsetMs))}`;
  return formatAnchor(reference) + offset;
}

function formatAnchor(anchor: Anchor): string {
  switch (anchor.kind) {
    case "t0":
    case "end":
      return anchor.kind;
    case "stimulus":
      return anchor.id;
    case "run":
      return `${formatRun(anchor.run)}.${anchor.moment}`;
    case "pull":
      return `${formatContainer(anchor.pull)}.pull#${anchor.pull.pull}.${anchor.moment}`;
    case "podStart":
      return `${anchor.pod === undefined ? "pod" : formatPod(anchor.pod)}.status.startTime`;
  }
}
