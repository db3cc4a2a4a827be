/** Reads a machine as a picture and a table need it: names in place of functions, in file order. */
import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from "xstate";
import { type DirectedGraphNode, toDirectedGraph } from "xstate/graph";

export interface Arrow {
  /** As a reader says it: `container.start`, `after period`, `always`. */
  readonly event: string;
  /** `else` where alternatives with guards stand before it. */
  readonly guard?: string;
  readonly actions: readonly string[];
  readonly description?: string;
  /** The path of the state that it leads to; absent where the state stays. */
  readonly target?: string;
}

export interface ChartState {
  /** The keys from the root down, joined by dots; empty for the root itself. */
  readonly path: string;
  readonly key: string;
  readonly kind: "atomic" | "compound" | "parallel" | "final" | "history";
  readonly description?: string;
  /** The path of the child that is entered first. */
  readonly initial?: string;
  readonly entry: readonly string[];
  readonly exit: readonly string[];
  /** The actors that live as long as the state is active. */
  readonly invokes: readonly string[];
  readonly arrows: readonly Arrow[];
  readonly children: readonly ChartState[];
}

export function statechartOf(machine: AnyStateMachine): ChartState {
  return stateOf(toDirectedGraph(machine));
}

function stateOf({ stateNode, edges, children }: DirectedGraphNode): ChartState {
  // The graph leaves out what needs no event.
  const transitions = [...(stateNode.always ?? []), ...edges.map(({ transition }) => transition)];
  const { key, type, history, description, initial } = stateNode;
  const [first] = initial?.target ?? [];
  return {
    path: pathOf(stateNode),
    // The sign that UML has for it.
    key: type === "history" ? `${key} (${history === "deep" ? "H*" : "H"})` : key,
    kind: type,
    ...(description === undefined ? {} : { description }),
    ...(first && type === "compound" ? { initial: pathOf(first) } : {}),
    entry: names(stateNode.entry),
    exit: names(stateNode.exit),
    invokes: stateNode.invoke.map(({ id }) => id),
    arrows: transitions.flatMap((transition, at) => arrowsOf(transition, transitions[at - 1])),
    children: children.map(stateOf),
  };
}

/** One, or one to each of several regions. */
function arrowsOf(
  transition: AnyTransitionDefinition,
  before: AnyTransitionDefinition | undefined,
): readonly Arrow[] {
  const { actions, description, target } = transition;
  const isElse = before?.guard !== undefined && eventName(before) === eventName(transition);
  const guard = transition.guard ?? (isElse ? "else" : undefined);
  const arrow: Arrow = {
    event: eventName(transition),
    ...(guard === undefined ? {} : { guard: nameOf(guard) }),
    actions: names(actions),
    ...(description === undefined ? {} : { description }),
  };
  if (target === undefined) return [arrow];
  return target.map((node) => ({ ...arrow, target: pathOf(node) }));
}

function eventName(transition: AnyTransitionDefinition): string {
  const eventType = String(transition.eventType);
  if (eventType === "") return "always";
  if (eventType.startsWith("xstate.done.state.")) return "done";
  if (eventType.startsWith("xstate.done.actor.")) return `${eventType.slice(18)} done`;
  if (!eventType.startsWith("xstate.after.")) return eventType;
  const { delay } = transition as { readonly delay?: string | number };
  return `after ${typeof delay === "number" ? `${delay} ms` : delay}`;
}

/** XState arms the timers of `after` by entry actions of its own. */
function names(actions: readonly unknown[]): readonly string[] {
  return actions.map(nameOf).filter((name) => name !== "xstate.raise" && name !== "xstate.cancel");
}

function nameOf(named: unknown): string {
  if (typeof named === "string") return named;
  return (named as { readonly type?: string }).type ?? (named as { readonly name: string }).name;
}

function pathOf(node: AnyStateNode): string {
  return node.path.join(".");
}
