import { readdirSync, readFileSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { compareRuns } from "../../src/compare/compare.ts";
import { measureRun } from "../../src/compare/measured-run.ts";
import { renderComparison } from "../../src/compare/render-compare.ts";
import { variantOf } from "../../src/compare/variant.ts";
import { play, playForText } from "../../src/cli/play.ts";
import { TextRecords } from "../../src/cli/text-records.ts";
import type { TraceRecord } from "../../src/model/trace.ts";
import { progressText } from "../../src/cli/progress.ts";
import { type PreparedInput, prepareInput } from "../../src/scenario/prepare.ts";
import { runScenario } from "../../src/scenario/run-scenario.ts";
import { unicodeGlyphs } from "../../src/trace/glyphs.ts";
import { plain } from "../../src/trace/line.ts";
import { renderRun } from "../../src/trace/render-run.ts";
import { parseYaml } from "../../src/yaml/parse-yaml.ts";
import { folder, podYaml } from "./relist.ts";

const place = folder({ "pod.yaml": podYaml });
afterAll(() => place.remove());

const view = { columns: 80, glyphs: unicodeGlyphs };
const names = readdirSync("docs/examples").filter((name) => name !== "many-pods.yaml");

function inputOf(name: string, durationMs?: number): PreparedInput {
  const file = `docs/examples/${name}`;
  return prepareInput(parseYaml({ file, text: readFileSync(file, "utf8") }), {
    readFile: () => ({ unreadable: "there is no such file" }),
    overrides: durationMs === undefined ? {} : { durationMs },
  });
}

describe.each(names)("%s", (name) => {
  it("in pieces is the same as at once", async () => {
    const input = inputOf(name, 301_500);
    const { records } = await play(input, { output: "json" });
    expect(records).toEqual(runScenario(input).records);
  });

  it("has the same text without the lists in which nothing had changed", async () => {
    const input = inputOf(name);
    const { records } = runScenario(input);
    const { records: kept } = await playForText(input, { output: "text" });
    // Who watches events lists at most once in this time.
    const lists = records.filter(({ type }) => type === "relist").length;
    expect(kept.length).toBeLessThan(lists > 1 ? records.length : records.length + 1);
    expect(renderRun(kept, view, plain)).toBe(renderRun(records, view, plain));
  });
});

it("a comparison needs those lists no more than a run", () => {
  const input = inputOf("lost-event.yaml");
  const text = (isThinned: boolean): string => {
    const runs = (["level", "edge"] as const).map((observe) => {
      const kept = new TextRecords();
      const variant = variantOf(observe);
      const onRecord = (record: TraceRecord): void => kept.take(record);
      const run = measureRun(input, variant, 20, { onRecord });
      return { variant, run: isThinned ? { ...run, records: kept.records } : run };
    });
    return renderComparison(compareRuns(runs), 20_000, view, plain);
  };
  expect(text(true)).toBe(text(false));
});

it("of a day of one pod a few records are kept", async () => {
  const { records: kept } = await playForText(inputOf("pod.yaml", 24 * 3_600_000), {
    output: "text",
  });
  expect(kept.length).toBeLessThan(50);
});

it.each([
  [3 * 3_600_000 + 59_000, 168 * 3_600_000, "simulated 3h of 168h (1 %)"],
  [1_000_000, 7_200_000, "simulated 16m of 2h (13 %)"],
  [12_345, 200_000, "simulated 12s of 3m20s (6 %)"],
  [500, 1000, "simulated 0.5s of 1s (50 %)"],
])("%d of %d ms: %s", (atMs, endMs, text) => {
  expect(progressText(atMs, endMs)).toBe(text);
});

it("a pipe sees nothing of how far a run is", () => {
  const { status, stderr } = place.run(["run", "pod.yaml", "--until", "10h"]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});
