import { describe, expect, it } from "vitest";
import { type SimulateOptions, simulate } from "../../src/library/simulate.ts";
import type { SimulatedNode } from "../../src/library/simulated-node.ts";
import type { StimulusEntry } from "../../src/library/stimulus-entry.ts";
import { CallError } from "../../src/model/call-error.ts";

const manifests = `
apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers: [{name: app, image: "example.com/web:1"}]
`;
const inFile = (stimuli: readonly object[]): string =>
  JSON.stringify({
    apiVersion: "relist.dev/v1alpha1",
    kind: "Scenario",
    metadata: { name: "acted" },
    spec: { duration: "2m", stimuli },
  });

const during = (options: SimulateOptions = {}): SimulatedNode =>
  simulate([manifests, inFile([])], options);

describe("apply", () => {
  it("acts now, when all else of the moment is over", () => {
    const node = during().advance("20s").apply({ action: "deletePod", pod: "web" });
    expect(node.trace.filter(({ t }) => t === 20).map(({ type }) => type)).toContain("stimulus");
    expect(node.pod("web")?.metadata.deletionGracePeriodSeconds).toBe(30);
    node.runUntil("web.removed");
    expect(node.now).toBeGreaterThan(20);
    expect(node.pods()).toEqual([]);
  });

  it.each<StimulusEntry>([
    { action: "deletePod", pod: "web", at: 20 },
    { action: "killContainer", of: "app#1", exitCode: 3, at: "app#1.start+7s" },
    { action: "kubeletRestart", downFor: "5s", at: "12s" },
    { action: "writeFile", path: "web.yaml", content: "web", at: "end-30s" },
    { action: "apiDown", at: 0 },
    { action: "createPod", pod: "web", at: "3s" },
  ])("at a later time is as if the file had it: $action", (entry) => {
    const applied = during()
      .apply({ id: "it", ...entry })
      .finish();
    const written = simulate([manifests, inFile([{ id: "it", ...entry }])]).finish();
    expect(applied.trace).toEqual(written.trace);
  });

  it("of the textbook can lose an event", () => {
    const options: SimulateOptions = { model: "textbook", observe: "edge" };
    const node = during(options)
      .advance(10)
      .apply({ action: "dropEvents", for: "1s", id: "storm" })
      .apply({ action: "killContainer", of: "app#1" })
      .finish();
    expect(node.trace).toContainEqual(expect.objectContaining({ delivered: "storm" }));
    expect(node.trace.at(-1)).toMatchObject({ type: "verdict", agrees: false });
  });

  it("can be waited for by what is applied later", () => {
    const node = during()
      .apply({ action: "apiDown", id: "cut", at: "10s" })
      .apply({ action: "apiUp", at: "cut+5s" });
    expect(node.runUntil("link=up@2").t).toBe(15);
  });

  it("names itself where it has no id", () => {
    const node = during().advance(1).apply({ action: "apiDown" }).apply({ action: "apiUp" });
    const ids = node.trace.flatMap((record) => (record.type === "stimulus" ? record.id : []));
    expect(ids).toEqual(["stimuli[0]", "stimuli[1]"]);
  });

  it.each<[string, () => unknown]>([
    [
      'error: pod: names no pod, found "wbe", expected web; did you mean "web"?',
      () => during().apply({ action: "deletePod", pod: "wbe" }),
    ],
    [
      "error: grace: unknown key, expected one of action, id, at, pod, graceSeconds, force; correct" +
        " or remove it",
      () => during().apply({ action: "deletePod", pod: "web", grace: 3 } as never),
    ],
    ["error: pod: is missing", () => during().apply({ action: "deletePod" } as never)],
    [
      "error: action: the textbook model does not carry out killSandbox yet",
      () => during({ model: "textbook" }).apply({ action: "killSandbox", pod: "web" }),
    ],
    [
      "error: time: is past: the node stands at 10s, found 9s",
      () => during().advance(10).apply({ action: "apiDown", at: 9 }),
    ],
    [
      "error: time: is past: the node stands at 10s, found 9s",
      () => during().advance(10).apply({ action: "apiDown", at: "9s" }),
    ],
  ])("is refused with %s", (text, act) => {
    expect(act).toThrow(text);
  });

  it("that is refused leaves the node as it was", () => {
    const node = during().advance(10);
    expect(() => node.apply({ action: "deletePod", pod: "wbe" })).toThrow("no pod");
    expect(node.finish().trace).toEqual(during().finish().trace);
  });
});

describe("branch", () => {
  const acted = (): SimulatedNode =>
    during({ seed: 3, behave: "app: sigterm 20s" })
      .advance("20s")
      .apply({ action: "killContainer", of: "app#1" })
      .advance("10s")
      .apply({ action: "deletePod", pod: "web" })
      .advance("10s");

  it("is the same node once more, which goes its own way", () => {
    const node = acted();
    const branch = node.branch();
    expect(branch.now).toBe(40);
    expect(branch.trace).toEqual(node.trace);
    branch.apply({ action: "apiDown" }).advance(10);
    expect(node.now).toBe(40);
    expect(node.finish().trace).toEqual(acted().finish().trace);
  });

  it("at an earlier time stands there as the node did, before it was acted on", () => {
    const node = acted();
    const before = node.branch("30s");
    expect(before.trace).toEqual(node.trace.slice(0, before.trace.length));
    expect(before.pod("web")?.metadata.deletionTimestamp).toBeUndefined();
    const [, after] = [before.advance(10), node.branch(31)];
    expect(before.pod("web")?.metadata.deletionTimestamp).toBeUndefined();
    expect(after.pod("web")?.metadata.deletionTimestamp).toBeDefined();
    expect(node.branch(0).trace).toEqual([]);
  });

  it("of a branch goes back to what that one did", () => {
    const node = acted().branch(25).apply({ action: "apiDown" }).advance(5);
    expect(node.branch().finish().trace).toEqual(node.finish().trace);
  });

  it("goes on where a finished run cannot", () => {
    const node = acted().finish();
    expect(() => node.advance(1)).toThrow(CallError);
    const branch = node.branch();
    expect(branch.finish().trace).toEqual(node.trace);
  });
});
