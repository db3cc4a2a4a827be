/** What is told of signals and hooks: how a container is stopped, and how long it is given. */
import type { TraceRecord } from "../model/trace.ts";
import { formatTime, toMs } from "../trace/times.ts";
import { hookGround, sigtermGround } from "./behaviour-grounds.ts";
import { containerIn } from "./declared.ts";
import type { Ground } from "./ground.ts";
import { type Grace, graceOf, isOverdue, timeoutMs } from "./kill-grace.ts";
import type { RuleName } from "./rules.ts";
import type { Of, Story } from "./story.ts";
import type { Told } from "./told.ts";

export function tellSignal(story: Story, record: Of<"signal">): Told {
  return record.signal === "TERM" ? tellTerm(story, record) : tellKill(story, record);
}

function tellTerm(story: Story, record: Of<"signal">): Told {
  const what = `${story.name(record)} gets SIGTERM`;
  const cause = story.causeOf(record);
  const grace = graceOf(story, record);
  const given = grace === undefined ? [] : [givenText(grace)];
  const alone = cause?.type === "pod" ? standsAlone(story, record) : [];
  const details = [...given, ...alone];
  const rule = alone.length > 0 ? "signal/order" : termRule(story, record, cause);
  const deadline =
    rule === "signal/deadline" ? story.field(record, ["spec", "activeDeadlineSeconds"]) : [];
  return { what, details, rule, grounds: [...deadline, ...(grace?.grounds ?? [])] };
}

/** Of a sidecar that waits for none of those that it would wait for, since none of them runs. */
function standsAlone(story: Story, record: Of<"signal">): readonly string[] {
  const declared = story.declared(record);
  const found = declared && containerIn(declared, record.container);
  if (found?.list !== "initContainers" || found.container.restartPolicy !== "Always") return [];
  const { initContainers = [], containers } = declared?.pod.spec ?? { containers: [] };
  const after = initContainers.findIndex(({ name }) => name === record.container) + 1;
  const names = [...containers, ...initContainers.slice(after)].map(({ name }) => name);
  const verb = names.length === 1 ? "does" : "do";
  return [`it waits for no other container: ${names.join(", ")} ${verb} not run`];
}

/** `has 5s before SIGKILL: of its 10s the preStop hook has taken 5s`. */
function givenText(grace: Grace): string {
  const leftMs = timeoutMs(grace);
  const has = `it has ${formatTime(leftMs)} until SIGKILL`;
  return `${has}${spentText(grace)}`;
}

function spentText({ seconds, spentMs, spentOn }: Grace): string {
  if (spentMs === undefined) return seconds < 2 ? ": 2 s are the least" : "";
  const by = spentOn === "hook" ? "the preStop hook" : "the wait for other containers";
  return `: of its ${seconds}s ${by} has taken ${formatTime(spentMs)}`;
}

function termRule(story: Story, record: Of<"signal">, cause: TraceRecord | undefined): RuleName {
  switch (cause?.type) {
    case "hook":
      return cause.hook === "postStart" ? "signal/postStart" : "signal/hook";
    case "pod":
      return cause.change === "terminating" ? "signal/deleted" : "signal/gone";
    case "kubelet":
    case "link":
      return "signal/gone";
    case "container":
      if (cause.to === "Exited") return "signal/order";
      return isOverdue(story, record) ? "signal/deadline" : "signal/orphan";
    default:
      return "signal/TERM";
  }
}

function tellKill(story: Story, record: Of<"signal">): Told {
  const what = `${story.name(record)} gets SIGKILL`;
  const term = story.causeOf(record);
  const rule = "signal/KILL" as const;
  if (term?.type !== "signal") return { what, rule };
  const grace = graceOf(story, term);
  const afterMs = toMs(record.t) - toMs(term.t);
  const spent = grace === undefined ? "" : spentText(grace);
  const details = [`killed ${formatTime(afterMs)} after SIGTERM${spent}`];
  const grounds: Ground[] = [...(grace?.grounds ?? []), sigtermGround(story, record)];
  return { what, details, rule, grounds };
}

export function tellHook(story: Story, record: Of<"hook">): Told {
  const { hook, phase, result } = record;
  const name = story.name(record);
  const rule = hook === "preStop" ? ("hook/preStop" as const) : ("hook/postStart" as const);
  if (phase === "start") {
    const grounds = story.containerField(record, "lifecycle", hook);
    const [field] = grounds;
    const shown = field ? [{ ...field, text: `lifecycle.${hook} is declared` }] : [];
    return { what: `the ${hook} hook of ${name} begins`, rule, grounds: shown };
  }
  const begun = story.causeOf(record);
  const took = begun ? ` after ${formatTime(toMs(record.t) - toMs(begun.t))}` : "";
  const verb = result === "failure" ? "fails" : "is done";
  return {
    what: `the ${hook} hook of ${name} ${verb}${took}`,
    rule,
    grounds: hookGrounds(story, record),
  };
}

/** How long a hook takes, by its own field or by what the world does. */
export function hookGrounds(story: Story, record: Of<"hook">): readonly Ground[] {
  const sleep = story.containerField(record, "lifecycle", record.hook, "sleep", "seconds");
  if (sleep.length > 0) return sleep.map((ground) => ({ ...ground, text: `sleep.${ground.text}` }));
  const tcp = story.containerField(record, "lifecycle", record.hook, "tcpSocket");
  if (tcp.length > 0) {
    return tcp.map((ground) => ({ ...ground, text: "a tcpSocket hook always fails" }));
  }
  return [hookGround(story, record, record.hook)];
}
