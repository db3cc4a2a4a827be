/**
 * Init containers and sidecars on a node: in which order they come and go, and who waits for whom.
 *
 * Models: kubernetes/pkg/kubelet/kuberuntime/kuberuntime_container.go computeInitContainerActions,
 * pruneInitContainersBeforeStart; kuberuntime_termination_order.go.
 */
import { describe, expect, it } from "vitest";
import { expectWithin } from "../support/expect-within.ts";
import { kube, since, until, versions } from "../support/kube-run.ts";

describe("init containers", () => {
  const chain = `
    pods: {web: {initContainers: [{name: i1}, {name: i2}]}}
    behaviour:
      i1: {runs: [{exitAfter: 5, exitCode: 0}]}
      i2: {runs: [{exitAfter: 5, exitCode: 1}, {exitAfter: 5, exitCode: 0}]}`;

  it.each(versions)("run one after the other, each a relist later: %s (S19)", (version) => {
    const run = kube(chain, { version });
    expectWithin(run.start("i2") - run.end("i1"), [0, 1]);
    expectWithin(run.start("i2", 2) - run.end("i2"), [0, 1]);
    expectWithin(run.start("app") - run.end("i2", 2), [0, 1]);
    expect(run.phases()).toEqual(["Pending", "Running"]);
    expect(run.conditions("Initialized").map(([to]) => to)).toEqual(["False", "True"]);
    expect(run.stateAt(3, "app")).toBe("waiting PodInitializing");
  });

  it.each(versions)("are never run again once the pod has begun: %s (§3.4)", (version) => {
    const run = kube(
      `${chain.replace("exitCode: 1}, {exitAfter: 5, ", "")}
      app: {runs: [{exitAfter: 5, exitCode: 1}, {}]}`,
      { version },
    );
    expect(run.lives("app")).toHaveLength(2);
    expect([run.lives("i1").length, run.lives("i2").length]).toEqual([1, 1]);
  });

  const failing = (policy: string): string => `
    duration: 130s
    pods: {web: {restartPolicy: ${policy}, initContainers: [{name: i1}, {name: i2}]}}
    behaviour: {i1: {runs: [{exitAfter: 2, exitCode: 2}]}}`;

  it.each(versions)("that fail under Never fail the pod: %s (S17)", (version) => {
    const run = kube(failing("Never"), { version });
    expect(run.lives("i1")).toHaveLength(1);
    expect([...run.lives("i2"), ...run.lives("app")]).toEqual([]);
    expect(run.phases()).toEqual(["Pending", "Failed"]);
  });

  it.each(["Always", "OnFailure"])(
    "that fail under %s are tried again and again (S18)",
    (policy) => {
      const run = kube(failing(policy));
      const gaps = run.gaps("i1");
      expectWithin(gaps[0] ?? NaN, [0, 1]);
      expectWithin(gaps[1] ?? NaN, [10, 16]);
      expectWithin(gaps[2] ?? NaN, [20, 31]);
      expect(run.phases()).toEqual(["Pending"]);
      expect(run.lives("app")).toEqual([]);
    },
  );

  it.each(["Always", "OnFailure", "Never"])(
    "that fail leave one record each under %s",
    (policy) => {
      const run = kube(failing(policy));
      const kept = run.lives("i1").filter(({ removed }) => removed === undefined);
      expect(kept.length).toBeLessThanOrEqual(2);
    },
  );
});

describe("an init container whose record is taken away", () => {
  const taken = (app: string): string => `
    duration: 60s
    pods: {web: {initContainers: [{name: init}]}}
    behaviour:
      init: {runs: [{exitAfter: 1, exitCode: 0}]}
      app: {runs: [${app}]}
    stimuli: [{at: 14, action: removeContainer, of: init#1}]`;

  it.each(versions)("does not run again while the work goes on: %s (in-03)", (version) => {
    const run = kube(taken("{}"), { version });
    expect(run.lives("init")).toHaveLength(1);
    expect(run.lastStatus?.initContainerStatuses?.[0]).toMatchObject({
      state: { terminated: { exitCode: 0 } },
    });
  });

  it.each(versions)("runs again where the work waits for its restart: %s (B17)", (version) => {
    const crash = "{exitAfter: 5, exitCode: 1}";
    const run = kube(taken(`${crash}, ${crash}, {}`), { version });
    expect(run.lives("init")).toHaveLength(2);
    expect(run.end("init", 2)).toBeLessThanOrEqual(run.start("app", 3));
  });
});

