/** Whatever happens to a node of the kubernetes model: what holds of each of its traces. */
import * as fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import type { TraceRecord } from "../../src/model/trace.ts";
import { ScenarioPlayer } from "../../src/scenario/run-scenario.ts";
import { jsonLines } from "../node/sample-node.ts";
import { kubeInput } from "../support/kube-run.ts";
import {
  changedTerminalPhases,
  doubles,
  fallenCounts,
  leftOvers,
  missing,
  overstays,
} from "./kubelet-invariants.ts";
import { type KubeletScript, duration, kubeletScripts, willing } from "./kubelet-script.ts";

/** More for a hunt: `FC_RUNS=2000 npm test -- test/properties/kubelet`. */
const numRuns = Number(process.env["FC_RUNS"] ?? 40);

// A script that fails is shrunk by playing many others.
vi.setConfig({ testTimeout: 120_000 });

function player({ version, seed, spec }: KubeletScript): ScenarioPlayer {
  return new ScenarioPlayer(kubeInput(JSON.stringify(spec), { version, seed }));
}

function played(script: KubeletScript, cuts: readonly number[] = []): readonly TraceRecord[] {
  const scenario = player(script);
  for (const cut of [...cuts, duration * 1000]) scenario.advanceTo(cut);
  scenario.finish();
  return scenario.records;
}

describe("a kubelet", () => {
  it("keeps its promises, whatever happens", () => {
    fc.assert(
      fc.property(kubeletScripts, (script) => {
        const records = played(script);
        expect({
          "two runs of a container at once": doubles(records),
          "a phase that was for good, changed": changedTerminalPhases(records),
          "alive when all graces are over": overstays(records),
          "alive though the pod is gone": leftOvers(records),
          // Older ones count by the records that are left (part 2 §16 row 20).
          "a restart count that fell": script.version === "1.36" ? fallenCounts(records) : [],
        }).toEqual({
          "two runs of a container at once": [],
          "a phase that was for good, changed": [],
          "alive when all graces are over": [],
          "alive though the pod is gone": [],
          "a restart count that fell": [],
        });
      }),
      { numRuns },
    );
  });

  it("runs in the end what is declared", () => {
    fc.assert(
      fc.property(kubeletScripts, (script) => {
        expect(missing(played(willing(script)))).toEqual([]);
      }),
      { numRuns: Math.ceil(numRuns / 2) },
    );
  });

  it("writes the same bytes for the same script, in pieces as at once", () => {
    const cuts = fc.array(fc.nat(duration * 1000), { maxLength: 20 });
    fc.assert(
      fc.property(kubeletScripts, cuts, (script, given) => {
        const whole = jsonLines(played(script));
        expect(jsonLines(played(script))).toBe(whole);
        const inOrder = given.toSorted((a, b) => a - b);
        expect(jsonLines(played(script, inOrder))).toBe(whole);
      }),
      { numRuns: Math.ceil(numRuns / 3) },
    );
  });

  it("knows nothing of another node in the same process, whoever goes first", () => {
    fc.assert(
      fc.property(kubeletScripts, kubeletScripts, (left, right) => {
        const forth = [left, right].map((script) => jsonLines(played(script)));
        const back = [right, left].map((script) => jsonLines(played(script)));
        expect(back.toReversed()).toEqual(forth);
        const [a, b] = [player(left), player(right)];
        for (let t = 0; t <= duration * 1000; t += 7919) [b, a].forEach((one) => one.advanceTo(t));
        for (const one of [a, b]) one.advanceTo(duration * 1000);
        for (const one of [b, a]) one.finish();
        expect([a, b].map(({ records }) => jsonLines(records))).toEqual(forth);
      }),
      { numRuns: Math.ceil(numRuns / 4) },
    );
  });
});
