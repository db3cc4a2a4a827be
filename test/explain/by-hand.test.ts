/** What a person did to a run under way: it stands in no file, and no line of one is named. */
import { describe, expect, it } from "vitest";
import { explain } from "../../src/explain/explain.ts";
import { Story } from "../../src/explain/story.ts";
import { simulate } from "../../src/library/simulate.ts";
import type { StimulusEntry } from "../../src/library/stimulus-entry.ts";

const web = `
apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers: [{name: app, image: "example.com/web:1"}]
`;

/** The last step of why the last record of a type came about. */
function endOf(entry: StimulusEntry, type: string) {
  const node = simulate([web]).advance("10s").apply(entry).advance("5s");
  const record = node.trace.findLast((each) => each.type === type);
  if (record === undefined) throw new Error(`there is no ${type}`);
  const { steps, root } = explain(new Story(node.input, node.trace), record);
  const { what, grounds } = steps.at(-1) ?? {};
  const places = steps.flatMap((step) => step.grounds.flatMap(({ position }) => position ?? []));
  return { what, grounds, root, places };
}

describe("a chain that ends in what was done by hand", () => {
  it("says that you did it, and names no line of a file", () => {
    const end = endOf({ action: "killContainer", of: "web/app#1" }, "stimulus");
    expect(end).toEqual({
      what: "you did killContainer web/app#1",
      grounds: [],
      root: "hand",
      places: [],
    });
  });

  it("is that of a fault, too", () => {
    const end = endOf({ action: "dropEvents", stream: "pleg", nth: 1 }, "fault");
    expect(end).toMatchObject({ root: "hand", places: [] });
  });

  it("is that of a field that was set, which has no place then", () => {
    const set = { "spec.containers[0].image": "example.com/web:2" };
    const { input } = simulate([web])
      .advance("10s")
      .apply({ action: "updateObject", pod: "web", set });
    expect(input.scenario.stimuli.at(-1)?.place).toEqual({ path: ["spec", "stimuli", 0] });
  });
});