it.each(versions)("one that failed with 0 leaves its pod Pending for good: %s (B18)", (version) => {
  const run = kube(
    `duration: 13m
pods: {web: {restartPolicy: Never, initContainers: [{name: init}]}}
behaviour: {init: {runs: [{exitAfter: 5, exitCode: 0, oomKilled: true}]}}`,
    { version },
  );
  expect(run.lives("init")).toHaveLength(1);
  expect(run.lives("app")).toEqual([]);
  expect(run.sandboxes("Ready")).toHaveLength(1);
  expect(run.sandboxes("NotReady")).toHaveLength(1);
  expect(run.lastStatus).toMatchObject({
    phase: "Pending",
    initContainerStatuses: [{ state: { terminated: { reason: "OOMKilled", exitCode: 0 } } }],
    containerStatuses: [{ state: { waiting: { reason: "PodInitializing" } } }],
  });
});

describe("a sidecar", () => {
  it.each(versions)("holds up what follows until it has started: %s (S20)", (version) => {
    const run = kube(
      `pods:
  web:
    initContainers:
    - name: side
      restartPolicy: Always
      startupProbe: {exec: {command: [check]}, periodSeconds: 3, failureThreshold: 30}
      readinessProbe: {exec: {command: [check]}, periodSeconds: 3}
behaviour:
  side:
    probes:
      startup: [{from: 0, to: 10, result: failure}]
      readiness: [{from: 0, to: 100, result: failure}]`,
      { version },
    );
    const passed = run.probes("startup", "side").find(({ result }) => result === "success")?.t;
    expect(passed).toBe(12);
    expectWithin(run.start("app") - 12, [0, 1]);
  });

  it.each(versions)("that ends is started again, whatever the policy: %s (S21)", (version) => {
    const run = kube(
      `pods: {web: {restartPolicy: Never, initContainers: [{name: side, restartPolicy: Always}]}}
behaviour: {side: {runs: [{exitAfter: 10, exitCode: 0}, {}]}}`,
      { version },
    );
    expect(run.lives("side")).toHaveLength(2);
    expectWithin(run.gaps("side")[0] ?? NaN, [0, 1]);
    expect(run.lastStatus?.initContainerStatuses?.[0]).toMatchObject({
      restartCount: 1,
      lastState: { terminated: { exitCode: 0 } },
    });
  });

  it.each(versions)("keeps its last end in the status over a kill: %s (§3.1)", (version) => {
    const run = kube(
      `pods:
  web:
    initContainers:
    - name: side
      restartPolicy: Always
      livenessProbe: {exec: {command: [check]}, periodSeconds: 3, failureThreshold: 1}
behaviour: {side: {probes: {liveness: [{from: 5, to: 8, result: failure}]}}}
duration: 10s`,
      { version },
    );
    expect(run.lives("side")).toHaveLength(2);
    expect(run.life("side").removed).toBeUndefined();
    expect(run.lastStatus?.initContainerStatuses?.[0]).toMatchObject({
      lastState: { terminated: { exitCode: 143 } },
    });
  });

  it.each(versions)("ends with the work of a Job, by the pod's grace: %s (S22)", (version) => {
    const run = kube(
      `pods:
  web:
    restartPolicy: Never
    terminationGracePeriodSeconds: 7
    initContainers: [{name: side, restartPolicy: Always}]
behaviour:
  app: {runs: [{exitAfter: 10, exitCode: 0}]}
  side: {sigterm: ignored}`,
      { version },
    );
    const stopped = run.sigterm("side");
    expectWithin(stopped - run.end("app"), [0, 1]);
    expect(run.end("side")).toBe(stopped + 7);
    expect(run.phases()).toEqual(["Pending", "Running", "Succeeded"]);
  });

  it.each(versions)("leaves the pod Failed if its work failed: %s (S22)", (version) => {
    const run = kube(
      `pods: {web: {restartPolicy: Never, initContainers: [{name: side, restartPolicy: Always}]}}
behaviour: {app: {runs: [{exitAfter: 10, exitCode: 1}]}}`,
      { version },
    );
    expect(run.phases()).toEqual(["Pending", "Running", "Failed"]);
    expect(run.lives("side")).toHaveLength(1);
  });

  it.each(until("1.35"))("costs its followers a relist each: %s (part 2 §16 row 22)", (version) => {
    expect(startsOfChain(version).filter((t, at, all) => at > 0 && t > (all[at - 1] ?? 0))).toEqual(
      startsOfChain(version).slice(1),
    );
  });

  it.each(until("1.35"))(
    "and any start is in the status at the next list: %s (row 22)",
    (version) => {
      const run = kube("pods: {web: {}}", { version });
      expectWithin(run.stateSince("running") - run.start("app"), [0.1, 1]);
    },
  );

  it.each(
    since("1.36").flatMap((version) => ["", "5.3"].map((createdAt) => ({ version, createdAt }))),
  )(
    "and any start is in the status at once, from t0 on: $version, created at $createdAt (B4, row 22)",
    ({ version, createdAt }) => {
      const later = `stimuli: [{at: ${createdAt}, action: createPod, pod: web}]`;
      const run = kube(`pods: {web: {}}\n${createdAt === "" ? "" : later}`, { version });
      expectWithin(run.stateSince("running") - run.start("app"), [0, 0.1]);
    },
  );

  it.each(since("1.36"))("costs its followers next to nothing: %s (B4)", (version) => {
    const starts = startsOfChain(version);
    expectWithin((starts.at(-1) ?? NaN) - (starts[0] ?? NaN), [0, 1]);
  });
});

