/** What the scenario says that a container does, with its place; or what is taken for granted. */
import { runScript } from "../decide/container-script.ts";
import { ownEnd } from "../model/own-command.ts";
import { sleepMs } from "../model/sleep-command.ts";
import { type BehaviourRule, defaultBehaviour } from "../model/behaviour.ts";
import { matchesName } from "../model/name-pattern.ts";
import { compareRules } from "../scenario/behaviour-table.ts";
import { valueAt } from "../scenario/issues.ts";
import { formatTime } from "../trace/times.ts";
import { type Path, displayFile, fieldPath } from "../yaml/document.ts";
import { type Ground, granted } from "./ground.ts";
import type { PodRecord, Story } from "./story.ts";

type ContainerRecord = PodRecord & { readonly container: string; readonly run?: number };

/** Whom a rule is for. */
type Whom = Pick<BehaviourRule, "pod" | "instance" | "container">;

function isFor(story: Story, record: ContainerRecord, { pod, instance, container }: Whom): boolean {
  const suffix = `-${story.nodeName}`;
  // A static pod is known by the name in its file, too.
  const names = record.pod.endsWith(suffix)
    ? [record.pod, record.pod.slice(0, -suffix.length)]
    : [record.pod];
  const number = Number(/@(\d+)$/.exec(story.podName(record))?.[1] ?? 1);
  return (
    names.some((name) => matchesName(pod, name)) &&
    matchesName(container, record.container) &&
    (instance === undefined || instance === number)
  );
}

/** The rule for a container; absent where none is written. */
function ruleFor(story: Story, record: ContainerRecord): BehaviourRule | undefined {
  return story.input.scenario.behaviour.find((rule) => isFor(story, record, rule));
}

/** A part of the behaviour, at the place of what is written of it. */
export function behaviourGround(
  story: Story,
  record: ContainerRecord,
  path: Path,
  text: string,
): Ground {
  const { behaviourKeys, document, said = [] } = story.input.scenario;
  // What a probe answers is said as a whole, as it is by one flag.
  const part = path[0] === "probes" ? path.slice(0, 2) : path.slice(0, 1);
  const flag = said.findLast(
    (each) => isFor(story, record, each) && valueAt(each.written, part) !== undefined,
  );
  if (flag !== undefined) {
    const value = valueAt(flag.written, path);
    if (value === undefined) return granted(text);
    return { kind: "behaviour", text, path: fieldPath(path), value, position: flag.position };
  }
  const rule = ruleFor(story, record);
  const written = rule?.of ?? rule;
  // Where a flag is about fewer containers than the file, the rule is of its making.
  const key =
    behaviourKeys.find(
      ({ pod = "*", container, instance }) =>
        written?.pod === pod && written.container === container && written.instance === instance,
    ) ??
    behaviourKeys
      .map((each) => ({ ...each, pod: each.pod ?? "*" }))
      .toSorted(compareRules)
      .find((each) => said.length > 0 && isFor(story, record, each));
  if (rule === undefined || key === undefined) return granted(text);
  const whole = [...key.place.path, ...path];
  const value = valueAt(document.value, whole);
  if (value === undefined) return granted(text);
  const position = document.locate(whole, "key");
  const place = { ...position, file: displayFile(position.file) };
  return { kind: "behaviour", text, path: fieldPath(whole), value, position: place };
}

export function behaviourOf(story: Story, record: ContainerRecord) {
  return ruleFor(story, record)?.behaviour ?? defaultBehaviour;
}

/** Which entry of `runs` is a run's own: the last one repeats. */
export function runPath(story: Story, record: ContainerRecord): Path {
  const { runs } = behaviourOf(story, record);
  return ["runs", Math.min(record.run ?? 1, runs.length) - 1];
}

/** How a run ends by itself. */
export function exitGround(story: Story, record: ContainerRecord): Ground {
  const { exitAfterMs = 0, oomKilled } = runScript(behaviourOf(story, record), record.run ?? 1);
  const key = oomKilled ? "oomKilled" : "exitAfter";
  const text = `exits by itself after ${formatTime(exitAfterMs)}`;
  const ground = behaviourGround(story, record, [...runPath(story, record), key], text);
  return ground.kind === "default" ? (ownCommand(story, record, text) ?? ground) : ground;
}

