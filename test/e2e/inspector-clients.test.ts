/** Other programs at the inspector, with the client of `@statelyai/inspect`, and what is said. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createWebSocketInspector } from "@statelyai/inspect";
import { afterEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { createActor, createMachine } from "xstate";
import type { Inspector } from "../../src/inspect/inspect.ts";
import { stepsOf } from "../support/doc-commands.ts";
import { collect, inspection, isActor, run } from "./inspected.ts";

const { start, said } = inspection();

/** As a program does with the client that its users know. */
function connect({ url }: Pick<Inspector, "url">) {
  const client = createWebSocketInspector({ url: url.replace("http", "ws") });
  clients.push(client);
  return client;
}

const clients: ReturnType<typeof createWebSocketInspector>[] = [];
afterEach(() => clients.splice(0).forEach((client) => client.stop()));

const light = createMachine({
  id: "light",
  initial: "off",
  states: { off: { on: { flip: "on" } }, on: {} },
});

describe("another program", () => {
  it("is shown beside the run, by the frames that its client sends", async () => {
    const inspector = await start();
    run(inspector);
    const before = await collect(inspector);
    const actor = createActor(light, { id: "mine", inspect: connect(inspector).inspect }).start();
    actor.send({ type: "flip" });
    await expect
      .poll(async () => (await collect(inspector)).at(-1), { timeout: 20_000 })
      .toMatchObject({ type: "@xstate.snapshot", snapshot: { value: "on" } });
    const frames = await collect(inspector);
    expect(frames.filter(isActor).map(({ name }) => name)).toEqual([
      ...before.filter(isActor).map(({ name }) => name),
      "mine",
    ]);
    const { definition = "" } = frames.filter(isActor).at(-1) ?? {};
    expect(JSON.parse(definition)).toEqual(light.config);
  });

  it("is the one of the docs, as it stands there", async () => {
    const inspector = await start();
    const steps = stepsOf(readFileSync("docs/inspector.md", "utf8"));
    const text = steps.flatMap((step) => (step.kind === "file" ? [step.text] : [])).join("\n");
    const own = text.replace("ws://127.0.0.1:8080", inspector.url.replace("http", "ws"));
    expect(own).not.toBe(text);
    const program = spawn(process.execPath, ["--input-type=module", "--eval", own]);
    await expect
      .poll(async () => (await collect(inspector)).at(-1), { timeout: 20_000 })
      .toMatchObject({ type: "@xstate.snapshot", event: { type: "flip" } });
    program.kill();
  });

  it("is told from one with the same ids", async () => {
    const inspector = await start();
    for (const name of ["one", "two"]) {
      const client = connect(inspector);
      client.actor("x:0", undefined);
      client.event("x:0", name);
    }
    await expect.poll(async () => (await collect(inspector)).length, { timeout: 20_000 }).toBe(4);
    const frames = await collect(inspector);
    const ids = (type: string) =>
      frames.flatMap((frame) => (frame.type === type ? [frame.sessionId] : []));
    expect(ids("@xstate.actor").toSorted()).toEqual(["x:0", "x:0 (2)"]);
    expect(ids("@xstate.event").toSorted()).toEqual(["x:0", "x:0 (2)"]);
  });

  it("gets no frames once it has sent one, not even its own", async () => {
    const inspector = await start();
    const socket = new WebSocket(inspector.url.replace("http", "ws"));
    const got: string[] = [];
    socket.on("message", (data: Buffer) => got.push(data.toString()));
    await once(socket, "open");
    socket.send(JSON.stringify({ type: "@xstate.actor", sessionId: "x:0" }));
    expect(await collect(inspector)).toHaveLength(1);
    run(inspector);
    expect((await collect(inspector)).length).toBeGreaterThan(100);
    expect(got).toEqual([]);
    socket.close();
  });

  it.each([
    ["no JSON", "hello"],
    ["a list", "[]"],
    ["null", "null"],
    ["a frame of another protocol", '{"type":"xstate.actor"}'],
  ])("is heard only in the protocol's words, which is said once: %s", async (_, text) => {
    const inspector = await start();
    const socket = new WebSocket(inspector.url.replace("http", "ws"));
    await once(socket, "open");
    socket.send(text);
    socket.send(text);
    socket.send(JSON.stringify({ type: "@xstate.actor", sessionId: "x:0" }));
    expect(await collect(inspector)).toHaveLength(1);
    expect(said).toEqual([
      "inspector: a program has sent what is no frame of the inspector's protocol; it is not shown",
    ]);
    socket.close();
  });

  it("is let go with a frame that is too long, and may not fill memory", async () => {
    const inspector = await start({ mostFrames: 2 });
    const socket = new WebSocket(inspector.url.replace("http", "ws"));
    await once(socket, "open");
    const frame = { type: "@xstate.actor", sessionId: "x:0" };
    for (let count = 0; count < 5; count++) socket.send(JSON.stringify(frame));
    socket.send(JSON.stringify({ ...frame, definition: "x".repeat(1024 * 1024) }));
    await once(socket, "close");
    expect(await collect(inspector)).toHaveLength(2);
    expect(said).toEqual([
      "inspector: full after 2 frames; what comes after 0 s of virtual time is not shown",
      "inspector: a program has sent a frame of more than 1048576 bytes, and was let go",
    ]);
  });
});

describe("a viewer that is slow", () => {
  it("gets all frames, each once", async () => {
    const inspector = await start();
    const socket = new WebSocket(inspector.url.replace("http", "ws"));
    const got: string[] = [];
    socket.on("message", (data: Buffer) => got.push(data.toString()));
    await once(socket, "open");
    socket.pause();
    run(inspector);
    const all = await collect(inspector);
    expect(got).toEqual([]);
    socket.resume();
    await expect.poll(() => got.length).toBe(all.length);
    expect(got.map((text) => JSON.parse(text) as unknown)).toEqual(all);
    socket.close();
  });
});

describe("what is missing", () => {
  it("is said to Relist's own viewer, and to no other", async () => {
    const inspector = await start({ mostFrames: 3 });
    run(inspector);
    const noticesAt = async (path: string): Promise<readonly unknown[]> => {
      const frames = await collect({ url: inspector.url + path });
      return frames.filter(({ type }) => !type.startsWith("@xstate."));
    };
    expect(await noticesAt("")).toEqual([]);
    expect(await noticesAt("viewer")).toEqual([
      {
        type: "@relist.notice",
        text: "full after 3 frames; what comes after 0 s of virtual time is not shown",
      },
    ]);
  });
});
