/**
 * The page for those who have no mouse or do not see it: what axe-core finds in each view, in both
 * themes and at both widths; and all that Tab comes to, with its name, and seen to have the focus.
 */
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import axe from "axe-core";
import type { Page } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import { folder } from "../cli/relist.ts";
import { browserWindow } from "./browser.ts";
import { server } from "./server.ts";

const place = folder();
afterAll(() => place.remove());
const window = browserWindow();
const serve = server(place.path);

function page(example: string, call: string): string {
  const file = resolve(`docs/examples/${example}.yaml`);
  const out = `${example}.html`;
  const { status, stderr } = place.run([call, file, "--output", "html", "--out", out]);
  if (status !== 0) throw new Error(stderr);
  return pathToFileURL(`${place.path}/${out}`).href;
}

const cluster = page("graceful-stop", "run");
const compared = page("lost-event", "compare");

const views = ["Node", "Actors", "Messages", "Advice"];
const ready: Readonly<Record<string, string>> = {
  Node: ".record",
  Actors: ".chart .active",
  Messages: ".sent",
  Advice: ".advice",
  Edit: ".cm-content",
};

async function show(on: Page, view: string): Promise<void> {
  await on.locator(".views button", { hasText: view }).click();
  await on
    .locator(ready[view] ?? "")
    .first()
    .waitFor({ state: "attached" });
}

/** What keeps somebody out, or makes it hard: each with where it is. */
async function findings(on: Page): Promise<readonly string[]> {
  await on.evaluate(axe.source);
  return on.evaluate(async () => {
    const { axe: own } = globalThis as unknown as { axe: typeof axe };
    const { violations } = await own.run(document, {
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    });
    return violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
  });
}

describe.each([
  ["light", 1280],
  ["dark", 1280],
  ["light", 390],
  ["dark", 390],
] as const)("axe-core, %s, %i pixels", (theme, width) => {
  const options = { dark: theme === "dark", width, height: width === 390 ? 844 : 800 };

  it.each([
    ["a run", cluster],
    ["two kubelets", compared],
  ])("finds nothing in %s", async (_, url) => {
    const opened = await window.open(url, options);
    for (const view of views) {
      await show(opened, view);
      expect([view, await findings(opened)]).toEqual([view, []]);
    }
    await opened.keyboard.press("?");
    expect(await findings(opened)).toEqual([]);
  });

  it("finds nothing in a run that goes on, with an error in its text", async () => {
    const { url } = await serve(resolve("docs/examples/graceful-stop.yaml"));
    const opened = await window.open(url, options);
    await opened.getByRole("button", { name: "Next list" }).click();
    expect(await findings(opened)).toEqual([]);
    await show(opened, "Edit");
    await opened.locator(".cm-content").click();
    await opened.keyboard.press("Control+Home");
    await opened.keyboard.type("kond: x\n");
    await opened.getByText("Not run: it has errors").waitFor();
    expect(await findings(opened)).toEqual([]);
  });
});

interface Stop {
  readonly name: string;
  readonly isSeen: boolean;
}

/** All that Tab comes to from the top, in that order. */
async function stopsOf(on: Page): Promise<readonly Stop[]> {
  const stops: Stop[] = [];
  while (stops.length < 80) {
    await on.keyboard.press("Tab");
    const focused = on.locator(":focus");
    if ((await focused.count()) === 0 || (await focused.evaluate((e) => e.tagName)) === "BODY")
      return stops;
    const [snapshot = ""] = (await focused.ariaSnapshot()).split("\n");
    const isSeen = await focused.evaluate((element) => {
      const box = element.closest(".editor") ?? element.querySelector(":scope > rect") ?? element;
      const { outlineStyle, outlineWidth, stroke } = getComputedStyle(box);
      const isOutlined = outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
      return isOutlined || (box.tagName === "rect" && stroke !== "none");
    });
    stops.push({ name: snapshot.replace(/^- /, "").replace(/:$/, ""), isSeen });
  }
  throw new Error("Tab does not come to an end");
}

/** As `button "Play"`; of what a text opens, `text: "In every state"`. */
const named = /^'?\w+:? "[^"]+/;

