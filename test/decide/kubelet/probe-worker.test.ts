/** Models: kubernetes/pkg/kubelet/prober/worker_test.go TestDoProbe and its kin. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type ProbeRound,
  type ProbeStep,
  type ProbeType,
  type ProbeVerdict,
  type ProbeWorkerState,
  beginProbe,
  finishProbe,
  newProbeWorker,
  parseContainerId,
} from "../../../src/decide/kubelet/probe-worker.ts";
import type { KubePod } from "../../../src/model/kube-pod.ts";
import {
  type ContainerApiStatus,
  type PodApiStatus,
  emptyPodStatus,
} from "../../../src/model/kube-status.ts";
import { allFeatures, container, noFeatures, pod, probe, sidecar } from "../../support/kube.ts";

const types = ["liveness", "readiness", "startup"] as const satisfies readonly ProbeType[];

const app = container({
  livenessProbe: probe(),
  readinessProbe: probe(),
  startupProbe: probe(),
});
const web = pod({ spec: { containers: [app] } });

function containerStatus(given: Partial<ContainerApiStatus> = {}): ContainerApiStatus {
  return {
    name: "app",
    image: "example.com/app:1",
    containerID: "containerd://one",
    state: { running: { startedAtMs: 100_000 } },
    lastState: {},
    ready: false,
    started: true,
    restartCount: 0,
    ...given,
  };
}

function status(
  given: Partial<ContainerApiStatus> = {},
  rest: Partial<PodApiStatus> = {},
): PodApiStatus {
  return {
    ...emptyPodStatus,
    phase: "Running",
    containerStatuses: [containerStatus(given)],
    ...rest,
  };
}

/** Container `one`, started long before now, of a kubelet that started before it. */
function round(given: Partial<ProbeRound> = {}): ProbeRound {
  return {
    pod: web,
    container: app,
    status: status(),
    nowMs: 200_000,
    kubeletStartedAtMs: 0,
    features: noFeatures,
    wouldRestart: () => true,
    ...given,
  };
}

function worker(probeType: ProbeType, given: Partial<ProbeWorkerState> = {}): ProbeWorkerState {
  return { ...newProbeWorker(probeType), containerId: "one", ...given };
}

function outcome(step: ProbeStep): string {
  return step.kind === "probe" ? "probe" : `${step.kind}: ${step.why}`;
}

describe("a round of a worker that knows the container", () => {
  const terminated = { terminated: { exitCode: 1 } };
  /** What is different, and the outcome for liveness, readiness and startup. */
  const rows: readonly (readonly [string, Partial<ProbeRound>, string, string, string])[] = [
    ["it has started", {}, "probe", "probe", "wait: containerHasStarted"],
    [
      "S33: it has not started",
      { status: status({ started: false }) },
      "wait: containerHasNotStarted",
      "wait: containerHasNotStarted",
      "probe",
    ],
    [
      "it runs for less than initialDelaySeconds",
      { nowMs: 104_999, container: { ...app, ...withDelay(5) }, status: status() },
      "wait: initialDelay",
      "wait: initialDelay",
      "wait: initialDelay",
    ],
    [
      "it runs for initialDelaySeconds to the second, as the API counts them",
      { nowMs: 105_000, container: { ...app, ...withDelay(5) }, status: status() },
      "probe",
      "probe",
      "wait: containerHasStarted",
    ],
    [
      "S14: its start is not in the status yet, for its postStart hook runs",
      { status: status({ containerID: "" }) },
      "wait: containerNotCreated",
      "wait: containerNotCreated",
      "wait: containerNotCreated",
    ],
    [
      "the pod has succeeded",
      { status: status({}, { phase: "Succeeded" }) },
      "end: podIsTerminal",
      "end: podIsTerminal",
      "end: podIsTerminal",
    ],
    [
      "the pod has failed",
      { status: status({}, { phase: "Failed" }) },
      "end: podIsTerminal",
      "end: podIsTerminal",
      "end: podIsTerminal",
    ],
    [
      "S10: it waits for its restart",
      { status: status({ state: { waiting: { reason: "CrashLoopBackOff" } } }) },
      "wait: containerNotRunning",
      "wait: containerNotRunning",
      "wait: containerNotRunning",
    ],
    [
      "it has terminated and restarts",
      { status: status({ state: terminated }) },
      "wait: containerNotRunning",
      "wait: containerNotRunning",
      "wait: containerNotRunning",
    ],
    [
      "the worker was made for a pod that was being deleted",
      { pod: { ...web, deletionTimestampMs: 1 } },
      "end: podIsDeleted",
      "probe",
      "end: podIsDeleted",
    ],
  ];

  it.each(rows)("%s", (_what, given, liveness, readiness, startup) => {
    const outcomes = types.map((type) => outcome(beginProbe(worker(type), round(given))));
    expect(outcomes).toEqual([liveness, readiness, startup]);
  });

  it.each(types)("waits, %s, while there is no status", (type) => {
    const step = beginProbe(newProbeWorker(type), withoutStatus(round()));
    expect(outcome(step)).toBe("wait: noStatus");
    expect(step.effects).toEqual([]);
  });

  it.each(types)("waits, %s, on hold", (type) => {
    const held = worker(type, { onHold: true });
    expect(outcome(beginProbe(held, round()))).toBe("wait: onHold");
    // Not even the death of the container is stored: it was killed for this probe.
    const dead = beginProbe(held, round({ status: status({ state: terminated }) }));
    expect(dead).toEqual({ kind: "wait", state: held, effects: [], why: "onHold" });
  });

  it.each(types)("stores failure for a dead container, %s", (type) => {
    const step = beginProbe(worker(type), round({ status: status({ state: terminated }) }));
    expect(step.effects).toEqual([{ effect: "store", containerId: "one", result: "failure" }]);
  });

  it.each(["liveness", "startup"] as const)("ends quietly when the pod is deleted: %s", (type) => {
    const step = beginProbe(worker(type), round({ pod: { ...web, deletionTimestampMs: 1 } }));
    expect(step.effects).toEqual([
      { effect: "store", containerId: "one", result: "success" },
      { effect: "forget", containerId: "one" },
    ]);
  });
});

