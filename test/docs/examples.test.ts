/** Each program in a doc comment of the package runs, and prints what its comments say. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { declarationsOf, moduleExamples } from "../support/api-declarations.ts";
import { apiEntries, generateApiPage } from "../support/generate-api-pages.ts";

const folder = mkdtempSync(join(tmpdir(), "relist-examples-"));
beforeAll(() => {
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(resolve("."), join(folder, "node_modules/relist"));
  symlinkSync(resolve("node_modules/vitest"), join(folder, "node_modules/vitest"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const examples = apiEntries.flatMap(({ name, entry }) => [
  ...moduleExamples(entry).map((program) => ({ of: name, program })),
  ...declarationsOf(entry).flatMap((one) =>
    one.examples.map((program) => ({ of: `${name} ${one.name}`, program })),
  ),
]);

describe("the example", () => {
  it("is there for the first things that one needs", () => {
    const owners = examples.map(({ of }) => of);
    expect(owners).toEqual(
      expect.arrayContaining(["relist/vitest", "relist simulate", "relist/files readFiles"]),
    );
  });

  it.each(examples)("of $of runs", ({ of, program }) => {
    const isTest = program.includes("expect(");
    const file = `${of.replaceAll(/\W/g, "-")}${isTest ? ".test.ts" : ".mjs"}`;
    writeFileSync(join(folder, "web.yaml"), pod);
    writeFileSync(join(folder, file), program);
    const args = isTest
      ? [resolve("node_modules/vitest/vitest.mjs"), "run", "--root", folder, file]
      : [file];
    const result = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
    expect(result.status, result.stdout + result.stderr).toBe(0);
    const said = [...program.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, text]) => text);
    expect(said.length > 0).toBe(!isTest);
    expect(isTest ? [] : result.stdout.trimEnd().split("\n")).toEqual(said);
  });
});

describe.each(apiEntries)("$page", (entry) => {
  it("is up to date; if not: npm run generate", () => {
    expect(readFileSync(entry.page, "utf8")).toBe(generateApiPage(entry));
  });
});

const pod = `
apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers: [{name: app, image: "example.com/web:1"}]
`;
