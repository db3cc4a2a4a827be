/** What is told of statuses, conditions and Events. */
import type { ContainerApiState, ContainerApiStatus } from "../model/kube-status.ts";
import { formatTime } from "../trace/times.ts";
import type { TraceRecord } from "../model/trace.ts";
import type { Ground } from "./ground.ts";
import type { RuleName } from "./rules.ts";
import type { Of, Story } from "./story.ts";
import type { Told } from "./told.ts";
import { longestWait, waitsText } from "./wait-text.ts";

export function tellStatus(story: Story, record: Of<"status">): Told {
  const pod = story.podName(record);
  const news = statusNews(story, record);
  const told = news.length === 0 ? "" : `: ${news.join(", ")}`;
  if (record.sent) {
    const others = othersRule(story.causeOf(record));
    if (others) return { what: `others change the status of ${pod} in the API`, rule: others };
    return { what: `the API server stores the status of ${pod}${told}`, rule: "status/sent" };
  }
  const what = `the status of ${pod} is made${told}`;
  const rule = statusRule(story, record);
  return { what, rule, grounds: statusGrounds(story, record, rule) };
}

/** The kubelet sends what it made; a status that follows from anything else is not its own. */
function othersRule(cause: TraceRecord | undefined): RuleName | undefined {
  if (cause?.type === "node") return "status/controlPlane";
  return cause?.type === "stimulus" ? "status/others" : undefined;
}

/** What is another in it than in the one before of that kind. */
function statusNews(story: Story, record: Of<"status">): readonly string[] {
  const before = story
    .ofPod(record)
    .findLast(
      (each): each is Of<"status"> =>
        each.type === "status" && each.seq < record.seq && each.sent === record.sent,
    );
  const news: string[] = [];
  if (before?.phase !== record.phase) news.push(`phase ${record.phase}`);
  if (record.reason !== undefined && before?.reason !== record.reason) news.push(record.reason);
  const known = new Map(before ? statusesOf(before).map((status) => [status.name, status]) : []);
  for (const status of statusesOf(record)) {
    const old = known.get(status.name);
    const state = stateText(status.state);
    if (old === undefined || stateText(old.state) !== state) news.push(`${status.name} ${state}`);
    if (old !== undefined && old.ready !== status.ready) {
      news.push(`${status.name} ${status.ready ? "ready" : "not ready"}`);
    }
  }
  return news;
}

function statusesOf(record: Of<"status">): readonly ContainerApiStatus[] {
  const { initContainerStatuses = [], containerStatuses, ephemeralContainerStatuses = [] } = record;
  return [...initContainerStatuses, ...containerStatuses, ...ephemeralContainerStatuses];
}

function stateText({ waiting, running, terminated }: ContainerApiState): string {
  if (running) return "running";
  if (terminated) return `terminated (${terminated.reason ?? terminated.exitCode})`;
  return `waiting${waiting?.reason ? ` (${waiting.reason})` : ""}`;
}

function statusRule(story: Story, record: Of<"status">): RuleName {
  const cause = story.causeOf(record);
  if (record.reason === "DeadlineExceeded") return "status/deadline";
  if (cause?.type === "pod" && record.phase === "Failed") return "status/rejected";
  if (cause?.type === "probe") return "status/probe";
  if (cause?.type === "sandbox" && cause.to === "Ready") return "status/sandbox";
  if (cause?.type !== "sync" && cause?.type !== "pull") return "status/made";
  const waits = statusesOf(record).map(({ state }) => state.waiting?.reason);
  if (waits.includes("CrashLoopBackOff")) return "status/backOff";
  const isImage = waits.some((reason) => /Image/.test(reason ?? ""));
  return isImage ? "status/image" : "status/made";
}

function statusGrounds(story: Story, record: Of<"status">, rule: RuleName): readonly Ground[] {
  if (rule === "status/deadline") return story.field(record, ["spec", "activeDeadlineSeconds"]);
  if (rule !== "status/rejected") return [];
  const named = /OutOf(\w+)/.exec(record.reason ?? "")?.[1];
  const requests = (story.declared(record)?.pod.spec.containers ?? []).flatMap((_, index) =>
    story.field(record, ["spec", "containers", index, "resources", "requests", named ?? ""]),
  );
  return [...requests, ...allocatable(story, named)];
}

