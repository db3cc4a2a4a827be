/** `relist serve` against those who mean no good, or do not listen: nobody else is harmed. */
import { readFileSync } from "node:fs";
import { connect as connectSocket } from "node:net";
import { resolve as absolute } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { type PageServer, servePage } from "../../src/cli/page-server.ts";
import type { ServerMessage } from "../../src/web/live-protocol.ts";
import { Session } from "../../src/web/session.ts";
import { folder, podYaml } from "../cli/relist.ts";
import { browserWindow } from "./browser.ts";
import { server } from "./server.ts";

const markup = "</script></title><img src=x onerror=alert(1)>";
const place = folder({
  "hostile.yaml": `${podYaml}---
apiVersion: relist.dev/v1alpha1
kind: Scenario
metadata: {name: hostile}
spec:
  title: "${markup}"
  duration: 60s
  behaviour: {"*": {runs: [{exitAfter: 5s, exitCode: 1}]}}
`,
  "hostile.json": JSON.stringify({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "<img src=x onerror=alert(1)>" },
    spec: { containers: [{ name: "app", image: "example.com/app:1" }] },
  }),
});
afterAll(() => place.remove());
const window = browserWindow();
const serve = server(place.path);

const file = "docs/examples/bootstrap.yaml";
const texts = { sources: [{ file, text: readFileSync(file, "utf8") }], named: {}, overrides: {} };

const opened: PageServer[] = [];
const clients: WebSocket[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) client.terminate();
  await Promise.all(opened.splice(0).map((each) => each.close()));
});

/** The server in this process, with what it tells at hand. */
async function start() {
  let say: (message: ServerMessage) => void = () => {};
  const ticks: number[] = [];
  const page = await servePage({
    html: "",
    port: 0,
    open: (tell) => {
      say = tell;
      const session = new Session({ texts }, tell);
      const tick = session.tick.bind(session);
      session.tick = (ms) => {
        ticks.push(ms);
        // As a scenario that takes longer to simulate than it lasts.
        if (ticks.length === 2) for (const end = performance.now() + 400; performance.now() < end;);
        tick(ms);
      };
      return session;
    },
  });
  opened.push(page);
  return { url: page.url, tell: (message: ServerMessage) => say(message), ticks };
}

interface Client {
  readonly socket: WebSocket;
  readonly heard: ServerMessage[];
}

async function join(url: string): Promise<Client> {
  const socket = new WebSocket(`${url.replace("http", "ws")}live`);
  clients.push(socket);
  const heard: ServerMessage[] = [];
  socket.on("message", (data) => {
    heard.push(JSON.parse((data as Buffer).toString()) as ServerMessage);
  });
  await new Promise((resolve) => socket.once("open", resolve));
  await expect.poll(() => heard.some(({ type }) => type === "state")).toBe(true);
  return { socket, heard };
}

const refusals = ({ heard }: Client): readonly string[] =>
  heard.flatMap((message) => (message.type === "state" && message.refused ? message.refused : []));

describe("what a page says", () => {
  const deep = 100_000;
  it.each([
    ["no JSON", "{play"],
    ["a deep list", "[".repeat(deep) + "]".repeat(deep)],
    [
      "a deep entry",
      `{"do":"apply","entry":{"action":"x","a":${"[".repeat(deep)}${"]".repeat(deep)}}}`,
    ],
    [
      "a prototype",
      '{"do":"apply","entry":{"action":"killContainer","__proto__":{"isEvil":true}}}',
    ],
    ["a prototype as a command", '{"__proto__":{"do":"play"}}'],
    ["a branch in the future", '{"do":"branch","atMs":1e300}'],
    ["a list of files", '{"do":"edit","sources":[{"file":"../../etc/passwd","text":""}]}'],
  ])("that is %s is refused, and the run goes on", async (_, text) => {
    const { url } = await start();
    const client = await join(url);
    client.socket.send(text);
    await expect.poll(() => refusals(client)).toHaveLength(1);
    expect(Object.hasOwn(Object.prototype, "isEvil")).toBe(false);
    client.socket.send('{"do":"step","to":"list"}');
    const isNews = (each: ServerMessage) => each.type === "records" && each.records.length > 0;
    await expect.poll(() => client.heard.some(isNews)).toBe(true);
  });
});

