/**
 * The node as the control plane sees it: what its kubelet says of it, and what becomes of its pods
 * when it says nothing any more, or that it is not ready.
 *
 * Models: kubernetes/pkg/controller/nodelifecycle/node_lifecycle_controller.go monitorNodeHealth;
 * kubernetes/pkg/controller/tainteviction/taint_eviction.go;
 * kubernetes/pkg/controller/util/node/controller_utils.go MarkPodsNotReady.
 */
import { describe, expect, it } from "vitest";
import { expectWithin } from "../support/expect-within.ts";
import { type KubeRun, kube, since, until, versions } from "../support/kube-run.ts";

const seeds = [1, 2, 3, 4, 5];

/** Each time that the node's Ready became something else, or was given another message. */
function ready(run: KubeRun) {
  const told = run.of("node").map(({ t, conditions: [condition] }) => ({ t, ...condition }));
  return told.filter(({ status, message }, index) => {
    const before = told[index - 1];
    return before?.status !== status || before?.message !== message;
  });
}

/** When the controller found the node silent. */
function silentAt(run: KubeRun): number {
  return ready(run).find(({ status }) => status === "Unknown")?.t ?? NaN;
}

/** The taints after each change of them, as `t unreachable:NoSchedule …`. */
function taints(run: KubeRun): readonly (readonly [t: number, taints: readonly string[]])[] {
  return run
    .of("node")
    .filter(({ change }) => change === "taints")
    .map(({ t, taints: set = [] }) => [
      t,
      set.map(({ key, effect }) => `${key.replace("node.kubernetes.io/", "")}:${effect}`),
    ]);
}

const spec = (more: string): string => `requires: [nodeLifecycle]\npods: {web: {${more}}}`;

function cut({
  more = "",
  pod = "",
  seed = 1,
  version = "1.36",
  duration = "500s",
}: {
  readonly more?: string;
  readonly pod?: string;
  readonly seed?: number;
  readonly version?: string;
  readonly duration?: string;
}): KubeRun {
  const stimuli = `stimuli: [{id: cut, at: 100, action: apiDown}${more}]`;
  return kube(`duration: ${duration}\n${spec(pod)}\n${stimuli}`, { seed, version });
}

