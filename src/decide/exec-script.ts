/** What the world has in store for a probe or a hook that is run inside a container. */
import type { ContainerBehaviour, ProbeScript } from "../model/behaviour.ts";
import type { ExecPurpose } from "../model/cri.ts";
import { sleepMs } from "../model/sleep-command.ts";

export interface ExecOutcome {
  /** Absent: it never ends by itself. */
  readonly takesMs?: number;
  readonly result: ProbeScript["result"];
  readonly output: string;
}

/** How far the run is: milliseconds since its start, and from its start to SIGTERM if that came. */
export interface RunAge {
  readonly sinceStartMs: number;
  readonly signalledAfterMs?: number;
}

/** Of what nothing is said: it succeeds at once, or when it has slept. */
function unscripted({ command }: ExecPurpose): ExecOutcome {
  const takesMs = sleepMs(command) ?? 0;
  return { ...(takesMs === Infinity ? {} : { takesMs }), result: "success", output: "" };
}

/** `draw`: the number of the exec, which makes an output `unique`. */
export function execOutcome(
  behaviour: ContainerBehaviour,
  purpose: ExecPurpose,
  age: RunAge,
  draw: number,
): ExecOutcome {
  if (purpose.kind === "hook") {
    const script = behaviour[purpose.hook];
    if (script === undefined) return unscripted(purpose);
    const takes = script.takesMs === "forever" ? {} : { takesMs: script.takesMs };
    return { ...takes, result: script.result, output: "" };
  }
  const scripts = behaviour.probes?.[purpose.probe] ?? [];
  const script = scripts.find((candidate) => covers(candidate, age));
  if (script === undefined) return unscripted(purpose);
  const { takesMs = 0, result, output = "" } = script;
  return { takesMs, result, output: output === "unique" ? `output ${draw}` : output };
}

/** From `from` on, until before `to`; a bound at SIGTERM is never reached without one. */
function covers({ fromMs, toMs }: ProbeScript, age: RunAge): boolean {
  const signalled = age.signalledAfterMs ?? Infinity;
  const from = fromMs === "sigterm" ? signalled : fromMs;
  const to = toMs === "sigterm" ? signalled : toMs;
  return from <= age.sinceStartMs && age.sinceStartMs < to;
}
