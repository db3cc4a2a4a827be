/** Going back in a long run, in pieces between which a server can answer. */
import type { SimulatedNode } from "../library/simulated-node.ts";
import type { StimulusEntry } from "../library/stimulus-entry.ts";
import type { AppliedEntry } from "./live-protocol.ts";

/** A piece of a full node takes some hundredths of a second. */
const recordsInPiece = 100;
/** Records before that moment: with fewer it is done at once. */
const fewRecords = 1000;

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
  const times = trace.map(({ t }) => Math.round(t * 1000));
  const before = times.filter((ms) => ms > 0 && ms < toMs);
  if (before.length < fewRecords) return [toMs];
  return [...new Set(before.filter((_, index) => index % recordsInPiece === 0)), toMs];
}
