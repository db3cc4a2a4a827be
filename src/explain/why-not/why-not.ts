/** What keeps something from being so at a moment, what would have to happen, and what happened. */
import type { PodView } from "../../check/pod-views.ts";
import type { ContainerApiStatus } from "../../model/kube-status.ts";
import type { TraceRecord } from "../../model/trace.ts";
import { NoAnswer } from "../no-answer.ts";
import { momentMs } from "../question.ts";
import { toMs } from "../../trace/times.ts";
import type { Of, Story } from "../story.ts";
import { tell } from "../tell.ts";
import { notReady, notRunning, notStarted } from "./container-lacks.ts";
import { mirrorLacks, presenceLacks } from "./kubelet-lacks.ts";
import type { Lack } from "./lack.ts";
import { conditionLacks, endLacks, runningLacks } from "./pod-lacks.ts";
import { endOf } from "./run-lacks.ts";
import { Scene } from "./scene.ts";
import { removalLacks } from "./stop-lacks.ts";
import { unheardLacks, unheardOf } from "./unheard-lacks.ts";
import { type Wanted, type WantedOf, wantedIn } from "./wanted.ts";

export interface WhyNot {
  /** `web is Ready`, and `web is not Ready`. */
  readonly asked: string;
  readonly instead: string;
  readonly atMs: number;
  /** That it is so already, and the record since when. */
  readonly isSo: boolean;
  readonly since?: TraceRecord | undefined;
  /** What is asked about first, then what that waits for; where it is so, what speaks against. */
  readonly lacks: readonly Lack[];
  /** What made it so after all, with what led to it; absent: it never was so in this run. */
  readonly later?: TraceRecord | undefined;
  readonly because?: string | undefined;
}

export interface WhyNotQuestion {
  readonly whyNot: string;
  readonly at?: string;
  readonly pod?: string;
}

/** One for each pod that is meant, or two. Throws `NoAnswer`. */
export function whyNot(story: Story, { whyNot: text, at, pod }: WhyNotQuestion): readonly WhyNot[] {
  if (story.input.scenario.model === "textbook") {
    const ways = "ask --of or --at, or run it with --model kubernetes";
    throw new NoAnswer(`--why-not asks of statuses, which the textbook model has none of; ${ways}`);
  }
  const ms = at === undefined ? story.facts.endMs : momentMs(story, at);
  return wantedIn(story, text, pod).flatMap((each) => {
    const first = answer(each, new Scene(story, each.pod, ms));
    const sinceMs = first.since === undefined ? 0 : toMs(first.since.t);
    if (at !== undefined || !first.isSo || sinceMs <= 0) return [first];
    // Of what is so in the end it is meant before it came to be.
    return [first, answer(each, new Scene(story, each.pod, sinceMs - 1))];
  });
}

function answer({ wanted }: WantedOf, scene: Scene): WhyNot {
  const { asked, instead } = words(wanted, scene);
  const common = { asked, instead, atMs: scene.atMs };
  if (isSo(wanted, scene)) {
    return {
      ...common,
      isSo: true,
      since: sinceWhen(wanted, scene),
      lacks: butLacks(wanted, scene),
    };
  }
  const later = becomes(wanted, scene);
  // What is a happening itself needs no other one beside it.
  const because = later?.type === "status" ? reasonOf(scene.story, later) : undefined;
  return { ...common, isSo: false, lacks: lacksOf(wanted, scene), later, because };
}

/** What its kubelet has not heard, of what is so because the API has it so. */
function butLacks({ kind, ...wanted }: Wanted, scene: Scene): readonly Lack[] {
  if (kind === "condition" || kind === "phase") return unheardLacks(scene);
  if (kind !== "container" || !("state" in wanted)) return [];
  const isOfApi = wanted.state === "ready" || wanted.state === "started";
  return isOfApi ? unheardOf(scene, wanted.container) : [];
}

function words(wanted: Wanted, { name }: Scene): { asked: string; instead: string } {
  const both = (subject: string, is: string, not: string) => ({
    asked: `${subject} ${is}`,
    instead: `${subject} ${not}`,
  });
  switch (wanted.kind) {
    case "condition": {
      const { condition } = wanted;
      if (condition === "Ready") return both(name, "is Ready", "is not Ready");
      return both(`${condition} of ${name}`, "is True", "is not True");
    }
    case "phase":
      return both(name, `is ${wanted.phase}`, `is not ${wanted.phase}`);
    case "gone":
      return both(name, "is gone", "is not gone");
    case "there":
      return both(name, "is there", "is not there");
    case "mirror":
      return both(`mirror(${name})`, "is there", "is not there");
    case "run":
      return both(`${name}/${wanted.container}#${wanted.run}`, "has started", "has not started");
    case "container": {
      const subject = `${name}/${wanted.container}`;
      const is = { ready: "is ready", started: "has started", running: "runs", ended: "has ended" };
      const not = {
        ready: "is not ready",
        started: "has not started",
        running: "does not run",
        ended: "has not ended",
      };
      return both(subject, is[wanted.state], not[wanted.state]);
    }
  }
}