describe("sidecars and the deletion of their pod", () => {
  const deleted = (main: string, more = "terminationGracePeriodSeconds: 30"): string => `
    pods:
      web:
        ${more}
        initContainers:
        - name: s1
          restartPolicy: Always
          lifecycle: {preStop: {exec: {command: [bye]}}}
        - {name: s2, restartPolicy: Always}
    behaviour:
      app: {sigterm: ${main}}
      s1: {preStop: {takes: 2s, result: success}}
      s2: {sigterm: {exitAfter: 3, exitCode: 0}}
    stimuli: [{at: 10, action: deletePod, pod: web}]`;

  it.each(versions)("end last to first, after the work: %s (S23)", (version) => {
    const run = kube(deleted("{exitAfter: 4, exitCode: 0}"), { version });
    const killings = run.events("Killing");
    expect(killings.map(({ t, container }) => `${t} ${container}`).toSorted()).toEqual([
      "10 app",
      "10 s1",
      "10 s2",
    ]);
    expect(run.hooks("preStop", "start", "s1")).toEqual([10]);
    expect([run.sigterm("app"), run.sigterm("s2"), run.sigterm("s1")]).toEqual([10, 14, 17]);
  });

  it.each(versions)(
    "are signalled at the end of the grace, with 2 s to go: %s (B13)",
    (version) => {
      const run = kube(deleted("ignored", "terminationGracePeriodSeconds: 6"), { version });
      expect(run.signals("app")).toEqual([
        ["TERM", 10],
        ["KILL", 16],
      ]);
      expect([run.sigterm("s2"), run.sigterm("s1")]).toEqual([16, 16]);
      expect(run.end("s2")).toBe(18);
    },
  );
});

function startsOfChain(version: string): readonly number[] {
  const run = kube(
    `pods:
  web: {initContainers: [{name: s1, restartPolicy: Always}, {name: s2, restartPolicy: Always}]}`,
    { version },
  );
  return ["s1", "s2", "app"].map((name) => run.start(name));
}
