/** docs/parity.md tells what the program does today, and the results rest on what lies here. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { scenarioNames } from "./folder.ts";
import { parityPage } from "./page.ts";
import { Stage, digestOf, minorsOf, seedsChecked, seedsPlayed } from "./play.ts";
import { inputsOf, readResult } from "./results.ts";

describe("docs/parity.md", () => {
  it("is made of the results; if not: npm run parity", () => {
    expect(readFileSync("docs/parity.md", "utf8")).toBe(parityPage());
  });
});

describe("the results are what the program does today; if not: npm run parity", () => {
  const played = scenarioNames().filter((name) => readResult(name) !== undefined);

  it.each(played)("%s", (name) => {
    const result = readResult(name);
    expect(result?.seeds).toBe(seedsPlayed);
    expect(result?.inputs).toBe(inputsOf(name));
    const digests = minorsOf(name).map((minor) => {
      const stage = new Stage(name, minor);
      const bySeed = seedsChecked.map(
        (seed) => [String(seed), digestOf(stage.play(seed))] as const,
      );
      return [minor, Object.fromEntries(bySeed)] as const;
    });
    expect(Object.fromEntries(digests)).toEqual(result?.digests);
  });
});
