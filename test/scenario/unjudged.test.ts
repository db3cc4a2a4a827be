/** A command that judges nothing says so of a scenario that expects something. */
import { describe, expect, it } from "vitest";
import { formatDiagnostic } from "../../src/model/diagnostic.ts";
import { noteUnjudged } from "../../src/scenario/unjudged.ts";
import { load, scenarioYaml } from "./scenario-text.ts";

describe("of expectations that a command does not judge", () => {
  it.each([
    ["expect: []", []],
    ["expect: [{check: start, of: app#1}]", ["1 is not judged here"]],
    ["expect: [{check: start, of: app#1}, {check: start, of: app#2}]", ["2 are not judged here"]],
  ])("%s", (spec, counts) => {
    const { scenario } = load(scenarioYaml(spec), { defaultModel: "textbook" });
    expect(noteUnjudged(scenario).map(formatDiagnostic)).toEqual(
      counts.map(
        (count) =>
          `f.yaml:5:3: note: spec.expect: ${count}: a run shows what happens; ` +
          "use relist check, which says what does not hold",
      ),
    );
  });
});
