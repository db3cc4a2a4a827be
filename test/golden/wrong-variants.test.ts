/** A replay that no mistake can fail would prove nothing: each broken rule must show. */
import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import { ownScenarios } from "./own-scenarios.ts";
import { ReferenceModel, documentedQuirks } from "./reference-model.ts";
import { NodePlayer } from "./replay.ts";
import { type RoundOutcome, type Scenario, loadScenarios, ownFile, playAll } from "./seed-ticks.ts";
import { wrongVariants } from "./wrong-variants.ts";

const scenarios: readonly Scenario[] = [...loadScenarios(ownFile), ...ownScenarios];
const played = new Map<string, readonly RoundOutcome[]>();

describe("the replay tells the actor system from a kubelet that", () => {
  it.each(Object.entries(wrongVariants))("%s", (_, Variant) => {
    expect(scenarios.filter((scenario) => isCaught(Variant, scenario))).not.toEqual([]);
  });

  it("breaks no rule, which must not show", () => {
    expect(scenarios.filter((scenario) => isCaught(ReferenceModel, scenario))).toEqual([]);
  });
});

function isCaught(Variant: typeof ReferenceModel, scenario: Scenario): boolean {
  const { id } = scenario;
  const actors = played.get(id) ?? playAll(NodePlayer.for(scenario), scenario);
  played.set(id, actors);
  return !isDeepStrictEqual(playAll(new Variant(documentedQuirks(scenario)), scenario), actors);
}
