import { describe, expect, it, vi } from "vitest";
import { prepare } from "../../src/library/prepare.ts";
import { type SimulateOptions, simulate } from "../../src/library/simulate.ts";
import { NotReachedError } from "../../src/library/simulated-node.ts";
import { CallError } from "../../src/model/call-error.ts";
import { InputError } from "../../src/model/diagnostic.ts";
import { runScenario } from "../../src/scenario/run-scenario.ts";
import { podYaml } from "../../src/kubectl/pod-object.ts";
import { podChanges, podsAt } from "../../src/kubectl/stored-pods.ts";
import { WallClock } from "../../src/kubectl/wall-clock.ts";

const web = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "web" },
  spec: { containers: [{ name: "app", image: "example.com/web:1" }] },
};
const crashes: SimulateOptions = { behave: "app: exit 1 after 5s", seed: 7 };

function errorOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
  throw new Error("nothing was thrown");
}

describe("simulate", () => {
  it("takes a text, a text with a name, an object, and several of them", () => {
    const text = JSON.stringify(web);
    const scenario = `
apiVersion: relist.dev/v1alpha1
kind: Scenario
metadata: {name: short}
spec: {duration: 30s, seed: 3}
`;
    const traces = [
      [text, scenario],
      [{ file: "web.json", text }, scenario],
      [web, scenario],
    ].map((input) => simulate(input).finish().trace);
    expect(traces[0]?.at(-1)).toMatchObject({ type: "verdict", t: 30 });
    expect(traces[1]).toEqual(traces[0]);
    expect(traces[2]).toEqual(traces[0]);
  });

  it("sets what the flags of run set", () => {
    const { scenario } = simulate(web, {
      model: "textbook",
      kubernetes: "1.34",
      observe: "edge",
      seed: 5,
      until: "1h",
    }).input;
    expect(scenario).toMatchObject({
      model: "textbook",
      kubernetes: { major: 1, minor: 34 },
      observe: "edge",
      seed: 5,
      durationMs: 3_600_000,
    });
  });

  it("does not hold on to an object of the caller", () => {
    const pod = structuredClone(web);
    const node = simulate(pod);
    pod.metadata.name = "other";
    expect(
      node
        .advance(1)
        .pods()
        .map(({ metadata }) => metadata.name),
    ).toEqual(["web"]);
  });

  it.each<[string, () => unknown]>([
    [
      "error: spec.containers: a pod without containers, found an empty list, expected at least " +
        "one; add one",
      () => simulate({ ...web, spec: { containers: [] } }),
    ],
    [
      "error: input[1].spec.containers: a pod without containers, found an empty list, expected " +
        "at least one; add one",
      () => simulate([web, { ...web, metadata: { name: "b" }, spec: { containers: [] } }]),
    ],
    [
      "input:1:69: error: spec.containers: a pod without containers, found an empty list, " +
        "expected at least one; add one",
      () => simulate("{apiVersion: v1, kind: Pod, metadata: {name: b}, spec: {containers: []}}"),
    ],
    [
      'error: kubernetes: no such kubelet is imitated, found "1.2", expected one of 1.32, 1.33, ' +
        "1.34, 1.35, 1.36",
      () => simulate(web, { kubernetes: "1.2" as never }),
    ],
    [
      "error: seed: is no seed, found -1, expected a whole number, 0 or more",
      () => simulate(web, { seed: -1 }),
    ],
    [
      'error: until: is no time, found "5x", expected seconds, or a duration such as 90s, 10m or ' +
        "1h30m",
      () => simulate(web, { until: "5x" }),
    ],
    [
      "error: input: cannot be simulated, found 5, expected a text, an object with a kind, or what " +
        "readFiles gives",
      () => simulate(5 as never),
    ],
  ])("refuses with %s", (text, act) => {
    expect(errorOf(act)).toBe(text);
  });
});

describe("a node", () => {
  it("stands at 0 s before anything has happened", () => {
    const node = simulate(web);
    const { now, end, trace, milestones } = node;
    expect({ now, end, trace, milestones }).toEqual({
      now: 0,
      end: 300,
      trace: [],
      milestones: [],
    });
    expect(node.pods()).toEqual([]);
  });

  it("goes on to the end, with the same bytes as a scenario that is run", () => {
    const node = simulate(web, crashes).finish();
    expect(node.trace).toEqual(runScenario(prepare(web, crashes)).records);
    expect(() => node.advance(1)).toThrow(CallError);
    expect(() => node.apply({ action: "apiDown" })).toThrow("this run is finished");
  });

  it("may go on behind the end of the scenario, and not back", () => {
    const node = simulate(web, { until: 10 });
    node.advanceTo("10s").advance("1m");
    expect(node.now).toBe(70);
    expect(errorOf(() => node.advanceTo(69))).toBe(
      "error: time: is past: the node stands at 1m10s, found 1m9s; branch(time) gives a node " +
        "that stands there",
    );
    expect(node.finish().trace.at(-1)).toMatchObject({ type: "verdict", t: 70 });
  });

  it("tells each record as it is written", () => {
    const onRecord = vi.fn<(record: object) => void>();
    const { trace } = simulate(web, { ...crashes, onRecord }).advance("1m");
    expect(onRecord.mock.calls.map(([record]) => record)).toEqual(trace);
  });
});

