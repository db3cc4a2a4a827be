/** What is no regular file is never waited for, unless it is what the call itself names. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { hostFiles, namedFiles } from "../../src/files/host-files.ts";
import { collectFiles } from "../../src/manifest/files.ts";
import { formatDiagnostic } from "../../src/model/diagnostic.ts";

let folder = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "relist-"));
  writeFileSync(join(folder, "a.yaml"), "a: 1\n");
  symlinkSync("a.yaml", join(folder, "b.yaml"));
  symlinkSync("loop.yaml", join(folder, "loop.yaml"));
  symlinkSync("nowhere", join(folder, "none.yaml"));
  execFileSync("mkfifo", [join(folder, "z.yaml")]);
});

afterAll(() => rmSync(folder, { recursive: true }));

it("takes regular files of a folder, each once, and names the rest", () => {
  const { sources, diagnostics } = collectFiles([folder, join(folder, "a.yaml")], hostFiles);
  expect(sources.map(({ file }) => file)).toEqual([join(folder, "a.yaml")]);
  expect(diagnostics.map(formatDiagnostic)).toEqual([
    `note: not read in \`${folder}\`: loop.yaml (it cannot be reached),` +
      " none.yaml (it cannot be reached), z.yaml (a pipe or device)",
  ]);
});

it("knows what has no path by the path it is given", () => {
  expect(hostFiles.identity("/dev/fd/63000")).toBe("/dev/fd/63000");
});

it("reads no pipe for a scenario that names one", () => {
  expect(namedFiles(hostFiles)(join(folder, "z.yaml"))).toEqual({
    unreadable: "this is no regular file",
  });
});
