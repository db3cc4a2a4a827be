/** What is told of a container and its sandbox: created, started, ended, removed. */
import { formatTime, toMs } from "../trace/times.ts";
import {
  behaviourGround,
  behaviourOf,
  exitGround,
  runPath,
  sigtermGround,
} from "./behaviour-grounds.ts";
import { runScript } from "../decide/container-script.ts";
import type { Of, Story } from "./story.ts";
import type { Told } from "./told.ts";
import { killedText, longestWait, waitedText } from "./wait-text.ts";

export function tellContainer(story: Story, record: Of<"container">): Told {
  const name = story.name(record);
  switch (record.to) {
    case "Creating":
      return tellCreated(story, record, name);
    case "Running":
      return tellStarted(story, record, name);
    case "Exited":
      return tellExit(story, record, name);
    case "Removed":
      return tellRemoved(story, record, name);
  }
}

function tellCreated(story: Story, record: Of<"container">, name: string): Told {
  const cause = story.causeOf(record);
  const what = `${name} is created`;
  if (cause?.type === "stimulus") return { what, rule: "container/world" };
  const isKilledFirst = cause?.type === "container" && cause.to === "Exited";
  if (isKilledFirst) {
    return { what, details: [killedText(story, record)], rule: "container/again" };
  }
  const waited = waitedText(story, record);
  if (waited === undefined) return { what, rule: "container/Creating" };
  return { what, details: [waited], rule: "sync/backOff", grounds: longestWait(story) };
}

function tellStarted(story: Story, record: Of<"container">, name: string): Told {
  const cause = story.causeOf(record);
  const what = `${name} starts`;
  const { startupMs } = runScript(behaviourOf(story, record), record.run);
  const isWorld = cause?.type === "stimulus";
  const rule = isWorld ? ("container/world" as const) : ("container/Running" as const);
  if (startupMs === 0) return { what, rule };
  const text = `it stays Creating for ${formatTime(startupMs)}`;
  const ground = behaviourGround(story, record, [...runPath(story, record), "startup"], text);
  return { what, rule, grounds: [ground] };
}

function tellExit(story: Story, record: Of<"container">, name: string): Told {
  const cause = story.causeOf(record);
  const code = `${record.exitCode ?? "no code"}${record.reason ? ` (${record.reason})` : ""}`;
  const rule = "container/world" as const;
  const since = (from: { readonly t: number }): string => formatTime(toMs(record.t) - toMs(from.t));
  if (cause?.type === "signal" && cause.signal === "TERM") {
    const what = `${name} ends with ${code}, ${since(cause)} after SIGTERM`;
    return { what, rule, grounds: [sigtermGround(story, record)] };
  }
  if (cause?.type === "signal") return { what: `${name} is killed: ${code}`, rule };
  if (cause?.type === "container") {
    const what = `${name} exits by itself with ${code}, ${since(cause)} after its start`;
    return { what, rule, grounds: [exitGround(story, record)], root: "world" };
  }
  return { what: `${name} falls, with ${code}`, rule };
}

function tellRemoved(story: Story, record: Of<"container">, name: string): Told {
  const cause = story.causeOf(record);
  const what = `the record of ${name} is removed`;
  if (cause?.type === "stimulus") return { what, rule: "container/world" };
  if (cause?.type === "sync" && cause.uid !== undefined) {
    const isReset = cause.actions.some(({ action }) => action === "reset");
    return { what, rule: isReset ? "sync/reset" : "sync/newSandbox" };
  }
  const later = story
    .ofPod(record)
    .some(
      (each) =>
        each.seq < record.seq &&
        each.type === "container" &&
        each.container === record.container &&
        each.run > record.run,
    );
  return { what, rule: later ? "container/record" : "container/removed" };
}

export function tellSandbox(story: Story, record: Of<"sandbox">): Told {
  const of = `the sandbox of ${story.podName(record)}`;
  const cause = story.causeOf(record);
  switch (record.to) {
    case "Ready": {
      const again = record.attempt > 0 ? ` (number ${record.attempt + 1})` : "";
      return { what: `${of} is up${again}`, rule: "sandbox/Ready" };
    }
    case "NotReady": {
      if (cause?.type === "stimulus") return { what: `${of} dies`, rule: "container/world" };
      return { what: `${of} is stopped`, rule: "sandbox/NotReady" };
    }
    case "Removed":
      return { what: `${of} is removed`, rule: "sandbox/Removed" };
  }
}
