/** Time may be advanced in any pieces, and a branch is the run once more. */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { simulate } from "../../src/library/simulate.ts";
import { NotReachedError, type SimulatedNode } from "../../src/library/simulated-node.ts";
import type { StimulusEntry } from "../../src/library/stimulus-entry.ts";

const input = `
apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  terminationGracePeriodSeconds: 5
  containers:
  - name: app
    image: example.com/web:1
    readinessProbe: {periodSeconds: 3, tcpSocket: {port: 80}}
`;
const behave = "app: exit 1 after 20s, ready 4s, sigterm 2s";
const endMs = 90_000;

const entries = fc.constantFrom<StimulusEntry>(
  { action: "deletePod", pod: "web" },
  { action: "killContainer", of: "app#1" },
  { action: "kubeletRestart", downFor: "4s" },
  { action: "apiDown" },
  { action: "apiUp" },
);
const times = fc.integer({ min: 0, max: endMs });
const acts = fc.uniqueArray(fc.record({ atMs: times, entry: entries }), {
  maxLength: 4,
  selector: ({ atMs }) => atMs,
});

interface Act {
  readonly atMs: number;
  readonly entry: StimulusEntry;
}

/** In as few pieces as the acts allow, and in as many more as there are stops. */
function play(
  seed: number,
  script: readonly Act[],
  stops: readonly number[],
  how: (node: SimulatedNode, ms: number) => void = (node, ms) => void node.advanceTo(ms / 1000),
): SimulatedNode {
  const node = simulate(input, { seed, behave, until: endMs / 1000 });
  const moments = [...script, ...stops.map((atMs) => ({ atMs, entry: undefined }))];
  for (const { atMs, entry } of moments.toSorted((a, b) => a.atMs - b.atMs)) {
    how(node, atMs);
    if (entry) node.apply(entry);
  }
  return node;
}

const seeds = fc.integer({ min: 0, max: 1000 });

it("in pieces is the same as at once", () => {
  fc.assert(
    fc.property(seeds, acts, fc.array(times, { maxLength: 8 }), (seed, script, stops) => {
      const whole = play(seed, script, []).finish();
      expect(play(seed, script, stops).finish().trace).toEqual(whole.trace);
    }),
    { numRuns: 40 },
  );
});

it("is the same when it is waited for records on the way", () => {
  fc.assert(
    fc.property(seeds, acts, fc.integer({ min: 1, max: 40 }), (seed, script, every) => {
      const waits = (node: SimulatedNode, ms: number): void => {
        for (let isThere = false; !isThere;) {
          try {
            node.runUntil(({ seq }) => seq % every === 0, { within: ms / 1000 - node.now });
          } catch (error) {
            if (!(error instanceof NotReachedError)) throw error;
            isThere = true;
          }
        }
      };
      const whole = play(seed, script, []).finish();
      expect(play(seed, script, [], waits).finish().trace).toEqual(whole.trace);
    }),
    { numRuns: 30 },
  );
});

it("is a branch of itself at each of its moments", () => {
  fc.assert(
    fc.property(seeds, acts, times, (seed, script, ms) => {
      const node = play(seed, script, [endMs]);
      const branch = node.branch(ms / 1000);
      expect(branch.now).toBe(ms / 1000);
      expect(branch.trace).toEqual(node.trace.slice(0, branch.trace.length));
      for (const { atMs, entry } of script.toSorted((a, b) => a.atMs - b.atMs)) {
        if (atMs >= ms) branch.advanceTo(atMs / 1000).apply(entry);
      }
      expect(branch.finish().trace).toEqual(node.finish().trace);
    }),
    { numRuns: 40 },
  );
});
