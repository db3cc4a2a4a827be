/** docs/parity.md tells what the program does today. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parityPage } from "./page.ts";

describe("docs/parity.md", () => {
  it("is made of the results; if not: npm run parity", () => {
    expect(readFileSync("docs/parity.md", "utf8")).toBe(parityPage());
  });
});
