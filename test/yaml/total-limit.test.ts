import { expect, it } from "vitest";
import { formatDiagnostic } from "../../src/model/diagnostic.ts";
import { TotalLimit } from "../../src/yaml/total-limit.ts";

const mebibyte = 1024 * 1024;

it("names the file that goes over, and reads none after it", () => {
  const limit = new TotalLimit(mebibyte);
  const half = "a".repeat(mebibyte / 2);
  const read: string[] = [];
  const texts = ["a", "a", "b", "c"].map((file) =>
    limit.read(file, () => {
      read.push(file);
      return half;
    }),
  );
  expect(texts).toEqual([half, half, "", ""]);
  expect(read).toEqual(["a", "a", "b"]);
  expect(limit.over && formatDiagnostic(limit.over)).toBe(
    "b:1:1: error: with this file, all files together are too large, expected at most 1 MiB;" +
      " name fewer files, and each of them once",
  );
});

it("takes as much as the limit", () => {
  const limit = new TotalLimit(4);
  expect(limit.read("a", () => "text")).toBe("text");
  expect(limit.over).toBeUndefined();
});
