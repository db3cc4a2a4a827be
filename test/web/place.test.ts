/** Where one looks at a run that goes on, and so whether an act is done now or in the past. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { prepareTexts } from "../../src/scenario/input-texts.ts";
import { runScenario } from "../../src/scenario/run-scenario.ts";
import { endPlace, held, placeIn } from "../../src/web/place.ts";
import { Run, type Runs } from "../../src/web/run.ts";

const file = "docs/examples/bootstrap.yaml";
const sources = [{ file, text: readFileSync(file, "utf8") }];
const texts = { sources, named: {}, overrides: {} };
const input = prepareTexts(texts);
const { records } = runScenario(input);
const upTo = (count: number, nowMs: number): Run =>
  new Run(input, records.slice(0, count), {
    nowMs,
    spanMs: 20_000,
    origin: { input, applied: [] },
  });
const early: Runs = [upTo(5, 4000)];
const late: Runs = [upTo(9, 9000)];

describe("the moment that is looked at", () => {
  it("is the end of whatever there is by now, for whoever looks at the end", () => {
    const end = endPlace(early, 1);
    expect(placeIn(early, 1, end)).toMatchObject({ ms: 4000, count: 5 });
    // In the very picture that has more, and not in the one after.
    expect(placeIn(late, 1, end)).toEqual({ ms: 9000, count: 9, side: 0 });
  });

  it("is the last record where somebody chose it, until there is more", () => {
    const last = held({ ms: 3500, count: 5, side: 0 }, early, 1);
    expect(placeIn(early, 1, last)).toMatchObject({ ms: 3500, count: 5 });
    expect(placeIn(late, 1, last)).toMatchObject({ ms: 9000, count: 9 });
  });

  it("stays where somebody put it before the end", () => {
    const past = held({ ms: 1000, count: 3, side: 0 }, early, 1);
    expect(placeIn(late, 1, past)).toMatchObject({ ms: 1000, count: 3 });
  });

  it("is the end of another branch, and of a run that began anew", () => {
    const past = held({ ms: 3000, count: 7, side: 0 }, late, 1);
    expect(placeIn(late, 2, past)).toMatchObject({ ms: 9000, count: 9 });
    expect(placeIn(early, 1, past)).toMatchObject({ ms: 4000, count: 5 });
  });
});
