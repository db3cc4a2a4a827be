/** How it stands with a pod at the end, in one sentence. */
import { displayName } from "../../model/container-key.ts";
import { counted } from "../times.ts";
import type { ContainerFacts, PodFacts, RestartCause } from "./pod-facts.ts";
import { isReady, phaseText } from "./pod-status.ts";

/** More would be a list, and a list is what the table is for. */
const containersTold = 3;

/** Nothing is left to wish for: it is ready, it is done, or it is gone. */
export function isWell({ change, held }: PodFacts): boolean {
  if (change === "removed") return true;
  if (held === undefined) return false;
  return held.phase === "Succeeded" || (held.phase === "Running" && isReady(held));
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
  const all = [...pod.containers.values()].map(containerStory).filter((story) => story !== "");
  const told = all.slice(0, containersTold);
  const others = all.length - told.length;
  return [
    ...told,
    ...(others > 0 ? [`${counted(others, "more container")} had trouble, too`] : []),
    ...apiStory(pod),
  ];
}

function standing({ change, held, source }: PodFacts): string {
  if (change === "removed") return source === "file" ? "is gone with its file" : "is gone";
  if (held === undefined) return "is Pending: the kubelet has not taken it up";
  const { phase } = held;
  const text = phaseText(held);
  const verb = phase === "Succeeded" || phase === "Failed" ? "has" : "is";
  return change === "terminating" ? `is terminating (${text})` : `${verb} ${text}`;
}

const causeTexts = {
  liveness: "by its liveness probe",
  startup: "by its startup probe",
  crash: "after crashes",
  completion: "after it had completed",
  scenario: "after the scenario had killed it",
  sandbox: "with a new sandbox",
  stop: "after the kubelet had stopped it",
} as const satisfies Record<RestartCause, string>;

function containerStory({ name, restarts, isBackingOff, isKilled }: ContainerFacts): string {
  const parts = [
    restartsText(restarts),
    isKilled ? "ended by SIGKILL" : "",
    // It reads on from what was said before it.
    isBackingOff ? "now waits in back-off" : "",
  ].filter((part) => part !== "");
  if (parts.length === 0) return "";
  const [first = ""] = parts;
  const start = first.startsWith("now ") ? first.slice(4) : `was ${first}`;
  const rest = parts.slice(1).map((part) => (part.startsWith("now ") ? part : `was ${part}`));
  return [`${name} ${start}`, ...rest].join(" and ");
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
