/**
 * How fluid the page is with a long trace: when its first picture stands, and how long a frame
 * takes while one scrubs and zooms, and while a served run is played. The browser's own clock; what
 * else the machine does is in it.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type Page, chromium } from "playwright-core";
import { browserPath } from "./browser-path.ts";

const frames = 120;

const scenario = `apiVersion: relist.dev/v1alpha1
kind: Scenario
metadata: {name: large}
spec:
  title: A hundred and ten pods for an hour
  duration: 1h
  behaviour:
    "*/app": {runs: [{startup: 2s, exitAfter: 20m, exitCode: 1}]}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 110
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - name: app
        image: example.com/web:1
        readinessProbe: {httpGet: {path: /, port: 80}}
        livenessProbe: {httpGet: {path: /, port: 80}}
`;

/** One pod that lives and dies, looked at for as long as somebody leaves it open. */
const small = `apiVersion: relist.dev/v1alpha1
kind: Scenario
metadata: {name: small}
spec:
  title: A pod that crashes for an hour
  duration: 1h
  behaviour:
    "*/app": {runs: [{startup: 2s, exitAfter: 1m, exitCode: 1}]}
---
apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers:
  - name: app
    image: example.com/web:1
    readinessProbe: {httpGet: {path: /, port: 80}, periodSeconds: 1}
`;

const folder = mkdtempSync(join(tmpdir(), "relist-page-bench-"));
const args = process.getuid?.() === 0 ? ["--no-sandbox", "--disable-gpu"] : ["--disable-gpu"];
const browser = await chromium.launch({ executablePath: browserPath(), args });
try {
  writeFileSync(join(folder, "large.yaml"), scenario);
  const call = ["run", "large.yaml", "--output", "html", "--out", "large.html"];
  execFileSync(process.execPath, [resolve("dist/cli/main.js"), ...call], {
    cwd: folder,
    stdio: "ignore",
  });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(pathToFileURL(join(folder, "large.html")).href);
  await page.getByLabel("Clock").waitFor();
  print("file", `${(statSync(join(folder, "large.html")).size / 1e6).toFixed(1)} MB`);
  print("first picture", `${Math.round(await firstPicture(page))} ms`);
  print("scrubbing", await framesWhile(page, "pointermove"));
  print("zooming", await framesWhile(page, "wheel"));
  await page.close();
  writeFileSync(join(folder, "small.yaml"), small);
  await playServed("large.yaml", "fastest");
  await playServed("small.yaml", "600×");
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}

function print(name: string, value: string): void {
  process.stdout.write(`${name.padEnd(15)}${value}\n`);
}

function firstPicture(page: Page): Promise<number> {
  return page.evaluate(
    () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
  );
}

/** An event of the pointer in each frame, across the whole width. */
async function framesWhile(page: Page, type: "pointermove" | "wheel"): Promise<string> {
  const times = await page.evaluate(
    async ([kind, count]) => {
      const target = document.querySelector<HTMLElement>(
        kind === "wheel" ? ".picture canvas" : ".ruler",
      );
      if (target === null) return [];
      target.setPointerCapture = () => {};
      const { left, top, width } = target.getBoundingClientRect();
      const at = { bubbles: true, cancelable: true, clientX: left, clientY: top + 5 };
      target.dispatchEvent(new PointerEvent("pointerdown", at));
      const taken: number[] = [];
      let before = performance.now();
      for (let step = 0; step < count; step++) {
        const isWheel = kind === "wheel";
        const clientX = left + width * (isWheel ? 0.5 : step / count);
        const deltaY = step < count / 2 ? -30 : 30;
        const event = isWheel
          ? new WheelEvent(kind, { ...at, clientX, ctrlKey: true, deltaY })
          : new PointerEvent(kind, { ...at, clientX });
        target.dispatchEvent(event);
        await new Promise((done) => requestAnimationFrame(done));
        const now = performance.now();
        taken.push(now - before);
        before = now;
      }
      target.dispatchEvent(new PointerEvent("pointerup", at));
      return taken;
    },
    [type, frames] as const,
  );
  return told(times);
}

function told(times: readonly number[]): string {
  if (times.length === 0) return "no frame at all";
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): string => (sorted[Math.floor(share * sorted.length)] ?? 0).toFixed(1);
  const most = (sorted.at(-1) ?? 0).toFixed(1);
  return `${at(0.5)} ms a frame, ${at(0.95)} ms for 19 of 20, ${most} ms at most`;
}

/** How long a frame takes in each quarter of a served run, which must not grow with its records. */
async function playServed(file: string, speed: string): Promise<void> {
  const { url, child } = await serve(file);
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(url);
    await page.getByLabel("Speed").selectOption(speed);
    await page.getByRole("button", { name: "Play", exact: true }).click();
    const quarters = await page.evaluate(framesOfQuarters);
    for (const [index, times] of quarters.entries()) {
      print(`${file.replace(".yaml", "")} ${index + 1}/4`, told(times));
    }
    await page.close();
  } finally {
    child.kill();
  }
}

/** Runs in the page, to the end of the scenario, which is an hour. */
async function framesOfQuarters(): Promise<readonly (readonly number[])[]> {
  const scrubber = document.querySelector(".scrubber");
  const quarters: number[][] = [[], [], [], []];
  let before = performance.now();
  for (let share = 0; share < 1;) {
    await new Promise((done) => requestAnimationFrame(done));
    const now = performance.now();
    share = Number(scrubber?.getAttribute("aria-valuenow") ?? 0) / 3_600_000;
    quarters[Math.min(3, Math.floor(share * 4))]?.push(now - before);
    before = now;
  }
  return quarters;
}

function serve(file: string): Promise<{ readonly url: string; readonly child: ChildProcess }> {
  const call = [resolve("dist/cli/main.js"), "serve", file, "--port", "0"];
  const child = spawn(process.execPath, call, { cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
  return new Promise((done, fail) => {
    child.stderr.on("data", (data: Buffer) => {
      const [url] = /http:\/\/\S+/.exec(data.toString()) ?? [];
      if (url !== undefined) done({ url, child });
    });
    child.once("exit", (status) => fail(new Error(`serve ended with ${status}`)));
  });
}
