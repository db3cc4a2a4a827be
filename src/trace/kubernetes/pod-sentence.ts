/** How it stands with a pod at the end, in one sentence. */
import { displayName } from "../../model/container-key.ts";
import { counted, formatTime, toMs } from "../times.ts";
import { hasReadiness } from "./container-kinds.ts";
import {
  type ContainerFacts,
  isEnding,
  type PodFacts,
  type RestartCause,
  unseenEnd,
} from "./pod-facts.ts";
import { containersOf, isReady, phaseText } from "./pod-status.ts";
import { isStartWait } from "./waiting.ts";

/** More would be a list, and a list is what the table is for. */
const storiesTold = 3;

/** Nothing is left to wish for: it is ready, it is done, or it is gone. */
export function isWell(pod: PodFacts): boolean {
  const { change, held, ending } = pod;
  if (change === "removed") return true;
  if (held === undefined || ending?.phase === "Failed" || isMistaken(pod)) return false;
  return held.phase === "Succeeded" || (held.phase === "Running" && isReady(held));
}

/** Something of it that the kubelet takes for running is over. */
function isMistaken(pod: PodFacts): boolean {
  return [...pod.containers.values()].some((facts) => unseenEnd(facts, pod) !== undefined);
}

/** The grace of its deletion was over before all of it had ended by itself. */
export function isCutShort(pod: PodFacts): boolean {
  return [...pod.containers.values()].some((facts) => wasCutShort(facts, pod));
}

function wasCutShort({ killedAt }: ContainerFacts, { deletion }: PodFacts): boolean {
  if (killedAt === undefined || deletion === undefined) return false;
  return killedAt >= deletion.at && deletion.grace !== 0;
}

export function podSentence(pod: PodFacts): string {
  return `${displayName(pod.namespace, pod.pod)} ${podStory(pod)}`;
}

/** Without the name, so that pods of which the same is to be told can be told of together. */
export function podStory(pod: PodFacts): string {
  return `${[standing(pod), ...storyOf(pod)].join("; ")}.`;
}

/** Restarts, kills and waits are worth a word even where all is well in the end. */
export function hasStory(pod: PodFacts): boolean {
  return storyOf(pod).length > 0;
}

function storyOf(pod: PodFacts): readonly string[] {
  const byStory = new Map<string, string[]>();
  for (const facts of pod.containers.values()) {
    const story = containerStory(facts, pod);
    if (story === "") continue;
    const names = byStory.get(story);
    if (names) names.push(facts.name);
    else byStory.set(story, [facts.name]);
  }
  const all = [...byStory];
  const others = all.slice(storiesTold).flatMap(([, names]) => names).length;
  return [
    ...all.slice(0, storiesTold).map(([story, names]) => `${listed(names)} ${verbs(story, names)}`),
    ...(others > 0 ? [`${counted(others, "more container")} had trouble, too`] : []),
    ...apiStory(pod),
  ];
}

/** `a`, `a and b`, `a, b and c`. */
function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} and ${last}`;
}

function verbs(story: string, names: readonly string[]): string {
  if (names.length < 2) return story;
  return story
    .replace(/\bwas\b/g, "were")
    .replace(/\bwaits\b/g, "wait")
    .replace(/\bis\b/g, "are")
    .replace(/\bits\b/g, "their");
}

function standing(pod: PodFacts): string {
  const { change, held, source, deletion, ending, sent } = pod;
  if (change === "removed")
    return `is gone${source === "file" ? " with its file" : ""}${took(deletion)}`;
  if (held === undefined) return "is Pending: the kubelet has not taken it up";
  const { phase } = held;
  const text = phaseText(held);
  const verb = phase === "Succeeded" || phase === "Failed" ? "has" : "is";
  if (change === "terminating") return `is terminating (${text})`;
  if (ending && ending.phase !== phase) return `is ${text}, and being ended: ${phaseText(ending)}`;
  if (!isMistaken(pod)) return `${verb} ${text}`;
  const isTold = sent !== undefined && phaseText(sent) === text;
  return `is ${text} in ${isTold ? "the API" : "the kubelet's eyes"} only`;
}

/** ` 16.6s after its deletion (grace 15s)` */
function took(deletion: PodFacts["deletion"]): string {
  if (deletion?.goneAt === undefined) return "";
  const { at, grace, goneAt } = deletion;
  const within = grace === undefined ? "" : ` (grace ${formatTime(toMs(grace))})`;
  return `, ${formatTime(toMs(goneAt) - toMs(at))} after its deletion${within}`;
}

const causeTexts = {
  liveness: "by its liveness probe",
  startup: "by its startup probe",
  crash: "after crashes",
  completion: "after it had completed",
  scenario: "after the scenario had killed it",
  sandbox: "with a new sandbox",
  stop: "after the kubelet had stopped it",
  twice: "while it was still running",
} as const satisfies Record<RestartCause, string>;

function containerStory(facts: ContainerFacts, pod: PodFacts): string {
  const restarts = restartsText(facts.restarts);
  const parts = [
    restarts === "" ? "" : `was ${restarts}`,
    facts.killedAt === undefined
      ? ""
      : `was ended by SIGKILL${wasCutShort(facts, pod) ? " as the grace was over" : ""}`,
    presentText(facts, pod),
  ].filter((part) => part !== "");
  return parts.join(" and ");
}

/** What keeps the pod from being ready, where the container itself does. */
function presentText(facts: ContainerFacts, pod: PodFacts): string {
  const { name, kind, hasStarted, isBackingOff, restarts } = facts;
  if (pod.change === "removed") return kind === undefined && !hasStarted ? "never started" : "";
  if (pod.held === undefined) return "";
  const unseen = unseenEnd(facts, pod);
  if (unseen) {
    const code = unseen.exitCode === undefined ? "" : ` (exit ${unseen.exitCode})`;
    return `ended unseen by the kubelet at ${formatTime(toMs(unseen.at))}${code}`;
  }
  const status = containersOf(pod.held).find((each) => each.name === name);
  const reason = status?.state.waiting?.reason;
  const now = restarts.size > 0 ? "now " : "";
  if (!isEnding(pod)) {
    if (!isStartWait(reason)) return `${now}waits in ${reason ?? "back-off"}`;
    if (isBackingOff) return `${now}waits in back-off`;
  }
  return hasReadiness(kind) && status?.state.running && !status.ready ? "is not ready" : "";
}

function restartsText(restarts: ContainerFacts["restarts"]): string {
  const causes = [...restarts];
  const total = causes.reduce((sum, [, count]) => sum + count, 0);
  if (total === 0) return "";
  const times = `restarted ${total === 1 ? "once" : `${total} times`}`;
  const [only] = causes;
  if (causes.length === 1 && only) return `${times} ${causeText(only[0], total)}`;
  const each = causes.map(([cause, count]) => `${count} ${causeText(cause, count)}`);
  return `${times} (${each.join(", ")})`;
}

function causeText(cause: RestartCause, count: number): string {
  return cause === "crash" && count === 1 ? "after a crash" : causeTexts[cause];
}

/** Where the API server has not heard how it stands. */
function apiStory({ change, held, sent }: PodFacts): readonly string[] {
  if (change === "removed" || held === undefined || sent === undefined) return [];
  const [known, told] = [phaseText(held), phaseText(sent)];
  return known === told ? [] : [`the API still has it as ${told}`];
}
