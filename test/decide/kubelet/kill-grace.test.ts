/**
 * Models: kubernetes/pkg/kubelet/kuberuntime/kuberuntime_container_test.go TestKillContainer…;
 * kuberuntime_termination_order_test.go. A… and S…: the rules of the kubelet's behaviour.
 */
import { describe, expect, it } from "vitest";
import {
  type ContainerKillReason,
  planContainerKill,
  remainingGracePeriodSeconds,
  stopTimeoutSeconds,
  terminationGracePeriodSeconds,
  terminationOrder,
} from "../../../src/decide/kubelet/kill-grace.ts";
import { container, pod, probe, sidecar } from "../../support/kube.ts";

const probed = container({
  livenessProbe: probe({ terminationGracePeriodSeconds: 5 }),
  startupProbe: probe({ terminationGracePeriodSeconds: 90 }),
});
const hooked = container({ lifecycle: { preStop: { exec: { command: ["drain"] } } } });

describe("the grace of a kill", () => {
  it.each<{ reason: ContainerKillReason; seconds: number }>([
    { reason: "liveness", seconds: 5 },
    { reason: "startup", seconds: 90 },
    { reason: "unknown", seconds: 30 },
    { reason: "definitionChanged", seconds: 30 },
    { reason: "postStart", seconds: 30 },
    { reason: "restartAllContainers", seconds: 30 },
  ])("S15 S35: for the reason $reason is $seconds s", ({ reason, seconds }) => {
    expect(terminationGracePeriodSeconds(pod(), probed, reason)).toBe(seconds);
    expect(terminationGracePeriodSeconds(pod(), container(), reason)).toBe(30);
  });

  it.each([0, 7, 45])("S35: is the deletion's %i s once the pod is deleted", (seconds) => {
    const deleted = pod({ deletionGracePeriodSeconds: seconds });
    for (const reason of ["liveness", "startup", "unknown"] as const) {
      expect(terminationGracePeriodSeconds(deleted, probed, reason)).toBe(seconds);
    }
  });

  it("A4: is the spec's where the whole pod is stopped, whatever a probe has", () => {
    const short = pod({ spec: { terminationGracePeriodSeconds: 8, containers: [probed] } });
    expect(planContainerKill(short, probed)).toEqual({
      eventText: "Stopping container app",
      gracePeriodSeconds: 8,
      runsPreStop: false,
    });
  });

  it("is the override where there is one", () => {
    const deleted = pod({ deletionGracePeriodSeconds: 20 });
    const kill = planContainerKill(deleted, probed, {
      message: "Container app failed liveness probe",
      reason: "liveness",
      gracePeriodOverrideSeconds: 1,
    });
    expect(kill.gracePeriodSeconds).toBe(1);
    expect(kill.eventText).toBe("Container app failed liveness probe");
  });
});

describe("the budget of a stop", () => {
  it.each([
    { rule: "S24", grace: 30, hookMs: 10_000, timeout: 20 },
    { rule: "S24", grace: 30, hookMs: 10_999, timeout: 20 },
    { rule: "S25", grace: 5, hookMs: 5_000, timeout: 2 },
    { rule: "S26", grace: 1, hookMs: 0, timeout: 2 },
    { rule: "A1", grace: 1, hookMs: 1_000, timeout: 2 },
    { rule: "ph-02", grace: 60, hookMs: 1_048, timeout: 59 },
  ])("$rule: $grace s less a hook of $hookMs ms leave $timeout s", ({ grace, hookMs, timeout }) => {
    expect(stopTimeoutSeconds(remainingGracePeriodSeconds(grace, hookMs))).toBe(timeout);
  });

  it.each([
    { override: undefined, runs: true },
    { override: 1, runs: true },
    { override: 0, runs: false },
  ])("runs the preStop hook where there is any grace: $override", ({ override, runs }) => {
    const request = override === undefined ? {} : { gracePeriodOverrideSeconds: override };
    expect(planContainerKill(pod(), hooked, request).runsPreStop).toBe(runs);
    expect(planContainerKill(pod(), container(), request).runsPreStop).toBe(false);
  });
});

describe("the order of a stop", () => {
  const web = pod({
    spec: {
      initContainers: [
        container({ name: "setup" }),
        sidecar({ name: "s1" }),
        sidecar({ name: "s2" }),
        sidecar({ name: "s3" }),
      ],
      containers: [container({ name: "a" }), container({ name: "b" })],
    },
  });
  const order = (...running: string[]) => Object.fromEntries(terminationOrder(web, running));

  it("S23: has each sidecar wait for the regular ones and for the sidecar after it", () => {
    expect(order("a", "b", "s1", "s2", "s3")).toEqual({
      s1: ["a", "b", "s2"],
      s2: ["a", "b", "s3"],
      s3: ["a", "b"],
    });
  });

  it("has nobody wait for what does not run", () => {
    expect(order("b", "s3")).toEqual({ s1: ["b"], s2: ["b", "s3"], s3: ["b"] });
  });

  it("has nobody look past a sidecar that does not run", () => {
    expect(order("s1", "s3")["s1"]).toEqual([]);
  });

  it("has none without sidecars: all stop at once", () => {
    const plain = pod({ spec: { initContainers: [container({ name: "setup" })] } });
    expect(terminationOrder(plain, ["app", "setup"]).size).toBe(0);
  });
});
