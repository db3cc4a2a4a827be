/** What is told of pods as objects, of the node's links, of the kubelet and of stimuli. */
import type { TraceRecord } from "../model/trace.ts";
import { displayFile } from "../yaml/document.ts";
import { type Ground, granted } from "./ground.ts";
import type { RuleName } from "./rules.ts";
import type { Of, PodRecord, Story } from "./story.ts";
import type { Told } from "./told.ts";

export function tellPodObject(story: Story, record: Of<"pod">): Told {
  const { change, source } = record;
  const pod = story.podName(record);
  const cause = story.causeOf(record);
  const isMirror = pod.startsWith("mirror(");
  const declared = declaredGround(story, record);
  if (change === "added" && cause === undefined) {
    const root = declared.length > 0 ? ("field" as const) : ("world" as const);
    return { what: `${pod} is in the API from the start`, grounds: declared, root };
  }
  const where = source === "file" ? "the folder of static pods" : "the API";
  const words = {
    added: `comes into ${where}`,
    updated: `is changed in ${where}`,
    terminating: "is marked as deleted",
    removed: `is gone from ${where}`,
  };
  const other = source === "file" && change === "removed" ? replacedBy(story, record) : undefined;
  if (other !== undefined) {
    const what = `${pod} gives way to another pod of its name${other}`;
    return { what, rule: "pod/replaced" };
  }
  const what = `${pod} ${words[change]}`;
  return {
    what,
    rule: isDeletedAgain(story, record) ? "pod/deletedAgain" : podRule(record, cause, isMirror),
    grounds: change === "added" ? declared : [],
  };
}

/** Of a static pod whose name another one takes; with the file, if one was written. */
function replacedBy(story: Story, { seq, cause, namespace, pod }: Of<"pod">): string | undefined {
  const next = story.records.find(
    (each) =>
      each.type === "pod" &&
      each.seq > seq &&
      each.cause === cause &&
      each.change === "added" &&
      each.namespace === namespace &&
      each.pod === pod,
  );
  if (next === undefined) return undefined;
  const writing = story.record(cause);
  const isWritten = writing?.type === "stimulus" && writing.action === "writeFile";
  return isWritten && writing.target !== undefined ? `, of ${writing.target}` : "";
}

function isDeletedAgain(story: Story, record: Of<"pod">): boolean {
  if (record.change !== "terminating" || story.causeOf(record)?.type === "status") return false;
  return story
    .ofPod(record)
    .some((each) => each.type === "pod" && each.change === "terminating" && each.seq < record.seq);
}

function podRule(
  { change, source }: Of<"pod">,
  cause: TraceRecord | undefined,
  isMirror: boolean,
): RuleName {
  if (source === "file") return "pod/file";
  if (isMirror) return "pod/mirror";
  if (cause?.type === "node") return "pod/evicted";
  if (change === "removed") return "pod/removed";
  if (change === "updated") return "pod/updated";
  if (change === "added") return "pod/created";
  return cause?.type === "status" ? "pod/finished" : "pod/deleted";
}

/** Where a pod is declared. */
function declaredGround(story: Story, record: PodRecord): readonly Ground[] {
  const declared = story.declared(record);
  if (declared === undefined) return [];
  const { position, owner, pod } = declared.manifest;
  const of = owner === undefined ? "" : ` by ${owner.kind} ${owner.name}`;
  const text = `${pod.metadata.name} is declared${of}`;
  const place = { ...position, file: displayFile(position.file) };
  return [
    { kind: "field", text, path: "metadata.name", value: pod.metadata.name, position: place },
  ];
}

/** `effect`: what followed from it. */
export function tellKubelet(story: Story, record: Of<"kubelet">, effect?: TraceRecord): Told {
  const version = record.version === undefined ? "" : ` (${record.version})`;
  if (record.change === "stopped") return { what: "the kubelet stops" };
  const isFirst = record.cause === undefined;
  if (!isFirst) return { what: `the kubelet starts${version}`, rule: "kubelet/knows" };
  const what = `the simulation begins: the kubelet${version} takes up its pods`;
  const declared = effect && "pod" in effect ? declaredGround(story, effect) : [];
  const root = declared.length > 0 ? ("field" as const) : ("world" as const);
  const grounds = declared.length > 0 ? declared : [granted("a node has a kubelet")];
  return { what, rule: "kubelet/knows", grounds, root };
}