describe("who asks for something else", () => {
  const ask = (url: string, request: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connectSocket(Number(new URL(url).port), "127.0.0.1");
      let answer = "";
      socket.on("data", (data: Buffer) => (answer += data.toString()));
      socket.on("error", reject).on("close", () => resolve(answer.split("\r\n")[0] ?? ""));
      socket.end(request);
    });

  it.each(["GET /../../etc/passwd", "GET /%2e%2e/package.json", "DELETE /", "HEAD /", "GET //"])(
    "as %s gets nothing",
    async (line) => {
      const { url } = await start();
      const request = `${line} HTTP/1.1\r\nHost: ${new URL(url).host}\r\nConnection: close\r\n\r\n`;
      expect(await ask(url, request)).toBe("HTTP/1.1 404 Not Found");
    },
  );
});

describe("several browsers", () => {
  it("are told the same, and one that goes away in the middle harms none", async () => {
    const { url } = await start();
    const all: Client[] = [];
    for (let count = 0; count < 20; count++) all.push(await join(url));
    const [first, second, ...others] = all;
    first?.socket.send('{"do":"speed","speed":0}');
    first?.socket.send('{"do":"play"}');
    second?.socket.terminate();
    const endOf = ({ heard }: Client) => heard.findLast(({ type }) => type === "state");
    for (const each of others) {
      await expect.poll(() => endOf(each)).toMatchObject({ nowMs: 20_000, isPlaying: false });
    }
    const records = others.map(({ heard }) =>
      JSON.stringify(heard.flatMap((each) => (each.type === "records" ? each.records : []))),
    );
    expect(new Set(records).size).toBe(1);
  });

  it("do not wait for one that does not read, and it is let go", async () => {
    const { url, tell } = await start();
    const [deaf, other] = [await join(url), await join(url)];
    const closed = new Promise((resolve) => deaf.socket.once("close", resolve));
    deaf.socket.pause();
    const message = "x".repeat(1_000_000);
    for (let count = 0; count < 100; count++) {
      tell({ type: "server", id: message });
      // The other one reads meanwhile; its first message is one of these, too.
      const told = () => other.heard.filter(({ type }) => type === "server").length;
      await expect.poll(told).toBe(count + 2);
    }
    deaf.socket.resume();
    // RFC 6455, 7.1.5: the connection went without a word.
    expect(await closed).toBe(1006);
  });
});

it("a tick that took long is not made up for, so that the server stays at hand", async () => {
  const { url, ticks } = await start();
  const client = await join(url);
  client.socket.send('{"do":"play"}');
  await expect.poll(() => ticks.length).toBeGreaterThan(4);
  expect(Math.max(...ticks)).toBeLessThanOrEqual(100);
  expect(ticks[2]).toBeLessThanOrEqual(50);
});

describe("markup", () => {
  it("in a title is text", async () => {
    const { url } = await serve("hostile.yaml");
    const page = await window.open(url);
    expect(await page.title()).toBe(markup);
    expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe(markup);
    expect(await page.locator("img").count()).toBe(0);
  });

  it("as a name of a pod is refused, and shown as text", () => {
    const { status, stderr } = place.run(["serve", "hostile.json"]);
    expect(status).toBe(2);
    expect(stderr).toContain("<img src=x onerror=alert(1)>");
  });

  it("that somebody writes into the editor is refused as text", async () => {
    const { url } = await serve(absolute(file));
    const page = await window.open(url);
    const client = await join(url);
    const text = (texts.sources[0]?.text ?? "").replaceAll("worker", `"${markup}"`);
    client.socket.send(JSON.stringify({ do: "edit", sources: [{ file: absolute(file), text }] }));
    await expect.poll(() => refusals(client).length).toBeGreaterThan(0);
    await page.getByRole("alert").waitFor();
    expect(await page.locator("img").count()).toBe(0);
  });
});

it("Ctrl-C ends a run that is played, with all its connections", async () => {
  const { url, child } = await serve(absolute(file));
  const client = await join(url);
  client.socket.send('{"do":"play"}');
  const closed = new Promise((resolve) => client.socket.once("close", resolve));
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGINT");
  // RFC 6455, 7.4.1: the server goes away.
  expect(await closed).toBe(1001);
  expect(await ended).toBe(0);
});
