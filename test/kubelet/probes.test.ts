/**
 * Probes as a node shows them: when each kind is carried out, what its results do, and to whom.
 *
 * Models: kubernetes/pkg/kubelet/prober/worker.go, prober_manager.go, prober.go.
 */
import { describe, expect, it } from "vitest";
import { expectWithin } from "../support/expect-within.ts";
import { type KubeRun, kube, since, until, versions } from "../support/kube-run.ts";

const exec = "exec: {command: [check]}";

describe("a liveness probe", () => {
  /** Fails from `from` on; asked every 5 s. */
  const failing = (version: string, from: number, more = "", probe = ""): KubeRun =>
    kube(
      `duration: 400s
pods:
  web: {containers: [{livenessProbe: {${exec}, periodSeconds: 5, failureThreshold: 2, ${probe}}}]}
behaviour: {app: {probes: {liveness: [{from: ${from}, to: 1000, result: failure, output: no}]}}}
${more}`,
      { version },
    );

  it.each(versions)("kills at its threshold's failure and says so: %s (S34, A10)", (version) => {
    const run = failing(version, 12);
    const failures = run.probes("liveness").filter(({ result }) => result === "failure");
    expect(failures.slice(0, 2).map(({ t }) => t)).toEqual([15, 20]);
    expect(run.sigterm("app")).toBeLessThanOrEqual(20.03);
    expect(run.events("Unhealthy")[0]).toMatchObject({
      eventType: "Warning",
      message: "Liveness probe failed: no",
    });
    expect(run.events("Killing")[0]?.message).toBe(
      "Container app failed liveness probe, will be restarted",
    );
  });

  // The container lives for 10 s each time: only the fourth kill meets a wait that is longer.
  it.each(versions)("restarts at once for the first kills: %s (S36, part 2 §4.2)", (version) => {
    const run = failing(version, 0);
    expect(run.gaps("app").slice(0, 3)).toEqual([0, 0, 0]);
    expect(run.gaps("app")[3]).toBeGreaterThanOrEqual(20);
    expect(run.gaps("app")[3]).toBeLessThan(37);
    expect(run.lives("app").map(({ exitCode }) => exitCode)[0]).toBe(143);
  });

  it.each(versions)("is ready and started before its first round: %s (S32)", (version) => {
    const status = failing(version, 900).statusAt(4);
    expect(status?.containerStatuses[0]).toMatchObject({ ready: true, started: true });
  });

  it.each(versions)("has a grace of its own, but not in a deletion: %s (S35)", (version) => {
    const yaml = `
      duration: 80s
      pods:
        web:
          containers:
          - livenessProbe:
              {${exec}, periodSeconds: 5, failureThreshold: 1, terminationGracePeriodSeconds: 6}
      behaviour:
        app:
          sigterm: ignored
          probes: {liveness: [{from: 12, to: 1000, result: failure}]}
      stimuli: [{at: 30, action: deletePod, pod: web}]`;
    expect(kube(yaml, { version }).signals("app")).toEqual([
      ["TERM", 15],
      ["KILL", 21],
      ["TERM", 30],
      ["KILL", 60],
    ]);
  });

  it.each(versions)("under Never takes the whole pod, by its grace: %s (A3, A4)", (version) => {
    const yaml = `
      pods:
        web:
          restartPolicy: Never
          terminationGracePeriodSeconds: 8
          containers:
          - livenessProbe:
              {${exec}, periodSeconds: 5, failureThreshold: 1, terminationGracePeriodSeconds: 3}
      behaviour:
        app:
          sigterm: ignored
          probes: {liveness: [{from: 12, to: 1000, result: failure}]}`;
    const run = kube(yaml, { version });
    expect(run.events("Killing").map(({ message }) => message)).toEqual(["Stopping container app"]);
    expect(run.signals("app")).toEqual([
      ["TERM", 15],
      ["KILL", 23],
    ]);
    expect(run.phases()).toEqual(["Pending", "Running", "Failed"]);
  });

  it.each(versions)("under Never names itself where a neighbour runs: %s (A3)", (version) => {
    const yaml = `
      pods:
        web:
          restartPolicy: Never
          containers:
          - livenessProbe: {${exec}, periodSeconds: 5, failureThreshold: 1}
          - {name: other}
      behaviour: {app: {probes: {liveness: [{from: 12, to: 1000, result: failure}]}}}`;
    const run = kube(yaml, { version });
    expect(run.events("Killing").map(({ message }) => message)).toEqual([
      "Container app failed liveness probe",
    ]);
    expect([run.lives("app").length, run.end("other")]).toEqual([1, Infinity]);
    expect(run.lastStatus?.phase).toBe("Running");
  });

  it.each([
    ["1.32", "Liveness probe errored: "],
    ["1.33", "Liveness probe errored and resulted in unknown state: "],
    ["1.36", "Liveness probe errored and resulted in unknown state: "],
  ])("that cannot be carried out counts for nothing: %s (S37, §6.6)", (version, text) => {
    const yaml = `
      pods: {web: {containers: [{livenessProbe: {${exec}, periodSeconds: 5, failureThreshold: 1}}]}}
      behaviour: {app: {probes: {liveness: [{from: 12, to: 40, result: error, output: no}]}}}`;
    const run = kube(yaml, { version });
    expect(run.starts("app")).toHaveLength(1);
    const errors = run.events("Unhealthy");
    expect(errors.map(({ t }) => t)).toEqual([15, 20, 25, 30, 35]);
    expect(errors[0]?.message.startsWith(text)).toBe(true);
  });

  it.each(versions)("over its timeout has failed: %s (§6.4)", (version) => {
    const yaml = `
      pods: {web: {containers: [{livenessProbe: {${exec}, periodSeconds: 5, failureThreshold: 2}}]}}
      behaviour: {app: {probes: {liveness: [{from: 12, to: 1000, result: success, takes: 3s}]}}}`;
    const run = kube(yaml, { version });
    expect(run.sigterm("app")).toBe(21);
  });
});