describe("runUntil", () => {
  const key = "web/app#2.start";

  it.each([key, "app#2.start", `web/app.restartCount=1`, "web.condition.Ready=True@2"])(
    "stands at the moment of the milestone %s",
    (name) => {
      const node = simulate(web, crashes);
      const milestone = node.runUntil(name);
      expect(milestone.key.endsWith(name)).toBe(true);
      expect(milestone.t).toBe(node.now);
      expect(node.runUntil(name)).toBe(milestone);
      expect(node.now).toBe(milestone.t);
    },
  );

  it("takes a name without the @1 of a first time", () => {
    const { t } = simulate(web, crashes).runUntil("web.condition.Ready=True");
    expect(t).toBeLessThan(1);
  });

  it("stands at the end of the moment of a record, and waits for the next one", () => {
    const node = simulate(web, crashes);
    const isExit = ({ type, ...record }: { type: string; to?: unknown }): boolean =>
      type === "container" && record.to === "Exited";
    const exits = [node.runUntil(isExit), node.runUntil(isExit)];
    expect(exits.map((exit) => exit.type === "container" && exit.run)).toEqual([1, 2]);
    expect(node.now).toBe(exits[1]?.t);
  });

  it("is no other run", () => {
    const node = simulate(web, crashes);
    node.runUntil(key);
    node.runUntil(({ type }) => type === "sandbox" || type === "hook" || type === "sync");
    expect(node.finish().trace).toEqual(simulate(web, crashes).finish().trace);
  });

  it.each<[string, (node: ReturnType<typeof simulate>) => unknown, number]>([
    [
      'web/app#2.strat did not happen by 5m; did you mean "web/app#2.start"?',
      (node) => node.runUntil("web/app#2.strat"),
      300,
    ],
    [
      "link=down@1 did not happen by 20s",
      (node) => node.advance(10).runUntil("link=down@1", { within: "10s" }),
      20,
    ],
    ["no record passed the test by 5s", (node) => node.runUntil(() => false, { within: 5 }), 5],
  ])("tells that %s", (text, act, now) => {
    const node = simulate(web, crashes);
    expect(() => act(node)).toThrow(new NotReachedError(text));
    expect(node.now).toBe(now);
  });
});

describe("pods", () => {
  it("are as the API server has them, now and at an earlier time", () => {
    const node = simulate(web, crashes).advance("1m");
    const [pod] = node.pods();
    expect(pod).toMatchObject({
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: "web", namespace: "default", creationTimestamp: "2026-01-01T00:00:00Z" },
      spec: { nodeName: "node-1", restartPolicy: "Always" },
      status: { phase: "Running", containerStatuses: [{ name: "app", restartCount: 3 }] },
    });
    expect(node.pod("web", "3s")?.status.containerStatuses?.[0]).toMatchObject({
      restartCount: 0,
      state: { running: { startedAt: "2026-01-01T00:00:00Z" } },
    });
    expect(node.pod("default/web")).toEqual(pod);
    expect(node.pod("other")).toBeUndefined();
  });

  it("have the fields that kubectl writes, and no others", () => {
    const { trace } = simulate(web, crashes).advance("1m");
    const [stored] = podsAt(podChanges(trace), 60_000);
    const yaml = stored && podYaml(stored, new WallClock(trace));
    const again = simulate(web, crashes).advance("1m").pod("web");
    const fields = [...JSON.stringify(again).matchAll(/"(\w+)":/g)].map(([, field]) => field);
    for (const field of fields) expect(yaml).toContain(`${field}:`);
    expect(yaml?.match(/\b\w+:(?=\s)/g)).toHaveLength(fields.length);
  });

  it.each<[string, SimulateOptions]>([
    ["needs the kubernetes model", { model: "textbook" }],
    ["needs the whole trace", { keepRecords: false }],
  ])("%s", (text, options) => {
    const node = simulate(web, options).advance(1);
    expect(() => node.pods()).toThrow(text);
    expect(() => node.pods()).toThrow(CallError);
  });
});

describe("actors", () => {
  it("are there by their paths, and can be looked at", () => {
    const node = simulate(web).advance(1);
    expect([...node.actors.keys()]).toEqual(
      expect.arrayContaining(["runtime", "runtime/web/app#1", "api-server", "kubelet"]),
    );
    expect(node.actors.get("runtime/web/app#1")?.getSnapshot()).toMatchObject({ value: "running" });
  });

  it("of a run that has not begun can be inspected from its first message on", () => {
    const node = simulate(web);
    const inspect = vi.fn<(event: object) => void>();
    node.root.system.inspect(inspect);
    node.advance(1);
    expect(inspect).toHaveBeenCalled();
    expect(node.trace).toEqual(simulate(web).advance(1).trace);
  });
});
