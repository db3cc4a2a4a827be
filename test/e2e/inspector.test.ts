/** The inspector from a run to a viewer, here the receiver of `@statelyai/inspect` itself. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync, readdirSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { type StatelyInspectionEvent, createInspector } from "@statelyai/inspect";
import { beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { createActor, createMachine } from "xstate";
import { startInspector } from "../../src/inspect/inspect.ts";
import { ActorNames } from "../../src/node/actor-names.ts";
import { type PreparedInput, prepareInput } from "../../src/scenario/prepare.ts";
import { SimulatedNode } from "../../src/library/simulated-node.ts";
import { runScenario } from "../../src/scenario/run-scenario.ts";
import { parseYaml } from "../../src/yaml/parse-yaml.ts";
import {
  type StatelyEventFrame,
  collect,
  input,
  inspection,
  isActor,
  ownPage,
  run,
} from "./inspected.ts";

const { start, open, said } = inspection();

describe("a viewer that comes after the run", () => {
  let frames: readonly StatelyInspectionEvent[] = [];

  beforeAll(async () => {
    const inspector = await start();
    run(inspector);
    frames = await collect(inspector);
    await inspector.close();
  });

  it("sees every actor by its path and with its parent", () => {
    const tree = frames.filter(isActor).map(({ sessionId, parentId }) => [sessionId, parentId]);
    expect(tree).toEqual([
      ["node-1", undefined],
      ["node-1/runtime", "node-1"],
      ["node-1/api-link", "node-1"],
      ["node-1/file-source", "node-1"],
      ["node-1/kubelet", "node-1"],
      ["node-1/runtime/kube-system/apiserver/main#1", "node-1/runtime"],
      ["node-1/runtime/web/app#1", "node-1/runtime"],
      ["node-1/runtime/web/log#1", "node-1/runtime"],
      ["node-1/runtime/web/app#2", "node-1/runtime"],
      // Started again, it is another actor, and remembers nothing.
      ["node-1/kubelet (2)", "node-1"],
    ]);
  });

  it("sees an actor before all that is about it, as it was then", () => {
    const known = new Set<string>();
    for (const frame of frames) {
      if (isActor(frame)) known.add(frame.sessionId);
      expect(known).toContain(frame.sessionId);
    }
    const app = frames.filter(isActor).find(({ name }) => name === "web/app#1");
    expect(app?.snapshot).toMatchObject({ status: "active", value: "creating" });
  });

  it("sees who sent each call, each reply and each report", () => {
    const senders = new Set<string>();
    for (const frame of frames) {
      if (frame.type !== "@xstate.event" || frame.event.type.startsWith("xstate.")) continue;
      if (!/runtime|source|container/.test(frame.event.type)) continue;
      const from = frame.sourceId?.replace(/#\d$| \(2\)$/, "");
      const to = frame.sessionId.replace(/#\d$| \(2\)$/, "");
      senders.add(`${from} -> ${to}: ${frame.event.type.split(".")[0]}`);
    }
    const main = "node-1/runtime/kube-system/apiserver/main";
    expect([...senders].toSorted()).toEqual([
      "node-1/api-link -> node-1/kubelet: source",
      "node-1/file-source -> node-1/kubelet: source",
      "node-1/kubelet -> node-1/api-link: source",
      "node-1/kubelet -> node-1/file-source: source",
      "node-1/kubelet -> node-1/runtime: runtime",
      "node-1/runtime -> node-1/kubelet: runtime",
      `node-1/runtime -> ${main}: container`,
      "node-1/runtime -> node-1/runtime/web/app: container",
      "node-1/runtime -> node-1/runtime/web/log: container",
      `${main} -> node-1/runtime: container`,
      "node-1/runtime/web/app -> node-1/runtime: container",
      "node-1/runtime/web/log -> node-1/runtime: container",
    ]);
  });

  it("sees virtual time, which never goes back", () => {
    const times = frames.map(({ createdAt }) => Number(createdAt));
    expect(times[0]).toBe(0);
    expect(times.at(-1)).toBe(60_000);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  it("can open the machine of every actor", () => {
    for (const { definition = "" } of frames.filter(isActor)) {
      const machine = createMachine(JSON.parse(definition) as Parameters<typeof createMachine>[0]);
      expect(Object.keys(machine.states).length).toBeGreaterThan(0);
    }
  });

  it("sees what a container came to, and that it was removed", () => {
    const app = frames.filter(
      (frame) =>
        frame.type === "@xstate.snapshot" && frame.sessionId === "node-1/runtime/web/app#1",
    );
    expect(app.at(-1)).toMatchObject({
      event: { type: "xstate.stop" },
      snapshot: { status: "stopped", value: "exited", context: { exitCode: 1 } },
    });
  });

  it("reads frames of the shape that the client itself sends", () => {
    const own: StatelyInspectionEvent[] = [];
    const { inspect } = createInspector({ send: (frame) => own.push(frame) });
    createActor(createMachine({ id: "m" }), { inspect }).start();
    return expect
      .poll(() => shapes(own))
      .toEqual(shapes(frames.filter(({ sessionId }) => sessionId === "node-1")));
  });

  it("sees an edge-triggered kubelet hear of its containers from the runtime", async () => {
    const inspector = await start();
    run(inspector, "edge");
    const heard = (await collect(inspector)).filter(
      (frame) => frame.type === "@xstate.event" && frame.event.type === "runtime.event",
    );
    expect(heard.length).toBeGreaterThan(5);
    for (const frame of heard) expect(frame).toMatchObject({ sourceId: "node-1/runtime" });
  });

  it("sees the same bytes as the one before, and as another run gives", async () => {
    const inspector = await start();
    run(inspector);
    expect(JSON.stringify(await collect(inspector))).toBe(JSON.stringify(frames));
    expect(JSON.stringify(await collect(inspector))).toBe(JSON.stringify(frames));
  });
});

/** Each message of a run as `sender > receiver: type`, as XState itself tells of it. */
function messagesOf(given: PreparedInput, attach?: (node: SimulatedNode) => void) {
  const node = new SimulatedNode(given, { keepRecords: false });
  const names = new ActorNames();
  const messages: string[] = [];
  names.of(node.root);
  node.root.system.inspect((event) => {
    if (event.type !== "@xstate.event") return;
    const from = event.sourceRef && names.of(event.sourceRef);
    messages.push(`${from} > ${names.of(event.actorRef)}: ${event.event.type}`);
  });
  attach?.(node);
  node.finish();
  return messages;
}

