/** What actors were, got and became, and how to look at a moment of it. */
import type { AnyStateMachine, StateValue } from "xstate";

/** A place in a run: after so many records, at that time. */
export interface Point {
  readonly ms: number;
  readonly count: number;
}

/** `from` is absent where no actor sent it: the world did, or a timer. */
export interface Message extends Point {
  readonly from?: string;
  readonly to: string;
  readonly type: string;
}

export interface ActorLife {
  /** The path of its ids, from the node down. */
  readonly name: string;
  readonly parent: string | undefined;
  /** Absent of what is no statechart. */
  readonly machine: AnyStateMachine | undefined;
  /** Why its statechart cannot be drawn, if it has one. */
  readonly flaw?: string;
  readonly states: (Point & { readonly value: StateValue })[];
  /** What came to it, as places in the list of all messages. */
  readonly messages: number[];
  readonly begin: Point;
  end?: Point;
}

export interface ActorLog {
  readonly actors: ReadonlyMap<string, ActorLife>;
  readonly messages: readonly Message[];
}

/** How many of a list in order have happened at a place. */
export function countBy(list: readonly Point[], { ms, count }: Point): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const at = list[middle];
    if (at === undefined || at.ms > ms || (at.ms === ms && at.count > count)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The state of an actor then; nothing where it is not there yet or no more. */
export function stateAt({ states, end }: ActorLife, at: Point): StateValue | undefined {
  if (end !== undefined && countBy([end], at) > 0) return undefined;
  return states[countBy(states, at) - 1]?.value;
}

/** `running`, `serving.up`, or those of regions side by side. */
export function valueText(value: StateValue): string {
  return pathsOf(value).join(", ");
}

/** The paths of the innermost states that are active. */
export function pathsOf(value: StateValue, prefix = ""): readonly string[] {
  if (typeof value === "string") return value === "" ? [] : [prefix + value];
  const entries = Object.entries(value);
  return entries.flatMap(([key, inner]) => {
    const below = inner === undefined ? [] : pathsOf(inner, `${prefix}${key}.`);
    return below.length === 0 ? [prefix + key] : below;
  });
}

/** What XState sends by itself, in words: a wait that is over, an actor that is done. */
export function messageText(type: string): string {
  const [, kind, name = "", more = ""] =
    /^xstate\.(after|done\.actor|error\.actor)\.([^.]+)(.*)$/.exec(type) ?? [];
  if (kind === "after") return `after ${name}`;
  if (kind === "done.actor") return `${name}${more} done`;
  return kind === undefined ? type : `${name}${more} failed`;
}
