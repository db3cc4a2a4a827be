/** The words of the log: what the surroundings of the containers do, and what is decided. */
import type {
  FaultTrace,
  KubeletTrace,
  LinkTrace,
  StimulusTrace,
  SyncAction,
} from "../model/trace.ts";
import { counted, formatTime, toMs } from "./times.ts";

export function linkText({ up }: LinkTrace): string {
  return up ? "up: the kubelet asks the API" : "cut: what the API said last stands";
}

export function kubeletText({ change, version }: KubeletTrace): string {
  if (change === "stopped") return "stopped: it forgets all, the containers live on";
  const started = version === undefined ? "started" : `${version} started`;
  return `${started}: it reads its sources and lists`;
}

export const nodeDownText = "down: its kubelet and all of its containers end";

export const nodeUpText = "up again: its kubelet starts, and no container runs";

export function stimulusText({ action, target = "", id }: StimulusTrace): string {
  switch (action) {
    case "apiDown":
      return "cuts the link to the API";
    case "apiUp":
      return "restores the link to the API";
    case "writeFile":
      return `writes static pod ${target}`;
    case "removeFile":
      return `removes static pod ${target}`;
    case "createPod":
      return `creates ${target} in the API`;
    case "deletePod":
      return `deletes ${target} in the API`;
    case "registryDown":
      return "takes the image registry down";
    case "registryUp":
      return "brings the image registry back";
    case "kubeletUpgrade":
      return `puts kubelet ${target} in place of the one there`;
    case "dropEvents":
    case "delayEvents":
    case "duplicateEvents":
    case "reorderEvents":
      return `${faultVerbs.get(action) ?? ""} events of ${target || "every pod"} (${id})`;
    default:
      return `${action} ${target}`.trim();
  }
}

/** A fault that begins is told by its stimulus. */
export function faultText({ id, action, phase }: FaultTrace): string | undefined {
  if (phase === "begin") return undefined;
  const verb = faultVerbs.get(action);
  return verb ? `${verb} no more events (${id})` : `${action} ends (${id})`;
}

const faultVerbs = new Map([
  ["dropEvents", "drops"],
  ["delayEvents", "delays"],
  ["duplicateEvents", "doubles"],
  ["reorderEvents", "swaps"],
]);

/** Of an event that a fault touched; undefined: none did. */
export function deliveryText(record: {
  readonly event: string;
  readonly delivered: true | string;
  readonly due?: number;
  readonly fault?: string;
}): string | undefined {
  const { event, delivered, due, fault } = record;
  if (delivered === true) return fault === undefined ? undefined : `${event} comes now (${fault})`;
  if (due === undefined) return `${event} is lost (${delivered})`;
  return `${event} is held back until ${formatTime(toMs(due))} (${delivered})`;
}

type Crash = SyncAction & { readonly action: "crashed" };

/** `exit`: what was said of the exit, where it is of this moment; else a round has found it. */
export function crashText({ wait, waitUntil, restarts }: Crash, exit: string | undefined): string {
  const what = exit?.replace(/^exited/, "crashed") ?? "seen exited";
  const at = formatTime(toMs(waitUntil));
  return `${what}: restart ${restarts} in ${counted(wait, "tick")}, at ${at}`;
}

export function removalText(
  { why }: SyncAction & { readonly action: "remove" },
  isOver: boolean,
): string {
  const reason = why === "duplicate" ? "its name is taken" : "nobody declares it";
  return `${isOver ? "removed" : "told to stop"}: ${reason}`;
}

export function leaveText({ exitCode }: SyncAction & { readonly action: "leave" }): string {
  return `stays exited (${exitCode}), as its restartPolicy says`;
}
