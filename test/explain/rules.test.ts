/** The rules of explanations: each has a source that this model says it follows. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { versionRows } from "../../src/decide/kubelet/version-rows.ts";
import { type Rule, isInForce, rowsOfRule } from "../../src/explain/rule.ts";
import { rules } from "../../src/explain/rules.ts";

const page = readFileSync("docs/kubelet.md", "utf8");
const all = Object.entries(rules as Readonly<Record<string, Rule>>);
const ofKubelet = all.filter(([name]) => !name.startsWith("textbook/"));
const ofTextbook = all.filter(([name]) => name.startsWith("textbook/"));

describe("a rule", () => {
  it.each(ofKubelet)("%s has a source that docs/kubelet.md has", (_, { file, symbol }) => {
    const rows = page.split("\n").filter((line) => line.startsWith(`| \`${file}\` |`));
    expect(rows).toHaveLength(1);
    expect(rows[0]).toContain(symbol === "" ? file : `\`${symbol}\``);
  });

  it.each(ofTextbook)("%s has a source in this repository", (_, { file, symbol }) => {
    expect(readFileSync(file, "utf8")).toContain(`export function ${symbol}(`);
  });

  it.each(all)("%s is a sentence, and its rows are rows", (_, rule) => {
    for (const says of [rule.says, ...Object.values(rule.observed ?? {})]) {
      expect(says).toMatch(/^[A-Z][^]*[^.]$/);
    }
    expect(rowsOfRule(rule)).toHaveLength(rule.rows?.length ?? 0);
  });
});

describe("a row", () => {
  it.each([
    [1, "1.34", false],
    [1, "1.35", true],
    [1, "1.36", true],
    [11, "1.35", true],
    [11, "1.36", false],
  ] as const)("%d holds in %s: %s", (number, version, expected) => {
    const row = versionRows.find((each) => each.number === number);
    expect(row && isInForce(row, version)).toBe(expected);
  });
});
