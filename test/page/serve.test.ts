/** `relist serve`: a run in the browser that is moved, acted upon and gone back in. */
import { request } from "node:http";
import { resolve as absolute } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { folder, podYaml } from "../cli/relist.ts";
import { browserWindow } from "./browser.ts";
import { server } from "./server.ts";

const probed = podYaml.replace('web:1"', 'web:1", livenessProbe: {httpGet: {path: /, port: 80}}');
const longest = [1, 2].map(
  (number) => `apiVersion: v1
kind: Pod
metadata: {name: ${"p".repeat(251)}-${number}, namespace: ${"n".repeat(63)}}
spec: {containers: [{name: ${"c".repeat(63)}, image: a}]}
`,
);
const titled = `apiVersion: relist.dev/v1alpha1
kind: Scenario
metadata: {name: long}
spec: {title: "${"A title ".repeat(400).trim()}"}
`;
const place = folder({
  "pod.yaml": podYaml,
  "probed.yaml": probed,
  "longest.yaml": [...longest, titled].join("---\n"),
});
afterAll(() => place.remove());
const window = browserWindow();
const serve = server(place.path);

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const clockOf = (page: Page): Promise<string> => page.getByLabel("Clock").innerText();
const chipsOf = async (page: Page): Promise<string> =>
  (await page.getByLabel("Node").innerText()).replaceAll("\n", " ");
const recordsOf = (page: Page): Promise<string> =>
  page.getByRole("region", { name: "Records" }).innerText();

/** To so many lists from the start, or on from there. */
async function step(page: Page, lists: number, from = 1): Promise<void> {
  for (let count = from; count <= lists; count++) {
    await press(page, "Next list");
    await expect.poll(() => chipsOf(page)).toContain(`lists ${count}`);
  }
}

describe("the classic demo", () => {
  it("starts from nothing, and plays for all who look", async () => {
    const { url } = await serve();
    const [one, other] = [await window.open(url), await window.open(url)];
    expect(await chipsOf(one)).toContain("lists 0");
    await one.getByLabel("Speed").selectOption("fastest");
    await press(one, "Play");
    await expect.poll(() => clockOf(other)).toBe("20s");
    await expect.poll(() => clockOf(one)).toBe("20s");
    expect(await chipsOf(other)).toBe(await chipsOf(one));
    await one.getByRole("button", { name: "Play" }).waitFor();
  });

  it("is paused, and moved by lists and by records", async () => {
    const { url } = await serve();
    const page = await window.open(url);
    await press(page, "Play");
    await press(page, "Pause");
    await page.getByRole("button", { name: "Play" }).waitFor();
    const clock = await clockOf(page);
    await press(page, "Next record");
    await expect.poll(() => clockOf(page)).not.toBe(clock);
  });

  it("says by when nothing new has come", async () => {
    const { url } = await serve();
    const page = await window.open(url);
    await page.getByLabel("Speed").selectOption("fastest");
    await press(page, "Play");
    await expect.poll(() => clockOf(page)).toBe("20s");
    await page.getByRole("button", { name: "Play" }).waitFor();
    await press(page, "Next record");
    await page.getByRole("alert").getByText("nothing new by 1m20s").waitFor();
    expect(await clockOf(page)).toBe("1m20s");
  });

  it.each([
    ["Restore the link", "the API server can be reached"],
    ["Restart the kubelet", "the kubelet stops"],
    ["Add a stray", "stray/x#1 starts"],
    ["Drop the next event", "dropEvents"],
    ["Drop its next event", "dropEvents"],
    ["Kill its process", "kube-apiserver/apiserver#1 falls"],
    ["Remove the container", "removeContainer kube-apiserver/apiserver#1"],
  ])("has a control: %s", async (name, said) => {
    const { url } = await serve();
    const page = await window.open(url);
    await step(page, 3);
    await press(page, name);
    await expect.poll(() => recordsOf(page)).toContain(said);
  });

  it("cuts the link once it is there, and tells why", async () => {
    const { url } = await serve();
    const page = await window.open(url);
    await step(page, 5);
    await press(page, "Cut the link");
    await expect.poll(() => chipsOf(page)).toContain("API link ✗ down");
    await page.getByText("the API server can not be reached").click();
    const why = await page.getByRole("region", { name: "Why" }).innerText();
    expect(why).toContain("you did apiDown");
    expect(why).toContain("It ends in what you did here, on the page.");
    expect(why).not.toContain("bootstrap.yaml:1");
  });
});

