/** What is told of the textbook's own records. */
import type { SyncTrace, TraceRecord } from "../model/trace.ts";
import { displayName } from "../model/container-key.ts";
import type { RuleName } from "./rules.ts";
import type { Of, Story } from "./story.ts";
import type { Told } from "./told.ts";

const actionRules: Readonly<Record<string, RuleName>> = {
  create: "textbook/create",
  recreate: "textbook/recreate",
  crashed: "textbook/crashed",
  remove: "textbook/remove",
  leave: "textbook/leave",
};

export function tellSync(story: Story, record: SyncTrace, effect?: TraceRecord): Told {
  const about = effect && "container" in effect ? effect : undefined;
  const action =
    record.actions.find(({ container, pod }) => {
      return about !== undefined && container === about.container && pod === about.pod;
    }) ?? record.actions[0];
  if (action === undefined) return { what: "the kubelet decides nothing", rule: "textbook/sync" };
  const name = displayName(action.namespace, action.pod, action.container);
  const words = {
    create: "is to be created",
    recreate: "is to be created again",
    crashed: "has crashed, and waits",
    start: "is to be started",
    leave: "is left as it is",
    remove: "is to be removed",
  };
  const rule = actionRules[action.action] ?? "textbook/sync";
  const details =
    action.action === "crashed" ? [`waits ${action.wait} ticks, until ${action.waitUntil}s`] : [];
  const grounds =
    action.action === "leave" || action.action === "crashed"
      ? story.field({ ...record, ...action, type: "pod" } as never, ["spec", "restartPolicy"])
      : [];
  return { what: `${name} ${words[action.action]}`, details, rule, grounds };
}

export function tellSource({ source, pods, error }: Of<"source">): Told {
  const where = source === "file" ? "the folder of static pods" : "the API server";
  const what = `the kubelet reads ${where}: ${error ?? `${pods} pods`}`;
  return { what, rule: "textbook/sync" };
}

/** Of the runtime's own events, and of the kubelet's that a fault touched. */
export function tellNotification(story: Story, record: Of<"runtimeEvent"> | Of<"plegEvent">): Told {
  const name = record.container === undefined ? record.pod : story.name(record);
  const teller = record.type === "runtimeEvent" ? "the runtime" : "the PLEG";
  const what = `${teller} tells of ${name}: ${record.event}`;
  const rule = record.type === "runtimeEvent" ? "container/world" : "relist";
  const { delivered, due, fault } = record;
  if (delivered !== true) {
    const until = due === undefined ? "" : ` until ${due}s`;
    return { what: `${what}, and ${delivered} keeps it${until}`, rule };
  }
  return { what: fault === undefined ? what : `${what}, brought by ${fault}`, rule };
}
