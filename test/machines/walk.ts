/** Every path through a machine, walked by an actor that carries out its actions. */
import { type AnyActor, type AnyStateMachine, type EventObject, fromTransition } from "xstate";
import { getShortestPaths } from "xstate/graph";
import { vi } from "vitest";
import type { VirtualClock } from "../../src/sim/virtual-clock.ts";
import { type ChartState, statechartOf } from "../../src/web/machines/statechart.ts";

export interface Walker {
  /** Started, and nothing has happened to it. */
  readonly actor: AnyActor;
  readonly clock?: VirtualClock;
  /** What others do, by name. */
  readonly others?: Readonly<Record<string, () => void>>;
  /** Of its context what makes another state of it; few values, or the walk has no end. */
  readonly picture?: () => unknown;
  /** What must not be, in words, in whatever state it is. */
  readonly wrong?: () => readonly (string | false)[];
}

/** Sent to nobody: somebody else acts, or time goes by. */
export const others = (name: string) => ({ type: "walk.others", name });
export const after = (ms: number) => ({ type: "walk.after", ms });

export interface Step extends EventObject {
  readonly name?: string;
  readonly ms?: number;
  readonly [field: string]: unknown;
}

/**
 * The values that the machine was found in, by every event in every one of its states. Throws where
 * an event does, and where something is wrong afterwards.
 */
export function walk(begin: () => Walker, steps: readonly Step[]): ReadonlySet<string> {
  // The only use that the graph package makes of chance is an id for an actor it never runs.
  vi.mocked(Math.random).mockReturnValue(0);
  const values = new Set<string>();
  const logic = fromTransition((path: readonly Step[], step: Step) => [...path, step], []);
  getShortestPaths(logic, {
    events: [...steps],
    serializeState: ({ context }) => {
      const { value, picture } = replay(begin(), context);
      for (const leaf of leavesOf(value)) values.add(leaf);
      return JSON.stringify([value, picture]);
    },
    limit: 20_000,
  });
  return values;
}

function replay(walker: Walker, path: readonly Step[]) {
  const { actor, clock, others: acts = {} } = walker;
  let error: unknown;
  actor.subscribe({
    error: (thrown) => {
      error = thrown;
    },
  });
  const words: string[] = [];
  for (const step of path) {
    words.push(step.name ?? (step.ms === undefined ? step.type : `after ${step.ms} ms`));
    if (step.type === "walk.others") acts[step.name ?? ""]?.();
    else if (step.type === "walk.after") clock?.advanceBy(step.ms ?? 0);
    else actor.send(step);
    const told = words.join(", ");
    if (error !== undefined) throw new Error(`thrown after: ${told}`, { cause: error });
    const wrong = walker.wrong?.().filter((one) => one !== false) ?? [];
    if (wrong.length > 0) throw new Error(`${wrong.join(", ")}; after: ${told}`);
  }
  const { value } = actor.getSnapshot() as { readonly value: unknown };
  const picture = walker.picture?.();
  actor.stop();
  return { value, picture };
}

/** `{a: {b: "c"}, d: "e"}`: `a.b.c` and `d.e`. */
function leavesOf(value: unknown, path = ""): readonly string[] {
  if (typeof value === "string") return [path + value];
  return Object.entries(value as object).flatMap(([key, inner]) =>
    leavesOf(inner, `${path}${key}.`),
  );
}

/** The states of a chart in which it can rest. */
export function restingStates(machine: AnyStateMachine): readonly string[] {
  return statesOf(statechartOf(machine))
    .filter(({ children }) => children.length === 0)
    .filter(({ arrows }) => {
      const always = arrows.filter(({ event }) => event === "always");
      return !always.some(({ guard }) => guard === undefined || guard === "else");
    })
    .map(({ path }) => path);
}

/** The types of all events that a chart hears by name; timers and ends of actors are not sent. */
export function eventsOf(machine: AnyStateMachine): ReadonlySet<string> {
  const types = statesOf(statechartOf(machine)).flatMap(({ arrows }) =>
    arrows.map(({ event }) => event),
  );
  return new Set(types.filter((type) => /^[a-z]+\.[a-zA-Z]+$/.test(type)));
}

function statesOf(chart: ChartState): readonly ChartState[] {
  return [chart, ...chart.children.flatMap(statesOf)];
}
