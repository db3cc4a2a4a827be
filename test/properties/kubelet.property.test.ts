/** Whatever happens to a node of the kubernetes model: what holds of each of its traces. */
import * as fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import type { TraceRecord } from "../../src/model/trace.ts";
import { ScenarioPlayer } from "../../src/scenario/run-scenario.ts";
import { jsonLines } from "../node/sample-node.ts";
import { kubeInput } from "../support/kube-run.ts";
import {
  badSteps,
  doubleSandboxes,
  doubles,
  leftOvers,
  overstays,
} from "./container-invariants.ts";
import {
  type KubeletScript,
  convergeDuration,
  graces,
  kubeletScripts,
  promiseDuration,
  willingScripts,
} from "./kubelet-script.ts";
import {
  type Counted,
  badShapes,
  changedTerminalPhases,
  fallenCounts,
  missing,
  readyTooSoon,
} from "./status-invariants.ts";
import { badStamps, badWords, crowdedSeconds } from "./trace-invariants.ts";

/** More for a hunt: `FC_RUNS=2000 FC_SEED=7 FC_VERSION=1.34 npm test -- test/properties/kubelet`. */
const numRuns = Number(process.env["FC_RUNS"] ?? 30);

// A script that fails is shrunk by playing many others.
vi.setConfig({ testTimeout: 600_000 });

function player({ version, seed, spec }: KubeletScript): ScenarioPlayer {
  return new ScenarioPlayer(kubeInput(JSON.stringify(spec), { version, seed }));
}

function played(
  script: KubeletScript,
  seconds: number,
  cuts: readonly number[] = [],
): readonly TraceRecord[] {
  const scenario = player(script);
  for (const cut of [...cuts, seconds * 1000]) scenario.advanceTo(cut);
  scenario.finish();
  return scenario.records;
}

/** What is wrong with a trace, by the promise that it breaks; nothing, when all is well. */
function broken(records: readonly TraceRecord[], script: KubeletScript): object {
  const found = {
    "a stamp or a cause out of order": badStamps(records),
    "a word made of nothing": badWords(records),
    "more in one second than there is cause for": crowdedSeconds(records, 200),
    "two runs of a container at once": doubles(records),
    "two sandboxes of a pod at once": doubleSandboxes(records),
    "a step that no container takes": badSteps(records),
    // A runtime that is down kills nothing.
    "alive when the grace is over": has(script, "runtimeDown")
      ? []
      : overstays(records, graces(script)),
    "alive though the pod is gone": leftOvers(records, promiseDuration - 60),
    "a phase that was for good, changed": changedTerminalPhases(records),
    "ready too soon": readyTooSoon(records),
    "a status in bad shape": badShapes(records),
    "a restart count that fell": fallenCounts(records, countedIn(script)),
  };
  return Object.fromEntries(Object.entries(found).filter(([, list]) => list.length > 0));
}

/** Those before 1.36 count by the records and the logs that are left (version-rows.ts, row 20). */
function countedIn(script: KubeletScript): Counted {
  if (script.version === "1.36" && !has(script, "kubeletUpgrade")) return "all";
  return has(script, "removeContainer") ? "none" : "regular";
}

function has({ spec }: KubeletScript, wanted: string): boolean {
  const stimuli = spec["stimuli"] as readonly { readonly action: string }[];
  return stimuli.some(({ action }) => action === wanted);
}

describe("a kubelet", () => {
  it("keeps its promises, whatever happens", () => {
    fc.assert(
      fc.property(kubeletScripts, (script) => {
        expect(broken(played(script, promiseDuration), script)).toEqual({});
      }),
      { numRuns },
    );
  });

  it("runs in the end what is declared, and has it ready", () => {
    fc.assert(
      fc.property(willingScripts, (script) => {
        expect(missing(played(script, convergeDuration))).toEqual([]);
      }),
      { numRuns: Math.ceil(numRuns / 3) },
    );
  });

  it("writes the same bytes for the same script, in pieces as at once", () => {
    const cuts = fc.array(fc.nat(promiseDuration * 1000), { maxLength: 20 });
    fc.assert(
      fc.property(kubeletScripts, cuts, (script, given) => {
        const whole = played(script, promiseDuration);
        expect(jsonLines(played(script, promiseDuration))).toBe(jsonLines(whole));
        // A cut at a moment at which something is due is the one that could tell.
        const due = given.map((cut) => (whole[cut % whole.length]?.t ?? 0) * 1000);
        const inOrder = [...given, ...due].toSorted((a, b) => a - b);
        expect(jsonLines(played(script, promiseDuration, inOrder))).toBe(jsonLines(whole));
      }),
      { numRuns: Math.ceil(numRuns / 5) },
    );
  });

  it("knows nothing of another node in the same process, whoever goes first", () => {
    fc.assert(
      fc.property(kubeletScripts, kubeletScripts, (left, right) => {
        const forth = [left, right].map((script) => jsonLines(played(script, promiseDuration)));
        const back = [right, left].map((script) => jsonLines(played(script, promiseDuration)));
        expect(back.toReversed()).toEqual(forth);
        const [a, b] = [player(left), player(right)];
        const endMs = promiseDuration * 1000;
        for (let t = 0; t <= endMs; t += 7919) [b, a].forEach((one) => one.advanceTo(t));
        for (const one of [a, b]) one.advanceTo(endMs);
        for (const one of [b, a]) one.finish();
        expect([a, b].map(({ records }) => jsonLines(records))).toEqual(forth);
      }),
      { numRuns: Math.ceil(numRuns / 10) },
    );
  });
});
