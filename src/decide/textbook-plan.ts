/**
 * What the textbook kubelet does about what it sees: one pure function of a view of the runtime,
 * the declarations and what it remembers. The level-triggered kubelet gives it a fresh full list,
 * the edge-triggered one the view it folded from events.
 */
import { type ContainerKey, compareBytes } from "../model/container-key.ts";
import type { ContainerRecord } from "../model/runtime.ts";
import type { SyncAction } from "../model/trace.ts";
import { type Backoff, type Backoffs, afterCrash, wantsRestart } from "./backoff.ts";
import type { Declaration, Declarations } from "./declarations.ts";

/** What the kubelet knows beside the view. All of it may be lost without lasting harm. */
export interface Remembered {
  readonly backoffs: Backoffs;
  /** Keys whose creation is under way: not in the list yet, and not missing either. */
  readonly creating: ReadonlySet<ContainerKey>;
  /** Ids that were told to start. */
  readonly starting: ReadonlySet<string>;
  /** Ids whose removal is under way. */
  readonly removing: ReadonlySet<string>;
  /** Exited containers that were already said to be left as they are, by id. */
  readonly left: ReadonlySet<string>;
}

export interface Moment {
  readonly nowMs: number;
  readonly periodMs: number;
}

/** An order to the runtime, as data. */
export type Command =
  | { readonly command: "create"; readonly declaration: Declaration }
  | { readonly command: "start"; readonly id: string }
  | { readonly command: "remove"; readonly container: ContainerRecord; readonly graceMs: number };

export interface Plan {
  /** What was decided, for the trace: declared keys first, as they are walked, then removals. */
  readonly actions: readonly SyncAction[];
  /** The orders that follow from it, in the same order. */
  readonly commands: readonly Command[];
  /** Backs-off that changed. */
  readonly backoffs: readonly (readonly [ContainerKey, Backoff])[];
}

export const nothingToDo: Plan = { actions: [], commands: [], backoffs: [] };

/** One decision: the action that is told, and what it entails. */
interface Step {
  readonly order: number;
  readonly action: SyncAction;
  readonly command?: Command;
  readonly backoff?: readonly [ContainerKey, Backoff];
}

/**
 * Compares the whole view with all declarations, both sorted by key, side by side.
 * Nothing is carried over from the view before: the difference is taken of sets, not of counts.
 */
export function planRound(
  declarations: Declarations,
  view: readonly ContainerRecord[],
  remembered: Remembered,
  moment: Moment,
): Plan {
  const { keys, inListOrder } = declarations;
  const steps: Step[] = [];
  const missing = (at: number): void => {
    const declaration = inListOrder[at];
    if (declaration) addStep(steps, decideMissing(declaration, remembered, moment));
  };
  let at = 0;
  for (const container of view) {
    while (at < keys.length && isBefore(keys[at], container.key)) missing(at++);
    if (keys[at] === container.key) {
      // The healthy case, nearly always: two pointers compared, nothing else read or made.
      const declaration = container.state === "Running" ? undefined : inListOrder[at];
      if (declaration) addStep(steps, decideListed(declaration, container, remembered, moment));
      at++;
      continue;
    }
    // One of the key that was just served is one too many; its neighbours are compared only here.
    const why = at > 0 && keys[at - 1] === container.key ? "duplicate" : "undeclared";
    addStep(steps, removal(container, why, declarations, remembered));
  }
  while (at < keys.length) missing(at++);
  return toPlan(steps);
}

/** The same rules for one key alone; `view` holds the containers of that key. */
export function planKey(
  key: ContainerKey,
  declarations: Declarations,
  view: readonly ContainerRecord[],
  remembered: Remembered,
  moment: Moment,
): Plan {
  const declaration = declarations.byKey.get(key);
  const one: Declarations = {
    ...declarations,
    inListOrder: declaration ? [declaration] : [],
    keys: declaration ? [key] : [],
  };
  return planRound(one, view, remembered, moment);
}

