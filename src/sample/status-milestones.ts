/** What changes from one status of a pod to the next, each under the name of its field. */
import type { ContainerApiState, ContainerApiStatus, PodCondition } from "../model/kube-status.ts";
import type { StatusTrace } from "../model/trace.ts";
import type { MilestoneDetail, MilestoneKind } from "./milestone.ts";

export interface StatusChange {
  /** After the pod's name: `.phase=Running`, `/app.ready=true`. */
  readonly path: string;
  readonly kind: MilestoneKind;
  readonly detail: MilestoneDetail;
  /** Of what does not come again in the life of a pod. */
  readonly isOnce?: true;
}

export function statusChanges(
  before: StatusTrace | undefined,
  after: StatusTrace,
): readonly StatusChange[] {
  const { phase, reason } = after;
  const changes: StatusChange[] = [];
  if (before?.phase !== phase || before.reason !== reason) {
    const path = `.phase=${named(phase, reason)}`;
    changes.push({ path, kind: "phase", detail: beside(after), isOnce: true });
  }
  for (const condition of after.conditions) {
    const old = before?.conditions.find(({ type }) => type === condition.type);
    if (conditionText(condition) === (old && conditionText(old))) continue;
    const path = `.condition.${condition.type}=${conditionText(condition)}`;
    changes.push({ path, kind: "condition", detail: beside(condition) });
  }
  const known = new Map(before && containersOf(before).map((status) => [status.name, status]));
  for (const status of containersOf(after)) {
    changes.push(...containerChanges(known.get(status.name), status));
  }
  return changes;
}

function containerChanges(
  before: ContainerApiStatus | undefined,
  after: ContainerApiStatus,
): readonly StatusChange[] {
  const { name, state, ready, started = false, restartCount } = after;
  const changes: StatusChange[] = [];
  const note = (path: string, detail: MilestoneDetail = {}): void => {
    changes.push({ path: `/${name}.${path}`, kind: "state", detail });
  };
  if (restartCount !== (before?.restartCount ?? 0)) {
    const path = `/${name}.restartCount=${restartCount}`;
    changes.push({ path, kind: "state", detail: {}, isOnce: true });
  }
  if (stateText(state) !== (before && stateText(before.state))) {
    const { exitCode } = state.terminated ?? {};
    const { waiting, terminated } = state;
    const code = exitCode === undefined ? {} : { exitCode };
    note(`state=${stateText(state)}`, { ...code, ...beside(waiting ?? terminated ?? {}) });
  }
  if (started !== (before?.started ?? false)) note(`started=${started}`);
  if (ready !== (before?.ready ?? false)) note(`ready=${ready}`);
  return changes;
}

function containersOf(status: StatusTrace): readonly ContainerApiStatus[] {
  const { initContainerStatuses = [], containerStatuses, ephemeralContainerStatuses = [] } = status;
  return [...initContainerStatuses, ...containerStatuses, ...ephemeralContainerStatuses];
}

function conditionText({ status, reason }: PodCondition): string {
  return named(status, reason);
}

function stateText({ waiting, running, terminated }: ContainerApiState): string {
  if (running) return "running";
  return terminated ? named("terminated", terminated.reason) : named("waiting", waiting?.reason);
}

function named(value: string, reason: string | undefined): string {
  return reason === undefined || reason === "" ? value : `${value}:${reason}`;
}

/** The reason stands in the path. */
function beside({ message }: { readonly message?: string }): MilestoneDetail {
  return message === undefined || message === "" ? {} : { message };
}
