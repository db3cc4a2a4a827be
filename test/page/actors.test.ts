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
    await diagram.getByRole("img", { name: "Sequence diagram" }).waitFor();
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

  it.each([390, 1280])("fit a screen of %i pixels", async (width) => {
    for (const view of ["Actors", "Messages"]) {
      const opened = await open(cluster, view, width);
      const { scrollWidth, clientWidth } = await opened.evaluate(() => document.documentElement);
      expect([view, scrollWidth]).toEqual([view, clientWidth]);
    }
  });
});

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
