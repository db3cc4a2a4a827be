/** Replays every scenario of the recording, or of the file that `SEED_TICKS` names. */
import { describe, expect, it } from "vitest";
import { ownScenarios } from "./own-scenarios.ts";
import { ReferenceModel, departures, documentedQuirks, kept } from "./reference-model.ts";
import { NodePlayer } from "./replay.ts";
import {
  type RoundOutcome,
  isTicksOnly,
  loadScenarios,
  playAll,
  recordedOutcomes,
} from "./seed-ticks.ts";

const scenarios = loadScenarios();
const shared = new Set(["core", "fuzz", ...kept.map((quirk) => `quirk:${quirk}`)]);
/** Scenarios in which nothing happens that this project does differently on purpose. */
const undisputed = scenarios.filter(({ tags }) => tags.every((tag) => shared.has(tag)));

describe("the reference model with all quirks is the recorded program", () => {
  it.each(scenarios)("$id: $title", (scenario) => {
    expect(playAll(new ReferenceModel(departures), scenario)).toEqual(recordedOutcomes(scenario));
  });
});

describe("the actor system equals the recording where it departs from nothing", () => {
  it("has such scenarios, and they hold all that is tagged core", () => {
    expect(undisputed).toEqual(
      expect.arrayContaining(scenarios.filter(({ tags }) => tags.includes("core"))),
    );
    expect(undisputed).not.toEqual([]);
  });

  it.each(undisputed)("$id: $title", (scenario) => {
    const recorded = recordedOutcomes(scenario);
    // A step moves our clock and not the recorded one, so there the two read differently.
    const expected = isTicksOnly(scenario) ? recorded : recorded.map(withoutWaits);
    const played = playAll(NodePlayer.for(scenario), scenario);
    expect(isTicksOnly(scenario) ? played : played.map(withoutWaits)).toEqual(expected);
  });
});

describe("the actor system equals the reference model without quirks", () => {
  it.each(scenarios)("$id: $title", (scenario) => {
    const expected = playAll(new ReferenceModel(documentedQuirks(scenario)), scenario);
    expect(playAll(NodePlayer.for(scenario), scenario)).toEqual(expected);
  });
});

describe("what the recording does not show equals the reference model too", () => {
  it.each(ownScenarios)("$id: $title", (scenario) => {
    const expected = playAll(new ReferenceModel(documentedQuirks(scenario)), scenario);
    expect(playAll(NodePlayer.for(scenario), scenario)).toEqual(expected);
  });
});

describe("it does not matter who drives the rounds, or when within a tick the world moves", () => {
  it.each(scenarios.filter(isTicksOnly))("$id", (scenario) => {
    const byItself = playAll(new NodePlayer("ticker", "stored"), scenario);
    expect(playAll(new NodePlayer("driven", "stored"), scenario)).toEqual(byItself);
    expect(byItself).toEqual(playAll(new ReferenceModel([]), scenario));
  });
});

function withoutWaits({ waitUntil: _waitUntil, ...rest }: RoundOutcome) {
  return rest;
}
