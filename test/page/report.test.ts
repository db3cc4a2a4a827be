/** The report of `relist run --output html`: each of its controls and views, in a browser. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import { folder } from "../cli/relist.ts";
import { browserPath } from "./browser-path.ts";
import { browserWindow } from "./browser.ts";

const hostile = "</script><img src=x onerror=alert(1)>";
const slow = `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  terminationGracePeriodSeconds: 10
  containers:
  - name: app
    image: example.com/web:1
    livenessProbe: {httpGet: {path: /, port: 8080}, periodSeconds: 10, failureThreshold: 3}
    lifecycle: {preStop: {sleep: {seconds: 5}}}
---
apiVersion: relist.dev/v1alpha1
kind: Scenario
metadata: {name: slow}
spec:
  title: "Slow <b>start</b> ${hostile}"
  duration: 100s
  behaviour:
    app:
      probes: {liveness: [{from: 0s, to: 35s, result: failure, output: "${hostile}"}]}
      sigterm: {exitAfter: 8s, exitCode: 0}
  stimuli:
  - {at: 80s, action: deletePod, pod: web}
`;

const place = folder({ "slow.yaml": slow });
afterAll(() => place.remove());
const window = browserWindow();

function report(args: readonly string[], name: string): string {
  const { status, stderr } = place.run([...args, "--output", "html", "--out", name]);
  if (status !== 0) throw new Error(stderr);
  return pathToFileURL(`${place.path}/${name}`).href;
}

const slowReport = report(["run", "slow.yaml"], "slow.html");
const demoReport = report(["demo"], "demo.html");
const clusterReport = report(["run", resolve("docs/examples/sidecar-in-job.yaml")], "job.html");

const clockOf = (page: Page): Promise<string> => page.getByLabel("Clock").innerText();
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const chipsOf = async (page: Page): Promise<string> =>
  (await page.getByLabel("Node").innerText()).replaceAll("\n", " ");
const picture = (page: Page) => page.locator(".picture canvas");

/** Where a time stands in the timeline while the whole run is in sight. */
async function xOf(page: Page, seconds: number, endSeconds: number): Promise<number> {
  const box = await picture(page).boundingBox();
  return ((box?.width ?? 0) * seconds) / (endSeconds * 1.01);
}

describe("a report", () => {
  it("opens without a server or a network, at the end of its run", async () => {
    const page = await window.open(demoReport);
    expect(await page.title()).toBe("Bootstrap from nothing");
    expect(await clockOf(page)).toBe("20s");
    expect(await chipsOf(page)).toBe("declared = actual ✓ yes API link up kubelet up lists 21");
  });

  it("shows what manifests and messages say as text", async () => {
    const page = await window.open(slowReport);
    expect(await page.locator("h1").innerText()).toBe(`Slow <b>start</b> ${hostile}`);
    expect(await page.getByLabel("Records").innerText()).not.toContain("undefined");
    await press(page, "To the start");
    await page.getByLabel("Records").getByText(`Unhealthy`).first().click();
    expect(await page.getByRole("region", { name: "Why" }).innerText()).toContain(hostile);
    expect(await page.locator("img").count()).toBe(0);
  });

  it("is the same to the byte each time", () => {
    const [first, second] = [report(["demo"], "a.html"), report(["demo"], "b.html")].map((url) =>
      readFileSync(new URL(url), "utf8"),
    );
    expect(first).toBe(second);
  });

  it("is one run, and nothing for a terminal", () => {
    const { status, stderr } = place.run(["run", "slow.yaml", "--output", "html", "--seeds", "2"]);
    expect(status).toBe(2);
    expect(stderr).toBe("error: --output html shows one run, and --seeds asks for several\n");
  });
});