describe("a node that falls silent", () => {
  it.each(seeds)("is Unknown 50 to 60 s after its last lease: seed %d", (seed) => {
    const run = cut({ seed });
    const found = run.of("node").find(({ conditions: [one] }) => one?.status === "Unknown");
    const renewed = (found?.lease.renewTimeMs ?? NaN) / 1000;
    expectWithin(100 - renewed, [0, 10.4]);
    expectWithin(silentAt(run) - renewed, [50, 60]);
    expect(ready(run).at(-1)).toMatchObject({
      status: "Unknown",
      reason: "NodeStatusUnknown",
      message: "Kubelet stopped posting node status.",
    });
  });

  it.each(seeds)("is tainted at once, and within 0.1 s to evict: seed %d", (seed) => {
    const run = cut({ seed });
    const [first, second, ...others] = taints(run);
    expect(first).toEqual([silentAt(run), ["unreachable:NoSchedule"]]);
    expectWithin((second?.[0] ?? NaN) - silentAt(run), [0, 0.1]);
    expect(second?.[1]).toEqual(["unreachable:NoSchedule", "unreachable:NoExecute"]);
    expect(others).toEqual([]);
  });

  it.each(seeds)("has its pods deleted 300 s after that, by their own grace: seed %d", (seed) => {
    const run = cut({ seed });
    const [, tainted] = taints(run);
    expect(run.pod("terminating") - (tainted?.[0] ?? NaN)).toBeCloseTo(300, 3);
    const [event, ...others] = run.events("TaintManagerEviction");
    expect(event).toMatchObject({
      t: run.pod("terminating"),
      eventType: "Normal",
      message: "Marking for deletion Pod default/web",
    });
    expect(others).toEqual([]);
    expect(run.conditionAt(500, "DisruptionTarget")).toMatchObject({
      status: "True",
      reason: "DeletionByTaintManager",
      message: "Taint manager: deleting due to NoExecute taint",
    });
    // Nobody on the node hears of it.
    expect(run.pod("removed")).toBe(Infinity);
    expect(run.signals("app")).toEqual([]);
  });

  it("has its pods marked not ready, and nothing else of them changed", () => {
    const run = cut({});
    expect(run.conditionAt(99, "Ready")?.status).toBe("True");
    const marked = run.statuses().find(({ t }) => t > 100);
    expect(marked?.t).toBe(silentAt(run));
    const before = run.statusAt(99);
    expect(marked?.containerStatuses).toEqual(before?.containerStatuses);
    expect(marked?.conditions.filter(({ type }) => type !== "Ready")).toEqual(
      before?.conditions.filter(({ type }) => type !== "Ready"),
    );
    const condition = marked?.conditions.find(({ type }) => type === "Ready");
    expect(condition).toEqual({
      ...before?.conditions.find(({ type }) => type === "Ready"),
      status: "False",
      lastTransitionTimeMs: condition?.lastTransitionTimeMs,
    });
    expectWithin(silentAt(run) * 1000 - (condition?.lastTransitionTimeMs ?? NaN), [0, 1000]);
    expect(run.events("NodeNotReady")).toMatchObject([
      { t: silentAt(run), eventType: "Warning", message: "Node is not ready" },
    ]);
  });

  it("tells nothing of a pod that was not ready before", () => {
    const probe = "readinessProbe: {exec: {command: [x]}}";
    const run = kube(
      `duration: 300s\n${spec(`containers: [{${probe}}]`)}
behaviour: {app: {probes: {readiness: [{from: 0, to: 1h, result: failure}]}}}
stimuli: [{at: 100, action: apiDown}]`,
    );
    expect(silentAt(run)).toBeGreaterThan(100);
    expect(run.events("NodeNotReady")).toEqual([]);
  });

  it.each(seeds)("keeps its pods where it is back before that: seed %d", (seed) => {
    const run = cut({ more: ", {at: cut+5m, action: apiUp}", seed });
    expect(run.pod("terminating")).toBe(Infinity);
    const again = ready(run).at(-1);
    expect(again).toMatchObject({ status: "True", reason: "KubeletReady" });
    // Its source lists again after up to a minute, and then it looks within 10.4 s.
    expectWithin((again?.t ?? NaN) - 400, [0, 70.4]);
    const [, , evictable, untainted] = taints(run);
    expect(evictable).toEqual([again?.t, ["unreachable:NoExecute"]]);
    expectWithin((untainted?.[0] ?? NaN) - (again?.t ?? NaN), [0, 5]);
    expect(untainted?.[1]).toEqual([]);
    expect(run.events("TaintManagerEviction")).toMatchObject([
      { t: untainted?.[0], message: "Cancelling deletion of Pod default/web" },
    ]);
    // The kubelet finds that the API has another status than it said.
    expect(run.conditionAt(499, "Ready")?.status).toBe("True");
  });

  it("is not found so where its kubelet restarts", () => {
    const run = kube(
      `duration: 200s\n${spec("")}\nstimuli: [{at: 100, action: kubeletRestart, downFor: 30s}]`,
    );
    expect(silentAt(run)).toBeNaN();
    expect(taints(run)).toEqual([]);
  });

  it.each(until("1.33"))("is tainted a round later to evict: %s (row 40)", (version) => {
    const [, second] = taints(cut({ version }));
    expectWithin((second?.[0] ?? NaN) - silentAt(cut({ version })), [5, 5.1]);
  });

  it.each(since("1.34"))("is tainted in the same round to evict: %s (row 40)", (version) => {
    const [, second] = taints(cut({ version }));
    expectWithin((second?.[0] ?? NaN) - silentAt(cut({ version })), [0, 0.1]);
  });

  it("is looked at by nobody where the scenario does not require that", () => {
    const run = kube("duration: 500s\npods: {web: {}}\nstimuli: [{at: 100, action: apiDown}]");
    expect(ready(run).map(({ status }) => status)).toEqual(["True"]);
    expect(run.pod("terminating")).toBe(Infinity);
  });
});

