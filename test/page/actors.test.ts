/** The views of the page that show actors and their messages, in a browser. */
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import { folder } from "../cli/relist.ts";
import { browserWindow } from "./browser.ts";

const place = folder();
afterAll(() => place.remove());
const window = browserWindow();

function page(example: string, ...args: readonly string[]): string {
  const file = resolve(`docs/examples/${example}.yaml`);
  const out = `${example}.html`;
  const { status, stderr } = place.run([...args, file, "--output", "html", "--out", out]);
  if (status !== 0) throw new Error(stderr);
  return pathToFileURL(`${place.path}/${out}`).href;
}

const compared = page("lost-event", "compare");
const cluster = page("graceful-stop", "run");

async function open(url: string, view: string, width = 1280): Promise<Page> {
  const opened = await window.open(url, { width });
  await press(opened, view);
  return opened;
}

const press = (on: Page, name: string) => on.getByRole("button", { name, exact: true }).click();
const chartOf = (on: Page) => on.getByRole("region", { name: "Statechart" }).getByRole("img");

describe("the actors", () => {
  it("are those of the moment, each in its state", async () => {
    const opened = await open(compared, "Actors");
    const list = opened.getByRole("region", { name: "Actors" });
    await list.getByRole("button", { name: "runtime/web/app#2 running" }).waitFor();
    await press(opened, "To the start");
    await expect
      .poll(async () => (await list.getByRole("button").allInnerTexts()).map(oneLine))
      .toEqual([
        "node-1 kubeletUp",
        "api-link down",
        "file-source watching",
        "kubelet waiting",
        "runtime serving.up",
        "kube-apiserver/apiserver#1 creating",
      ]);
  });

  it("are drawn as statecharts, with the state of the moment lit", async () => {
    const opened = await open(compared, "Actors");
    await chartOf(opened).waitFor();
    expect(await chartOf(opened).getAttribute("aria-label")).toBe("kubelet, waiting");
    expect(await opened.locator(".chart .active .title").allTextContents()).toEqual(["▶ waiting"]);
    await opened.getByRole("button", { name: "runtime/web/app#2 running" }).click();
    expect(await chartOf(opened).getAttribute("aria-label")).toBe("container, running");
  });

  it("of a kubelet in several states at once have all of them lit", async () => {
    const opened = await open(cluster, "Actors");
    await chartOf(opened).waitFor();
    await expect
      .poll(() => opened.locator(".chart .state:not(.frame).active").count())
      .toBeGreaterThan(3);
  });

  it("are as large as can be read, with the state that was entered last in sight", async () => {
    for (const width of [390, 1280]) {
      const opened = await open(cluster, "Actors", width);
      if (width === 390) await press(opened, "Statechart");
      await expect.poll(() => litInSight(opened)).toBeGreaterThan(0);
      await press(opened, "To the start");
      await expect.poll(() => litInSight(opened)).toBeGreaterThan(0);
    }
  });

  it("are larger, smaller, or whole, by hand; and lead back to the state", async () => {
    const opened = await open(cluster, "Actors");
    const widthOf = async (): Promise<number> =>
      Number(await chartOf(opened).getAttribute("width"));
    const [first, room] = [await widthOf(), 640];
    await press(opened, "Larger");
    await expect.poll(widthOf).toBeCloseTo(first * 1.25, 0);
    await opened.locator(".chart-scroll").evaluate((element) => element.scrollTo(0, 0));
    await press(opened, "Active state");
    expect(await litInSight(opened)).toBeGreaterThan(0);
    await press(opened, "Whole chart");
    await expect.poll(widthOf).toBeLessThanOrEqual(room);
    await press(opened, "Smaller");
    await expect.poll(widthOf).toBeLessThanOrEqual(room);
  });

  it("scroll by keys that move time elsewhere", async () => {
    const opened = await open(cluster, "Actors");
    const clock = await opened.getByLabel("Clock").innerText();
    await opened.getByRole("region", { name: "Picture of the states" }).focus();
    for (const key of ["Home", "ArrowLeft", "Space"]) await opened.keyboard.press(key);
    expect(await opened.getByLabel("Clock").innerText()).toBe(clock);
  });

  it("show what came to them last, with a way to its moment and its sender", async () => {
    const opened = await open(compared, "Actors");
    const last = opened.getByRole("region", { name: "Last messages" });
    const newest = last.locator(".message").first();
    await expect
      .poll(async () => oneLine(await newest.innerText()))
      .toBe("20s runtime.listed from runtime");
    await last.getByRole("button", { name: "13s runtime.listed" }).click();
    expect(await opened.getByLabel("Clock").innerText()).toBe("13s");
    await last.getByRole("button", { name: "from runtime" }).first().click();
    expect(await chartOf(opened).getAttribute("aria-label")).toBe("runtime, serving.up");
  });

  it("of the other kubelet are its own", async () => {
    const opened = await open(compared, "Actors");
    await chartOf(opened).waitFor();
    await press(opened, "edge");
    await expect.poll(() => chartOf(opened).getAttribute("aria-label")).toBe("kubelet, watching");
  });
});

