/** What the build makes of the pages. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const style = readFileSync("dist/web/page.css", "utf8");

describe.each(["page", "viewer"])("the script and style of the %s", (name) => {
  const script = readFileSync(`dist/web/${name}.js`, "utf8");

  it("need nothing of a server or of Node", () => {
    expect(script).not.toMatch(/["'`]node:/);
    expect(script).not.toMatch(/\brequire\(|\bimport\(|\bimport\s*["'{*]/);
    expect(style).not.toMatch(/@import|url\(/);
  });

  it("never make markup of text", () => {
    expect(script).not.toMatch(/insertAdjacentHTML|document\.write|outerHTML\s*=/);
    expect(script).not.toMatch(/\beval\(|new Function\(/);
  });
});
