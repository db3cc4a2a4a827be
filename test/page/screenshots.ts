/** Takes the pictures of the page that README and docs show, of the build as it is. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, chromium } from "playwright-core";
import { stepsOf } from "../support/doc-commands.ts";
import { browserPath } from "./browser-path.ts";

const folder = mkdtempSync(join(tmpdir(), "relist-screenshots-"));
const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
const browser = await chromium.launch({ executablePath: browserPath(), args });
try {
  await takeReport(browser);
  await takeComparison(browser);
  await takeInspector(browser);
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}

/** The run that README begins with, and why its container gets SIGTERM. */
async function takeReport(from: Browser): Promise<void> {
  const steps = stepsOf(readFileSync("README.md", "utf8"));
  const file = steps.find((step) => step.kind === "file");
  if (file?.kind !== "file") throw new Error("README has no file to run");
  writeFileSync(join(folder, file.name), file.text);
  const call = ["run", file.name, "--output", "html", "--out", "report.html"];
  execFileSync(process.execPath, [resolve("dist/cli/main.js"), ...call], { cwd: folder });
  const page = await from.newPage({ viewport: { width: 1280, height: 620 } });
  await page.goto(pathToFileURL(join(folder, "report.html")).href);
  const lanes = page.locator(".picture canvas");
  const { width } = (await lanes.boundingBox()) ?? { width: 0 };
  await lanes.click({ position: { x: (width * 35) / 101, y: 12 } });
  await page.mouse.move(640, 300);
  mkdirSync("docs/images", { recursive: true });
  await page.screenshot({ path: "docs/images/report.png" });
}

/** One lost event under two kubelets, at the moment that it is lost. */
async function takeComparison(from: Browser): Promise<void> {
  const out = join(folder, "compared.html");
  const call = ["compare", "docs/examples/lost-event.yaml", "--output", "html", "--out", out];
  execFileSync(process.execPath, ["dist/cli/main.js", ...call], { stdio: "ignore" });
  const page = await from.newPage({ viewport: { width: 1280, height: 720 } });
  await page.goto(pathToFileURL(out).href);
  await page.getByText("they part at").click();
  await page.mouse.move(640, 500);
  await page.screenshot({ path: "docs/images/compared.png" });
  await page.setViewportSize({ width: 1280, height: 880 });
  await page.getByRole("button", { name: "Actors", exact: true }).click();
  await page.locator(".chart .active").first().waitFor();
  await page.screenshot({ path: "docs/images/actors.png" });
}

/** The kubelet of the demo between two lists, in the inspector's own page. */
async function takeInspector(from: Browser): Promise<void> {
  const program = spawn(process.execPath, ["dist/cli/main.js", "demo", "--inspect"]);
  const [said] = (await once(program.stderr, "data")) as [Buffer];
  const [url = ""] = /http:\S+/.exec(said.toString()) ?? [];
  const page = await from.newPage({ viewport: { width: 1280, height: 620 } });
  await page.goto(url);
  await page.getByRole("button", { name: "runtime serving.up" }).click();
  await page.keyboard.press("ArrowLeft");
  await page.locator(".chart .active").first().waitFor();
  await page.screenshot({ path: "docs/images/inspector.png" });
  program.kill("SIGINT");
}