describe("time", () => {
  it.each([
    ["To the start", "0s"],
    ["Previous record", "16.5s"],
    ["Previous list", "20s"],
    ["To the end", "20s"],
  ])("moves by the button %s", async (name, clock) => {
    const page = await window.open(demoReport);
    await press(page, name);
    expect(await clockOf(page)).toBe(clock);
  });

  it("moves forward by records and by lists, and the view follows", async () => {
    const page = await window.open(demoReport);
    await press(page, "To the start");
    await press(page, "Next list");
    expect(await chipsOf(page)).toContain("lists 2");
    expect(await clockOf(page)).toBe("1s");
    await press(page, "Next record");
    expect(await clockOf(page)).toBe("2s");
    expect(await page.getByLabel("Declared and actual").innerText()).toContain("kube-apiserver");
  });

  it("moves by keys", async () => {
    const page = await window.open(demoReport);
    const clocks: string[] = [];
    for (const key of ["Home", "Shift+ArrowRight", "ArrowRight", "ArrowLeft", "End"]) {
      await page.keyboard.press(key);
      clocks.push(await clockOf(page));
    }
    expect(clocks).toEqual(["0s", "1s", "2s", "1s", "20s"]);
  });

  it("moves by the scrubber on the axis, and the state with it", async () => {
    const page = await window.open(demoReport);
    const x = await xOf(page, 9, 20);
    await page.locator(".ruler").click({ position: { x, y: 10 } });
    expect(Number.parseFloat(await clockOf(page))).toBeCloseTo(9, 0);
    const chips = await chipsOf(page);
    expect(chips).toContain("API link ✗ down");
    expect(chips).toContain("✗ 1 apart");
    const slider = page.getByRole("slider", { name: "Moment" });
    expect(Number(await slider.getAttribute("aria-valuenow"))).toBeCloseTo(9000, -2);
  });

  it("moves by a click into the overview", async () => {
    const page = await window.open(demoReport);
    const x = await xOf(page, 5, 20);
    await page.locator(".overview").click({ position: { x, y: 10 } });
    expect(Number.parseFloat(await clockOf(page))).toBeCloseTo(5, 0);
  });

  it("plays to the end, at the speed that is chosen, and from the start again", async () => {
    const page = await window.open(demoReport);
    await page.getByLabel("Speed").selectOption("fastest");
    await press(page, "Play");
    await page.getByRole("button", { name: "Pause" }).waitFor();
    await page.getByRole("button", { name: "Play" }).waitFor();
    expect(await clockOf(page)).toBe("20s");
  });

  it("stands still when it is paused, by the key as well", async () => {
    const page = await window.open(demoReport);
    await page.getByLabel("Speed").selectOption("1×");
    await page.locator("h1").click();
    await page.keyboard.press("Space");
    await page.getByRole("button", { name: "Pause" }).waitFor();
    await page.keyboard.press("Space");
    await page.getByRole("button", { name: "Play" }).waitFor();
    const frames =
      "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))";
    // The picture that was asked for before the pause may still come.
    await page.evaluate(frames);
    const clock = await clockOf(page);
    await page.evaluate(frames);
    expect(await clockOf(page)).toBe(clock);
    expect(Number.parseFloat(clock)).toBeLessThan(20);
  });
});

/** Which of the picture's pixels have been drawn on, by thousands of its width. */
function inkOf(page: Page): Promise<string> {
  return picture(page).evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
}

describe("what is in sight", () => {
  const ways: readonly (readonly [string, (page: Page) => Promise<unknown>])[] = [
    ["the button Zoom in", (page) => press(page, "Zoom in")],
    ["the key +", (page) => page.keyboard.press("+")],
    [
      "Ctrl and the wheel",
      async (page) => {
        await picture(page).hover({ position: { x: 300, y: 20 } });
        await page.keyboard.down("Control");
        await page.mouse.wheel(0, -200);
        await page.keyboard.up("Control");
      },
    ],
    [
      "a drag over the overview",
      async (page) => {
        const box = await page.locator(".overview").boundingBox();
        await page.mouse.move((box?.x ?? 0) + 100, (box?.y ?? 0) + 10);
        await page.mouse.down();
        await page.mouse.move((box?.x ?? 0) + 300, (box?.y ?? 0) + 10, { steps: 4 });
        await page.mouse.up();
      },
    ],
  ];

  it.each(ways)("is less by %s, and all of it by Fit", async (_, zoom) => {
    const page = await window.open(slowReport);
    const whole = await inkOf(page);
    await zoom(page);
    await page.locator(".sight").waitFor();
    await expect.poll(() => inkOf(page)).not.toBe(whole);
    await press(page, "Show the whole run");
    await expect.poll(() => inkOf(page)).toBe(whole);
    expect(await page.locator(".sight").count()).toBe(0);
  });

  it("moves with a drag, and by keys", async () => {
    const page = await window.open(slowReport);
    await press(page, "Zoom in");
    const sight = () => page.locator(".sight").evaluate((element) => element.style.left);
    const before = await sight();
    const box = await picture(page).boundingBox();
    await page.mouse.move((box?.x ?? 0) + 200, (box?.y ?? 0) + 10);
    await page.mouse.down();
    await page.mouse.move((box?.x ?? 0) + 400, (box?.y ?? 0) + 10, { steps: 4 });
    await page.mouse.up();
    const dragged = await sight();
    expect(dragged).not.toBe(before);
    await page.keyboard.press("[");
    await expect.poll(sight).not.toBe(dragged);
    await page.keyboard.press("0");
    await expect.poll(() => page.locator(".sight").count()).toBe(0);
  });
});

