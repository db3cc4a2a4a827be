/**
 * A node whose runtime is in trouble: lists that fail or hang, and a reboot.
 *
 * Models: kubernetes/pkg/kubelet/pleg/generic.go Relist; kubelet.go syncLoop.
 */
import { describe, expect, it } from "vitest";
import { expectWithin } from "../support/expect-within.ts";
import { ScenarioPlayer } from "../../src/scenario/run-scenario.ts";
import { kube, kubeInput, until, versions } from "../support/kube-run.ts";

describe.each(["listFails", "listHangs"])("while the runtime's %s", (action) => {
  const yaml = `
    duration: 100s
    pods: {web: {}}
    behaviour: {app: {runs: [{exitAfter: 25, exitCode: 1}, {}]}}
    stimuli: [{at: 20, action: ${action}, until: 40}]`;

  it.each(versions)("nothing is seen, and all of it is seen afterwards: %s (§2.1)", (version) => {
    const run = kube(yaml, { version });
    expect(run.end("app")).toBe(25);
    expectWithin(run.start("app", 2), [40, 42]);
    expect(run.lives("app")).toHaveLength(2);
    expect(run.of("relist").filter(({ t }) => t > 21 && t < 39)).toEqual([]);
  });
});

describe("a pod about which the runtime answers late", () => {
  const late = (by: string, more = ""): string => `
    duration: 400s
    pods: {slow: {}, beside: {}}
    behaviour:
      slow/app: {runs: [{exitAfter: 20, exitCode: 1}, {}]}
      beside/app: {runs: [{exitAfter: 22, exitCode: 1}, {}]}
    stimuli: [{at: 10, action: delayStatus, pod: slow, by: ${by}}${more}]`;

  it.each(versions)(
    "is seen late, and so is its neighbour: %s (Relist, updateCache)",
    (version) => {
      const run = kube(late("8s"), { version });
      expectWithin(run.start("slow/app", 2) - 20, [8, 9]);
      // From 1.36 on the sync that starts it has it listed, and asked for, once more (row 1).
      const more = version < "1.36" ? 0 : 8;
      expectWithin(run.start("beside/app", 2) - 22, [6 + more, 8 + more]);
      // One list at a time: the next comes a second after the one that waits.
      const lists = run.of("relist").map(({ t }) => t);
      const [before = 0, after = 0] = [lists.findLast((t) => t < 22), lists.find((t) => t > 22)];
      expectWithin(after - before, [9, 9 + more]);
    },
  );

  it("does not hold up who changed with it, nor is it asked where nothing changes", () => {
    const run = kube(late("8s").replace("exitAfter: 22", "exitAfter: 20"));
    expectWithin(run.start("beside/app", 2) - 20, [0, 1]);
    const quiet = run.of("relist").filter(({ t }) => t > 60 && t <= 160);
    expect(quiet).toHaveLength(100);
  });

  it("is asked again where no answer comes within two minutes", () => {
    const run = kube(late("3m", ", {at: 100, action: delayStatus, pod: slow, by: 0s}"));
    expectWithin(run.start("slow/app", 2) - 20, [120, 123]);
  });

  it("is stopped late, since its end is asked for too (SyncTerminatingPod)", () => {
    const run = kube(late("8s", ", {at: 40, action: deletePod, pod: slow}"));
    expect(run.end("slow/app", 2)).toBe(40);
    expectWithin(run.pod("removed", "slow") - 40, [8, 20]);
  });
});