describe("whom the acts are about", () => {
  const chosen = (page: Page): Promise<string> =>
    page.getByLabel("Container", { exact: true }).locator("option:checked").innerText();

  it("stays the container that was chosen, through its restarts", async () => {
    const { url } = await serve();
    const page = await window.open(url);
    await step(page, 5);
    await page.getByLabel("Container", { exact: true }).selectOption({ label: "web/app" });
    await press(page, "Kill its process");
    await expect.poll(() => recordsOf(page)).toContain("web/app#1 falls");
    await expect.poll(() => chosen(page)).toBe("web/app");
    for (let lists = 6; lists <= 9; lists++) {
      await step(page, lists, lists);
      expect(await chosen(page)).toMatch(/^web\/app/);
    }
    await press(page, "Kill its process");
    await expect.poll(() => recordsOf(page)).toContain("web/app#2 falls");
  });

  it("is nobody else where it is not there", async () => {
    const { url } = await serve();
    const page = await window.open(url);
    await step(page, 3);
    await press(page, "Add a stray");
    await page.getByLabel("Container", { exact: true }).selectOption({ label: "stray/x" });
    await step(page, 8, 4);
    await expect.poll(() => chosen(page)).toBe("stray/x, not there now");
    expect(await page.getByRole("button", { name: "Kill its process" }).count()).toBe(0);
  });

  it("is that of a lane that is clicked", async () => {
    const { url } = await serve();
    const page = await window.open(url);
    await step(page, 5);
    await page
      .getByRole("group", { name: "Lanes" })
      .getByRole("button", { name: "web/app, level" })
      .click();
    await expect.poll(() => chosen(page)).toBe("web/app");
  });
});

describe("two kubelets next to each other", () => {
  const lostEvent = absolute("docs/examples/lost-event.yaml");

  it("part in a few presses, and the event that did it is told", async () => {
    const { url } = await serve(lostEvent);
    const page = await window.open(url);
    const partings = page.getByLabel("Partings");
    expect(await partings.innerText()).toContain("press Play, or Space");
    expect(await page.locator(".how").innerText()).toBe("textbook · level, edge · seed 1");
    expect(await recordsOf(page)).toContain("press Play, or Space");
    await page.getByLabel("Speed").selectOption("fastest");
    await press(page, "Play");
    await partings.getByText("they part at 9s").click();
    const why = page.getByRole("region", { name: "Why" });
    expect(await why.innerText()).toContain("ContainerDied");
    const edge = page.getByRole("button", { name: "edge", exact: true });
    expect(await edge.getAttribute("aria-pressed")).toBe("true");
  });

  it("are acted upon both", async () => {
    const { url } = await serve(lostEvent);
    const page = await window.open(url);
    await step(page, 6);
    await page.getByLabel("Container", { exact: true }).selectOption("worker/app");
    await press(page, "Kill its process");
    await expect.poll(() => recordsOf(page)).toContain("worker/app#1 falls");
    await press(page, "edge");
    await expect.poll(() => recordsOf(page)).toContain("worker/app#1 falls");
    expect(await chipsOf(page)).toContain("lists 1");
  });

  it("are those that are asked for, in the kubernetes model as well", async () => {
    const { url } = await serve(
      absolute("docs/examples/lost-exit.yaml"),
      "--observe",
      ["level", "evented"].join(","),
    );
    const page = await window.open(url);
    expect(await page.locator(".how").innerText()).toMatch(/^kubernetes/);
    await page.getByLabel("Speed").selectOption("fastest");
    await press(page, "Play");
    await expect.poll(() => chipsOf(page)).toContain("evented = declared");
    const partings = page.getByLabel("Partings");
    await partings.getByText("evented did not hear").first().waitFor();
    // The list of 300 s finds what no event told.
    await partings.getByText("nothing has parted level and evented for good so far").waitFor();
  });

  it("are one where one is asked for", async () => {
    const { url } = await serve(lostEvent, "--observe", "edge");
    const page = await window.open(url);
    expect(await page.getByLabel("Partings").count()).toBe(0);
    expect(await page.locator(".how").innerText()).toBe("textbook · edge · seed 1");
  });
});

