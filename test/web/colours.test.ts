/**
 * Whatever is drawn can be told from its ground, light and dark: WCAG 2.2 asks of text for 4.5 to 1
 * (1.4.3), of signs and of the edges of what is typed into for 3 to 1 (1.4.11).
 */
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
const sheets = ["sheet", "raised", "paper"];
const tints = ["accent-soft", "good-soft", "bad-soft", "active-line"];
/** The letter in a disc, and of what is chosen among completions. */
const onColour = ["soft", "accent", "good", "bad", "warn"];
type Pair = readonly [string, string];
const textPairs: readonly Pair[] = [
  ...texts.flatMap((text) => [...sheets, ...tints].map((ground): Pair => [text, ground])),
  ...onColour.map((ground): Pair => ["sheet", ground]),
];

const states = [...light.keys()].filter((name) => name.startsWith("state-"));
/** Bars, ticks and flags; edges of fields; lines of a curve; the outline of what has the focus. */
const signs = [...states, "field", "accent", "good", "bad", "warn"];
const signPairs: readonly Pair[] = [
  ...signs.flatMap((sign) => ["sheet", "paper"].map((ground): Pair => [sign, ground])),
  ...[...sheets, ...tints].map((ground): Pair => ["accent", ground]),
];

describe.each([
  ["light", light],
  ["dark", dark],
] as const)("%s", (_, colours) => {
  const between = (one: string, other: string): number =>
    contrast(colours.get(one) ?? "", colours.get(other) ?? "");

  it.each(textPairs)("the text %s on %s", (text, ground) => {
    expect(between(text, ground)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(signPairs)("the sign %s on %s", (sign, ground) => {
    expect(between(sign, ground)).toBeGreaterThanOrEqual(3);
  });
});

describe("the style sheet", () => {
  const used = (property: string): readonly string[] => [
    ...new Set(
      [...style.matchAll(new RegExp(`[\\s;{]${property}: var\\(--([a-z-]+)\\)`, "g"))].map(
        ([, name = ""]) => name,
      ),
    ),
  ];

  it("writes in no other colours", () => {
    expect([...texts, "sheet"]).toEqual(expect.arrayContaining([...used("color")]));
  });

  it("writes on no other grounds", () => {
    const grounds = [...sheets, ...tints, "accent", "line"];
    expect(grounds).toEqual(expect.arrayContaining([...used("background")]));
  });

  it("has no colour but those with a name, in its palettes", () => {
    const rules = style.slice(style.indexOf("* { box-sizing"));
    expect([...rules.matchAll(/#[0-9a-f]{3,8}\b/gi)].map(([colour]) => colour)).toEqual([
      dark.get("paper"),
      dark.get("ink"),
    ]);
  });
});