describe("a readiness probe", () => {
  const yaml = (probe: string, answers: string): string => `
    pods: {web: {containers: [{readinessProbe: {${exec}, ${probe}}}]}}
    behaviour: {app: {probes: {readiness: [${answers}]}}}`;

  it.each(versions)("is asked when the container is first seen running: %s (§6.2)", (version) => {
    const run = kube(yaml("periodSeconds: 30", ""), { version });
    const [first] = run.probes("readiness");
    expect(first?.t).toBe(run.stateSince("running"));
    expect(first?.t).toBeLessThanOrEqual(1);
    expect(run.conditions("Ready").at(-1)).toEqual(["True", first?.t]);
  });

  it.each(versions)("has every poke begin its period anew: %s (A5)", (version) => {
    // Its worker is made when the pod is, and poked when the container is up, 2.5 s later.
    const slow = yaml("periodSeconds: 10", "").replace(
      "{app: {",
      "{app: {runs: [{startup: 2.5s}], ",
    );
    const times = kube(slow, { version })
      .probes("readiness")
      .map(({ t }) => t);
    const [first = NaN] = times;
    expect(first).toBeGreaterThanOrEqual(2.5);
    expect(times.slice(1, 4).map((t) => Math.round((t - first) * 1000))).toEqual([
      10_000, 20_000, 30_000,
    ]);
  });

  it.each(versions)("is named where it has not answered yet: %s (S31)", (version) => {
    const run = kube(yaml("periodSeconds: 5, initialDelaySeconds: 20", ""), { version });
    const status = run.statusAt(10);
    expect(status).toMatchObject({ phase: "Running" });
    expect(status?.containerStatuses[0]).toMatchObject({ ready: false, started: true });
    expect(run.conditionAt(10, "Ready")).toMatchObject({
      status: "False",
      reason: "ContainersNotReady",
      message: "containers with unready status: [app]",
    });
    const [first] = run.probes("readiness");
    expect(first?.t).toBeGreaterThanOrEqual(19);
    expect(first?.t).toBeLessThanOrEqual(26);
  });

  it.each(versions)("that turns is asked once more at once: %s (B6)", (version) => {
    const answers = "{from: 10, to: 30, result: failure}";
    const run = kube(yaml("periodSeconds: 3, failureThreshold: 2", answers), { version });
    const turn = run.conditions("Ready").find(([to, t]) => to === "False" && t > 1)?.[1];
    const atTurn = run.probes("readiness").filter(({ t }) => t === turn);
    expect(atTurn.map(({ result }) => result)).toEqual(["failure", "failure"]);
    expect(run.starts("app")).toHaveLength(1);
    expect(run.conditions("Ready").at(-1)?.[0]).toBe("True");
  });

  it.each([
    ["1.32", true],
    ["1.34", true],
    ["1.35", false],
    ["1.36", true],
  ])("goes on while its pod ends, but for exec in 1.35: %s (S38, B9)", (version, goesOn) => {
    const text = `
      duration: 30s
      pods:
        web: {containers: [{readinessProbe: {${exec}, periodSeconds: 2, failureThreshold: 1}}]}
      behaviour:
        app:
          sigterm: {exitAfter: 12, exitCode: 0}
          probes: {readiness: [{from: sigterm, to: 1000, result: failure}]}
      stimuli: [{at: 10.7, action: deletePod, pod: web}]`;
    const run = kube(text, { version });
    const ready = run.conditionAt(20, "Ready");
    expect(ready?.status).toBe(goesOn ? "False" : "True");
  });
});

