/**
 * The file source: each event of a file, and the scan.
 * Models: kubernetes/pkg/kubelet/config/file.go extractFromDir, file_linux.go consumeWatchEvent.
 */
import { describe, expect, it } from "vitest";
import { createActor, fromCallback } from "xstate";
import { staticFilesMachine } from "../../machines/kubelet/static-files.ts";
import type { StaticPodList } from "../../src/model/api.ts";
import type { KubeletVersion } from "../../src/decide/kubelet/versions.ts";
import type { KubePod } from "../../src/model/kube-pod.ts";
import { VirtualClock } from "../../src/sim/virtual-clock.ts";
import { pod } from "../support/kube.ts";
import { reachable } from "./support.ts";

const content = (name: string, is: string): KubePod =>
  pod({ name, labels: { is }, uid: "", source: "file" });
const one = content("web", "one");
const two = content("web", "two");
const other = content("other", "other");
const reader = { nodeName: "node-1", version: "1.36" } as const;
const replyTo = createActor(fromCallback(() => {}));

/** A folder that is scanned at 7 s and every 20 s from then on. */
class Folder {
  readonly clock = new VirtualClock();
  /** The pods of each telling, by their label. */
  readonly told: string[] = [];
  readonly #actor;

  constructor() {
    const labels = (list: StaticPodList): string =>
      list.pods.map((told) => told.labels?.["is"]).join(" ");
    const machine = staticFilesMachine.provide({
      actions: {
        tell: (_, message) => this.told.push(labels(message)),
        answer: (_, { message }) => this.told.push(`answer: ${labels(message)}`),
      },
    });
    this.#actor = createActor(machine, { input: { reader }, clock: this.clock }).start();
    this.list(7000);
    this.told.pop();
  }

  write(path: string, written?: KubePod, refusedBy: readonly KubeletVersion[] = []): this {
    const file = { path, refusedBy, ...(written ? { pod: written } : {}) };
    this.#actor.send({ type: "file.write", file });
    return this;
  }

  remove(path: string): this {
    this.#actor.send({ type: "file.remove", path });
    return this;
  }

  list(nextScanMs = 20_000, version: KubeletVersion = "1.36"): this {
    this.#actor.send({ type: "files.list", replyTo, reader: { ...reader, version }, nextScanMs });
    return this;
  }

  leave(): this {
    this.#actor.send({ type: "files.leave" });
    return this;
  }

  scan(): this {
    this.clock.advanceTo(this.clock.now() < 7000 ? 7000 : this.clock.now() + 20_000);
    return this;
  }
}

describe("a file that is", () => {
  it.each([
    ["written", new Folder().write("a", one), ["one"]],
    ["written under a hidden name", new Folder().write(".a", one), []],
    ["broken, and was not there", new Folder().write("a"), []],
    ["broken, and was read before", new Folder().write("a", one).write("a"), ["one"]],
    ["written anew", new Folder().write("a", one).write("a", two), ["one", "two"]],
    ["removed", new Folder().write("a", one).remove("a"), ["one", ""]],
    ["removed while broken", new Folder().write("a", one).write("a").remove("a"), ["one", ""]],
    ["removed and never read", new Folder().write("a").remove("a"), [""]],
    ["a second one of a name", new Folder().write("b", one).write("a", two), ["one", "two"]],
    [
      "a copy, removed again: the name goes with it (st-08)",
      new Folder().write("a", one).write("b", two).remove("b"),
      ["one", "two", ""],
    ],
    [
      "beside another",
      new Folder().write("a", one).write("b", other).remove("a"),
      ["one", "one other", "other"],
    ],
  ])("%s", (_, folder, told) => {
    expect(folder.told).toEqual(told);
  });
});

describe("the scan", () => {
  it("comes at its phase and every 20 s from then on", () => {
    const folder = new Folder();
    folder.clock.advanceTo(6999);
    expect(folder.told).toEqual([]);
    folder.clock.advanceTo(7000);
    expect(folder.told).toHaveLength(1);
    folder.clock.advanceTo(47_000);
    expect(folder.told).toHaveLength(3);
  });

  it.each([
    ["finds what is there", new Folder().write("a", one).scan(), ["one", "one"]],
    [
      "takes the later file of two of a name",
      new Folder().write("b", one).write("a", two).scan(),
      ["one", "two", "one"],
    ],
    [
      "loses what is broken by then (B21)",
      new Folder().write("a", one).write("b", other).write("a").scan(),
      ["one", "one other", "other"],
    ],
    [
      "brings back what a removed copy took away (st-08)",
      new Folder().write("a", one).write("b", two).remove("b").scan(),
      ["one", "two", "", "one"],
    ],
    [
      "of nothing good tells nothing, and the next write tells the old, too (part 2 §9)",
      new Folder().write("a", one).write("a").scan().write("b", other).scan(),
      ["one", "", "one other", "other"],
    ],
  ])("%s", (_, folder, told) => {
    expect(folder.told).toEqual(told);
  });

  it("is made anew for who asks, and every 20 s from then on", () => {
    const folder = new Folder().write("a", one).write("b", other).write("a").list();
    expect(folder.told.at(-1)).toBe("answer: other");
    const tellings = folder.told.length;
    folder.clock.advanceTo(19_999);
    expect(folder.told).toHaveLength(tellings);
    folder.clock.advanceTo(20_000);
    expect(folder.told).toHaveLength(tellings + 1);
  });

  it("of another kubelet leaves out what that one cannot read", () => {
    const folder = new Folder().write("a", one, ["1.35"]).write("b", other);
    expect(folder.told.at(-1)).toBe("one other");
    expect(folder.list(20_000, "1.35").told.at(-1)).toBe("answer: other");
    expect(folder.remove("a").told.at(-1)).toBe("other");
  });
});

describe("the file source", () => {
  it("watches once a kubelet reads, and no longer than that", () => {
    const list = { type: "files.list", replyTo, reader, nextScanMs: 0 } as const;
    const events = [list, { type: "files.leave" }];
    expect(reachable(staticFilesMachine, { reader }, events)).toEqual(["unread", "watching"]);
  });

  it("costs nothing while nobody reads, and then knows what was written meanwhile", () => {
    const folder = new Folder().write("a", one).leave();
    expect(folder.clock.pending).toBe(0);
    expect(folder.write("b", other).list().told.at(-1)).toBe("answer: one other");
  });
});
