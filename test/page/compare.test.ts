/** The report of `relist compare --output html`: two kubelets on one world, in a browser. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import { folder, podYaml } from "../cli/relist.ts";
import { browserWindow } from "./browser.ts";

const place = folder({ "pod.yaml": podYaml });
afterAll(() => place.remove());
const window = browserWindow();

function compared(file: string, name: string): string {
  const { status, stderr } = place.run(["compare", file, "--output", "html", "--out", name]);
  if (status !== 0) throw new Error(stderr);
  return pathToFileURL(`${place.path}/${name}`).href;
}

const lost = compared(resolve("docs/examples/lost-event.yaml"), "lost.html");
const alike = compared("pod.yaml", "alike.html");

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const chipsOf = async (page: Page): Promise<string> =>
  (await page.getByLabel("Node").innerText()).replaceAll("\n", " ");

describe("two kubelets on one world", () => {
  it("have their lanes in pairs, and what the world does once", async () => {
    const page = await window.open(lost);
    const names = await page
      .locator(".rows .name")
      .evaluateAll((rows) => rows.map((row) => row.getAttribute("aria-label")));
    expect(names).toEqual([
      "API link",
      "kube-apiserver/apiserver, level",
      "kube-apiserver/apiserver, edge",
      "web/app, level, 1 restart",
      "web/app, edge",
      "worker/app, level, 1 restart",
      "worker/app, edge, 1 restart",
    ]);
  });

  it("stand beside what is declared, each with its verdict", async () => {
    const page = await window.open(lost);
    expect(await chipsOf(page)).toContain("level = declared ✓ yes edge = declared ✗ 1 apart");
    const row = page.locator("tr.apart");
    expect((await row.innerText()).replaceAll(/\s+/g, " ")).toBe(
      "web/app Running c4 ✓ agrees Exited (137) c2 ✗ exited",
    );
  });

  it("have a curve of how far each is off, at any moment", async () => {
    const page = await window.open(lost);
    const curve = page.locator(".divergence");
    expect(await curve.getAttribute("aria-label")).toBe("Containers apart: level 0, edge 1");
    const { width } = (await curve.boundingBox()) ?? { width: 0 };
    await curve.click({ position: { x: (width * 12.7) / 20.2, y: 20 } });
    expect(await curve.getAttribute("aria-label")).toBe("Containers apart: level 1, edge 2");
    await press(page, "To the start");
    expect(await curve.getAttribute("aria-label")).toBe("Containers apart: level 0, edge 0");
  });

  it("are marked where they part, with a way to the event that was lost", async () => {
    const page = await window.open(lost);
    const parting = page.getByLabel("Partings").getByRole("button");
    expect(await parting.innerText()).toBe(
      "✂ they part at 9s web/app: Running under level, Exited under edge: " +
        "edge did not hear ContainerDied of 8.5s",
    );
    await parting.click();
    expect(await page.getByLabel("Clock").innerText()).toBe("8.5s");
    const why = await page.getByRole("region", { name: "Why" }).innerText();
    expect(why).toContain("ContainerDied");
    expect(why).toContain("glitch");
  });

  it("are looked at one at a time: records, lists and causes", async () => {
    const page = await window.open(lost);
    expect(await chipsOf(page)).toContain("lists 21");
    await press(page, "edge");
    expect(await chipsOf(page)).toContain("lists 1");
    await press(page, "web/app, level, 1 restart");
    expect(await chipsOf(page)).toContain("lists 21");
    const why = page.getByRole("region", { name: "Why" });
    expect(await why.innerText()).toContain("web/app#2 starts");
    await page.keyboard.press("k");
    expect(await chipsOf(page)).toContain("lists 1");
  });

  it("say so where they have not parted", async () => {
    const page = await window.open(alike);
    expect(await page.getByLabel("Partings").innerText()).toBe(
      "nothing has parted level and edge for good so far",
    );
  });

  it("are the same to the byte each time", () => {
    const again = compared(resolve("docs/examples/lost-event.yaml"), "again.html");
    expect(readFileSync(new URL(again), "utf8")).toBe(readFileSync(new URL(lost), "utf8"));
  });

  it.each([390, 1280])("fit a screen of %i pixels", async (width) => {
    const page = await window.open(lost, { width, height: 844 });
    const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
    expect(scrollWidth).toBe(clientWidth);
  });
});