describe("a startup probe", () => {
  const withLiveness = (liveness: string): string => `
    duration: 70s
    pods:
      web:
        containers:
        - startupProbe: {${exec}, periodSeconds: 5}
          livenessProbe: {${exec}, periodSeconds: 2, failureThreshold: 1}
          readinessProbe: {${exec}, periodSeconds: 10}
    behaviour:
      app:
        probes:
          startup: [{from: 0, to: 8, result: failure}]
          liveness: [${liveness}{from: 30, to: 100, result: failure}]`;
  const yaml = withLiveness("{from: 0, to: 8, result: failure}, ");

  it.each(versions)("holds back the other two: %s (S33)", (version) => {
    const run = kube(yaml, { version });
    const passed = run.probes("startup").find(({ result }) => result === "success")?.t ?? NaN;
    expect(passed).toBe(10);
    const others = [...run.probes("liveness"), ...run.probes("readiness")];
    expect(others.filter(({ t }) => t < passed)).toEqual([]);
    expect(run.statusAt(9)?.containerStatuses[0]).toMatchObject({ ready: false, started: false });
    expect(run.statusAt(12)?.containerStatuses[0]).toMatchObject({ ready: true, started: true });
  });

  it.each(versions)("that fails to its threshold has it restarted: %s (§6.2)", (version) => {
    const text = `
      duration: 40s
      pods: {web: {containers: [{startupProbe: {${exec}, periodSeconds: 5, failureThreshold: 2}}]}}
      behaviour: {app: {probes: {startup: [{from: 0, to: 100, result: failure}]}}}`;
    const run = kube(text, { version });
    expect(run.events("Killing")[0]).toMatchObject({
      t: 10,
      message: "Container app failed startup probe, will be restarted",
    });
    expect(run.start("app", 2)).toBe(10);
  });

  it.each(until("1.34"))("begins anew after a liveness kill: %s (§6.3, B5)", (version) => {
    const run = kube(yaml, { version });
    const restart = run.start("app", 2);
    const startedAt = (t: number) => run.statusAt(t)?.containerStatuses[0]?.started;
    expect(restart).toBe(30);
    expect(startedAt(restart + 2)).toBe(false);
    expect(run.probes("liveness").some(({ t }) => t > restart && t < restart + 8)).toBe(false);
  });

  it.each(since("1.35"))(
    "is taken for passed after a liveness kill, up to its next tick: %s (issue 141155, B5)",
    (version) => {
      const run = kube(withLiveness(""), { version });
      const restart = run.start("app", 2);
      const startedAt = (t: number) => run.statusAt(t)?.containerStatuses[0]?.started;
      expect(startedAt(restart + 2)).toBe(true);
      expect(startedAt(restart + 6)).toBe(false);
      expect(run.probes("startup").find(({ t }) => t > restart)?.t).toBe(restart + 10);
    },
  );

  it.each(since("1.35"))("does not hold liveness back meanwhile: %s (issue 141155)", (version) => {
    const run = kube(yaml, { version });
    expect(run.end("app", 2)).toBeLessThan(run.start("app", 2) + 5);
  });
});