describe("a pod on a node that is tainted", () => {
  const unreachable = (more: string): string =>
    `tolerations: [{key: node.kubernetes.io/unreachable, effect: NoExecute${more}}]`;
  const after = (pod: string): number => {
    const run = cut({ pod });
    return run.pod("terminating") - (taints(run)[1]?.[0] ?? NaN);
  };

  it.each([
    ["its own time", unreachable(", operator: Exists, tolerationSeconds: 60"), 60],
    ["not at all, with 0 s", unreachable(", operator: Exists, tolerationSeconds: 0"), 0],
    ["for ever without a time", unreachable(", operator: Exists"), Infinity],
    ["for ever where it tolerates all", "tolerations: [{operator: Exists}]", Infinity],
    ["not at all where the value differs", unreachable(", value: x"), 0],
  ])("stays %s", (_, pod, seconds) => {
    expect(Math.round(after(pod) * 1000) / 1000).toBe(seconds);
  });

  it("has its time from its own beginning where it came later", () => {
    const run = cut({ more: ", {at: cut+90s, action: createPod, pod: web}", duration: "600s" });
    expect(run.pod("added")).toBe(190);
    expect(run.pod("terminating")).toBeCloseTo(490, 3);
  });

  it("keeps its time when another toleration would give it less (processPodOnNode)", () => {
    const set =
      "{at: cut+2m, action: updateObject, pod: web, set: {spec.tolerations: [TOLERATION]}}";
    const toleration = "{key: node.kubernetes.io/unreachable, operator: Exists, SECONDS}";
    const change = (seconds: string): string =>
      `, ${set.replace("TOLERATION", toleration.replace("SECONDS", seconds))}`;
    const run = cut({ more: change("tolerationSeconds: 1") });
    expect(run.pod("terminating") - (taints(run)[1]?.[0] ?? NaN)).toBeCloseTo(300, 3);
    const forEver = cut({ more: change("effect: NoExecute") });
    expect(forEver.pod("terminating")).toBe(Infinity);
    expect(forEver.events("TaintManagerEviction")).toMatchObject([
      { t: 220, message: "Cancelling deletion of Pod default/web" },
    ]);
  });

  it("is no more to be deleted when somebody else has", () => {
    const run = cut({ more: ", {at: cut+2m, action: deletePod, pod: web, force: true}" });
    expect(run.events("TaintManagerEviction")).toMatchObject([
      { t: 220, message: "Cancelling deletion of Pod default/web" },
    ]);
  });
});

describe("a kubelet whose runtime lists nothing", () => {
  const hanging = (seed: number, duration = "400s", version = "1.36"): KubeRun =>
    kube(
      `duration: ${duration}\n${spec("")}\nstimuli: [{at: 20, action: listFails, until: 600s}]`,
      { seed, version },
    );

  it.each(seeds)("says after three minutes that it is not ready: seed %d (S47)", (seed) => {
    const [first, notReady] = ready(hanging(seed));
    expect(first).toMatchObject({ t: 0, status: "True", reason: "KubeletReady" });
    expect(notReady).toMatchObject({ status: "False", reason: "KubeletNotReady" });
    expect(notReady?.message).toContain("PLEG is not healthy: pleg was last seen active 3m");
    expect(notReady?.message).toContain("threshold is 3m0s");
    // The last good list is up to a second old, and it is asked every 10 to 10.4 s.
    expectWithin((notReady?.t ?? NaN) - 200, [-1, 10.4]);
  });

  it.each(seeds)("says so every ten seconds and a bit, and is ready again: seed %d", (seed) => {
    const said = ready(hanging(seed, "700s"));
    const unready = said.filter(({ status }) => status === "False").map(({ t }) => t);
    expect(unready.length).toBeGreaterThan(7);
    const gaps = unready.slice(1).map((t, index) => t - (unready[index] ?? NaN));
    for (const gap of gaps) expectWithin(gap, [10, 10.4]);
    expect(new Set(gaps.map((gap) => gap.toFixed(3))).size).toBeGreaterThan(1);
    expect(said.at(-1)).toMatchObject({ status: "True" });
    expectWithin((said.at(-1)?.t ?? NaN) - 600, [0, 12]);
  });

  it.each(versions)("has its pods evicted after 300 s, though it lives: %s", (version) => {
    const run = hanging(1, "560s", version);
    const notReady = ready(run)[1]?.t ?? NaN;
    const [first, second] = taints(run);
    expect(first).toEqual([notReady, ["not-ready:NoSchedule"]]);
    // At the next round of the controller.
    expectWithin((second?.[0] ?? NaN) - notReady, [0, 5.1]);
    expect(second?.[1]).toEqual(["not-ready:NoSchedule", "not-ready:NoExecute"]);
    expect(run.pod("terminating") - (second?.[0] ?? NaN)).toBeCloseTo(300, 3);
    // The kubelet says itself how its pods are.
    expect(run.events("NodeNotReady")).toEqual([]);
  });

  it("has its taint swapped at once when it falls silent, and its pods keep their time", () => {
    const run = kube(
      `duration: 600s
${spec("")}
stimuli: [{at: 20, action: listFails, until: 900s}, {at: 260, action: apiDown}]`,
    );
    const swapped = taints(run).slice(1);
    expect(swapped.map(([, set]) => set.toSorted())).toEqual([
      ["not-ready:NoExecute", "not-ready:NoSchedule"],
      ["not-ready:NoSchedule", "unreachable:NoExecute"],
      ["unreachable:NoExecute", "unreachable:NoSchedule"],
    ]);
    expect(swapped[1]?.[0]).toBe(silentAt(run));
    expect(run.pod("terminating") - (swapped[0]?.[0] ?? NaN)).toBeCloseTo(300, 3);
  });
});