/** The command of one that sleeps. */
function ownCommand(story: Story, record: ContainerRecord, text: string): Ground | undefined {
  const [command] = story.containerField(record, "command");
  const [args] = story.containerField(record, "args");
  const words = (ground: Ground | undefined) => ground?.value as readonly string[] | undefined;
  if (ownEnd(words(command), words(args)) === undefined) return undefined;
  const field = command ?? args;
  return field && { ...field, text };
}

/** How it answers SIGTERM. */
export function sigtermGround(story: Story, record: ContainerRecord): Ground {
  const { sigterm } = behaviourOf(story, record);
  if (sigterm === "ignored") {
    const text = "SIGTERM is ignored";
    const ground = behaviourGround(story, record, ["sigterm"], text);
    const asFirst = `${text}, as it is process 1`;
    return ground.kind === "default" ? (ownCommand(story, record, asFirst) ?? ground) : ground;
  }
  const { exitAfterMs, exitCode } = sigterm;
  const when = exitAfterMs === 0 ? "at once" : `${formatTime(exitAfterMs)} later`;
  const text = `SIGTERM ends it ${when}, with ${exitCode}`;
  return behaviourGround(story, record, ["sigterm"], text);
}

export function hookGround(
  story: Story,
  record: ContainerRecord,
  hook: "preStop" | "postStart",
): Ground {
  const script = behaviourOf(story, record)[hook];
  if (script === undefined) {
    const path = ["lifecycle", hook, "exec", "command"];
    const [command] = story.containerField(record, ...path);
    const isSleep = sleepMs(command?.value as readonly string[] | undefined) !== undefined;
    if (command !== undefined && isSleep) return command;
    return granted(`a ${hook} hook succeeds at once`);
  }
  const { takesMs, result } = script;
  const takes = takesMs === "forever" ? "for ever" : formatTime(takesMs);
  const text = `the ${hook} hook takes ${takes}: ${result}`;
  return behaviourGround(story, record, [hook], text);
}

export function pullGround(story: Story, record: ContainerRecord): Ground {
  const { pull } = behaviourOf(story, record);
  if (pull === undefined) return granted("an image is there, or can be pulled at once");
  const text = `a pull takes ${formatTime(pull.takesMs)}: ${pull.result}`;
  return behaviourGround(story, record, ["pull"], text);
}

type Probe = "liveness" | "readiness" | "startup";

/** What the container answers a probe so long after its start. */
export function probeGround(
  story: Story,
  record: ContainerRecord,
  probe: Probe,
  age: { readonly sinceStartMs: number; readonly signalledAfterMs?: number },
): Ground {
  const scripts = behaviourOf(story, record).probes?.[probe] ?? [];
  const bound = (at: number | "sigterm"): number =>
    at === "sigterm" ? (age.signalledAfterMs ?? Infinity) : at;
  const index = scripts.findIndex(
    ({ fromMs, toMs }) => bound(fromMs) <= age.sinceStartMs && age.sinceStartMs < bound(toMs),
  );
  const script = scripts[index];
  if (script === undefined) {
    const [last] = scripts.slice(-1);
    if (last === undefined) return granted("a probe succeeds");
    const text = "a probe succeeds where no answer is written";
    return behaviourGround(story, record, ["probes", probe], text);
  }
  const { fromMs, toMs, result, takesMs } = script;
  const end = toMs === Infinity ? "on" : ` to ${boundText(toMs)}`;
  const takes = takesMs === undefined ? "" : `, after ${formatTime(takesMs)}`;
  const since = `from ${boundText(fromMs)}${end === "on" ? " on" : end}`;
  const text = `it answers ${result}${takes} ${since} of its run`;
  return behaviourGround(story, record, ["probes", probe, index], text);
}

function boundText(at: number | "sigterm"): string {
  return at === "sigterm" ? "SIGTERM" : formatTime(at);
}
