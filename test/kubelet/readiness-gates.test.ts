/**
 * A pod that is ready only when others say so, too.
 *
 * Models: kubernetes/pkg/kubelet/kubelet.go HandlePodReconcile; status/generate.go
 * GeneratePodReadyCondition; status/status_manager.go NeedToReconcilePodReadiness.
 */
import { describe, expect, it } from "vitest";
import { type KubeRun, kube, versions } from "../support/kube-run.ts";

const gates = "readinessGates: [{conditionType: example.com/up}]";

const set = (at: number, status: string, type = "example.com/up"): string =>
  `- {at: ${at}, action: updateObject, pod: web,
     set: {"status.conditions[0]": {type: ${type}, status: "${status}", reason: Told}}}`;

const played = (version: string, stimuli: readonly string[], spec = gates): KubeRun =>
  kube(`duration: 40s\npods: {web: {${spec}}}\nstimuli:\n${stimuli.join("\n")}`, { version });

describe("a readiness gate", () => {
  it.each(versions)("keeps the pod unready until its condition comes: %s", (version) => {
    const run = played(version, [set(100, "True")]);
    expect(run.conditions("Ready").map(([status]) => status)).toEqual(["False"]);
    expect(run.conditionAt(39, "ContainersReady")?.status).toBe("True");
    expect(run.conditionAt(39, "Ready")).toMatchObject({
      reason: "ReadinessGatesNotReady",
      message: 'corresponding condition of pod readiness gate "example.com/up" does not exist.',
    });
  });

  it.each(versions)("has the pod synced when its condition changes: %s", (version) => {
    const run = played(version, [set(10, "True"), set(20, "False"), set(30, "True")]);
    expect(run.conditions("Ready").slice(1)).toEqual([
      ["True", 10],
      ["False", 20],
      ["True", 30],
    ]);
    expect(run.conditionAt(25, "Ready")?.message).toBe(
      'the status of pod readiness gate "example.com/up" is not "True", but False',
    );
    expect(run.conditionAt(39, "example.com/up")).toMatchObject({ status: "True", reason: "Told" });
  });

  it.each(versions)("is not opened by a condition of another type: %s", (version) => {
    const run = played(version, [set(10, "True", "example.com/down")]);
    expect(run.conditions("Ready").map(([status]) => status)).toEqual(["False"]);
  });

  it.each(versions)("opens over a restart of the kubelet as the API has it: %s", (version) => {
    const restart = "- {at: 20, action: kubeletRestart}";
    const run = played(version, [set(10, "True"), restart]);
    expect(run.conditionAt(39, "Ready")?.status).toBe("True");
    expect(run.conditionAt(39, "example.com/up")?.status).toBe("True");
  });
});

it.each(versions)(
  "a condition of others on a pod without gates changes no readiness: %s",
  (version) => {
    const run = played(version, [set(10, "False")], "terminationGracePeriodSeconds: 5");
    expect(run.conditions("Ready").map(([status]) => status)).toEqual(["False", "True"]);
  },
);
