/** docs/scenarios.md leaves out no word of the format, and promises no more than is carried out. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { carriedOut, documenting } from "../../src/scenario/carried-out.ts";
import { generateSchema } from "../support/generate-schema.ts";

const page = readFileSync(new URL("../../docs/scenarios.md", import.meta.url), "utf8");
const outsideExamples = page.replaceAll(/^```[^]*?^```$/gm, "");
const inCode = new Set([...outsideExamples.matchAll(/`([^`\n]+)`/g)].map(([, code = ""]) => code));
const words = new Set([...inCode].flatMap((code) => code.split(/[^A-Za-z0-9]+/)));

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

  const { textbook } = carriedOut;
  const section = outsideExamples.slice(outsideExamples.indexOf("## What is carried out today"));
  const row = (name: string) => {
    const cell = new RegExp(`^\\| ${name} \\| (.*) \\|$`, "m").exec(section)?.[1] ?? "";
    return [...cell.matchAll(/`([A-Za-z0-9]+)`/g)].map(([, word = ""]) => word);
  };

  it.each([
    [
      "settings",
      [...(textbook?.spec ?? []), ...(textbook?.observe ?? []), ...(textbook?.node ?? [])],
    ],
    ["behaviour", [...(textbook?.behaviour ?? []), ...(textbook?.run ?? [])]],
    ["stimuli", textbook?.action ?? []],
  ])("promises of %s what the textbook model carries out", (name, carried) => {
    const parts = new Set(["behaviour", "stimuli", "requires", ...documenting]);
    const latency: readonly string[] = name === "settings" ? (textbook?.latency ?? []) : [];
    const promised = row(name).filter((word) => word !== "content");
    const expected = [...carried, ...latency].filter((word) => !parts.has(word));
    expect(promised.toSorted()).toEqual(expected.toSorted());
  });
});

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
