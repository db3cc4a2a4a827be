/**
 * A pod that must run on a node that is full: who goes for it, and what waits meanwhile.
 *
 * Models: kubernetes/pkg/kubelet/preemption/preemption.go evictPodsToFreeRequests;
 * pod_workers.go killPodNow; kubelet.go syncLoopIteration, which waits in HandlePodAdditions.
 */
import { describe, expect, it } from "vitest";
import { expectWithin } from "../support/expect-within.ts";
import { kube, since, until, versions } from "../support/kube-run.ts";

const cpu = (amount: string): string =>
  `containers: [{resources: {requests: {cpu: ${JSON.stringify(amount)}}}}]`;

/** `low` has all of the node; `bystander` asks for nothing; the critical one comes at 20 s. */
const full = `
  duration: 120s
  node: {name: node-1, allocatable: {cpu: "2", pods: 10}}
  pods:
    low: {terminationGracePeriodSeconds: 8, ${cpu("2")}}
    bystander: {containers: [{}]}
    critical: {priority: 2000000000, ${cpu("2")}}
  stimuli: [{at: 20, action: createPod, pod: critical}]
  behaviour:
    low/app: {sigterm: ignored}
    bystander/app: {runs: [{exitAfter: 22, exitCode: 1}, {}]}`;

describe("a critical pod for which there is no room", () => {
  it.each(versions)("waits until the pod is dead that goes for it: %s", (version) => {
    const run = kube(full, { version });
    expect(run.events("Preempting")).toMatchObject([
      { t: 20, pod: "low", message: "Preempted in order to admit critical pod" },
    ]);
    const dead = run.end("low/app");
    expectWithin(dead, [28, 29.1]);
    expectWithin(run.start("critical/app") - dead, [0, 1.1]);
    expect(run.events("ExceededGracePeriod")).toEqual([]);
  });

  it("is critical by a class that every API server has, too", () => {
    const run = kube(
      full.replace("priority: 2000000000", "priorityClassName: system-node-critical"),
    );
    expect(run.events("Preempting")).toMatchObject([{ t: 20, pod: "low" }]);
    const added = run.records.find((record) => record.type === "pod" && record.pod === "critical");
    expect(added).toMatchObject({ spec: { priority: 2_000_001_000 } });
  });

  // Upstream: plugin/pkg/admission/priority/admission.go admitPod.
  it("is refused where it has another priority than that of its class", () => {
    const run = kube(
      full.replace("priority: 2000000000", "priority: 5, priorityClassName: system-node-critical"),
    );
    expect(run.records.filter(({ type }) => type === "rejected")).toMatchObject([
      {
        t: 20,
        pod: "critical",
        message:
          'pods "critical" is forbidden: the integer value of priority (5) must not be provided ' +
          "in pod spec; priority admission controller computed 2000001000 from the given " +
          "PriorityClass name",
      },
    ]);
    expect(run.events("Preempting")).toEqual([]);
  });

  it.each(versions)("holds up all that the kubelet would take meanwhile: %s", (version) => {
    const run = kube(full, { version });
    expect(run.end("bystander/app")).toBe(22);
    expectWithin(run.start("bystander/app", 2), [run.end("low/app"), run.end("low/app") + 2.2]);
  });

  it.each(versions)("the other is Failed for it in the API: %s", (version) => {
    const run = kube(full, { version });
    const failed = run.statuses("low").at(-1);
    expect(failed).toMatchObject({
      phase: "Failed",
      reason: "Preempting",
      message: "Preempted in order to admit critical pod",
    });
    const condition = failed?.conditions.find(({ type }) => type === "DisruptionTarget");
    expect(condition).toMatchObject({
      status: "True",
      reason: "TerminationByKubelet",
      message: "Pod was preempted by Kubelet to accommodate a critical pod.",
    });
  });

  it.each([
    ...since("1.34").map((version) => [version, 1] as const),
    ...until("1.33").map((version) => [version, undefined] as const),
  ])(
    "%s: its condition is of generation %s (CalculatePodConditionObservedGeneration)",
    (version, of) => {
      const failed = kube(full, { version }).statuses("low").at(-1);
      const condition = failed?.conditions.find(({ type }) => type === "DisruptionTarget");
      expect(condition?.observedGeneration).toBe(of);
    },
  );

  it.each(versions)("waits for one after the other: %s", (version) => {
    const run = kube(
      `duration: 60s
node: {name: node-1, allocatable: {cpu: "2", pods: 10}}
pods:
  a: {terminationGracePeriodSeconds: 4, ${cpu("1")}}
  b: {terminationGracePeriodSeconds: 4, ${cpu("1")}}
  critical: {priority: 2000000000, ${cpu("2")}}
stimuli: [{at: 20, action: createPod, pod: critical}]
behaviour: {"*": {sigterm: ignored}}`,
      { version },
    );
    const [first, second] = run.events("Preempting");
    expect(run.events("Preempting")).toHaveLength(2);
    expect(second?.t).toBe(run.end(`${first?.pod}/app`));
    expectWithin(run.start("critical/app") - run.end(`${second?.pod}/app`), [0, 1.1]);
  });

  it.each(versions)("is let in when the wait for it is over: %s (killPodNow)", (version) => {
    const run = kube(
      `duration: 120s
node: {name: node-1, allocatable: {cpu: "2", pods: 10}}
runtime: {latency: {stop: 25s}}
pods:
  low: {terminationGracePeriodSeconds: 10, ${cpu("2")}}
  critical: {priority: 2000000000, ${cpu("2")}}
stimuli: [{at: 20, action: createPod, pod: critical}]`,
      { version },
    );
    // One and a half of the grace, and ten seconds at least.
    expect(run.events("ExceededGracePeriod")).toMatchObject([
      {
        t: 35,
        pod: "low",
        eventType: "Warning",
        message: "Container runtime did not kill the pod within specified grace period.",
      },
    ]);
    expectWithin(run.start("critical/app"), [35, 37.2]);
    expect(run.end("low/app")).toBeGreaterThan(run.start("critical/app"));
  });
});
