/** What the world has in store for one run of a container. */
import {
  type BehaviourTable,
  type ContainerBehaviour,
  type RunScript,
  defaultBehaviour,
} from "../model/behaviour.ts";
import { matchesName } from "../model/name-pattern.ts";

/** Which container a behaviour is looked up for. */
export interface BehaviourSubject {
  readonly namespace: string;
  readonly pod: string;
  /** 1 for the first pod of that name, 2 for the second … */
  readonly instance: number;
  readonly container: string;
}

/** 128 + 9, as the shell and the runtime report a process that SIGKILL ended. */
export const sigkillExitCode = 137;
export const sigtermExitCode = 143;
export const oomReason = "OOMKilled";

/** Of the first rule that matches; the default where none does. */
export function behaviourFor(table: BehaviourTable, subject: BehaviourSubject): ContainerBehaviour {
  const rule = table.find(
    ({ pod, instance, container }) =>
      matchesName(pod, subject.pod) &&
      matchesName(container, subject.container) &&
      (instance === undefined || instance === subject.instance),
  );
  return rule?.behaviour ?? defaultBehaviour;
}

/** The script of run 1, 2, 3 …; the last one repeats. */
export function runScript(behaviour: ContainerBehaviour, run: number): RunScript {
  const script = behaviour.runs[Math.min(run, behaviour.runs.length) - 1];
  return script ?? { startupMs: 0, exitCode: 0 };
}

/** How a run ends by itself. */
export function scriptedExit(script: RunScript): { exitCode: number; reason: string } {
  if (script.oomKilled) return { exitCode: script.exitCode, reason: oomReason };
  return { exitCode: script.exitCode, reason: exitReason(script.exitCode) };
}

/** Models: containerd's and CRI-O's ContainerStatus.reason, which `kubectl` shows. */
export function exitReason(exitCode: number): string {
  return exitCode === 0 ? "Completed" : "Error";
}