function isSo(wanted: Wanted, scene: Scene): boolean {
  switch (wanted.kind) {
    case "condition":
    case "phase":
      return isInStatus(wanted, scene.view?.status);
    case "gone":
      if (scene.pod.source === "file") return scene.isStopped;
      return scene.view === undefined && scene.last("pod") !== undefined;
    case "there":
      return scene.view !== undefined;
    case "mirror":
      return false;
    case "run":
      return hasRun(wanted, scene);
    case "container": {
      const { container, state } = wanted;
      const run = scene.run(container);
      switch (state) {
        case "running":
          return scene.isRunning(container);
        case "ended":
          return run !== undefined && scene.stateOf(run) === "Exited";
        case "ready":
        case "started":
          return scene.status(container)?.[state] === true;
      }
    }
  }
}

function hasRun({ container, run }: { container: string; run: number }, scene: Scene): boolean {
  return scene.story.facts.runs.runs.some(
    (each) =>
      each.podKey === scene.pod.key &&
      each.container === container &&
      each.run >= run &&
      (each.startMs ?? Infinity) <= scene.atMs,
  );
}

type Status = PodView["status"] | Of<"status">;

function isInStatus(wanted: Wanted, status: Status): boolean {
  if (status === undefined) return false;
  switch (wanted.kind) {
    case "condition":
      return status.conditions.some(
        ({ type, status: value }) => type === wanted.condition && value === "True",
      );
    case "phase":
      return status.phase === wanted.phase;
    case "container": {
      const { state } = wanted;
      if (state !== "ready" && state !== "started") return false;
      const { initContainerStatuses = [], containerStatuses } = status;
      const all: readonly ContainerApiStatus[] = [...initContainerStatuses, ...containerStatuses];
      return all.some(({ name, [state]: is }) => name === wanted.container && is === true);
    }
    default:
      return false;
  }
}

/** The record that made it so before, of what is so. */
function sinceWhen(wanted: Wanted, scene: Scene): TraceRecord | undefined {
  switch (wanted.kind) {
    case "gone":
      return scene.last("pod", ({ change }) => change === "removed");
    case "there":
      return scene.last("pod", ({ change }) => change === "added");
    case "run":
      return scene.last("container", (each) => each.to === "Running" && isNth(wanted, each));
    case "container":
      if (wanted.state === "running" || wanted.state === "ended") {
        const to = wanted.state === "running" ? "Running" : "Exited";
        const { container } = wanted;
        return scene.last("container", (each) => each.container === container && each.to === to);
      }
      break;
    default:
  }
  const isTold = (status: Of<"status">): boolean => isTellingFor(scene, status);
  const other = scene.last("status", (each) => isTold(each) && !isInStatus(wanted, each));
  const first = scene.story
    .ofPod(scene.about)
    .find(
      (each) =>
        each.type === "status" &&
        isTold(each) &&
        each.seq > (other?.seq ?? 0) &&
        isInStatus(wanted, each),
    );
  return first;
}

function isNth(
  { container, run }: { readonly container: string; readonly run: number },
  record: Of<"container">,
): boolean {
  return record.container === container && record.run >= run;
}

/** Of a static pod, which the API knows by its mirror alone, what the kubelet holds. */
function isTellingFor({ pod }: Scene, { sent }: Of<"status">): boolean {
  return sent === (pod.source !== "file");
}

/** The first record after now that makes it so. */
function becomes(wanted: Wanted, scene: Scene): TraceRecord | undefined {
  switch (wanted.kind) {
    case "gone":
      if (scene.pod.source === "file") return scene.stops;
      return scene.next("pod", ({ change }) => change === "removed");
    case "there":
      return scene.next("pod", ({ change }) => change === "added");
    case "mirror":
      return undefined;
    case "run":
      return scene.next("container", (each) => each.to === "Running" && isNth(wanted, each));
    case "container":
      if (wanted.state === "running") return scene.nextStart(wanted.container);
      if (wanted.state === "ended") {
        const { container } = wanted;
        return scene.next(
          "container",
          (each) => each.container === container && each.to === "Exited",
        );
      }
      break;
    default:
  }
  return scene.next("status", (each) => isTellingFor(scene, each) && isInStatus(wanted, each));
}

/** What happened that is more than a report or a decision. */
function reasonOf(story: Story, record: TraceRecord): string | undefined {
  const reports: readonly string[] = ["status", "condition", "sync"];
  let effect = record;
  let cause = story.causeOf(record);
  while (cause !== undefined && reports.includes(cause.type)) {
    effect = cause;
    cause = story.causeOf(cause);
  }
  return cause && tell(story, cause, effect).what;
}

function lacksOf(wanted: Wanted, scene: Scene): readonly Lack[] {
  switch (wanted.kind) {
    case "condition":
      return conditionLacks(scene, wanted.condition);
    case "phase":
      return wanted.phase === "Running" ? runningLacks(scene) : endLacks(scene, wanted.phase);
    case "gone":
      return removalLacks(scene);
    case "there":
      return presenceLacks(scene);
    case "mirror":
      return mirrorLacks(scene);
    case "run": {
      const { container, run } = wanted;
      if (scene.isRunning(container)) return endOf(scene, container, run);
      return notRunning(scene, container);
    }
    case "container":
      return containerLacks(scene, wanted.container, wanted.state);
  }
}

function containerLacks(
  scene: Scene,
  container: string,
  state: Extract<Wanted, { readonly kind: "container" }>["state"],
): readonly Lack[] {
  switch (state) {
    case "ready":
      return [notReady(scene, container)];
    case "started":
      return notStarted(scene, container);
    case "running":
      return notRunning(scene, container);
    case "ended":
      return scene.isRunning(container) ? endOf(scene, container) : notRunning(scene, container);
  }
}
