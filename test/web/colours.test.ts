/** Text can be read on its ground, light and dark: WCAG 2.2, 1.4.3, asks for 4.5 to 1. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const style = readFileSync("src/web/page/page.css", "utf8");

function coloursOf(selector: string): ReadonlyMap<string, string> {
  const start = style.indexOf(`${selector} {`);
  const block = style.slice(start, style.indexOf("}", start));
  return new Map(
    [...block.matchAll(/--([a-z-]+): (#[0-9a-f]{6})/g)].map(([, name = "", value = ""]) => [
      name,
      value,
    ]),
  );
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

it("black on white has the most there is", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21);
});

const light = coloursOf(":root");
const dark = new Map([...light, ...coloursOf(':root[data-theme="dark"]')]);
const texts = ["ink", "soft", "faint", "accent", "good", "bad", "warn"];
const grounds = ["sheet", "raised", "paper"];
const pairs = [
  ...texts.flatMap((text) => grounds.map((ground) => [text, ground] as const)),
  ["ink", "accent-soft"],
  ["accent", "accent-soft"],
  ["ink", "bad-soft"],
  ["bad", "bad-soft"],
  ["faint", "bad-soft"],
  ["faint", "accent-soft"],
] as const;

describe.each([
  ["light", light],
  ["dark", dark],
] as const)("%s", (_, colours) => {
  it.each(pairs)("%s on %s", (text, ground) => {
    const value = contrast(colours.get(text) ?? "", colours.get(ground) ?? "");
    expect(value).toBeGreaterThanOrEqual(4.5);
  });

  it("signs and bars stand out from their ground", () => {
    for (const [name, value] of colours) {
      if (!name.startsWith("state-")) continue;
      const least = contrast(value, colours.get("sheet") ?? "");
      expect(least, `${name} ${value}`).toBeGreaterThanOrEqual(1.9);
    }
  });
});
