/** docs/scenarios.md leaves out no word of the format, and promises no more than is carried out. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Carried, carriedOut, documenting } from "../../src/scenario/carried-out.ts";
import { prepareInput } from "../../src/scenario/prepare.ts";
import { parseYaml } from "../../src/yaml/parse-yaml.ts";
import { generateSchema } from "../support/generate-schema.ts";

const page = readFileSync(new URL("../../docs/scenarios.md", import.meta.url), "utf8");
const outsideExamples = page.replaceAll(/^```[^]*?^```$/gm, "");
const inCode = new Set([...outsideExamples.matchAll(/`([^`\n]+)`/g)].map(([, code = ""]) => code));
const words = new Set([...inCode].flatMap((code) => code.split(/[^A-Za-z0-9]+/)));

const models = Object.entries(carriedOut);

/** Upstream's names, for which the page points to KubeletConfiguration. */
const elsewhere = new Set(["kubelet"]);
/** Beside the container's own fields, which a manifest has. */
const containerFields = new Set(["image", "targetContainerName"]);

describe("the page", () => {
  const keys = keysOf(JSON.parse(generateSchema())).filter((key) => !containerFields.has(key));

  it("tells of every key, action and check", () => {
    expect(keys.length).toBeGreaterThan(100);
    expect(keys.filter((key) => !words.has(key))).toEqual([]);
  });

  it.each(models)("promises of %s what it carries out, and no more", (model, carried) => {
    const { spec, node, kubelet = [], latency, observe, requires } = carried;
    const { behaviour, run, action, moment } = carried;
    const apart = new Set(["behaviour", "stimuli", "expect", "requires", ...documenting]);
    const settings = [...spec, ...node, ...kubelet, ...latency, ...observe, ...requires].filter(
      (word) => !apart.has(word),
    );
    if (requires.length > 0) settings.push("requires");
    const moments = moment.map((word) => (word === "stimulus" ? "id" : word));
    expect(promised("settings", model)).toEqual(settings.toSorted());
    expect(promised("behaviour", model)).toEqual([...behaviour, ...run].toSorted());
    expect(promised("stimuli", model)).toEqual(action.toSorted());
    expect(promised("moments of stimuli", model)).toEqual(moments.toSorted());
  });

  const marked = [
    ["settings", "## Settings", (carried) => carried.spec.filter((key) => !isEmpty(carried, key))],
    ["behaviour", "## Behaviour", ({ behaviour }) => behaviour],
    ["stimuli", "## Stimuli", ({ action }) => action],
  ] as const satisfies readonly (readonly [string, string, (carried: Carried) => unknown])[];

  it.each(marked)("marks of %s which model carries it out", (_, heading, wordsOf) => {
    const rows = rowsBelow(heading).filter((cells) => cells.at(-1) !== "by");
    expect(rows.length).toBeGreaterThan(4);
    const told = rows.flatMap((cells) =>
      codesIn(cells[0] ?? "").map((word) => [word, cells.at(-1)]),
    );
    const holds = told.map(([word = ""]) => {
      // What a run leaves to `relist check` needs no model.
      if (word === "expect") return [word, "both"];
      const by = models.filter(([, carried]) => new Set<string>(wordsOf(carried)).has(word));
      return [word, by.length === 2 ? "both" : (by[0]?.[0] ?? "none")];
    });
    expect(told).toEqual(holds);
  });

  it("has as default the model that a run takes", () => {
    const pod =
      "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: a, image: b}]}";
    const documents = parseYaml({ file: "pod.yaml", text: pod });
    const { scenario } = prepareInput(documents, { readFile: () => ({ unreadable: "none" }) });
    const row = rowsBelow("## Settings").find(([key]) => key === "`model`");
    expect(row?.[2]).toBe(`\`${scenario.model}\``);
  });
});

/** It may be written, and then everything that could stand in it is refused. */
function isEmpty({ requires }: Carried, key: string): boolean {
  return key === "requires" && requires.length === 0;
}

/** The words of a model's cell, in the table of what is carried out. */
function promised(part: string, model: string): readonly string[] {
  const [head = [], ...rows] = rowsBelow("## What is carried out today");
  const cells = rows.find(([first]) => first === part) ?? [];
  return codesIn(cells[head.indexOf(`\`${model}\``)] ?? "").toSorted();
}

function codesIn(cell: string): readonly string[] {
  return [...cell.matchAll(/`([A-Za-z0-9]+)`/g)].map(([, word = ""]) => word);
}

/** The cells of the first table below a heading, without the line below its head. */
function rowsBelow(heading: string): readonly (readonly string[])[] {
  const [, after = ""] = outsideExamples.split(`\n${heading}\n`);
  const [own = ""] = after.split("\n## ");
  const table = own.split("\n").filter((line) => line.startsWith("| ") && !line.includes("---"));
  return table.map((line) => line.split("|").slice(1, -1)).map((row) => row.map((c) => c.trim()));
}

function keysOf(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]: [string, unknown]) => {
    if (key === "const" && typeof value === "string") return [value.replace(/^.*\//, "")];
    if (key !== "properties") return keysOf(value);
    const inner = Object.entries(value as Record<string, unknown>);
    return inner.flatMap(([name, property]) =>
      elsewhere.has(name) ? [name] : [name, ...keysOf(property)],
    );
  });
}