describe("the sync loop", () => {
  const yaml = (action: string): string => `
    duration: 300s
    pods: {web: {}, old: {}, new: {}, late: {}}
    stimuli:
    - {at: 20, action: ${action}, until: 260}
    - {at: 50, action: createPod, pod: new}
    - {at: 60, action: deletePod, pod: web}
    - {at: 230, action: createPod, pod: late}
    - {at: 235, action: deletePod, pod: old}`;

  it.each(versions)("stands still while its housekeeping waits for a list: %s (A8)", (version) => {
    const run = kube(yaml("listHangs"), { version });
    for (const t of [run.start("new/app"), run.start("late/app")]) expectWithin(t, [260, 261]);
    for (const t of [run.sigterm("web/app"), run.sigterm("old/app")]) expectWithin(t, [260, 261]);
    expectWithin(run.pod("removed"), [260, 264]);
  });

  it.each(versions)(
    "goes on for 3 min where lists fail, then skips all: %s (A8, S47)",
    (version) => {
      const run = kube(yaml("listFails"), { version });
      expect([run.start("new/app"), run.sigterm("web/app")]).toEqual([50, 60]);
      // It sleeps for up to 5 s between two looks at the health of PLEG.
      expectWithin(run.start("late/app"), [260, 266.5]);
      expectWithin(run.sigterm("old/app"), [260, 266.5]);
    },
  );

  it("does not hear probes meanwhile, which go on (A8)", () => {
    const run = kube(`
      duration: 120s
      pods: {web: {containers: [{readinessProbe: {exec: {command: [x]}, periodSeconds: 2}}]}}
      behaviour: {app: {probes: {readiness: [{from: 40, result: failure}]}}}
      stimuli: [{at: 20, action: listHangs, until: 100}]`);
    const failed = run.probes("readiness").filter(({ result }) => result === "failure");
    expect(failed.length).toBeGreaterThan(25);
    const [, ready, unready] = run.conditions("Ready");
    expect(ready?.[0]).toBe("True");
    expectWithin(unready?.[1] ?? NaN, [100, 101]);
  });
});

describe("a container that is dead before it was ever seen", () => {
  // From 1.36 on the sync that starts it asks for a list at once, which still sees it alive.
  it.each(until("1.35"))("is seen as dead alone: %s (S48)", (version) => {
    const run = kube(
      "duration: 5s\npods: {web: {}}\nbehaviour: {app: {runs: [{exitAfter: 1ms, exitCode: 1}, {}]}}",
      { version },
    );
    const seen = run.of("relist").flatMap(({ changes }) => Object.entries(changes));
    const ofFirst = seen.filter(([id]) => id === run.life("app").id);
    expect(ofFirst.map(([, { old, new: now }]) => [old, now])).toContainEqual([
      undefined,
      "exited",
    ]);
  });
});

describe("a reboot", () => {
  const yaml = `
    duration: 100s
    pods: {web: {initContainers: [{name: init}]}}
    behaviour: {init: {runs: [{exitAfter: 1, exitCode: 0}]}}
    stimuli: [{at: 20, action: nodeDown}, {at: 40, action: nodeUp}]`;

  it.each(versions)("leaves nothing alive, and everything begins anew: %s (rb-01)", (version) => {
    const run = kube(yaml, { version });
    expect(run.life("app")).toMatchObject({ end: 20, exitCode: 255 });
    expect(run.sandboxes("Ready").map(({ attempt }) => attempt)).toEqual([0, 1]);
    expectWithin(run.start("init", 2), [40, 45]);
    expect(run.end("init", 2)).toBeLessThanOrEqual(run.start("app", 2));
    expect(run.lastStatus?.phase).toBe("Running");
  });
});

describe("a pod of policy Never that lost its node before all of it had started", () => {
  const yaml = `
    pods:
      web:
        restartPolicy: Never
        containers:
        - name: one
          readinessProbe: {exec: {command: [check]}, periodSeconds: 1}
          lifecycle: {postStart: {exec: {command: [check]}}}
        - {name: two}
    behaviour: {one: {postStart: {takes: 5}}}
    stimuli: [{at: 1, action: nodeDown}, {at: 10, action: nodeUp}]`;

  // Each sync kills what is dead, and makes a worker for the probe that ends at once with news
  // (prober/worker.go doProbe); from 1.36 on such a sync asks for a list, too.
  it.each([
    ["1.35", 2],
    ["1.36", 12],
  ])(
    "is killed again and again, but not for ever at one moment: %s (om-02-never)",
    (version, most) => {
      const player = new ScenarioPlayer(kubeInput(yaml, { version }), {
        limits: { eventsAtInstant: 5000 },
      });
      player.advanceTo(60_000);
      const syncs = player.records.filter(({ type, t }) => type === "sync" && t >= 30 && t < 31);
      expect(syncs.length).toBeLessThanOrEqual(most);
      expect(player.records.findLast(({ type }) => type === "status")).toMatchObject({
        phase: "Pending",
      });
    },
  );
});