describe("back in time", () => {
  it("an act begins a branch, and the one before is kept", async () => {
    const { url } = await serve();
    const page = await window.open(url);
    await step(page, 8);
    await press(page, "Previous list");
    await press(page, "Previous list");
    const earlier = await clockOf(page);
    await page.getByLabel("Container", { exact: true }).selectOption("worker/app");
    await press(page, "Kill its process");
    const branch = page.getByLabel("Branch");
    await branch.waitFor();
    expect(await branch.locator("option:checked").innerText()).toBe(
      `branch 2, from 1 at ${earlier}, killContainer`,
    );
    await expect.poll(() => recordsOf(page)).toContain("worker/app#1 falls");
    expect(await page.locator(".record.later").count()).toBe(0);
    await branch.selectOption("branch 1, as it began");
    await expect.poll(() => chipsOf(page)).toContain("lists 8");
    expect(await recordsOf(page)).not.toContain("worker/app#1 falls");
  });

  it("a branch that has another record under its number shows no causes of that", async () => {
    const { url } = await serve();
    const page = await window.open(url);
    await step(page, 5);
    await page.getByText("web/app#1 starts").click();
    const why = page.getByRole("region", { name: "Why" });
    await expect.poll(() => why.innerText()).toContain("web/app#1 starts");
    await page.keyboard.press("Home");
    await press(page, "Restart the kubelet");
    await page.getByLabel("Branch").waitFor();
    await page.getByLabel("Speed").selectOption("fastest");
    await press(page, "Play");
    await expect.poll(() => clockOf(page)).toBe("20s");
    await expect.poll(() => why.innerText()).toContain("Click a bar");
  });

  it("goes on from there as it would have", async () => {
    const { url } = await serve();
    const page = await window.open(url);
    await step(page, 4);
    // The list of this moment, and the one before it.
    await press(page, "Previous list");
    await press(page, "Previous list");
    await press(page, "Go on from 2s");
    await page.getByLabel("Branch").waitFor();
    await expect.poll(() => clockOf(page)).toBe("2s");
    await press(page, "Next list");
    await expect.poll(() => chipsOf(page)).toContain("lists 4");
  });
});

