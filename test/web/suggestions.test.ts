/** What the editor offers at a cursor, which is | in these texts. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type JsonSchema, suggestionsAt } from "../../src/web/editing/suggestions.ts";

const schema = JSON.parse(readFileSync("docs/scenario.schema.json", "utf8")) as JsonSchema;
const scenario = "apiVersion: relist.dev/v1alpha1\nkind: Scenario\nmetadata: {name: a}\n";
const pod = "apiVersion: v1\nkind: Pod\n";

function offered(marked: string): readonly string[] {
  const offset = marked.indexOf("|");
  const { options } = suggestionsAt(marked.replace("|", ""), offset, schema);
  return options.map(({ label }) => label);
}

describe("in a scenario", () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ["spec|", ["spec"], ["kind", "title"]],
    ["spec:\n  |", ["title", "model", "stimuli"], ["kind"]],
    ["spec:\n  title: x\n  mo|", ["model"], ["title"]],
    ["spec:\n  model: |", ["kubernetes", "textbook"], []],
    ["spec: {model: te|", ["textbook"], []],
    ["spec: {title: x, mo|", ["model"], ["title"]],
    ["spec:\n  stimuli:\n  - {at: 5s, action: |", ["deletePod", "apiDown"], ["web"]],
    ["spec:\n  stimuli:\n  - {at: 5s, action: deletePod, |", ["pod", "force"], ["of", "at"]],
    ["spec:\n  stimuli:\n  - at: 5s\n    action: killContainer\n    |", ["of"], ["pod", "action"]],
    ["spec:\n  stimuli:\n    - |\n      action: killContainer", ["of", "at"], ["pod", "action"]],
    [
      "spec:\n  stimuli:\n  - {at: 1s, action: apiDown}\n  - {action: dropEvents, stream: |",
      ["runtime", "pleg"],
      [],
    ],
    ["spec:\n  stimuli: [{at: 1s, action: apiDown}, {at: 2s, action: api|", ["apiUp"], []],
    ["spec:\n  behaviour:\n    web/app:\n      |", ["runs", "probes"], ["title"]],
    ["spec:\n  behaviour:\n    app: {runs: [{exit|", ["exitAfter"], ["runs"]],
    ["spec:\n  stimuli:\n  - {at: 1s, action: apiDown}\n  |", ["expect"], ["action"]],
  ])("%j", (text, some, none) => {
    const all = offered(scenario + text);
    expect(all).toEqual(expect.arrayContaining([...some]));
    expect(none.filter((label) => all.includes(label))).toEqual([]);
  });

  it("each with what it means", () => {
    const text = `${scenario}spec:\n  `;
    const { options, from } = suggestionsAt(text, text.length, schema);
    expect(from).toBe(text.length);
    expect(options.find(({ label }) => label === "duration")?.info).toContain("virtual time");
  });
});

describe("in a manifest", () => {
  it.each<[string, readonly string[], readonly string[]]>([
    [`${pod}spec:\n  |`, ["containers", "restartPolicy"], ["replicas"]],
    [`${pod}spec:\n  containers:\n  - name: a\n    |`, ["image", "livenessProbe"], ["name"]],
    [`${pod}spec:\n  containers:\n  - {name: a, livenessProbe: {http|`, ["httpGet"], ["image"]],
    [`${pod}spec: {hostNetwork: |`, ["true", "false"], []],
    [
      `${scenario}---\napiVersion: apps/v1\nkind: Deployment\nspec:\n  |`,
      ["replicas"],
      ["stimuli"],
    ],
    ["kind: |", ["Pod", "Job"], []],
    ["kind: CronJob\napiVersion: |", ["batch/v1"], []],
    [`${pod}spec:\n  containers: |`, [], ["name"]],
  ])("%j", (text, some, none) => {
    const all = offered(text);
    expect(all).toEqual(expect.arrayContaining([...some]));
    expect(none.filter((label) => all.includes(label))).toEqual([]);
  });
});
