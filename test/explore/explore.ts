/** Visits every state that a kubelet and its world can get into, up to a depth. */
import {
  type Kubelet,
  type Move,
  type Pods,
  type State,
  after,
  agrees,
  movesOf,
  nothing,
} from "./textbook-world.ts";

export interface Explored {
  readonly states: number;
  readonly transitions: number;
  /** Moves from the beginning to the state that is farthest. */
  readonly depth: number;
  /** No state has a move that leads to one that was not visited. */
  readonly isComplete: boolean;
  /** Of those that converge: the most periods that one takes with nothing else happening. */
  readonly slowest: number;
  /** States that never converge, and the fewest moves to one of them. */
  readonly never: number;
  readonly shortest?: readonly Move[];
}

interface Visited {
  readonly state: State;
  readonly depth: number;
  readonly from?: { readonly key: string; readonly move: Move };
}

/** `mostDepth`: so many moves, of any kind and in any order. */
export function explore(kubelet: Kubelet, pods: Pods, mostDepth: number): Explored {
  const visited = new Map<string, Visited>();
  const periods = new Map<string, number>();
  let transitions = 0;
  let isComplete = true;
  const queue = [keyOf(nothing)];
  visited.set(keyOf(nothing), { state: nothing, depth: 0 });
  for (const key of queue) {
    const { state, depth } = visited.get(key) ?? { state: nothing, depth: 0 };
    for (const move of movesOf(state, pods)) {
      const next = after(state, move, kubelet, pods);
      const nextKey = keyOf(next);
      transitions++;
      if (visited.has(nextKey)) continue;
      if (depth === mostDepth) {
        isComplete = false;
        continue;
      }
      visited.set(nextKey, { state: next, depth: depth + 1, from: { key, move } });
      queue.push(nextKey);
    }
  }
  const all = [...visited].map(([key, { state, depth }]) => ({
    key,
    depth,
    takes: periodsToAgree(state, kubelet, pods, periods),
  }));
  const lost = all.filter(({ takes }) => takes === Infinity);
  const finite = all.filter(({ takes }) => takes !== Infinity);
  const [first] = lost.toSorted((a, b) => a.depth - b.depth);
  return {
    states: all.length,
    transitions,
    depth: all.reduce((most, { depth }) => Math.max(most, depth), 0),
    isComplete,
    slowest: finite.reduce((most, { takes }) => Math.max(most, takes), 0),
    never: lost.length,
    ...(first === undefined ? {} : { shortest: pathTo(first.key, visited) }),
  };
}

/** With nothing else happening; Infinity where it stays as it is and does not agree. */
function periodsToAgree(
  state: State,
  kubelet: Kubelet,
  pods: Pods,
  known: Map<string, number>,
): number {
  const path: string[] = [];
  let current = state;
  let takes: number | undefined;
  while (takes === undefined) {
    const key = keyOf(current);
    takes = known.get(key);
    if (takes !== undefined) break;
    const next = after(current, { move: "period" }, kubelet, pods);
    const isStill = keyOf(next) === key;
    path.push(key);
    // Only what stays so has converged: a wait that is over may change it once more.
    if (isStill) takes = agrees(current, pods) ? -1 : Infinity;
    current = next;
  }
  for (const key of path.toReversed()) {
    takes++;
    known.set(key, takes);
  }
  return known.get(keyOf(state)) ?? takes;
}

function pathTo(key: string, visited: ReadonlyMap<string, Visited>): readonly Move[] {
  const moves: Move[] = [];
  for (let at = visited.get(key)?.from; at !== undefined; at = visited.get(at.key)?.from) {
    moves.unshift(at.move);
  }
  return moves;
}

function keyOf(state: State): string {
  return JSON.stringify(state);
}
