/** `docs/departures.md` names every quirk and every scenario that it concerns, and no other. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ReferenceModel, departures, documentedQuirks, kept } from "./reference-model.ts";
import { loadScenarios, ownFile, playAll, recordedOutcomes } from "./seed-ticks.ts";

const page = readFileSync(new URL("../../docs/departures.md", import.meta.url), "utf8");
const scenarios = loadScenarios(ownFile);

describe("the page on departures", () => {
  it("has a row for each quirk tag of the recording", () => {
    const tags = new Set(scenarios.flatMap((scenario) => scenario.tags));
    const quirks = [...tags].filter((tag) => tag.startsWith("quirk:")).map((tag) => tag.slice(6));
    expect(quirks.toSorted()).toEqual([...departures, ...kept].toSorted());
    expect(rowsUnder("Where we depart").map(([tag]) => tag)).toEqual(departures);
    const keptRows = rowsUnder("Where we do as the reference does");
    expect(keptRows.map(([tag]) => tag).toSorted()).toEqual([...kept].toSorted());
  });

  it.each([...departures, ...kept])("names the scenarios of %s", (quirk) => {
    const rows = [
      ...rowsUnder("Where we depart"),
      ...rowsUnder("Where we do as the reference does"),
    ];
    const tagged = scenarios.filter(({ tags }) => tags.includes(`quirk:${quirk}`));
    expect(rows.find(([tag]) => tag === quirk)?.[1]).toEqual(tagged.map(({ id }) => id));
  });
});

describe("a switch that changes nothing would hide a departure", () => {
  it.each(departures)("without %s at least one scenario of that tag ends differently", (quirk) => {
    const tagged = scenarios.filter(({ tags }) => tags.includes(`quirk:${quirk}`));
    const others = departures.filter((candidate) => candidate !== quirk);
    const changed = tagged.filter((scenario) => {
      const without = playAll(new ReferenceModel(others), scenario);
      return JSON.stringify(without) !== JSON.stringify(playRecorded(scenario));
    });
    expect(changed).not.toEqual([]);
  });

  it("no core scenario ends differently but for the clock of a step", () => {
    for (const scenario of scenarios.filter(({ tags }) => tags.includes("core"))) {
      const quirks = [...documentedQuirks(scenario), "clock-only-in-tick"] as const;
      const played = playAll(new ReferenceModel(quirks), scenario);
      expect(played).toEqual(recordedOutcomes(scenario));
    }
  });
});

function playRecorded(scenario: (typeof scenarios)[number]) {
  return playAll(new ReferenceModel(departures), scenario);
}

/** The first and the last cell of each row of the table under a heading. */
function rowsUnder(heading: string): readonly (readonly [string, readonly string[]])[] {
  const section = page.split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  const lines = section.split("\n").filter((line) => line.startsWith("| `"));
  return lines.map((line) => {
    const cells = line.split(" | ");
    return [codesIn(cells[0])[0] ?? "", codesIn(cells.at(-1))] as const;
  });
}

function codesIn(cell = ""): readonly string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);
}