describe("the layout", () => {
  const timelineTop = async (page: Page) => (await page.locator(".timeline").boundingBox())?.y;

  it("has room for names and a title at their longest, and tells such lanes apart", async () => {
    const { url } = await serve("longest.yaml");
    const page = await window.open(url, { width: 1280, height: 844 });
    await step(page, 3);
    const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
    expect(scrollWidth).toBe(clientWidth);
    expect(await timelineTop(page)).toBeLessThan(250);
    const lanes = page.getByRole("group", { name: "Lanes" }).getByTitle(/-[12]\//);
    expect(await lanes.count()).toBe(2);
    for (const lane of await lanes.all()) {
      const name = (await lane.boundingBox()) ?? { x: 0, width: 0 };
      const number = lane.locator(".label > span:nth-child(2) > span:last-child");
      const seen = (await number.boundingBox()) ?? { x: 0, width: 0 };
      expect(await number.innerText()).toMatch(/^p-[12]\/$/);
      expect(seen.x + seen.width).toBeLessThanOrEqual(name.x + name.width);
    }
  });

  it("stays as it is when one looks back, and when a branch begins", async () => {
    const { url } = await serve();
    const page = await window.open(url, { width: 1280, height: 844 });
    await step(page, 4);
    const top = await timelineTop(page);
    await press(page, "Previous list");
    await page.getByRole("button", { name: /^Go on from/ }).waitFor();
    expect(await timelineTop(page)).toBe(top);
    await page.getByRole("button", { name: /^Go on from/ }).click();
    await page.getByLabel("Branch").waitFor();
    expect(await timelineTop(page)).toBe(top);
  });
});

describe("the end of a run that plays", () => {
  it("is where acts are done, however far the page is behind", async () => {
    const { url } = await serve();
    const page = await window.open(url);
    await step(page, 3);
    await page.getByLabel("Speed").selectOption("5×");
    await press(page, "Play");
    // As fast as a person cannot, and in no picture that is drawn in between.
    const clicks = await page.evaluate(async () => {
      let count = 0;
      for (let round = 0; round < 40; round++) {
        const buttons = [...document.querySelectorAll<HTMLButtonElement>(".act button")];
        const button = buttons.find(({ textContent }) => textContent?.endsWith("the link"));
        button?.click();
        if (button) count++;
        await new Promise((done) => {
          requestAnimationFrame(() => setTimeout(done, 5));
        });
      }
      return count;
    });
    expect(clicks).toBe(40);
    await press(page, "Pause");
    await expect.poll(() => recordsOf(page)).toContain("api");
    expect(await page.getByLabel("Branch").isVisible()).toBe(false);
  });
});

describe("the kubernetes model", () => {
  it.each([
    ["Delete the pod", "web is marked as deleted"],
    ["Kill the sandbox", "killSandbox"],
    ["Fail its liveness probe", "setProbe web/app liveness: failure"],
  ])("has a control: %s", async (name, said) => {
    const { url } = await serve("probed.yaml");
    const page = await window.open(url);
    await step(page, 3);
    await press(page, name);
    await expect.poll(() => recordsOf(page)).toContain(said);
  });
});

describe("a manifest that is edited", () => {
  /** Opens it, replaces a text in it, and applies that. */
  async function edit(page: Page, title: string, from: string, to: string): Promise<void> {
    await press(page, "Edit its manifest");
    const text = page.getByRole("dialog").getByRole("textbox", { name: title });
    const written = await text.innerText();
    expect(written).toContain(from);
    await text.fill(written.replace(from, to));
    await press(page, "Apply");
  }

  it("is changed in the API at this moment", async () => {
    const { url } = await serve("pod.yaml");
    const page = await window.open(url);
    await step(page, 3);
    await edit(page, "Pod web", "web:1", "web:2");
    await expect.poll(() => recordsOf(page)).toContain("updateObject web");
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    await expect.poll(() => recordsOf(page)).toContain("web/app#2 starts");
  });

  it("is done by keys alone, and Escape leaves it as it was", async () => {
    const { url } = await serve("pod.yaml");
    const page = await window.open(url);
    await step(page, 3);
    const open = page.getByRole("button", { name: "Edit its manifest" });
    await open.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").getByRole("textbox", { name: "Pod web" }).waitFor();
    await page.keyboard.type("# a note\n");
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Apply");
    await page.keyboard.press("Enter");
    expect(await page.getByRole("alert").innerText()).toBe("Nothing has changed.");
    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    expect(await open.evaluate((button) => button === document.activeElement)).toBe(true);
  });

  it("is refused in the words of the API server, and what is no YAML in the dialog", async () => {
    const { url } = await serve("pod.yaml");
    const page = await window.open(url);
    await step(page, 3);
    await edit(page, "Pod web", "kind: Pod", "kind: [");
    const dialog = page.getByRole("dialog");
    expect(await dialog.getByRole("alert").innerText()).toContain("the manifest:");
    await press(page, "Cancel");
    await edit(page, "Pod web", "restartPolicy: Always", "restartPolicy: Never");
    await expect
      .poll(() => dialog.getByRole("alert").innerText())
      .toContain("Forbidden: pod updates may not change fields other than");
    // What was written is still there, and can be made right.
    const text = dialog.getByRole("textbox", { name: "Pod web" });
    const written = await text.innerText();
    expect(written).toContain("restartPolicy: Never");
    await text.fill(written.replace("Never", "Always").replace("web:1", "web:2"));
    await press(page, "Apply");
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    await expect.poll(() => recordsOf(page)).toContain("web/app#2 starts");
  });

  it("is refused at an earlier moment without a branch", async () => {
    const { url } = await serve("pod.yaml");
    const page = await window.open(url);
    await step(page, 3);
    await press(page, "Previous list");
    await edit(page, "Pod web", "restartPolicy: Always", "restartPolicy: Never");
    const dialog = page.getByRole("dialog");
    await expect.poll(() => dialog.getByRole("alert").innerText()).toContain("Forbidden");
    await press(page, "Cancel");
    expect(await page.getByLabel("Branch").isVisible()).toBe(false);
  });

  it("is a file that is written anew, at an earlier moment on a branch", async () => {
    const { url } = await serve();
    const page = await window.open(url);
    await step(page, 6);
    await press(page, "Previous list");
    await press(page, "Previous list");
    await page.getByLabel("Container", { exact: true }).selectOption("kube-apiserver/apiserver");
    await edit(page, "File kube-apiserver.yaml", "name: apiserver", "name: server");
    await page.getByLabel("Branch").waitFor();
    await expect.poll(() => recordsOf(page)).toContain("writeFile kube-apiserver.yaml");
    await press(page, "Next list");
    await expect.poll(() => recordsOf(page)).toContain("kube-apiserver@2/server#1 starts");
  });
});

describe("who may connect", () => {
  function ask(url: string, options: object): Promise<number | undefined> {
    return new Promise((resolve, reject) => {
      request(url, options, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on("error", reject)
        .end();
    });
  }

  function connect(url: string, headers: Record<string, string>): Promise<string> {
    const socket = new WebSocket(`${url.replace("http", "ws")}live`, { headers });
    return new Promise((resolve) => {
      socket.on("error", (error) => resolve(error.message));
      socket.once("message", () => {
        socket.send("x".repeat(2_000_000));
      });
      socket.on("close", (code) => resolve(`closed with ${code}`));
    });
  }

  it("is this machine, by its own name, for the page and nothing else", async () => {
    const { url } = await serve();
    expect(new URL(url).hostname).toBe("127.0.0.1");
    expect(await ask(url, {})).toBe(200);
    expect(await ask(url, { headers: { host: "evil.example" } })).toBe(404);
    expect(await ask(url, { headers: { origin: "http://evil.example" } })).toBe(404);
    expect(await ask(url, { method: "POST" })).toBe(404);
    expect(await ask(`${url}package.json`, {})).toBe(404);
    expect(await connect(url, { origin: "http://evil.example" })).toContain("403");
    expect(await connect(url, { host: "evil.example" })).toContain("403");
  });

  it("who says too much is cut off, and the others go on", async () => {
    const { url } = await serve();
    const page = await window.open(url);
    expect(await connect(url, {})).toBe("closed with 1009");
    await step(page, 1);
  });
});

describe("the end", () => {
  it("comes with Ctrl-C, and the page says that its server is away", async () => {
    const { url, child } = await serve();
    const page = await window.open(url);
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGINT");
    expect(await ended).toBe(0);
    await page.getByText("✗ away: acts and Play wait for it").waitFor();
    expect(await page.getByRole("button", { name: "Play" }).isDisabled()).toBe(true);
    expect(await page.locator(".act").getAttribute("inert")).not.toBeNull();
  });

  it("is an error where the port is taken, or the input is wrong", async () => {
    const { url } = await serve();
    const { port } = new URL(url);
    expect(place.run(["serve", "--port", port])).toMatchObject({
      status: 2,
      stderr: `error: the page cannot listen on 127.0.0.1:${port}: the port is in use; choose another port\n`,
    });
    expect(place.run(["serve", "nothing.yaml"])).toMatchObject({ status: 2 });
  });
});

it("the page fits a narrow screen", async () => {
  const { url } = await serve();
  const page = await window.open(url, { width: 390, height: 844 });
  const widths = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  expect(widths[0]).toBe(widths[1]);
});
