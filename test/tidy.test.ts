/** The rules of the house hold in every file, and each rule can fail. */
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { rules } from "./support/tidy-rules.ts";

const unwatched = new Set([".git", "node_modules", "dist", "coverage"]);

describe("the sources", () => {
  const files = listFiles().map((path) => ({ path, text: readFileSync(path, "utf8") }));

  it("are found", () => {
    expect(files.map(({ path }) => path)).toContain("package.json");
  });

  it.each(rules)("keep the rule: $name", ({ find }) => {
    expect(find(files)).toEqual([]);
  });
});

describe("a rule that cannot fail is a defect", () => {
  it.each(rules.flatMap(({ name, find, bad }) => bad.map((file) => ({ name, find, file }))))(
    "caught in $file.path: $name",
    ({ find, file }) => {
      expect(find([file])).not.toEqual([]);
    },
  );
});

/** What git would commit; a copy without git is walked. */
function listFiles(): readonly string[] {
  try {
    const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
    const names = execFileSync("git", args, { encoding: "utf8", stdio: "pipe" });
    return names.split("\0").filter((path) => path !== "" && isFile(path));
  } catch {
    // Not a work tree, as in an unpacked archive.
    return walk(".");
  }
}

function walk(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !unwatched.has(entry.name))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? walk(path) : [path];
    });
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
