/** The inspector's own page in a browser: of a run of Relist, and of another program. */
import { createWebSocketInspector } from "@statelyai/inspect";
import type { Page } from "playwright-core";
import { afterEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { createActor, createMachine } from "xstate";
import { browserWindow } from "./browser.ts";
import { starter } from "./server.ts";

const window = browserWindow();
const start = starter(".");
const clients: { stop: () => void }[] = [];
afterEach(() => clients.splice(0).forEach((client) => client.stop()));

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const chartOf = (page: Page) => page.getByRole("region", { name: "Statechart" }).getByRole("img");
const clockOf = (page: Page): Promise<string> => page.getByLabel("Clock").innerText();
const actorsOf = async (page: Page): Promise<readonly string[]> =>
  (await page.getByRole("region", { name: "Actors" }).getByRole("button").allInnerTexts()).map(
    (text) => text.replaceAll(/\s+/g, " ").trim(),
  );

async function demo(options?: Parameters<typeof window.open>[1]): Promise<Page> {
  const page = await window.open((await start("demo", "--inspect")).url, options);
  await expect.poll(() => page.getByLabel("Frames").innerText()).toContain("actors 10");
  await expect.poll(() => clockOf(page)).toBe("20s");
  return page;
}

/** A program of somebody's own, with the client that its users know. */
function toggle(url: string, id: string) {
  const client = createWebSocketInspector({ url: url.replace("http", "ws") });
  clients.push(client);
  const machine = createMachine({
    id: "toggle",
    initial: "off",
    context: { who: "<img src=x onerror=alert(1)>" },
    states: {
      off: { on: { flip: "on" } },
      on: { initial: "dim", on: { flip: "off" }, states: { dim: {}, last: { type: "history" } } },
    },
  });
  const actor = createActor(machine, { id, inspect: client.inspect });
  return actor.start();
}

describe("a run that is over", () => {
  it("is shown at its end, its actors as a tree", async () => {
    const page = await demo();
    expect(await actorsOf(page)).toEqual([
      "node-1 kubeletUp",
      "api-link up",
      "file-source watching",
      "kubelet waiting",
      "runtime serving.up",
      "kube-apiserver/apiserver#1 running",
      "web/app#2 running",
      "worker/app#1 running",
    ]);
    expect(await chartOf(page).getAttribute("aria-label")).toBe("kubelet, waiting");
    const context = page.getByRole("region", { name: "Context" });
    expect(await context.innerText()).toContain('"periodMs": 1000');
    expect(await context.innerText()).toContain('"type": "runtime.listed"');
  });

  it("is gone back in by keys, buttons and the slider", async () => {
    const page = await demo();
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => chartOf(page).getAttribute("aria-label")).toBe("kubelet, listing");
    await press(page, "Next message");
    await expect.poll(() => chartOf(page).getAttribute("aria-label")).toBe("kubelet, waiting");
    await page.keyboard.press("Home");
    await expect.poll(() => clockOf(page)).toBe("0s");
    expect(await actorsOf(page)).toEqual(["node-1 kubeletDown"]);
    await page.getByLabel("Moment").fill("60");
    await expect.poll(() => clockOf(page)).toBe("3s");
    await press(page, "To the end");
    await expect.poll(() => clockOf(page)).toBe("20s");
  });

  it("has its messages as a sequence, and leads to the moment of each", async () => {
    const page = await demo();
    await press(page, "Messages");
    const diagram = page.getByRole("region", { name: "Messages" });
    expect(await diagram.innerText()).toContain("0s to 20s: 126 shown");
    await diagram.getByText("link.cut").first().click();
    expect(await clockOf(page)).toBe("0s");
    await page.getByLabel("Find actors").fill("worker");
    await expect.poll(() => diagram.locator(".lanes span").count()).toBe(3);
  });

  it.each([
    [390, false],
    [1280, true],
  ])("fits a screen of %i pixels", async (width, dark) => {
    const page = await demo({ width, dark });
    for (const view of ["Actors", "Messages"]) {
      await page.getByLabel("View").getByRole("button", { name: view }).click();
      const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
      expect([view, scrollWidth]).toEqual([view, clientWidth]);
    }
  });
});

describe("a program of one's own", () => {
  it("is shown beside the run, with its words as they are", async () => {
    const { url } = await start("demo", "--inspect");
    const actor = toggle(url, "<b>mine</b>");
    const page = await window.open(url);
    await page.getByLabel("Program").selectOption("<b>mine</b>");
    await expect.poll(() => chartOf(page).getAttribute("aria-label")).toBe("toggle, off");
    actor.send({ type: "flip" });
    await expect.poll(() => chartOf(page).getAttribute("aria-label")).toBe("toggle, on.dim");
    expect(await chartOf(page).textContent()).toContain("last (H)");
    const context = page.getByRole("region", { name: "Context" });
    expect(await context.innerText()).toContain("<img src=x onerror=alert(1)>");
    await page.getByLabel("Program").selectOption("node-1");
    await expect.poll(() => chartOf(page).getAttribute("aria-label")).toBe("kubelet, waiting");
  });

  it("that sends something else is said to", async () => {
    const { url } = await start("demo", "--inspect");
    const socket = new WebSocket(url.replace("http", "ws"));
    clients.push({ stop: () => socket.close() });
    socket.on("open", () => socket.send("hello"));
    const page = await window.open(url);
    await expect
      .poll(() => page.getByRole("status").first().innerText())
      .toContain("a program has sent what is no frame");
  });
});

describe("a run that goes on", () => {
  it("is followed, and its end is said", async () => {
    const { url, said, child } = await start("serve", "--port", "0", "--inspect");
    await expect.poll(said).toContain("/stately is Stately's own viewer");
    const [, own = ""] = /inspector: open (\S+)/.exec(said()) ?? [];
    const page = await window.open(own);
    const programs = page.getByLabel("Program").locator("option");
    await expect.poll(() => programs.allInnerTexts()).toEqual(["node-1", "node-1 (2)"]);
    const live = new WebSocket(`${url.replace("http", "ws")}live`);
    clients.push({ stop: () => live.close() });
    live.on("open", () => live.send(JSON.stringify({ do: "speed", speed: 600 })));
    live.on("open", () => live.send(JSON.stringify({ do: "play" })));
    await expect.poll(() => clockOf(page)).toBe("20s");
    child.kill("SIGINT");
    await page.getByText("relist has ended").waitFor();
    expect(await clockOf(page)).toBe("20s");
  });
});
