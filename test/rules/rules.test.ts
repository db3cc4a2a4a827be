/** Every rule, and every difference between versions, has a test that names it. */
import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { versionRows } from "../../src/decide/kubelet/version-rows.ts";
import { kubeletVersions } from "../../src/decide/kubelet/versions.ts";
import { plain } from "../../src/trace/line.ts";
import { renderVersions } from "../../src/trace/render-versions.ts";
import type { View } from "../../src/trace/view.ts";
import { rules } from "./rules.ts";
import { titlesIn } from "./titles.ts";

/** Only tests of the kubernetes model: the textbook's have rules of their own. */
const folders = ["../kubelet/", "../decide/kubelet/", "./"];

const titles = folders.flatMap((folder) => {
  const url = new URL(folder, import.meta.url);
  const files = readdirSync(url).filter((name) => name.endsWith(".test.ts"));
  return files.flatMap((name) => titlesIn(readFileSync(new URL(name, url), "utf8")));
});

/** `S1` names itself, and so does each of `S1-S3`. */
function namedIn(texts: readonly string[]): ReadonlySet<string> {
  const named = new Set<string>();
  for (const text of texts) {
    for (const [, letter = "", first, to] of text.matchAll(/\b([ABES])(\d+)\b(?:-\1(\d+))?/g)) {
      for (let n = Number(first); n <= Number(to ?? first); n++) named.add(`${letter}${n}`);
    }
    for (const [, number] of text.matchAll(/\brow (\d+)\b/g)) named.add(`row ${number}`);
  }
  return named;
}

const named = namedIn(titles);

describe("the rules", () => {
  it("have ids of their own, and a source each", () => {
    expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
    expect(rules.filter(({ rule, source }) => rule === "" || source === "")).toEqual([]);
  });

  it("have each a test that names them", () => {
    expect(rules.filter(({ id }) => !named.has(id)).map(({ id, rule }) => `${id} ${rule}`)).toEqual(
      [],
    );
  });

  it("of the table of versions have each a test, or say why no run shows them", () => {
    const without = versionRows.filter(({ number }) => !named.has(`row ${number}`));
    expect(without).toEqual(versionRows.filter(({ notSimulated }) => notSimulated !== undefined));
  });

  it("of the table of versions name recordings that have a page, and no others", () => {
    const pages = new Set(readdirSync(new URL("../../docs/parity/", import.meta.url)));
    for (const { recorded = [], source } of versionRows) {
      for (const name of recorded) expect([...pages]).toContain(`${name}.md`);
      expect(source).not.toMatch(/\b[AB]\d|§/);
    }
  });

  it("of the table of versions that no run shows are told of as such", () => {
    const silent = versionRows.filter(({ notSimulated }) => notSimulated !== undefined);
    const page = readFileSync(new URL("../../docs/model.md", import.meta.url), "utf8");
    const view = { columns: 1000 } as View;
    const printed = renderVersions(kubeletVersions, versionRows, view, plain);
    for (const { number, what, notSimulated = "" } of silent) {
      expect(page).toContain(`| ${number}: ${what} | `);
      expect(printed).toMatch(new RegExp(`^${number}  .*\n.*\n.*\n.*${notSimulated}`, "m"));
    }
  });
});

describe("the titles of a test file", () => {
  const text = `
    // S1 in a comment
    const rows = [["row 3: a table", 1]];
    const two = "S2";
    describe("about S3", () => {
      it("does so (S4, B5)", () => expect("S6").toBe("S6"));
      it.each(rows)("%s", () => {});
      it.each([1, 2])(\`of \${two} (S7-S9)\`, () => {});
    });`;

  it("are found, and nothing else", () => {
    const found = namedIn(titlesIn(text));
    expect([...found]).toEqual(["S3", "S4", "B5", "row 3", "S7", "S8", "S9"]);
  });
});
