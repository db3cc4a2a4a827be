/** The editor of `relist serve`, in a browser: what is written is run, what is wrong is shown. */
import type { Page } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import { folder, podYaml } from "../cli/relist.ts";
import { browserWindow } from "./browser.ts";
import { server } from "./server.ts";

const place = folder({ "pod.yaml": podYaml });
afterAll(() => place.remove());
const window = browserWindow();
const serve = server(place.path);

const press = (on: Page, name: string) => on.getByRole("button", { name, exact: true }).click();
const lanesOf = async (on: Page): Promise<readonly string[]> =>
  (await on.locator(".rows .name").allInnerTexts()).map((text) => text.replaceAll("\n", ""));
const text = (on: Page) => on.locator(".cm-content");
const findings = (on: Page) => on.getByRole("region", { name: "Findings in the text" });

async function open(): Promise<readonly [Page, string]> {
  const { url } = await serve("pod.yaml");
  const page = await window.open(url);
  await press(page, "Next list");
  await press(page, "Edit");
  await text(page).waitFor();
  return [page, url];
}

/** Behind the last character of a line, counted from 1. */
async function endOfLine(page: Page, line: number): Promise<void> {
  await text(page).click();
  await page.keyboard.press("Control+Home");
  for (let count = 1; count < line; count++) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("End");
}

describe("the editor", () => {
  it("has what is written run at once, for all who look", async () => {
    const [page, url] = await open();
    const other = await window.open(url);
    await expect.poll(() => lanesOf(other)).toEqual(["web/app"]);
    await endOfLine(page, 3);
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.type("-2");
    await expect.poll(() => lanesOf(other)).toEqual(["web-2/app"]);
    await expect.poll(() => lanesOf(page)).toEqual(["web-2/app"]);
    await press(other, "Edit");
    await expect.poll(() => text(other).innerText()).toContain("name: web-2");
  });

  it("marks an error where it is, runs nothing, and goes on when it is gone", async () => {
    const [page] = await open();
    await endOfLine(page, 2);
    await page.keyboard.type("t");
    await findings(page).getByText("Not run").waitFor();
    const said = findings(page).getByRole("button").first();
    expect(await said.innerText()).toContain("pod.yaml:2:7: ");
    await page.locator(".cm-lint-marker-error").waitFor();
    expect(await lanesOf(page)).toEqual(["web/app"]);
    await page.keyboard.press("Backspace");
    await findings(page).getByText("It runs as it is written").waitFor();
  });

  it("goes to the place of a finding", async () => {
    const [page] = await open();
    await endOfLine(page, 2);
    await page.keyboard.type("t");
    await findings(page).getByRole("button").first().click();
    await page.keyboard.type("X");
    await expect.poll(() => text(page).innerText()).toContain("kind: XPodt");
  });

  it("offers the fields that may stand there, with what they take", async () => {
    const [page] = await open();
    await endOfLine(page, 4);
    await page.keyboard.press("Enter");
    await page.keyboard.type("  restartP");
    const offered = page.locator(".cm-tooltip-autocomplete li");
    await expect.poll(() => offered.allInnerTexts()).toEqual(["restartPolicy"]);
    await offered.first().click();
    await page.keyboard.type("Never");
    await expect.poll(() => text(page).innerText()).toContain("restartPolicy: Never");
    await findings(page).getByText("It runs as it is written").waitFor();
  });

  it("leaves the keys of the page to who types", async () => {
    const [page] = await open();
    const clockText = () => page.getByLabel("Clock").innerText();
    // Home would go back to the start, which is seen where it is not there.
    await expect.poll(clockText).not.toBe("0s");
    const clock = await clockText();
    await endOfLine(page, 1);
    await page.keyboard.press("Home");
    expect(await clockText()).toBe(clock);
  });
});
