/** Whatever happens to a textbook node: once it is left alone, what is becomes what is declared. */
import * as fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import type { Observe } from "../../src/node/node-options.ts";
import type { Agreement } from "../../src/decide/agreement.ts";
import { jsonLines } from "../node/sample-node.ts";
import { Player } from "./textbook-player.ts";
import { type Script, periodMs, scripts } from "./textbook-script.ts";

/** More for a hunt: `FC_RUNS=5000 FC_SEED=7 npm test -- test/properties`. */
const numRuns = Number(process.env["FC_RUNS"] ?? 100);

// A script that fails is shrunk by playing many others.
vi.setConfig({ testTimeout: 60_000 });

function played(script: Script, observe: Observe, cuts: readonly number[] = []): Player {
  const player = new Player(script, { observe });
  player.play(script, cuts);
  return player;
}

/** The part of a comparison that does not depend on when each kubelet saw what. */
function verdicts({ rows }: Agreement): string[] {
  return rows.map(
    ({ namespace, pod, container, source, verdict }) =>
      `${namespace}/${pod}/${container} of ${source ?? "nobody"} ${verdict}`,
  );
}

describe.each(["level", "edge"] as const)("the %s-triggered kubelet", (observe) => {
  it("ends with what is declared, within the bound, and leaves it at that", () => {
    fc.assert(
      fc.property(scripts, (script) => {
        const player = played(script, observe);
        expect(player.agreement()).toMatchObject({ agrees: true });
        const { creates, removes } = player.node.counters;
        player.node.advanceBy(20 * periodMs);
        expect(player.agreement()).toMatchObject({ agrees: true });
        expect(player.node.counters).toMatchObject({ creates, removes });
        // On its way is good enough for the comparison, but not for ever.
        expect(player.node.list().filter(({ state }) => state === "Creating")).toEqual([]);
      }),
      { numRuns },
    );
  });

  it("writes the same bytes for the same script", () => {
    fc.assert(
      fc.property(scripts, (script) => {
        const [first, second] = [played(script, observe), played(script, observe)];
        expect(jsonLines(second.node.records)).toBe(jsonLines(first.node.records));
      }),
    );
  });

  it("writes the same bytes in pieces as at once", () => {
    const cuts = fc.array(fc.nat(40_000));
    fc.assert(
      fc.property(scripts, cuts, (script, given) => {
        const inOrder = given.toSorted((a, b) => a - b);
        const pieces = played(script, observe, inOrder);
        expect(jsonLines(pieces.node.records)).toBe(
          jsonLines(played(script, observe).node.records),
        );
      }),
    );
  });
});

describe.each(["edge", "evented"] as const)("without faults, %s", (observe) => {
  it("ends in the same agreement as level", () => {
    fc.assert(
      fc.property(scripts, (script) => {
        const [level, other] = [played(script, "level"), played(script, observe)];
        expect(verdicts(other.agreement())).toEqual(verdicts(level.agreement()));
      }),
      { numRuns },
    );
  });

  it("without latencies, and time between disturbances, it takes the same decisions as level", () => {
    fc.assert(
      fc.property(scripts, (script) => {
        const calm = calmed(script);
        expect(decisions(played(calm, observe))).toEqual(decisions(played(calm, "level")));
      }),
      { numRuns },
    );
  });
});

/** Longer than anything that follows from one disturbance. */
const calmMs = 60_000;

function calmed(script: Script): Script {
  const stimuli = script.stimuli
    .filter(({ stimulus }) => ["kill", "declare", "write", "removeFile"].includes(stimulus.do))
    .slice(0, 3)
    .map(({ stimulus }, index) => ({ atMs: (index + 1) * calmMs, stimulus }));
  return { ...script, latency: {}, stimuli };
}

/** What was done to the containers of each key, in order; each kubelet has its own pace. */
function decisions({ node }: Player): ReadonlyMap<string, readonly string[]> {
  const byKey = new Map<string, string[]>();
  for (const record of node.records) {
    if (record.type !== "container" && record.type !== "signal") continue;
    const { namespace, pod, container, run } = record;
    const what = record.type === "container" ? record.to : record.signal;
    const key = `${namespace}/${pod}/${container}`;
    byKey.set(key, [...(byKey.get(key) ?? []), `#${run} ${what}`]);
  }
  return new Map([...byKey].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