function withoutStatus({ status: _, ...rest }: ProbeRound): ProbeRound {
  return rest;
}

function withDelay(initialDelaySeconds: number) {
  const delayed = probe({ initialDelaySeconds });
  return { livenessProbe: delayed, readinessProbe: delayed, startupProbe: delayed };
}

describe("a worker that sees a new container", () => {
  it.each([
    ["liveness", "success"],
    ["readiness", "failure"],
    ["startup", "unknown"],
  ] as const)("stores the start value of %s, %s, and goes on in the same round", (type, result) => {
    const step = beginProbe(newProbeWorker(type), round({ status: status({ started: true }) }));
    expect(step.effects).toEqual([{ effect: "store", containerId: "one", result }]);
    expect(outcome(step)).toBe(type === "startup" ? "wait: containerHasStarted" : "probe");
    expect(step.state.containerId).toBe("one");
  });

  it("forgets the one before, lets go of a hold, and keeps its counters", () => {
    const before = worker("liveness", { onHold: true, lastResult: "failure", resultRun: 2 });
    const step = beginProbe(before, round({ status: status({ containerID: "containerd://two" }) }));
    expect(step).toEqual({
      kind: "probe",
      containerId: "two",
      state: { ...before, containerId: "two", onHold: false },
      effects: [
        { effect: "forget", containerId: "one" },
        { effect: "store", containerId: "two", result: "success" },
      ],
    });
  });

  const early = { kubeletStartedAtMs: 110_001 };
  const late = { kubeletStartedAtMs: 110_000 };
  it.each([
    ["row 8, new: keeps what ran 10 s before the kubelet", allFeatures, early, []],
    ["row 8, new: but not what started with it", allFeatures, late, ["failure"]],
    ["row 8, old: starts anew", noFeatures, early, ["failure"]],
  ] as const)("%s", (_what, features, when, stored) => {
    const step = beginProbe(newProbeWorker("readiness"), round({ features, ...when }));
    expect(step.effects.map((effect) => "result" in effect && effect.result)).toEqual(stored);
  });

  it.each([
    [allFeatures, early, ["success"]],
    [allFeatures, late, ["success", "unknown"]],
    [noFeatures, early, ["unknown"]],
  ] as const)(
    "a sidecar that had started is taken as started, or is not: %#",
    (f, when, stored) => {
      const side = sidecar({ name: "app", startupProbe: probe() });
      const withSidecar = pod({ spec: { initContainers: [side] } });
      const initOnly = status(
        {},
        { containerStatuses: [], initContainerStatuses: [containerStatus()] },
      );
      const step = beginProbe(
        newProbeWorker("startup"),
        round({ pod: withSidecar, container: side, status: initOnly, features: f, ...when }),
      );
      expect(step.effects.map((effect) => "result" in effect && effect.result)).toEqual(stored);
    },
  );
});

