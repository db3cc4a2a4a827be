/**
 * Models: kubernetes/pkg/kubelet/status/generate_test.go TestGenerate…Condition; statements S8, S31
 * and S49 of the behaviour notes, rows 19 and 25 of their table of versions.
 */
import { describe, expect, it } from "vitest";
import {
  type ConditionInput,
  allContainersCouldRestart,
  generateAllContainersRestartingCondition,
  generateContainersReadyCondition,
  generatePodInitializedCondition,
  generatePodReadyCondition,
  generatePodReadyToStartContainersCondition,
  generatePodScheduledCondition,
  updateLastTransitionTime,
} from "../../../src/decide/kubelet/conditions.ts";
import { type PodCondition, emptyPodStatus } from "../../../src/model/kube-status.ts";
import { running, terminated, waiting } from "../../support/container-status.ts";
import {
  allFeatures,
  container,
  noFeatures,
  pod,
  record,
  runtimeStatus,
  sidecar,
} from "../../support/kube.ts";

const twoContainers = pod({ spec: { containers: [container(), container({ name: "web" })] } });
const withInit = pod({
  spec: { initContainers: [container({ name: "a" }), sidecar({ name: "b" })] },
});
const unready = { ready: false };

function input(given: Partial<ConditionInput> = {}): ConditionInput {
  return {
    pod: twoContainers,
    oldStatus: emptyPodStatus,
    statuses: [],
    phase: "Running",
    features: noFeatures,
    ...given,
  };
}

const told = ({ status, reason, message }: PodCondition): string =>
  [status, reason, message].filter((part) => part !== undefined).join(" ");

describe("ContainersReady and Ready", () => {
  it.each<[string, Partial<ConditionInput>, string]>([
    ["all are ready", { statuses: [running(), running("web")] }, "True"],
    ["nothing is known of any", { statuses: undefined }, "False UnknownContainerStatuses"],
    [
      "S31: one is not ready",
      { statuses: [running("app", unready), running("web")] },
      "False ContainersNotReady containers with unready status: [app]",
    ],
    [
      "two are not ready",
      { statuses: [running("app", unready), waiting("web")] },
      "False ContainersNotReady containers with unready status: [app web]",
    ],
    [
      "one is unknown, one not ready",
      { statuses: [running("app", unready)] },
      "False ContainersNotReady containers with unknown status: [web], containers with unready status: [app]",
    ],
    [
      "it completed",
      { statuses: [terminated(), terminated("web")], phase: "Succeeded" },
      "False PodCompleted",
    ],
    [
      "it completed, one is unknown",
      { statuses: [running()], phase: "Succeeded" },
      "False ContainersNotReady containers with unknown status: [web]",
    ],
    ["S8: it failed", { statuses: [terminated("app", 3)], phase: "Failed" }, "False PodFailed"],
  ])("when %s", (_, given, expected) => {
    expect(told(generateContainersReadyCondition(input(given)))).toBe(expected);
    expect(told(generatePodReadyCondition(input(given), []))).toBe(expected);
  });

  it("count sidecars first, and no other init container", () => {
    const statuses = [waiting("a"), running("b", unready), running("app", unready)];
    expect(told(generateContainersReadyCondition(input({ pod: withInit, statuses })))).toBe(
      "False ContainersNotReady containers with unready status: [b app]",
    );
  });
});

describe("readiness gates", () => {
  const gated = pod({
    spec: { readinessGates: [{ conditionType: "x/up" }, { conditionType: "y" }] },
  });
  const given = input({ pod: gated, statuses: [running()] });
  it.each<[string, readonly PodCondition[], string]>([
    [
      "are not there",
      [],
      'False ReadinessGatesNotReady corresponding condition of pod readiness gate "x/up" does not exist., corresponding condition of pod readiness gate "y" does not exist.',
    ],
    [
      "are not all open",
      [
        { type: "x/up", status: "True" },
        { type: "y", status: "False" },
      ],
      'False ReadinessGatesNotReady the status of pod readiness gate "y" is not "True", but False',
    ],
    [
      "are open",
      [
        { type: "x/up", status: "True" },
        { type: "y", status: "True" },
      ],
      "True",
    ],
  ])("that %s decide on Ready alone", (_, conditions, expected) => {
    expect(told(generatePodReadyCondition(given, conditions))).toBe(expected);
    expect(told(generateContainersReadyCondition(given))).toBe("True");
  });

  it("are not asked while a container is not ready", () => {
    const notReady = { ...given, statuses: [running("app", unready)] };
    expect(told(generatePodReadyCondition(notReady, []))).toContain("ContainersNotReady");
  });
});

