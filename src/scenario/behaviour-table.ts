/** Makes the behaviour table of the `behaviour` of a file: times in ms, the most specific first. */
import { defaultBehaviour } from "../model/behaviour.ts";
import type {
  BehaviourRule,
  ContainerBehaviour,
  HookScript,
  ProbeScript,
  RunScript,
  SigtermScript,
} from "../model/behaviour.ts";
import { compareSpecificity, isNamePattern } from "./name-pattern.ts";
import type { ContainerBehaviourInput } from "./schema-behaviour.ts";
import type { BehaviourKey } from "./scenario.ts";

export const behaviourKeyExpected =
  "container, pod/container or pod@2/container, with * for all names";

export interface BehaviourEntry {
  readonly key: BehaviourKey;
  readonly input: ContainerBehaviourInput;
}

/** No pod: the short form, for the only pod. `*` alone: all containers of all pods. */
export function parseBehaviourKey(text: string): Omit<BehaviourKey, "place"> | undefined {
  const [, pod, instance, container] = /^(?:([^/@]+)(?:@([1-9]\d*))?\/)?([^/]+)$/.exec(text) ?? [];
  if (container === undefined || !isNamePattern(container)) return undefined;
  if (pod === undefined) return container === "*" ? { pod: "*", container } : { container };
  if (!isNamePattern(pod)) return undefined;
  return { pod, ...(instance === undefined ? {} : { instance: Number(instance) }), container };
}

/** Nothing is merged: of a container the first rule that matches holds, and no other. */
export function behaviourTable(entries: readonly BehaviourEntry[]): BehaviourRule[] {
  const rules = entries.map(({ key: { pod = "*", instance, container }, input }) => ({
    pod,
    ...(instance === undefined ? {} : { instance }),
    container,
    behaviour: toBehaviour(input),
  }));
  return rules.toSorted(compareRules);
}

type Whom = Pick<BehaviourRule, "pod" | "instance" | "container">;

export function compareRules(a: Whom, b: Whom): number {
  return (
    Number(b.instance !== undefined) - Number(a.instance !== undefined) ||
    compareSpecificity(a.pod, b.pod) ||
    compareSpecificity(a.container, b.container)
  );
}

function toBehaviour(input: ContainerBehaviourInput): ContainerBehaviour {
  const { runs, sigterm, probes, postStart, preStop, pull } = input;
  return {
    runs: runs?.map(toRun) ?? defaultBehaviour.runs,
    sigterm: sigterm === undefined ? defaultBehaviour.sigterm : toSigterm(sigterm),
    ...(probes && { probes: toProbes(probes) }),
    ...(postStart && { postStart: toHook(postStart) }),
    ...(preStop && { preStop: toHook(preStop) }),
    ...(pull && {
      pull: {
        takesMs: pull.takes.ms,
        result: pull.result,
        ...(pull.output !== undefined && { output: pull.output }),
      },
    }),
  };
}

type Input<Key extends keyof ContainerBehaviourInput> = NonNullable<ContainerBehaviourInput[Key]>;

function toRun(run: Input<"runs">[number]): RunScript {
  const { startup, exitAfter, exitCode, oomKilled, startHangs, childOomAfter } = run;
  return {
    startupMs: startup.ms,
    ...(exitAfter && { exitAfterMs: exitAfter.ms }),
    // The kernel's SIGKILL, unless a shell in between says otherwise.
    exitCode: exitCode ?? (oomKilled ? 137 : 0),
    ...(oomKilled === undefined ? {} : { oomKilled }),
    ...(startHangs === undefined ? {} : { startHangs }),
    ...(childOomAfter && { childOomAfterMs: childOomAfter.ms }),
  };
}

function toSigterm(sigterm: Input<"sigterm">): SigtermScript {
  if (sigterm === "ignored") return sigterm;
  return { exitAfterMs: sigterm.exitAfter.ms, exitCode: sigterm.exitCode };
}

function toHook(hook: Input<"preStop">): HookScript {
  return { takesMs: hook.takes === "forever" ? "forever" : hook.takes.ms, result: hook.result };
}

function toProbes(probes: Input<"probes">): NonNullable<ContainerBehaviour["probes"]> {
  return {
    ...(probes.liveness && { liveness: probes.liveness.map(toProbe) }),
    ...(probes.readiness && { readiness: probes.readiness.map(toProbe) }),
    ...(probes.startup && { startup: probes.startup.map(toProbe) }),
  };
}

function toProbe(probe: NonNullable<Input<"probes">["liveness"]>[number]): ProbeScript {
  const { from, to, result, takes, output } = probe;
  return {
    fromMs: from === "sigterm" ? from : from.ms,
    // An answer without an end holds as long as the run.
    toMs: to === undefined ? Number.POSITIVE_INFINITY : to === "sigterm" ? to : to.ms,
    result,
    ...(takes && { takesMs: takes.ms }),
    ...(output === undefined ? {} : { output }),
  };
}
