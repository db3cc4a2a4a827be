/** The sources of declarations: the link to the API and the folder of static pods. */
import { describe, expect, it } from "vitest";
import { createActor, fromCallback, transition } from "xstate";
import {
  type ApiLinkContext,
  type ApiLinkEvent,
  apiLinkMachine,
} from "../../machines/world/api-link.ts";
import { type FileSourceEvent, fileSourceMachine } from "../../machines/world/file-source.ts";
import { declaredPod, reachable } from "./support.ts";

const asker = createActor(fromCallback(() => {}));
const get = { type: "source.get", replyTo: asker } as const;
const [web, worker, ping] = ["web", "worker", "ping"].map((name) => declaredPod(name));
if (!web || !worker || !ping) throw new Error("three pods were declared");

describe("the link, in each state, at each event (seed-notes B17 to B21)", () => {
  const restored = [
    { type: "publish", params: { type: "link", up: true } },
    { type: "tell", params: { type: "link.changed", up: true } },
  ];
  const cut = [
    { type: "publish", params: { type: "link", up: false } },
    { type: "tell", params: { type: "link.changed", up: false } },
  ];
  const pods = { type: "source.pods", source: "api" };
  const declare: ApiLinkEvent = { type: "api.declare", pods: [worker] };
  const before: ApiLinkContext = { declared: [ping], delivered: [web] };
  const rows = [
    {
      from: "down",
      event: { type: "link.restore" },
      to: "up",
      does: restored,
      leaves: before,
    },
    { from: "down", event: { type: "link.cut" }, to: "down", does: [], leaves: before },
    {
      from: "down",
      event: declare,
      to: "down",
      does: [],
      leaves: { declared: [worker], delivered: [web] },
    },
    {
      from: "down",
      event: get,
      to: "down",
      does: [{ type: "answer", params: { to: asker, message: { ...pods, pods: [web] } } }],
      leaves: before,
    },
    { from: "up", event: { type: "link.restore" }, to: "up", does: [], leaves: before },
    { from: "up", event: { type: "link.cut" }, to: "down", does: cut, leaves: before },
    {
      from: "up",
      event: declare,
      to: "up",
      does: [{ type: "tell", params: { ...pods, pods: [worker] } }],
      leaves: { declared: [worker], delivered: [worker] },
    },
    {
      from: "up",
      event: get,
      to: "up",
      does: [{ type: "answer", params: { to: asker, message: { ...pods, pods: [ping] } } }],
      leaves: { declared: [ping], delivered: [ping] },
    },
  ] satisfies readonly {
    readonly from: "up" | "down";
    readonly event: ApiLinkEvent;
    readonly to: string;
    readonly does: readonly object[];
    readonly leaves: ApiLinkContext;
  }[];

  it.each(rows)("$from + $event.type -> $to", ({ from, event, to, does, leaves }) => {
    const snapshot = apiLinkMachine.resolveState({ value: from, context: before });
    const [next, actions] = transition(apiLinkMachine, snapshot, event);
    expect(next.value).toBe(to);
    expect(actions.map(({ type, params }) => ({ type, params }))).toEqual(does);
    expect(next.context).toEqual(leaves);
  });

  it("starts down, with nothing declared", () => {
    const { value, context } = createActor(apiLinkMachine).getSnapshot();
    expect({ value, context }).toEqual({
      value: "down",
      context: { declared: [], delivered: [] },
    });
  });

  it("reaches every state", () => {
    const events = [{ type: "link.restore" }, { type: "link.cut" }];
    expect(reachable(apiLinkMachine, undefined, events)).toEqual(["down", "up"]);
  });
});

describe("the folder, at each event (seed-notes B16)", () => {
  const files = { "b.yaml": [web], "a.yaml": [worker] };
  const told = (...pods: readonly object[]) => ({ type: "source.pods", source: "file", pods });
  const write: FileSourceEvent = { type: "file.write", path: "a.yaml", pods: [ping] };
  const add: FileSourceEvent = { type: "file.write", path: "c.yaml", pods: [ping] };
  const empty: FileSourceEvent = { type: "file.write", path: "a.yaml", pods: [] };
  const remove: FileSourceEvent = { type: "file.remove", path: "a.yaml" };
  const absent: FileSourceEvent = { type: "file.remove", path: "z.yaml" };
  const broken: FileSourceEvent = { type: "file.break", path: "a.yaml", error: "line 1" };
  const rows = [
    ["replaces a file", write, "tell", told(ping, web)],
    ["adds a file", add, "tell", told(worker, web, ping)],
    ["empties a file", empty, "tell", told(web)],
    ["removes a file", remove, "tell", told(web)],
    ["removes an absent file", absent, "tell", told(worker, web)],
    [
      "keeps what a broken file declared",
      broken,
      "publish",
      { type: "source", source: "file", pods: 2, error: "a.yaml: line 1" },
    ],
    ["answers who asks", get, "answer", { to: asker, message: told(worker, web) }],
  ] as const;

  it.each(rows)("%s, and tells all files in the order of their names", (_, event, type, params) => {
    const snapshot = fileSourceMachine.resolveState({ value: "watching", context: { files } });
    const [, actions] = transition(fileSourceMachine, snapshot, event);
    expect(actions.map((action) => ({ type: action.type, params: action.params }))).toEqual([
      { type, params },
    ]);
  });

  it("forgets a file that was removed and keeps one that broke", () => {
    const snapshot = fileSourceMachine.resolveState({ value: "watching", context: { files } });
    const [afterRemoval] = transition(fileSourceMachine, snapshot, remove);
    expect(afterRemoval.context.files).toEqual({ "b.yaml": [web] });
    const [afterBreak] = transition(fileSourceMachine, snapshot, broken);
    expect(afterBreak.context.files).toEqual(files);
  });

  it("reaches its one state", () => {
    expect(reachable(fileSourceMachine, undefined, [])).toEqual(["watching"]);
  });
});