const twentyPods = `
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 20
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: app, image: "web:1", livenessProbe: {httpGet: {path: /, port: 80}}}]}
---
apiVersion: relist.dev/v1alpha1
kind: Scenario
metadata: {name: many}
spec:
  duration: 10m
  behaviour: {"*/app": {runs: [{exitAfter: 3m, exitCode: 1}, {}]}}
`;

describe("no message is lost", () => {
  it.each([
    ["the demo", readFileSync("docs/examples/bootstrap.yaml", "utf8")],
    ["ten minutes of twenty pods", twentyPods],
  ])("in %s", async (_, text) => {
    const given = prepareInput(parseYaml({ file: "given.yaml", text }), {
      readFile: () => ({ unreadable: "no such file" }),
    });
    const inspector = await start();
    const sent = messagesOf(given, (node) => inspector.attach(node.root, () => node.now * 1000));
    const frames = await collect(inspector);
    const got = frames.flatMap((frame) =>
      frame.type === "@xstate.event"
        ? [`${frame.sourceId} > ${frame.sessionId}: ${frame.event.type}`]
        : [],
    );
    expect(got).toEqual(sent);
    expect(said).toEqual([]);
    const known = new Set(frames.filter(isActor).map(({ sessionId }) => sessionId));
    const named = frames.flatMap((frame) => {
      const other = frame.type === "@xstate.event" ? frame.sourceId : undefined;
      return [frame.sessionId, other, isActor(frame) ? frame.parentId : undefined];
    });
    expect(named.filter((name) => name !== undefined && !known.has(name))).toEqual([]);
  });
});