describe("the messages", () => {
  it("of what is in sight are a sequence diagram", async () => {
    const opened = await open(compared, "Messages");
    const diagram = opened.getByRole("region", { name: "Messages" });
    await diagram.getByRole("listbox", { name: "Sequence diagram" }).waitFor();
    expect(await diagram.innerText()).toContain("0s to 20.2s");
    const lanes = await diagram.locator(".lanes span").allInnerTexts();
    expect(lanes).toContain("kubelet");
    expect(lanes).toContain("runtime/web/app#1");
    for (let zoom = 0; zoom < 3; zoom++) await press(opened, "Zoom in");
    await expect.poll(() => diagram.innerText()).not.toContain("0s to");
    expect(await diagram.locator(".sent").count()).toBeLessThan(30);
  });

  it("lead to their moment, and are found by their actors", async () => {
    const opened = await open(compared, "Messages");
    const diagram = opened.getByRole("region", { name: "Messages" });
    await opened.getByLabel("Find lanes").fill("worker");
    await expect.poll(() => diagram.locator(".lanes span").count()).toBe(4);
    await diagram.getByText("process.up").first().click();
    expect(await opened.getByLabel("Clock").innerText()).toBe("4s");
  });

  it("are reached by Tab, gone through by Up and Down, and chosen by Enter", async () => {
    const opened = await open(compared, "Messages");
    const diagram = opened.getByRole("listbox", { name: "Sequence diagram" });
    await diagram.waitFor();
    const focused = (): Promise<string | null> =>
      opened.locator(":focus").getAttribute("aria-label");
    await press(opened, "Advice");
    await press(opened, "Messages");
    await opened.keyboard.press("Tab");
    await opened.keyboard.press("Tab");
    expect(await focused()).toBe("20s: runtime.listed, from node-1/runtime to node-1/kubelet");
    expect(await diagram.getByRole("option", { selected: true }).count()).toBe(1);
    for (let up = 0; up < 3; up++) await opened.keyboard.press("ArrowUp");
    const name = await focused();
    expect(name).toMatch(/^19s: /);
    await opened.keyboard.press("Enter");
    expect(await opened.getByLabel("Clock").innerText()).toBe("19s");
    expect(await focused()).toBe(name);
    await opened.keyboard.press("Shift+Tab");
    expect(await focused()).toBe(null);
  });

  it.each([390, 1280])("fit a screen of %i pixels", async (width) => {
    for (const view of ["Actors", "Messages"]) {
      const opened = await open(cluster, view, width);
      const { scrollWidth, clientWidth } = await opened.evaluate(() => document.documentElement);
      expect([view, scrollWidth]).toEqual([view, clientWidth]);
    }
  });
});

/** How many of the states that are lit are wholly in sight. */
function litInSight(on: Page): Promise<number> {
  return on.locator(".chart .active:not(.frame) rect").evaluateAll((boxes) => {
    const room = document.querySelector(".chart-scroll")?.getBoundingClientRect();
    if (room === undefined) return 0;
    return boxes.filter((box) => {
      const { left, top, right, bottom } = box.getBoundingClientRect();
      const isBeside = left < room.left - 1 || right > room.right + 1;
      return !isBeside && top >= room.top - 1 && bottom <= room.bottom + 1;
    }).length;
  });
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
