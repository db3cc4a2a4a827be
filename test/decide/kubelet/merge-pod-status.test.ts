/**
 * Models: kubernetes/pkg/kubelet/status/status_manager_test.go TestMergePodStatus; finding B25 of
 * recorded runs.
 */
import { describe, expect, it } from "vitest";
import { type MergeContext, mergePodStatus } from "../../../src/decide/kubelet/merge-pod-status.ts";
import {
  type PodApiStatus,
  type PodCondition,
  emptyPodStatus,
} from "../../../src/model/kube-status.ts";
import { allFeatures, pod } from "../../support/kube.ts";

const context: MergeContext = {
  pod: pod(),
  couldHaveRunningContainers: false,
  nowMs: 5_000,
  features: allFeatures,
};
const stillRuns = { ...context, couldHaveRunningContainers: true };
const isReady: PodCondition = { type: "Ready", status: "True", lastTransitionTimeMs: 1_000 };
const gate: PodCondition = { type: "example.com/gate", status: "True" };
const target: PodCondition = {
  type: "DisruptionTarget",
  status: "True",
  lastTransitionTimeMs: 1_000,
};

function status(given: Partial<PodApiStatus> = {}): PodApiStatus {
  return { ...emptyPodStatus, phase: "Running", ...given };
}

describe("conditions", () => {
  it("of other owners come from the API, the kubelet's own from the kubelet", () => {
    const old = status({ conditions: [{ ...isReady, status: "False" }, gate] });
    const fresh = status({ conditions: [{ ...gate, status: "False" }, isReady] });
    expect(mergePodStatus(old, fresh, context).conditions).toEqual([gate, isReady]);
  });

  it("that the kubelet no longer has go", () => {
    expect(mergePodStatus(status({ conditions: [isReady] }), status(), context).conditions).toEqual(
      [],
    );
  });

  it.each<[string, Partial<PodApiStatus>, MergeContext, readonly PodCondition[]]>([
    ["not while the pod runs", { phase: "Running" }, context, []],
    ["not while a container may run", { phase: "Failed" }, stillRuns, []],
    [
      "with the end, at the time of the end",
      { phase: "Failed" },
      context,
      [{ ...target, lastTransitionTimeMs: 5_000 }],
    ],
  ])("DisruptionTarget is sent %s", (_, given, at, conditions) => {
    const fresh = status({ ...given, conditions: [target] });
    expect(mergePodStatus(status(), fresh, at).conditions).toEqual(conditions);
  });

  it("DisruptionTarget of another owner stays", () => {
    const old = status({ conditions: [target] });
    expect(mergePodStatus(old, status(), context).conditions).toEqual([target]);
  });
});

describe("a terminal phase", () => {
  const evicted = status({ phase: "Failed", reason: "Evicted", message: "low on memory" });

  it("B25: is held back with its reason while a container may run, its conditions are not", () => {
    const notReady: PodCondition = { type: "Ready", status: "False", reason: "PodFailed" };
    const merged = mergePodStatus(status(), { ...evicted, conditions: [notReady] }, stillRuns);
    expect(merged).toEqual(status({ conditions: [notReady] }));
  });

  it("is held back with the reason and message that the API has", () => {
    const old = status({ phase: "Pending", reason: "why", message: "so" });
    expect(mergePodStatus(old, evicted, stillRuns)).toEqual(old);
  });

  it("is sent when nothing can run any more", () => {
    expect(mergePodStatus(status(), evicted, context)).toEqual(evicted);
  });

  it("that the API has is not held back", () => {
    const old = status({ phase: "Failed" });
    expect(mergePodStatus(old, evicted, stillRuns)).toEqual(evicted);
  });

  it.each([
    ["Failed", "PodFailed"],
    ["Succeeded", "PodCompleted"],
  ] as const)("%s is never sent with Ready True", (phase, reason) => {
    const conditions = [isReady, { ...isReady, type: "ContainersReady" }];
    const merged = mergePodStatus(status(), status({ phase, conditions }), context);
    expect(merged.conditions).toEqual(
      conditions.map(({ type }) => ({
        type,
        status: "False",
        reason,
        lastTransitionTimeMs: 5_000,
      })),
    );
  });
});