describe("some actors alone", () => {
  it("are shown with those that they talk with, and all above them", async () => {
    const inspector = await start({}, ["web/app"]);
    run(inspector);
    const frames = await collect(inspector);
    const actors = frames.filter(isActor).map(({ sessionId }) => sessionId);
    expect(actors.toSorted()).toEqual([
      "node-1",
      "node-1/runtime",
      "node-1/runtime/web/app#1",
      "node-1/runtime/web/app#2",
    ]);
    const events = frames.filter(({ type }) => type === "@xstate.event");
    expect(events.length).toBeGreaterThan(5);
    for (const frame of events as readonly StatelyEventFrame[]) {
      expect(`${frame.sourceId} ${frame.sessionId}`).toContain("web/app#");
    }
  });

  it("are each life of one that was asked for", async () => {
    const inspector = await start({}, ["kubelet"]);
    run(inspector);
    const actors = (await collect(inspector)).filter(isActor).map(({ sessionId }) => sessionId);
    expect(actors).toContain("node-1/kubelet");
    expect(actors).toContain("node-1/kubelet (2)");
    expect(actors).not.toContain("node-1/runtime/web/app#1");
  });

  it("are counted apart from those they talk with", async () => {
    const inspector = await start({}, ["web/app", "kubelet"]);
    run(inspector);
    const done = inspector.done();
    process.emit("SIGINT");
    await done;
    expect(said[0]).toContain(
      "inspector: 4 that were asked for, of 8 actors with those they talk with; open ",
    );
  });

  it("that are not there are said to be missing, each, and before the end of a run as well", async () => {
    const inspector = await start({}, ["cubelet", "runtime", "nobody"]);
    inspector.sayWhere();
    expect(said.slice(0, 3)).toEqual([
      "inspector: no actor is called cubelet yet",
      "inspector: no actor is called runtime yet",
      "inspector: no actor is called nobody yet",
    ]);
    said.length = 0;
    run(inspector);
    const done = inspector.done();
    process.emit("SIGINT");
    await done;
    expect(said.slice(0, 2)).toEqual([
      "inspector: no actor is called cubelet",
      "inspector: no actor is called nobody",
    ]);
  });
});

/** The keys that the frames of each type have, with their types; of a source only some know. */
function shapes(frames: readonly StatelyInspectionEvent[]): Readonly<Record<string, string>> {
  const all: Record<string, string> = {};
  for (const frame of frames) {
    const plain = JSON.parse(JSON.stringify(frame)) as Readonly<Record<string, unknown>>;
    const keys = Object.entries(plain).filter(([key]) => key !== "sourceId");
    all[frame.type] = keys
      .map(([key, value]) => `${key}: ${typeof value}`)
      .toSorted()
      .join();
  }
  return all;
}

describe("an inspector", () => {
  it("sends what happens to a viewer that is there already", async () => {
    const inspector = await start();
    const frames = collect(inspector);
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
    run(inspector);
    expect((await frames).filter(isActor)).toHaveLength(10);
  });

  it("leaves the run as it is", async () => {
    const inspected = run(await start());
    expect(inspected.trace).toEqual(runScenario(input).records);
  });

  it("says what it has and where, and serves it until it is told to end", async () => {
    const inspector = await start();
    run(inspector);
    const done = inspector.done();
    const { url } = inspector;
    expect(said).toEqual([
      `inspector: 10 actors; open ${url} to see them, without a network; Ctrl-C to end`,
      `inspector: ${url}stately is Stately's own viewer of them, which needs the network`,
    ]);
    process.emit("SIGINT");
    await done;
    await expect(get(url)).rejects.toThrow("ECONNREFUSED");
  });

  it("says from when on something is missing", async () => {
    const inspector = await start({ mostFrames: 100 });
    run(inspector);
    expect(said).toEqual([
      "inspector: full after 100 frames; what comes after 5 s of virtual time is not shown",
    ]);
    expect(await collect(inspector)).toHaveLength(100);
  });

  it("takes another port where nobody asked for the one that is taken", async () => {
    const say = (): void => {};
    const two = [
      await startInspector({ page: ownPage, say }),
      await startInspector({ page: ownPage, say }),
    ];
    open.push(...two);
    expect(new Set(two.map(({ url }) => url)).size).toBe(2);
  });

  it("is refused a port that is taken, and a viewer that is no URL", async () => {
    const { port } = new URL((await start()).url);
    const say = (): void => {};
    await expect(startInspector({ page: ownPage, port: Number(port), say })).rejects.toThrow(
      `cannot listen on 127.0.0.1:${port}: the port is in use; choose another port`,
    );
    await expect(
      startInspector({ page: ownPage, port: 0, url: "stately.ai", say }),
    ).rejects.toThrow('must be an http or https URL, not "stately.ai"');
  });
});

