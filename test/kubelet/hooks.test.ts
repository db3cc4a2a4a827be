/**
 * postStart hooks on a node: what they hold up, and what their failure does.
 *
 * Models: kubernetes/pkg/kubelet/kuberuntime/kuberuntime_container.go startContainer;
 * lifecycle/handlers.go.
 */
import { describe, expect, it } from "vitest";
import { kube, versions } from "../support/kube-run.ts";

const postStart = "postStart: {exec: {command: [hi]}}";

describe("a postStart hook", () => {
  const yaml = (behaviour: string, more = ""): string => `
    duration: 90s
    pods:
      web:
        containers:
        - name: a
          lifecycle: {${postStart}, preStop: {exec: {command: [bye]}}}
          livenessProbe: {exec: {command: [check]}, periodSeconds: 1}
        - {name: b}
    behaviour: {a: {${behaviour}}}
    ${more}`;

  it.each(versions)("holds up the next container, the status and the probes: %s (S14)", (v) => {
    const run = kube(yaml("postStart: {takes: 20s, result: success}"), { version: v });
    expect(run.start("a")).toBe(0);
    expect(run.start("b")).toBe(20);
    expect([run.stateAt(19, "a"), run.stateAt(19, "b")]).toEqual([
      "waiting ContainerCreating",
      "waiting ContainerCreating",
    ]);
    expect(run.probes("liveness", "a")[0]?.t).toBeGreaterThanOrEqual(20);
    expect(run.stateSince("running", 0, "a")).toBeLessThanOrEqual(21.1);
  });

  it.each(versions)("that fails has the container stopped, with its preStop: %s (S15)", (v) => {
    const behaviour =
      "postStart: {takes: 2s, result: failure}, preStop: {takes: 3s, result: success}";
    const run = kube(yaml(behaviour), { version: v });
    expect(run.events("FailedPostStartHook")[0]).toMatchObject({
      t: 2,
      eventType: "Warning",
      message: "PostStartHook failed",
    });
    expect(run.events("Killing")[0]).toMatchObject({ t: 2, message: "FailedPostStartHook" });
    expect(run.hooks("preStop", "start", "a")[0]).toBe(2);
    expect(run.sigterm("a")).toBe(5);
    expect(run.start("b")).toBe(5);
    expect(run.stateSince("waiting PostStartHookError", 0, "a")).toBeLessThanOrEqual(6.1);
    expect(run.starts("a")[1]).toBeLessThanOrEqual(6.1);
  });

  it.each(versions)("that fails under Never fails the pod: %s (§5.1)", (version) => {
    const run = kube(
      `pods: {web: {restartPolicy: Never, containers: [{lifecycle: {${postStart}}}]}}
behaviour: {app: {postStart: {takes: 1s, result: failure}}}`,
      { version },
    );
    expect(run.lives("app")).toHaveLength(1);
    expect(run.phases()).toEqual(["Pending", "Failed"]);
  });

  it.each(versions)("is waited for by a deletion: %s (§5.1, B29)", (version) => {
    const stimuli = "stimuli: [{at: 5, action: deletePod, pod: web}]";
    const run = kube(yaml("postStart: {takes: 20s, result: success}", stimuli), { version });
    expect(run.sigterm("a")).toBeGreaterThanOrEqual(20);
    expect(run.sigterm("a")).toBeLessThanOrEqual(21);
    expect(run.stateSince("running", 0, "a")).toBeGreaterThanOrEqual(20);
    expect(run.lives("b")).toEqual([]);
  });

  it.each(versions)("that hangs holds up the deletion for good: %s (§5.1)", (version) => {
    const stimuli = "stimuli: [{at: 5, action: deletePod, pod: web}]";
    const run = kube(yaml("postStart: {takes: forever, result: success}", stimuli), { version });
    expect(run.signals("a")).toEqual([]);
    expect(run.pod("removed")).toBe(Infinity);
  });

  it.each(versions)("ends with its container: %s (part 2 §5)", (version) => {
    const behaviour =
      "runs: [{exitAfter: 4, exitCode: 1}], postStart: {takes: 20s, result: success}";
    const run = kube(yaml(behaviour), { version });
    expect(run.hooks("postStart", "end", "a")[0]).toBe(4);
    expect(run.events("FailedPostStartHook")[0]?.t).toBe(4);
    expect(run.start("b")).toBe(4);
  });

  it.each(versions)("of kind tcpSocket is not there, and fails: %s (part 2 §5)", (version) => {
    const run = kube(
      "pods: {web: {containers: [{lifecycle: {postStart: {tcpSocket: {port: 80}}}}]}}",
      { version },
    );
    expect(run.events("FailedPostStartHook")[0]?.t).toBe(0);
    expect(run.end("app")).toBe(0);
  });
});
