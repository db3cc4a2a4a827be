/** How long a container was given to stop, and by whom. */
import { remainingGracePeriodSeconds, stopTimeoutSeconds } from "../decide/kubelet/kill-grace.ts";
import { toMs } from "../trace/times.ts";
import { type Ground, granted } from "./ground.ts";
import type { Of, PodRecord, Story } from "./story.ts";

export interface Grace {
  readonly seconds: number;
  readonly grounds: readonly Ground[];
  /** What a hook or a wait for others took of it, in ms; absent: nothing came before. */
  readonly spentMs?: number;
  readonly spentOn?: "hook" | "others";
}

/** From SIGTERM to SIGKILL. */
export function timeoutMs({ seconds, spentMs = 0 }: Grace): number {
  return stopTimeoutSeconds(remainingGracePeriodSeconds(seconds, spentMs)) * 1000;
}

/** Of a SIGTERM; absent where it is not the kubelet's. */
export function graceOf(story: Story, signal: Of<"signal">): Grace | undefined {
  const begun = killingOf(story, signal);
  const given = givenBy(story, signal, begun);
  if (given === undefined || begun === undefined) return given;
  const spentMs = toMs(signal.t) - toMs(begun.t);
  if (spentMs <= 0) return given;
  const hooked = hasHook(story, signal);
  return { ...given, spentMs, spentOn: hooked ? "hook" : "others" };
}

/** The Event that tells of the stop comes before all of it. */
function killingOf(story: Story, signal: Of<"signal">): Of<"event"> | undefined {
  return story
    .ofPod(signal)
    .findLast(
      (each): each is Of<"event"> =>
        each.seq < signal.seq &&
        each.type === "event" &&
        each.reason === "Killing" &&
        each.container === signal.container,
    );
}

function hasHook(story: Story, { id, seq, ...signal }: Of<"signal">): boolean {
  return story
    .ofPod(signal)
    .some(
      (each) => each.type === "hook" && each.hook === "preStop" && each.id === id && each.seq < seq,
    );
}

function givenBy(
  story: Story,
  signal: Of<"signal">,
  begun: Of<"event"> | undefined,
): Grace | undefined {
  const ofPod = story.field(signal, ["spec", "terminationGracePeriodSeconds"]);
  const pod = { seconds: Number(ofPod[0]?.value ?? 30), grounds: ofPod };
  const deletion = deletionOf(story, begun ?? signal);
  if (deletion !== undefined) return deletion;
  if (story.causeOf(signal)?.type === "container" && isStray(story, signal)) return orphan;
  const sync = story.nearestPodSync(signal);
  if (story.causeOf(signal)?.type === "sync" && sync?.actions[0]?.action === "reset") {
    return { seconds: 0, grounds: [granted("a pod that restarts as a whole is given no grace")] };
  }
  if (story.input.scenario.model === "textbook") return pod;
  const kill = sync?.actions.find(
    (action) => action.action === "kill" && action.container === signal.container,
  );
  const reason = kill?.action === "kill" ? kill.reason : undefined;
  if (reason !== "liveness" && reason !== "startup") return begun === undefined ? orphan : pod;
  const own = story.containerField(signal, `${reason}Probe`, "terminationGracePeriodSeconds");
  return own.length > 0 ? { seconds: Number(own[0]?.value), grounds: own } : pod;
}

const orphan: Grace = { seconds: 2, grounds: [granted("a container nobody declares has 2 s")] };

/** Killed because it runs, and not because its pod is past its deadline or others have ended. */
function isStray(story: Story, signal: Of<"signal">): boolean {
  const cause = story.causeOf(signal);
  if (cause?.type !== "container" || cause.to !== "Running") return false;
  return !isOverdue(story, signal);
}

/** Whether the status said by then that the pod is past its deadline. */
export function isOverdue(story: Story, record: PodRecord): boolean {
  return story
    .ofPod(record)
    .some(
      (each) =>
        each.seq < record.seq && each.type === "status" && each.reason === "DeadlineExceeded",
    );
}

/** The grace that the API server wrote into the object when it was deleted. */
function deletionOf(story: Story, record: Of<"signal"> | Of<"event">): Grace | undefined {
  const marked = story
    .ofPod(record)
    .filter(
      (each): each is Of<"pod"> =>
        each.seq < record.seq && each.type === "pod" && each.change === "terminating",
    );
  const first = marked.find((each) => graceIn(each) !== undefined);
  if (first === undefined) return undefined;
  const seconds = Math.max(1, graceIn(first) ?? 0);
  const by = story.causeOf(first);
  const stimulus = by?.type === "stimulus" ? story.stimulus(by.id) : undefined;
  const isAsked = stimulus?.action === "deletePod" && stimulus.graceSeconds !== undefined;
  if (by?.type === "stimulus" && isAsked) {
    const text = `graceSeconds is ${seconds}`;
    return { seconds, grounds: [{ ...story.stimulusGround(by), text }] };
  }
  const field = story.field(record, ["spec", "terminationGracePeriodSeconds"]);
  const isOfPod = field[0]?.value === seconds;
  const text = `the deletion gives it ${seconds} s`;
  return { seconds, grounds: isOfPod ? field : [granted(text)] };
}

function graceIn({ metadata }: Of<"pod">): number | undefined {
  const grace = metadata?.["deletionGracePeriodSeconds"];
  return typeof grace === "number" ? grace : undefined;
}
