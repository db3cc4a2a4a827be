/** The pages tell what the program does today, and the results rest on what lies here. */
import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { scenarioNames } from "./folder.ts";
import { pagesFolder, parityPages } from "./page.ts";
import { Stage, digestOf, minorsOf, seedsChecked, seedsPlayed } from "./play.ts";
import { inputsOf, readResult, resultNames } from "./results.ts";

describe("the pages are made of the results; if not: npm run parity", () => {
  const pages = parityPages();

  it.each([...pages])("%s", (path, text) => {
    expect(readFileSync(path, "utf8")).toBe(text);
  });

  it("are those of the scenarios there are, and so are the results", () => {
    const paths = [
      "docs/parity.md",
      ...readdirSync(pagesFolder).map((name) => `${pagesFolder}/${name}`),
    ];
    expect(paths.toSorted()).toEqual([...pages.keys()].toSorted());
    expect(resultNames().filter((name) => !scenarioNames().includes(name))).toEqual([]);
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