describe("Tab", () => {
  it.each(views)("comes to all controls of %s, each with a name and an outline", async (view) => {
    const opened = await window.open(cluster);
    await show(opened, view);
    await opened.locator("h1").click();
    const stops = await stopsOf(opened);
    for (const { name, isSeen } of stops) {
      expect(name).toMatch(named);
      expect([name, isSeen]).toEqual([name, true]);
    }
    expect(stops.length).toBeGreaterThan(18);
  });

  it("goes from the top to the bottom, and stops once at each list", async () => {
    const opened = await window.open(cluster);
    await opened.locator("h1").click();
    const names = (await stopsOf(opened)).map(({ name }) => name.replace(/ \[.*/, ""));
    const places = [
      'button "Light or dark"',
      'button "Play"',
      'searchbox "Find lanes"',
      'button "web"',
      'slider "Moment"',
      'button "Node"',
    ].map((name) => names.indexOf(name));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places).not.toContain(-1);
    expect(names.filter((name) => /web|sidecar|init\)/.test(name)).length).toBeLessThan(4);
  });

  it("leaves the editor again", async () => {
    const { url } = await serve(resolve("docs/examples/graceful-stop.yaml"));
    const opened = await window.open(url);
    await show(opened, "Edit");
    const text = await opened.locator(".cm-content").innerText();
    const stops = await stopsOf(opened);
    expect(stops.some(({ name }) => name.startsWith("textbox"))).toBe(true);
    for (const { name, isSeen } of stops) expect([name, isSeen]).toEqual([name, true]);
    expect(await opened.locator(".cm-content").innerText()).toBe(text);
  });

  it("and Up and Down go through the lanes", async () => {
    const opened = await window.open(cluster);
    await opened.getByRole("button", { name: "web", exact: true }).focus();
    await opened.keyboard.press("ArrowDown");
    await opened.keyboard.press("ArrowDown");
    await opened.keyboard.press("Enter");
    const why = opened.getByRole("region", { name: "Why" });
    await expect.poll(() => why.locator("li").count()).toBeGreaterThan(0);
    expect(await opened.locator(".rows .chosen").count()).toBe(1);
  });
});

describe("what is pressed", () => {
  it.each([390, 1280])("has 24 pixels at least, on a screen of %i", async (width) => {
    const opened = await window.open(compared, { width, height: 844 });
    for (const view of views) {
      await show(opened, view);
      const small = await opened.locator("button, select, input, summary").evaluateAll((all) =>
        all
          .map((each) => ({
            own: each,
            box: (each.closest("label") ?? each).getBoundingClientRect(),
          }))
          .filter(({ box }) => box.width > 0 && (box.width < 24 || box.height < 24))
          .map(({ own }) => own.outerHTML.slice(0, 120)),
      );
      expect([view, small]).toEqual([view, []]);
      const isWider = await opened.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth > clientWidth;
      });
      expect([view, isWider]).toEqual([view, false]);
    }
  });
});

describe("what a person's system asks for", () => {
  it("is light on paper, whatever the screen is, and without its controls", async () => {
    const opened = await window.open(cluster, { dark: true });
    const theme = (): Promise<string | null> => opened.locator("html").getAttribute("data-theme");
    expect(await theme()).toBe("dark");
    await opened.emulateMedia({ media: "print" });
    await expect.poll(theme).toBe("light");
    expect(await opened.getByRole("button", { name: "Play" }).count()).toBe(0);
    await opened.emulateMedia({ media: "screen" });
    await expect.poll(theme).toBe("dark");
  });

  it("follows a system that changes from light to dark", async () => {
    const opened = await window.open(cluster);
    await opened.emulateMedia({ colorScheme: "dark" });
    await expect.poll(() => opened.locator("html").getAttribute("data-theme")).toBe("dark");
  });

  it("does not move where that is asked for", async () => {
    const { url } = await serve(resolve("docs/examples/graceful-stop.yaml"));
    const opened = await window.open(url);
    await opened.emulateMedia({ reducedMotion: "reduce" });
    await show(opened, "Edit");
    await opened.locator(".cm-content").click();
    const moving = await opened.evaluate(() => document.getAnimations().length);
    expect(moving).toBe(0);
  });
});