export function tellLink(record: Of<"link">): Told {
  const what = record.up ? "the API server can be reached" : "the API server can not be reached";
  if (record.cause !== undefined) return { what, ...(record.up ? { rule: "link/knows" } : {}) };
  return {
    what,
    grounds: [granted("the API server can be reached from the start")],
    root: "world",
  };
}

export function tellStimulus(story: Story, record: Of<"stimulus">): Told {
  const { action, target } = record;
  const on = target === undefined ? "" : ` ${target}`;
  const root = story.rootOf(record);
  if (root === "hand") return { what: `you did ${action}${on}`, root };
  const by = isOfCall(record) ? "the command line" : "the scenario";
  const what = `${by} does ${action}${on}`;
  return { what, grounds: [story.stimulusGround(record)], root };
}

/** Of `--delete`, and not of the file. */
function isOfCall({ id }: Of<"stimulus">): boolean {
  return id.startsWith("--");
}

/** What follows from nothing in the simulation, or only orders it. */
export function tellRest(story: Story, record: TraceRecord): Told {
  switch (record.type) {
    case "rejected": {
      const what = `the API server refuses ${record.pod}: ${record.message}`;
      return record.cause === undefined ? { what, ...rejectedGround(story, record) } : { what };
    }
    case "warning":
      return { what: `note: ${record.message}`, ...endGround(story) };
    case "verdict":
      return { what: "the simulation ends", ...endGround(story) };
    case "fault": {
      const stimulus = story.stimulus(record.id);
      const text = `the fault ${record.action}`;
      const position = stimulus?.place.position;
      const ground: Ground = {
        kind: "stimulus",
        text,
        id: record.id,
        ...(position ? { position } : {}),
      };
      const what = `${text} ${record.phase}s`;
      return { what, grounds: [ground], root: story.rootOf(record) };
    }
    case "relist":
      return tellRelist(story, record);
    default:
      throw new Error(`nothing is told of ${record.type}`);
  }
}

function tellRelist(story: Story, record: Of<"relist">): Told {
  const changes = Object.keys(record.changes).length;
  const news = changes === 0 ? "nothing new" : `${changes} changed`;
  const what = `the kubelet lists: ${record.containers} containers, ${news}`;
  const isTextbook = story.input.scenario.model === "textbook";
  const rule = isTextbook ? ("textbook/relist" as const) : ("relist" as const);
  const cause = story.causeOf(record);
  const isPeriodic = cause === undefined || cause.type === "relist" || cause.type === "kubelet";
  if (!isPeriodic) return { what, rule };
  return { what, rule, grounds: [granted(paceOf(story))], root: "world" };
}

function paceOf({ input: { scenario } }: Story): string {
  if (scenario.model === "textbook" || scenario.observe === "level") return "it lists every second";
  return scenario.observe === "evented" ? "it lists every 300 s" : "it lists at its start";
}

/** It was to be there from the start. */
function rejectedGround(
  { input }: Story,
  { namespace, pod }: Of<"rejected">,
): Pick<Told, "grounds" | "root"> {
  const found = input.rejected.find((each) => each.name === pod && each.namespace === namespace);
  if (found === undefined) return { root: "world" };
  const position = { ...found.position, file: displayFile(found.position.file) };
  const text = `${pod} is declared`;
  return {
    grounds: [{ kind: "field", text, path: "metadata.name", value: pod, position }],
    root: "field",
  };
}

function endGround(story: Story): Pick<Told, "grounds" | "root"> {
  const { document, durationMs } = story.input.scenario;
  const seconds = durationMs / 1000;
  const path = ["spec", "duration"];
  const text = `it lasts ${seconds} s`;
  if (!story.input.hasScenario) return { grounds: [granted(text)], root: "world" };
  const position = document.locate(path, "key");
  const place = { ...position, file: displayFile(position.file) };
  const ground: Ground = { kind: "behaviour", text, path: path.join("."), position: place };
  return { grounds: [ground], root: "world" };
}
