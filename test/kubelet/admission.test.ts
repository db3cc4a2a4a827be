/**
 * What a node refuses, and what it ends by a deadline.
 *
 * Models: kubernetes/pkg/kubelet/lifecycle/predicate.go; kubelet.go rejectPod; active_deadline.go.
 */
import { describe, expect, it } from "vitest";
import { expectWithin } from "../support/expect-within.ts";
import { kube, versions } from "../support/kube-run.ts";

describe("a pod for which there is no room", () => {
  const full = `
    node: {name: node-1, allocatable: {cpu: "2", pods: 3}}
    pods:
      a: {containers: [{resources: {requests: {cpu: 1500m}}}]}
      b: {containers: [{resources: {requests: {cpu: "1"}}}]}
      c: {}
      d: {}
      e: {}
    stimuli: [${["b", "c", "d", "e"].map((pod, at) => `{at: ${at + 1}, action: createPod, pod: ${pod}}`).join(", ")}]`;

  it.each(versions)("of CPU is Failed for OutOfcpu: %s (S45)", (version) => {
    const run = kube(full, { version });
    const message =
      "Node didn't have enough resource: cpu, requested: 1000, used: 1500, capacity: 2000";
    expect(run.events("OutOfcpu")).toMatchObject([{ t: 1, eventType: "Warning", message }]);
    expect(run.statuses("b")).toMatchObject([
      { phase: "Failed", reason: "OutOfcpu", message: `Pod was rejected: ${message}` },
    ]);
    expect(run.statuses("b")[0]?.containerStatuses).toEqual([]);
    expect(run.lives("b/app")).toEqual([]);
  });

  it.each(versions)("among the number of pods is Failed for OutOfpods: %s (S46)", (version) => {
    const run = kube(full, { version });
    expect(run.statuses("e").at(-1)).toMatchObject({ phase: "Failed", reason: "OutOfpods" });
    expect(run.statuses("d").at(-1)).toMatchObject({ phase: "Running" });
  });

  it.each(versions)("is never asked about again: %s (§11)", (version) => {
    const yaml = full.replace("stimuli: [", "stimuli: [{at: 20, action: deletePod, pod: a}, ");
    const run = kube(yaml, { version });
    expect(run.lives("b/app")).toEqual([]);
    expect(run.statuses("b").at(-1)).toMatchObject({ phase: "Failed" });
  });

  it("goes at once when it is deleted (part 2 §7.1)", () => {
    const yaml = full.replace("stimuli: [", "stimuli: [{at: 20, action: deletePod, pod: b}, ");
    expect(kube(yaml).pod("removed", "b")).toBe(20);
  });

  it.each(versions)("finds some again once another is over: %s (part 2 §11)", (version) => {
    const run = kube(
      `node: {name: node-1, allocatable: {cpu: "2", pods: 110}}
pods:
  a: {restartPolicy: Never, containers: [{resources: {requests: {cpu: "2"}}}]}
  b: {containers: [{resources: {requests: {cpu: "2"}}}]}
behaviour: {a/app: {runs: [{exitAfter: 5, exitCode: 0}]}}
stimuli: [{at: 20, action: createPod, pod: b}]`,
      { version },
    );
    expect(run.statuses("b").at(-1)).toMatchObject({ phase: "Running" });
  });
});

describe("a pod of a name that is taken", () => {
  it("is refused by the API server, and the other stays (AlreadyExists)", () => {
    const run = kube(`pods: {web: {}}
stimuli: [{at: 0, action: createPod, pod: web}, {at: 10, action: createPod, pod: web}]`);
    expect(run.of("rejected")).toMatchObject([{ t: 10, message: 'pods "web" already exists' }]);
    expect(run.lives("app")).toHaveLength(1);
  });

  it("is let in once the other is gone, with another UID", () => {
    const run = kube(`pods: {web: {}}
stimuli:
- {at: 0, action: createPod, pod: web}
- {at: 10, action: deletePod, pod: web}
- {at: 20, action: createPod, pod: web}`);
    expect(run.of("rejected")).toEqual([]);
    expect(run.lives("app")).toHaveLength(2);
    expect(new Set(run.of("container").map(({ uid }) => uid)).size).toBe(2);
  });
});

describe("a pod with a deadline", () => {
  const yaml = (sigterm: string): string => `
    pods: {web: {activeDeadlineSeconds: 15, terminationGracePeriodSeconds: 5}}
    behaviour: {app: {sigterm: ${sigterm}}}`;

  it.each(versions)("is ended up to a second early, by its grace: %s (B25)", (version) => {
    const run = kube(yaml("ignored"), { version });
    const [first] = run.events("DeadlineExceeded");
    expect(first).toMatchObject({
      eventType: "Normal",
      message: "Pod was active on the node longer than the specified deadline",
    });
    expectWithin(first?.t ?? NaN, [14, 16]);
    expectWithin(run.events("DeadlineExceeded").length, [3, 5]);
    expectWithin(run.sigterm("app") - (first?.t ?? NaN), [0, 1.1]);
    expect(run.end("app")).toBe(run.sigterm("app") + 5);
  });

  it.each(versions)("is not ready at once, and Failed when it has ended: %s (B25)", (version) => {
    const run = kube(yaml("ignored"), { version });
    expect(run.conditionAt(run.sigterm("app"), "Ready")).toMatchObject({
      status: "False",
      reason: "PodFailed",
    });
    const failed = run.statuses().find(({ phase }) => phase === "Failed");
    expectWithin((failed?.t ?? NaN) - run.end("app"), [0, 2]);
    expect(failed).toMatchObject({ reason: "DeadlineExceeded" });
    expect(run.phases()).toEqual(["Pending", "Running", "Failed"]);
  });

  it.each(versions)(
    "is Failed even where SIGTERM is answered with 0: %s (part 2 §7.2)",
    (version) => {
      const run = kube(yaml("{exitAfter: 1, exitCode: 0}"), { version });
      expect(run.lastStatus).toMatchObject({ phase: "Failed", reason: "DeadlineExceeded" });
    },
  );

  it.each(versions)("is not restarted: %s", (version) => {
    expect(kube(yaml("{exitAfter: 0, exitCode: 1}"), { version }).lives("app")).toHaveLength(1);
  });
});