describe("the lanes", () => {
  it("are drawn: a bar where it runs, and none where it does not", async () => {
    const page = await window.open(demoReport);
    const at = [
      [3, 12.3],
      [1, 12.3],
      [4, 4.3],
      [2, 1.3],
    ] as const;
    const points = await Promise.all(
      at.map(async ([row, seconds]) => [await xOf(page, seconds, 20), row * 26 + 12] as const),
    );
    // Rows: API link, kube-apiserver, web, worker, stray.
    const [worker, apiServer, stray, web] = await picture(page).evaluate(
      (canvas: HTMLCanvasElement, places) => {
        const ratio = canvas.width / canvas.clientWidth;
        const { width, height } = canvas;
        const data = canvas.getContext("2d")?.getImageData(0, 0, width, height).data ?? [];
        return places.map(([x, y]) => {
          const start = (Math.round(y * ratio) * width + Math.round(x * ratio)) * 4;
          return Array.from(data.slice(start, start + 4));
        });
      },
      points,
    );
    expect(worker?.[3]).toBe(255);
    expect(apiServer).toEqual(worker);
    expect([stray?.[3], web?.[3]]).toEqual([0, 0]);
  });

  it("are named, those of a pod under it, with their restarts", async () => {
    const page = await window.open(clusterReport);
    const names = await page.locator(".rows .name").allInnerTexts();
    expect(names.map((name) => name.replaceAll("\n", ""))).toEqual(
      expect.arrayContaining([expect.stringMatching(/sidecar/)]),
    );
    expect(await (await window.open(slowReport)).locator(".restarts").innerText()).toBe("↻2");
  });

  it("are found by their name", async () => {
    const page = await window.open(demoReport);
    await page.getByLabel("Find lanes").fill("WORK");
    await expect.poll(() => page.locator(".rows .name").count()).toBe(1);
    expect(await page.locator(".corner").innerText()).toBe("1 of 5 lanes");
  });

  it("say what they are under the pointer", async () => {
    const page = await window.open(slowReport);
    await picture(page).hover({ position: { x: await xOf(page, 32, 100), y: 12 } });
    expect(await page.locator(".tip").innerText()).toBe("web/app runs a hook, 30s to 35s");
  });

  it("have a legend of what occurs in them", async () => {
    const legend = await (await window.open(slowReport)).getByLabel("Legend").innerText();
    for (const name of ["running", "hook", "stopping", "SIGTERM", "SIGKILL", "probe fails"]) {
      expect(legend).toContain(name);
    }
    expect(legend).not.toContain("back-off");
  });
});

describe("why", () => {
  const why = (page: Page) => page.getByRole("region", { name: "Why" });

  it("is told of a sign that is clicked, back to a line of the manifest", async () => {
    const page = await window.open(slowReport);
    await picture(page).click({ position: { x: await xOf(page, 35, 100), y: 12 } });
    const text = await why(page).innerText();
    expect(text).toContain("web/app#1 gets SIGTERM");
    expect(text).toContain("terminationGracePeriodSeconds is 10 slow.yaml:5");
    expect(text).toContain("executePreStopHook");
    expect(await clockOf(page)).toBe("35s");
  });

  it("is told of a lane at the moment, by its name", async () => {
    const page = await window.open(demoReport);
    await page.getByRole("button", { name: "worker/app", exact: true }).click();
    expect(await why(page).innerText()).toContain("worker/app#1 starts");
  });

  it("is told of a record, and a step of it leads to its moment", async () => {
    const page = await window.open(demoReport);
    await page.getByLabel("Records").getByText("stray/x#1 gets SIGTERM").click();
    expect(await why(page).innerText()).toContain("stray/x is to be removed");
    await why(page).getByRole("button", { name: "addContainer" }).first().click();
    expect(await clockOf(page)).toBe("13.4s");
  });

  it("goes on to what was before", async () => {
    const page = await window.open(slowReport);
    await picture(page).click({ position: { x: await xOf(page, 35, 100), y: 12 } });
    await why(page).getByRole("button", { name: "What was before that" }).click();
    expect(await why(page).innerText()).not.toContain("gets SIGTERM");
  });
});