function isBefore(a: ContainerKey | undefined, b: ContainerKey): boolean {
  return a !== undefined && a !== b && compareBytes(a, b) < 0;
}

function decideListed(
  declaration: Declaration,
  container: ContainerRecord,
  remembered: Remembered,
  moment: Moment,
): Step | undefined {
  return container.state === "Exited"
    ? decideExited(declaration, container, remembered, moment)
    : decideCreating(declaration, container, remembered);
}

function addStep(steps: Step[], step: Step | undefined): void {
  if (step !== undefined) steps.push(step);
}

function decideMissing(
  declaration: Declaration,
  remembered: Remembered,
  moment: Moment,
): Step | undefined {
  const { key, order, pod } = declaration;
  if (remembered.creating.has(key)) return undefined;
  const backoff = remembered.backoffs.get(key);
  if (backoff !== undefined && moment.nowMs < backoff.waitUntilMs) return undefined;
  const told = { ...subject(declaration), source: pod.source };
  const action: SyncAction =
    backoff === undefined
      ? { action: "create", ...told }
      : { action: "recreate", ...told, restarts: backoff.restarts };
  return { order, action, command: { command: "create", declaration } };
}

/** Created and perhaps never told to start: a kubelet that lost its memory tells it again. */
function decideCreating(
  declaration: Declaration,
  container: ContainerRecord,
  remembered: Remembered,
): Step | undefined {
  const { id, key } = container;
  if (remembered.creating.has(key) || remembered.starting.has(id)) return undefined;
  if (remembered.removing.has(id)) return undefined;
  return {
    order: declaration.order,
    action: { action: "start", ...subject(declaration), id },
    command: { command: "start", id },
  };
}

function decideExited(
  declaration: Declaration,
  container: ContainerRecord,
  remembered: Remembered,
  moment: Moment,
): Step | undefined {
  const { key, order, pod } = declaration;
  if (remembered.removing.has(container.id)) return undefined;
  const exitCode = container.exitCode ?? 0;
  const told = { ...subject(declaration), id: container.id, exitCode };
  if (!wantsRestart(pod.restartPolicy, exitCode)) {
    // It stays in the list as it is, and so is never missing: the list remembers, not the kubelet.
    if (remembered.left.has(container.id)) return undefined;
    return { order, action: { action: "leave", ...told } };
  }
  const backoff = afterCrash(remembered.backoffs.get(key), moment.nowMs, moment.periodMs);
  const { restarts, waitUntilMs } = backoff;
  const wait = Math.round((waitUntilMs - moment.nowMs) / moment.periodMs);
  return {
    order,
    action: { action: "crashed", ...told, wait, waitUntil: waitUntilMs / 1000, restarts },
    command: { command: "remove", container, graceMs: 0 },
    backoff: [key, backoff],
  };
}

function removal(
  container: ContainerRecord,
  why: "undeclared" | "duplicate",
  declarations: Declarations,
  remembered: Remembered,
): Step | undefined {
  if (remembered.removing.has(container.id)) return undefined;
  const { namespace, pod, container: name, id } = container;
  const withdrawn = declarations.withdrawn.get(container.key);
  return {
    order: Number.MAX_SAFE_INTEGER,
    action: { action: "remove", namespace, pod, container: name, id, why },
    command: {
      command: "remove",
      container,
      graceMs: withdrawn?.pod.deletionGraceMs ?? container.gracePeriodMs,
    },
  };
}

function subject(declaration: Declaration): {
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
} {
  const { pod, container } = declaration;
  return { namespace: pod.namespace, pod: pod.name, container: container.name };
}

function toPlan(steps: Step[]): Plan {
  if (steps.length === 0) return nothingToDo;
  // Stable: removals keep the order of the list.
  steps.sort((a, b) => a.order - b.order);
  return {
    actions: steps.map((step) => step.action),
    commands: steps.flatMap((step) => step.command ?? []),
    backoffs: steps.flatMap((step) => (step.backoff ? [step.backoff] : [])),
  };
}