describe("a worker of a container that died", () => {
  const dead = status({ state: { terminated: { exitCode: 0 } } });
  const never = (initContainers: KubePod["spec"]["initContainers"] = []) =>
    pod({ spec: { restartPolicy: "Never", containers: [app], initContainers } });
  const sideApp = sidecar({ name: "app", livenessProbe: probe() });
  const goOn = { ...noFeatures, sidecarProbesGoOn: true };
  const byRules = { ...goOn, probeWorkerEndsByRestartRules: true };

  it.each([
    ["policy Never", { pod: never() }, "end"],
    ["policy OnFailure, exit 0", { pod: pod({ spec: { restartPolicy: "OnFailure" } }) }, "wait"],
    ["row 12, old: a sidecar under Never", { pod: never([sideApp]), container: sideApp }, "end"],
    [
      "row 12, new: a sidecar under Never",
      { pod: never([sideApp]), container: sideApp, features: goOn },
      "wait",
    ],
    [
      "row 36, new: the rules say no",
      { pod: web, features: byRules, wouldRestart: (code: number) => code !== 0 },
      "end",
    ],
    [
      "row 36, new: the rules say yes, whatever the policy",
      { pod: never(), features: byRules, wouldRestart: (code: number) => code === 0 },
      "wait",
    ],
    [
      "row 36, new: it only waits",
      {
        status: status({ state: { waiting: {} } }),
        features: byRules,
        wouldRestart: () => false,
      },
      "wait",
    ],
  ] as const)("%s", (_what, given, kind) => {
    const step = beginProbe(worker("liveness"), round({ status: dead, ...given }));
    expect(step.kind).toBe(kind);
    const last = kind === "end" ? [{ effect: "forget", containerId: "one" }] : [];
    expect(step.effects).toEqual([
      { effect: "store", containerId: "one", result: "failure" },
      ...last,
    ]);
  });
});

describe("what a probe said", () => {
  const spec = { successThreshold: 1, failureThreshold: 3 };

  function play(
    state: ProbeWorkerState,
    verdicts: readonly ProbeVerdict[],
    thresholds = spec,
  ): readonly (string | undefined)[] {
    const stored: (string | undefined)[] = [];
    let now = state;
    for (const verdict of verdicts) {
      const finish = finishProbe(now, verdict, thresholds);
      stored.push(finish.stored);
      now = finish.state;
    }
    return stored;
  }

  const verdictOf = { s: "success", f: "failure", e: "error" } as const;
  const letters = (text: string) => [...text].map((letter) => verdictOf[letter as "s" | "f" | "e"]);
  const told = (stored: readonly (string | undefined)[]) =>
    stored.map((one) => one?.[0] ?? "-").join("");

  it.each([
    ["S34: the third failure in a row counts", "fff", "--f"],
    ["a success in between starts the count again", "ffsff", "--s--"],
    ["S37: an error leaves the count as it is", "fefef", "----f"],
    ["every failure after the third is stored again", "ffff", "--ff"],
  ])("%s", (_what, verdicts, stored) => {
    expect(told(play(worker("readiness"), letters(verdicts)))).toBe(stored);
  });

  it("needs successThreshold successes in a row", () => {
    const two = { successThreshold: 2, failureThreshold: 1 };
    expect(told(play(worker("readiness"), letters("sfss"), two))).toBe("-f-s");
  });

  it.each([
    ["liveness", "failure", true],
    ["liveness", "success", false],
    ["readiness", "failure", false],
    ["readiness", "success", false],
    ["startup", "failure", true],
    ["startup", "success", true],
  ] as const)("%s: a stored %s holds: %s", (type, verdict, onHold) => {
    const { state } = finishProbe(worker(type), verdict, { ...spec, failureThreshold: 1 });
    expect(state).toEqual(worker(type, { lastResult: verdict, resultRun: onHold ? 0 : 1, onHold }));
  });

  it("after a hold the count begins at nothing: the next container has all its failures", () => {
    const held = worker("liveness", { onHold: true, lastResult: "failure", resultRun: 0 });
    expect(told(play(held, letters("fff")))).toBe("--f");
  });

  it("stores nothing but what the last probes of a threshold agree on", () => {
    const verdict = fc.constantFrom<ProbeVerdict>("success", "failure", "error");
    const threshold = fc.integer({ min: 1, max: 4 });
    fc.assert(
      fc.property(fc.array(verdict), threshold, threshold, (verdicts, successes, failures) => {
        const thresholds = { successThreshold: successes, failureThreshold: failures };
        play(worker("readiness"), verdicts, thresholds).forEach((stored, index) => {
          const said = verdicts.slice(0, index + 1).filter((one) => one !== "error");
          const needed = said.at(-1) === "success" ? successes : failures;
          const run = said.slice(-needed);
          const agree = run.length === needed && run.every((one) => one === said.at(-1));
          const expected = agree && verdicts[index] !== "error" ? said.at(-1) : undefined;
          expect(stored).toBe(expected);
        });
      }),
    );
  });
});

it("takes an id with or without its runtime", () => {
  expect(["containerd://abc", "abc"].map(parseContainerId)).toEqual(["abc", "abc"]);
});
