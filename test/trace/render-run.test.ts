import { describe, expect, it } from "vitest";
import { asciiGlyphs } from "../../src/trace/glyphs.ts";
import { plain, textWidth } from "../../src/trace/line.ts";
import { renderRun } from "../../src/trace/render-run.ts";
import { asciiView, exampleNames, runExample, view } from "./traces.ts";

const { records } = runExample("bootstrap");

describe("the demo", () => {
  it("is read from top to bottom at 80 columns", async () => {
    await expect(renderRun(records, view(80), plain)).toMatchFileSnapshot("bootstrap-80.txt");
  });

  it("has the log beside the timeline at 150 columns", async () => {
    await expect(renderRun(records, view(150), plain)).toMatchFileSnapshot("bootstrap-150.txt");
  });

  it("does without Unicode", () => {
    const text = renderRun(records, asciiView(), plain);
    const signs = new Set(JSON.stringify(asciiGlyphs));
    expect([...text].filter((sign) => sign > "~" && !signs.has(sign))).toEqual([]);
  });

  it("says the same with colours and without", () => {
    const painted = renderRun(records, view(), (text, role) => `<${role}>${text}</>`);
    expect(painted).toContain("<running>▇");
    expect(painted.replaceAll(/<\/?[a-z]*>/g, "")).toBe(renderRun(records, view(), plain));
  });
});

describe.each(exampleNames)("%s", (name) => {
  it("fits any width from 40 columns on", () => {
    const run = runExample(name, name === "lost-event" ? "edge" : "level");
    for (const columns of [40, 60, 79, 80, 100, 139, 140, 160, 250]) {
      const widths = renderRun(run.records, view(columns), plain).split("\n").map(textWidth);
      expect(Math.max(...widths)).toBeLessThanOrEqual(columns);
    }
  });
});

it("keeps a thousand pods on a screen", () => {
  const text = renderRun(runExample("many-pods").records, view(), plain);
  expect(text.split("\n").length).toBeLessThan(24);
  expect(text).toMatch(/^web-.* \+999 {2}▃▇+/m);
  expect(text).toContain("✓ All 1000 containers are as declared.");
});

it("shows an empty trace as nothing, and an empty world as that", () => {
  expect(renderRun([], view(), plain)).toBe("");
  const counters = { lists: 1, creates: 0, removes: 0, events: 0 };
  const verdict = { t: 5, seq: 1, node: "n", type: "verdict", agrees: true, rows: [], counters };
  expect(renderRun([{ ...verdict, type: "verdict" }], view(), plain)).toBe(
    "Nothing is declared and nothing is there.\n" +
      "5s simulated · 1 list call · 0 creates · 0 removes · 0 events\n",
  );
});