describe("--inspect", () => {
  it("alone loads the inspector", () => {
    const modules = readdirSync("dist/cli").filter((name) => name.endsWith(".js"));
    const text = (name: string): string => readFileSync(`dist/cli/${name}`, "utf8");
    const [loader, ...others] = modules.filter((name) => text(name).includes("@statelyai/inspect"));
    expect(others).toEqual([]);
    const mentions = modules.flatMap(
      (name) => text(name).match(/.{7}.\.\/inspect-.*?\.js./g) ?? [],
    );
    expect(mentions).toEqual([`import(\`./${loader}\``]);
  });

  it("shows a run that is over, until Ctrl-C", async () => {
    const program = spawn("node", ["dist/cli/main.js", "demo", "--inspect"]);
    const [line] = (await once(program.stderr.setEncoding("utf8"), "data")) as [string];
    const [url = ""] = /http:\S+/.exec(line) ?? [];
    const names = (await collect({ url })).filter(isActor).map(({ name }) => name);
    expect(names).toContain("kube-apiserver/apiserver#1");
    program.kill("SIGINT");
    expect(await once(program, "exit")).toEqual([0, null]);
  });
});

describe("serve --inspect", () => {
  it("shows the actors of a run that goes on", async () => {
    const call = ["dist/cli/main.js", "serve", "--port", "0", "--inspect-only", "kubelet"];
    const program = spawn("node", call);
    let told = "";
    program.stderr.setEncoding("utf8").on("data", (data: string) => {
      told += data;
    });
    await expect.poll(() => told).toContain("inspector: open http");
    const [, url = ""] = /inspector: open (http:\S+)/.exec(told) ?? [];
    const [, page = ""] = /^open (http:\S+)/m.exec(told) ?? [];
    const socket = new WebSocket(`${page.replace("http", "ws")}live`);
    await once(socket, "open");
    socket.send(JSON.stringify({ do: "step", to: "list" }));
    const frames = collect({ url });
    expect((await frames).filter(isActor).map(({ sessionId }) => sessionId)).toContain(
      "node-1/kubelet",
    );
    program.kill("SIGINT");
    expect(await once(program, "exit")).toEqual([0, null]);
  });
});

describe("the page", () => {
  it.each([
    ["", ownPage],
    ["stately", 'src="https://stately.ai/inspect"'],
  ])("at /%s is there, and nobody may show it in a frame", async (path, text) => {
    const { url } = await start();
    const response = await get(url + path);
    expect(response.statusCode).toBe(200);
    expect(response.headers["x-frame-options"]).toBe("DENY");
    expect(await textOf(response)).toContain(text);
  });

  it("with Stately's viewer runs its own script and no other", async () => {
    const response = await get(`${(await start()).url}stately`);
    const [, script = ""] = /<script>([^]*)<\/script>/.exec(await textOf(response)) ?? [];
    const hash = createHash("sha256").update(script).digest("base64");
    const policy = String(response.headers["content-security-policy"]);
    expect(policy).toContain(`script-src 'sha256-${hash}';`);
  });

  it("is all that is there", async () => {
    const { url } = await start();
    expect((await get(`${url}other`)).statusCode).toBe(404);
    expect((await get(`${url}viewer`)).statusCode).toBe(404);
  });

  it.each([
    ["this machine by name", { host: "localhost:PORT" }, 101],
    ["the page itself", { origin: "http://127.0.0.1:PORT" }, 101],
    ["a page of another site", { origin: "https://evil.test" }, 403],
    ["a name that was pointed here", { host: "evil.test:PORT" }, 403],
  ])("is joined by its own and by nobody else: %s", async (_, headers, status) => {
    const { url } = await start();
    const { port } = new URL(url);
    const sent = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, value.replace("PORT", port)]),
    );
    expect(await upgrade(url, sent)).toBe(status);
  });
});

async function get(url: string): Promise<IncomingMessage> {
  const [response] = (await once(request(url).end(), "response")) as [IncomingMessage];
  return response;
}

async function textOf(response: IncomingMessage): Promise<string> {
  const chunks = (await response.toArray()) as readonly Buffer[];
  return Buffer.concat(chunks).toString();
}

function upgrade(url: string, headers: Readonly<Record<string, string>>): Promise<unknown> {
  const asked = request(url, {
    headers: {
      connection: "Upgrade",
      upgrade: "websocket",
      "sec-websocket-key": "MDEyMzQ1Njc4OWFiY2RlZg==",
      "sec-websocket-version": "13",
      ...headers,
    },
  }).end();
  return new Promise((resolve, reject) => {
    asked.once("upgrade", (response, socket) => {
      socket.destroy();
      resolve(response.statusCode);
    });
    asked.once("response", (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    asked.once("error", reject);
  });
}