describe("a probe's worker", () => {
  it.each(["1.32", "1.34", "1.36"])("ticks on over a restart: %s (§6.2)", (version) => {
    const yaml = `
      duration: 40s
      pods: {web: {containers: [{livenessProbe: {${exec}, periodSeconds: 7}}]}}
      behaviour: {app: {runs: [{exitAfter: 10, exitCode: 1}, {}]}}`;
    const times = kube(yaml, { version })
      .probes("liveness")
      .map(({ t }) => t);
    expect(times).toEqual([7, 14, 21, 28, 35]);
  });

  it.each(["1.32", "1.34", "1.36"])("of a young kubelet sleeps first: %s (B7)", (version) => {
    const yaml = `
      duration: 60s
      pods: {web: {containers: [{readinessProbe: {${exec}, periodSeconds: 10}}]}}
      stimuli: [{at: 30, action: kubeletRestart}]`;
    const firsts = Array.from({ length: 12 }, (_, seed) => {
      const run = kube(yaml, { version, seed });
      return (run.probes("readiness").find(({ t }) => t > 30)?.t ?? NaN) - 30;
    });
    // Any part of the period after its first sync, though a status calls for a probe at once.
    for (const first of firsts) expectWithin(first, [0, 12]);
    expect(Math.max(...firsts) - Math.min(...firsts)).toBeGreaterThan(5);
  });

  // Its container that has just started calls for a probe, which an older kubelet makes at once.
  it.each(["1.32", "1.34", "1.36"])("serves no poke while it sleeps: %s (B7)", (version) => {
    const first = (restart: string, seed: number): number => {
      const yaml = `
        duration: 60s
        pods: {late: {containers: [{readinessProbe: {${exec}, periodSeconds: 20}}]}}
        stimuli: [${restart}{at: 32, action: createPod, pod: late}]`;
      const run = kube(yaml, { version, seed });
      return (run.probes("readiness")[0]?.t ?? NaN) - run.start("app");
    };
    const seeds = Array.from({ length: 8 }, (_, seed) => seed);
    for (const seed of seeds) expectWithin(first("", seed), [0, 1.1]);
    const young = seeds.map((seed) => first("{at: 30, action: kubeletRestart}, ", seed));
    for (const seconds of young) expectWithin(seconds, [0, 21]);
    expect(Math.max(...young)).toBeGreaterThan(10);
  });

  it.each(versions)("waits out the initial delay of each run: %s (§6.2 rule 8)", (version) => {
    const yaml = `
      duration: 60s
      pods:
        web: {containers: [{livenessProbe: {${exec}, periodSeconds: 5, initialDelaySeconds: 12}}]}
      behaviour: {app: {runs: [{exitAfter: 21, exitCode: 1}, {}]}}`;
    const run = kube(yaml, { version });
    const times = run.probes("liveness").map(({ t }) => t);
    expect(times[0]).toBe(15);
    const second = run.start("app", 2);
    const afterRestart = times.find((t) => t > second) ?? NaN;
    expect(afterRestart - second).toBeGreaterThan(11);
    expect(afterRestart - second).toBeLessThanOrEqual(17);
  });
});

describe("a pod deleted before its startup probe has passed", () => {
  const probe = `${exec}, periodSeconds: 5, failureThreshold: 3`;
  const deleted = (version: string, behaviour: string): KubeRun =>
    kube(
      `
duration: 60s
pods:
  web:
    terminationGracePeriodSeconds: 20
    containers:
    - startupProbe: {${probe}, terminationGracePeriodSeconds: 3, timeoutSeconds: 9}
      readinessProbe: {${exec}, periodSeconds: 1}
      livenessProbe: {${exec}, periodSeconds: 1}
behaviour: {app: {${behaviour}}}
stimuli: [{at: 7, action: deletePod, pod: web}]`,
      { version },
    );

  it.each(versions)(
    "is probed no more and has its own grace, neither started nor ready: %s (StopLivenessAndStartup)",
    (version) => {
      const failing = "startup: [{from: 0, result: failure}]";
      const run = deleted(version, `sigterm: ignored, probes: {${failing}}`);
      const probes = run.of("probe").map(({ probe: type, t }) => [type, t]);
      expect(probes).toEqual([["startup", 5]]);
      expect(run.signals("app").map(([signal, t]) => [signal, Math.round(t)])).toEqual([
        ["TERM", 7],
        ["KILL", 27],
      ]);
      for (const { containerStatuses, conditions } of run.statuses()) {
        expect(containerStatuses[0]).toMatchObject({ started: false, ready: false });
        expect(conditions.find(({ type }) => type === "Ready")?.status).toBe("False");
      }
    },
  );

  it.each(versions)("has the probe that is under way come to its end: %s", (version) => {
    const slow = "startup: [{from: 0, result: failure, takes: 4s}]";
    const run = deleted(version, `sigterm: {exitAfter: 10s, exitCode: 0}, probes: {${slow}}`);
    expect(run.of("probe").map(({ probe: type, t }) => [type, t])).toEqual([["startup", 9]]);
    expect(run.events("Unhealthy", "Startup probe failed").map(({ t }) => t)).toEqual([9]);
    expect(run.statuses().every(({ containerStatuses: [one] }) => one?.started === false)).toBe(
      true,
    );
  });
});
