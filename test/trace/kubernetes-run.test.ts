/** Whole pictures of runs under the kubelet as Kubernetes runs it. */
import { describe, expect, it } from "vitest";
import { asciiGlyphs } from "../../src/trace/glyphs.ts";
import { plain, textWidth } from "../../src/trace/line.ts";
import { renderRun } from "../../src/trace/render-run.ts";
import { asciiView, kubernetesExampleNames, runExample, view } from "./traces.ts";

describe.each(kubernetesExampleNames)("%s", (name) => {
  const { records } = runExample(name);

  it.each([80, 140])("is read at %i columns", async (columns) => {
    const text = renderRun(records, view(columns), plain);
    await expect(text).toMatchFileSnapshot(`${name}-${columns}.txt`);
  });

  it("fits any width from 40 columns on", () => {
    for (const columns of [40, 60, 79, 80, 100, 139, 140, 160, 250]) {
      const widths = renderRun(records, view(columns), plain).split("\n").map(textWidth);
      expect(Math.max(...widths)).toBeLessThanOrEqual(columns);
    }
  });

  it("does without Unicode", () => {
    const signs = new Set(JSON.stringify(asciiGlyphs));
    const text = renderRun(records, asciiView(), plain);
    expect([...text].filter((sign) => sign > "~" && !signs.has(sign))).toEqual([]);
  });

  it("says the same with colours and without", () => {
    const painted = renderRun(records, view(), (text, role) => `<${role}>${text}</>`);
    expect(painted).toContain("<running>▇");
    expect(painted.replaceAll(/<\/?[a-z]*>/g, "")).toBe(renderRun(records, view(), plain));
  });
});