describe("Initialized", () => {
  const done = terminated("a", 0, { ready: true });
  const app = waiting("app", "PodInitializing");
  it.each<[string, Partial<ConditionInput>, string]>([
    ["there are none", { pod: pod(), statuses: [app] }, "True"],
    ["nothing is known", { statuses: undefined }, "False UnknownContainerStatuses"],
    [
      "both are to come",
      { statuses: [waiting("a"), waiting("b"), app] },
      "False ContainersNotInitialized containers with incomplete status: [a b]",
    ],
    [
      "one has no status",
      { statuses: [done, app] },
      "False ContainersNotInitialized containers with unknown status: [b]",
    ],
    [
      "S20: the sidecar has not started",
      { statuses: [done, running("b", { started: false }), app] },
      "False ContainersNotInitialized containers with incomplete status: [b]",
    ],
    [
      "the sidecar has started, ready or not",
      { statuses: [done, running("b", unready), app] },
      "True",
    ],
    [
      "the pod completed",
      { statuses: [done, waiting("b")], phase: "Succeeded" },
      "True PodCompleted",
    ],
    [
      "S49: they run again beside a container that ran",
      { statuses: [waiting("a"), running()] },
      "True",
    ],
    ["S49: the container that ran has ended", { statuses: [waiting("a"), terminated()] }, "True"],
  ])("when %s", (_, given, expected) => {
    expect(told(generatePodInitializedCondition(input({ pod: withInit, ...given })))).toBe(
      expected,
    );
  });

  it("row 19: stays True once it was, from 1.36 on", () => {
    const oldStatus = {
      ...emptyPodStatus,
      conditions: [{ type: "Initialized", status: "True" as const }],
    };
    const given = { pod: withInit, oldStatus, statuses: [waiting("a"), waiting("b"), app] };
    const at = (features: typeof allFeatures) =>
      generatePodInitializedCondition(input({ ...given, features })).status;
    expect([at(noFeatures), at(allFeatures)]).toEqual(["False", "True"]);
  });
});

describe("AllContainersRestarting", () => {
  const rule = { action: "RestartAllContainers" as const, exitCodes: { operator: "In" as const } };
  const given = pod({ spec: { containers: [container({ restartPolicyRules: [rule] })] } });
  const records = runtimeStatus([record()]);

  it("belongs to pods with such a rule", () => {
    expect(allContainersCouldRestart(given)).toBe(true);
    expect(allContainersCouldRestart(pod())).toBe(false);
  });

  it.each([
    ["nothing asked for it", {}, records, false, "False"],
    [
      "records are left",
      {},
      records,
      true,
      "True RestartAllContainersStarted container exited with restart policy rule",
    ],
    ["all records are gone", {}, runtimeStatus([]), true, "False"],
    ["the pod completed", { phase: "Succeeded" as const }, records, true, "False PodCompleted"],
    ["the pod failed", { phase: "Failed" as const }, records, true, "False PodFailed"],
  ])("when %s", (_, changed, podStatus, isRestarting, expected) => {
    const one = input({ pod: given, ...changed });
    expect(told(generateAllContainersRestartingCondition(one, podStatus, isRestarting))).toBe(
      expected,
    );
  });
});

describe("row 25: observedGeneration of a condition", () => {
  const numbered = pod({ generation: 3 });
  const scheduled = (given: Partial<ConditionInput>) =>
    generatePodScheduledCondition(input({ pod: numbered, ...given })).observedGeneration;

  it("is the pod's generation from 1.34 on, and absent before", () => {
    expect(scheduled({ features: allFeatures })).toBe(3);
    expect(scheduled({ features: noFeatures })).toBeUndefined();
  });

  it("is kept up by an older kubelet where a newer one began it", () => {
    const conditions = [{ type: "PodScheduled", status: "True" as const, observedGeneration: 2 }];
    expect(scheduled({ oldStatus: { ...emptyPodStatus, conditions } })).toBe(3);
  });

  it("is absent of a static pod, which has no generation", () => {
    expect(scheduled({ pod: pod({ source: "file" }), features: allFeatures })).toBeUndefined();
  });
});

describe("transition times", () => {
  const old: readonly PodCondition[] = [
    { type: "Ready", status: "False", reason: "ContainersNotReady", lastTransitionTimeMs: 0 },
  ];

  it.each<[string, PodCondition, number]>([
    ["move with the status", { type: "Ready", status: "True" }, 5_000],
    ["do not move with the reason", { type: "Ready", status: "False", reason: "PodFailed" }, 0],
    ["begin with the condition", { type: "Initialized", status: "True" }, 5_000],
  ])("%s", (_, fresh, lastTransitionTimeMs) => {
    const timed = updateLastTransitionTime(fresh, old, 5_000);
    expect(timed).toEqual({ ...fresh, lastTransitionTimeMs });
  });
});

it("PodReadyToStartContainers is True as soon as no new sandbox is needed", () => {
  const given = [true, false].map((isNeeded) =>
    told(generatePodReadyToStartContainersCondition(input(), isNeeded)),
  );
  expect(given).toEqual(["False", "True"]);
});
