/** Going back in a long run, in pieces between which a server can answer. */
import type { SimulatedNode } from "../library/simulated-node.ts";
import type { StimulusEntry } from "../library/stimulus-entry.ts";
import type { AppliedEntry } from "./live-protocol.ts";

/** A piece takes some hundredths of a second. */
const recordsInPiece = 1000;

/**
 * Nodes as these were at an earlier moment; after each piece it yields how much is done. `applied`:
 * what was done to them before that moment, in its order.
 */
export function* goBack(
  nodes: readonly SimulatedNode[],
  toMs: number,
  applied: readonly AppliedEntry[],
): Generator<number, readonly SimulatedNode[]> {
  const done: SimulatedNode[] = [];
  for (const [index, node] of nodes.entries()) {
    const [first = toMs, ...others] = stopsOf(node, toMs);
    const branch = node.branch(first / 1000);
    let from = first;
    for (const stop of others) {
      yield (index + from / toMs) / nodes.length;
      for (const { atMs, entry } of applied) {
        if (atMs < from || atMs >= stop) continue;
        branch.advanceTo(atMs / 1000);
        branch.apply(entry as unknown as StimulusEntry).advance(0);
      }
      branch.advanceTo(stop / 1000);
      from = stop;
    }
    done.push(branch);
  }
  return done;
}

/** The moments at which a piece ends, in milliseconds; the last is where it is to go. */
function stopsOf({ trace }: SimulatedNode, toMs: number): readonly number[] {
  const stops = new Set<number>();
  for (let at = recordsInPiece; at < trace.length; at += recordsInPiece) {
    const ms = Math.round((trace[at]?.t ?? 0) * 1000);
    if (ms >= toMs) break;
    if (ms > 0) stops.add(ms);
  }
  return [...stops, toMs];
}