describe("advice", () => {
  const advised = report(
    ["run", resolve("docs/examples/liveness-before-startup.yaml")],
    "advised.html",
  );

  it("is counted, and tells what to change where", async () => {
    const page = await window.open(advised);
    await page.getByRole("button", { name: "Advice ! 1" }).click();
    const told = await page.getByRole("region", { name: "Advice" }).innerText();
    expect(told).toContain("its liveness probe killed it 2 times before it was ready");
    expect(told).toContain("livenessProbe.failureThreshold: 1");
    expect(told).toContain("liveness-before-startup.yaml:28");
    await page.getByRole("button", { name: "web/app" }).last().click();
    expect(await page.getByLabel("Find lanes").inputValue()).toBe("web/app");
  });

  it("is none where there is nothing to change", async () => {
    const page = await window.open(demoReport);
    await press(page, "Advice");
    const told = page.getByRole("region", { name: "Advice" });
    await expect.poll(() => told.innerText()).toContain("neither probes nor statuses");
  });
});

describe("the records", () => {
  const count = async (page: Page): Promise<string> =>
    (await page.getByRole("region", { name: "Records" }).locator("label").innerText()).trim();

  it("leave out what is no news, unless all are wanted", async () => {
    const page = await window.open(slowReport);
    const [, some, all] = /^(\d+) of (\d+)/.exec(await count(page)) ?? [];
    expect(Number(some)).toBeLessThan(Number(all));
    await page.getByRole("checkbox").check();
    expect(await count(page)).toMatch(`${all} of ${all}`);
  });

  it("show the one of the moment, between those before and after", async () => {
    const page = await window.open(slowReport);
    await page.getByLabel("Records").getByText("web/app#1 gets SIGKILL").waitFor({
      state: "detached",
    });
    await picture(page).click({ position: { x: await xOf(page, 35, 100), y: 12 } });
    const current = page.locator(".record[aria-current=true]");
    await expect.poll(() => current.innerText()).toContain("web/app#1 gets SIGTERM");
    expect(await page.locator(".record.later").first().innerText()).toContain("SIGKILL");
  });
});

describe("looks", () => {
  const ground = (page: Page) =>
    page.evaluate(() => getComputedStyle(document.body).backgroundColor);

  it("are those of the system, light or dark, until another is chosen", async () => {
    const [light, dark] = [
      await window.open(slowReport),
      await window.open(slowReport, { dark: true }),
    ];
    const [day, night] = [await ground(light), await ground(dark)];
    expect(day).not.toBe(night);
    await press(light, "Light or dark");
    expect(await ground(light)).toBe(night);
    await dark.keyboard.press("t");
    expect(await ground(dark)).toBe(day);
  });

  it("are told with their keys", async () => {
    const page = await window.open(slowReport);
    await page.keyboard.press("?");
    expect(await page.getByRole("dialog").innerText()).toContain("next record");
    await page.getByRole("button", { name: "Close" }).click();
    expect(await page.getByRole("dialog").count()).toBe(0);
  });

  it.each([
    [390, 844],
    [1280, 800],
  ])("fit a screen of %i pixels", async (width, height) => {
    const page = await window.open(clusterReport, { width, height });
    const { scrollWidth, clientWidth } = await page.evaluate(() => ({
      scrollWidth: document.documentElement.scrollWidth,
      clientWidth: document.documentElement.clientWidth,
    }));
    expect(scrollWidth).toBe(clientWidth);
  });

  it("show one panel at a time where it is narrow", async () => {
    const page = await window.open(slowReport, { width: 390, height: 844 });
    const seen = async (): Promise<readonly string[]> => {
      const panels = await page.locator(".panel").all();
      const shown = await Promise.all(panels.map((panel) => panel.isVisible()));
      const names = await Promise.all(panels.map((panel) => panel.getAttribute("aria-label")));
      return names.flatMap((name, index) => (shown[index] ? [name ?? ""] : []));
    };
    expect(await seen()).toEqual(["Declared and actual"]);
    await page.getByRole("button", { name: "Records" }).click();
    expect(await seen()).toEqual(["Records"]);
    await picture(page).click({ position: { x: await xOf(page, 20, 100), y: 12 } });
    expect(await seen()).toEqual(["Why"]);
  });
});

describe("a browser", () => {
  it("that is missing is told, with what to do", () => {
    expect(() => browserPath({}, () => false)).toThrow(/need Chromium.*apt-get install chromium/);
    expect(() => browserPath({ CHROMIUM: "/x" }, () => false)).toThrow("/x, which CHROMIUM names");
    expect(browserPath({ CHROMIUM: "/x" }, () => true)).toBe("/x");
  });
});
