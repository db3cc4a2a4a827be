/** A behaviour in the words of `--behave`: what `parseBehave` reads, written again. */
import {
  type ContainerBehaviour,
  type HookScript,
  type ProbeKind,
  type ProbeScript,
  type PullScript,
  type RunScript,
  type SigtermScript,
  defaultBehaviour,
} from "../model/behaviour.ts";
import { formatTime } from "../trace/times.ts";

/** What of a behaviour is said at once; each has a clause of its own, or several. */
export const behaviourParts = [
  "runs",
  "sigterm",
  "liveness",
  "readiness",
  "startup",
  "postStart",
  "preStop",
  "pull",
] as const;

export type BehaviourPart = (typeof behaviourParts)[number];

/** `exit 1 after 5m then runs`; nothing of a part that is said nothing about. */
export function wordsOfPart(
  behaviour: ContainerBehaviour,
  part: BehaviourPart,
): string | undefined {
  switch (part) {
    case "runs":
      return behaviour.runs.map(runClauses).join(" then ");
    case "sigterm":
      return sigtermClause(behaviour.sigterm);
    case "liveness":
    case "readiness":
    case "startup": {
      const answers = behaviour.probes?.[part] ?? [];
      if (answers.length === 0) return undefined;
      return answers.map((answer) => probeClause(part, answer)).join(", ");
    }
    case "postStart":
    case "preStop":
      return behaviour[part] && `${part} ${hookWords(behaviour[part])}`;
    case "pull":
      return behaviour.pull && `pull ${pullWords(behaviour.pull)}`;
  }
}

function runClauses(run: RunScript): string {
  const { startupMs, startHangs, exitAfterMs, exitCode, oomKilled, childOomAfterMs } = run;
  // What else a file says of a run whose start hangs has no effect.
  if (startHangs) return "start hangs";
  const clauses = [
    startupMs > 0 ? `start takes ${formatTime(startupMs)}` : "",
    exitAfterMs === undefined
      ? ""
      : `${endWords(exitCode, oomKilled)} after ${formatTime(exitAfterMs)}`,
    childOomAfterMs === undefined ? "" : `childOom after ${formatTime(childOomAfterMs)}`,
  ].filter((clause) => clause !== "");
  return clauses.length === 0 ? "runs" : clauses.join(", ");
}

/** As where no code is said: the kernel's SIGKILL. */
const exitOfOomKill = 137;

function endWords(exitCode: number, oomKilled = false): string {
  if (!oomKilled) return `exit ${exitCode}`;
  return exitCode === exitOfOomKill ? "oomKilled" : `oomKilled ${exitCode}`;
}

const exitOfSigterm = (defaultBehaviour.sigterm as Exclude<SigtermScript, "ignored">).exitCode;

function sigtermClause(sigterm: SigtermScript): string {
  if (sigterm === "ignored") return "sigterm ignored";
  const { exitAfterMs, exitCode } = sigterm;
  if (exitCode === exitOfSigterm) return `sigterm ${formatTime(exitAfterMs)}`;
  return `sigterm exit ${exitCode} after ${formatTime(exitAfterMs)}`;
}

const verbs = {
  success: "succeeds",
  failure: "fails",
  error: "errors",
  warning: "warns",
  byRegistry: "byRegistry",
} as const;

function probeClause(kind: ProbeKind, answer: ProbeScript): string {
  const { fromMs, toMs, result, takesMs, output } = answer;
  const isReady =
    kind === "readiness" && result === "failure" && fromMs === 0 && Number.isFinite(toMs);
  if (isReady && takesMs === undefined && output === undefined) return `ready ${timeOr(toMs)}`;
  const words = [
    fromMs === 0 ? "" : `after ${timeOr(fromMs)}`,
    toMs === Infinity ? "" : `until ${timeOr(toMs)}`,
    takesMs === undefined ? "" : `takes ${formatTime(takesMs)}`,
    saying(output),
  ];
  return [kind, verbs[result], ...words].filter((word) => word !== "").join(" ");
}

function timeOr(time: number | string): string {
  return typeof time === "number" ? formatTime(time) : time;
}

function saying(output: string | undefined): string {
  return output === undefined ? "" : `saying ${JSON.stringify(output)}`;
}

function hookWords({ takesMs, result }: HookScript): string {
  return `takes ${timeOr(takesMs)}${result === "success" ? "" : ` ${verbs[result]}`}`;
}

function pullWords({ takesMs, result, output }: PullScript): string {
  const words = [
    `takes ${formatTime(takesMs)}`,
    result === "success" ? "" : verbs[result],
    saying(output),
  ];
  return words.filter((word) => word !== "").join(" ");
}