function allocatable(story: Story, named: string | undefined): readonly Ground[] {
  const { document, nodes } = story.input.scenario;
  const [node] = nodes;
  const value = node?.allocatable?.[named ?? ""];
  if (value === undefined) return [];
  const path = ["spec", "node", "allocatable", named ?? ""];
  const position = document.locate(path, "key");
  const text = `the node has ${named} ${value} in all`;
  return [{ kind: "behaviour", text, path: path.join("."), value, position }];
}

export function tellCondition(story: Story, record: Of<"condition">): Told {
  const { condition, to, from, reason } = record;
  const because = reason === undefined ? "" : ` (${reason})`;
  const before = from === undefined ? "" : `, and was ${from}`;
  const what = `${condition} of ${story.podName(record)} is ${to}${because}${before}`;
  const status = story.causeOf(record);
  const message =
    status?.type === "status"
      ? status.conditions.find(({ type }) => type === condition)?.message
      : undefined;
  const details = message === undefined ? [] : [message];
  const grounds =
    reason === "ReadinessGatesNotReady" ? story.field(record, ["spec", "readinessGates"]) : [];
  const gates = grounds.map((ground) => ({ ...ground, text: "readinessGates are declared" }));
  return { what, details, rule: conditionRule(condition), grounds: gates };
}

function conditionRule(condition: string): RuleName {
  switch (condition) {
    case "Ready":
      return "condition/Ready";
    case "ContainersReady":
      return "condition/ContainersReady";
    case "Initialized":
      return "condition/Initialized";
    default:
      return "condition/other";
  }
}

export function tellEvent(story: Story, record: Of<"event">): Told {
  const { reason, message, container } = record;
  const of = container === undefined ? story.podName(record) : story.name({ ...record, container });
  const what = `Event ${reason} of ${of}: ${message}`;
  const rule = eventRule(record);
  const isCrash = rule === "event/BackOff" && container !== undefined;
  const wait = isCrash ? waitsText(story, { ...record, container }) : undefined;
  if (reason === "DeadlineExceeded") {
    const grounds = story.field(record, ["spec", "activeDeadlineSeconds"]);
    return { what, rule: "signal/deadline", grounds };
  }
  if (wait === undefined) return { what, rule };
  return { what, rule, details: [wait], grounds: longestWait(story) };
}

function eventRule({ reason, message }: Of<"event">): RuleName {
  switch (reason) {
    case "BackOff":
      return message.startsWith("Back-off restarting") ? "event/BackOff" : "event/pullBackOff";
    case "Unhealthy":
      return "event/Unhealthy";
    case "Killing":
      return "event/Killing";
    case "NodeNotReady":
      return "event/NodeNotReady";
    case "TaintManagerEviction":
      return "event/TaintManagerEviction";
    default:
      return "event/other";
  }
}

export function tellEventObject(story: Story, record: Of<"eventObject">): Told {
  const { change, reason, count, message } = record;
  const of = `the Event object ${reason} of ${story.podName(record)}`;
  const verb = { added: "is stored", updated: `counts ${count} now`, removed: "is forgotten" };
  return { what: `${of} ${verb[change]}: ${message}`, rule: "eventObject" };
}

export function tellNode(story: Story, record: Of<"node">): Told {
  if (record.change === "taints") {
    const taints = (record.taints ?? []).map(({ key, effect }) => `${key}:${effect}`);
    const what = `the node has ${taints.length === 0 ? "no taint" : taints.join(", ")}`;
    return { what, rule: "node/taints" };
  }
  return tellNodeStatus(story, record);
}

function tellNodeStatus(story: Story, record: Of<"node">): Told {
  const ready = record.conditions.find(({ type }) => type === "Ready");
  const what = `the node is ${ready?.status === "True" ? "Ready" : `not Ready: ${ready?.message}`}`;
  if (ready?.reason === "NodeStatusUnknown") {
    const cut = story.causeOf(record);
    const since =
      cut === undefined ? [] : [`nothing was heard of it since ${formatTime(cut.t * 1000)}`];
    return { what, details: since, rule: "node/silent" };
  }
  if (ready?.status === "True") return { what, rule: "node/heartbeat" };
  const trouble = story.lastStimulus(record.seq, "listHangs", "listFails");
  const grounds = trouble === undefined ? [] : [story.stimulusGround(trouble)];
  return { what, rule: "node/pleg", grounds, root: trouble ? story.rootOf(trouble) : "world" };
}
