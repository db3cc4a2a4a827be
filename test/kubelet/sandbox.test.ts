/**
 * A pod's sandbox on a node: when it is made, what its loss does, and when it goes.
 *
 * Models: kubernetes/pkg/kubelet/kuberuntime/util/util.go PodSandboxChanged;
 * kuberuntime_manager.go SyncPod; kuberuntime_gc.go.
 */
import { describe, expect, it } from "vitest";
import { expectWithin } from "../support/expect-within.ts";
import { changes, kube, since, until, versions } from "../support/kube-run.ts";

describe("a sandbox that is lost", () => {
  const lost = (policy: string, more = ""): string => `
    duration: 90s
    pods:
      web:
        restartPolicy: ${policy}
        initContainers: [{name: i1}, {name: i2}]
    behaviour:
      i1: {runs: [{exitAfter: 2, exitCode: 0}]}
      i2: {runs: [{exitAfter: 2, exitCode: 0}]}
      ${more}
    stimuli: [{at: 20.3, action: killSandbox, pod: web}]`;

  it.each(versions)("is replaced, from the first init container on: %s (S49)", (version) => {
    const run = kube(lost("Always"), { version });
    expect(run.sandboxes("Ready").map(({ attempt }) => attempt)).toEqual([0, 1]);
    expect(run.events("SandboxChanged")).toMatchObject([
      {
        eventType: "Normal",
        message: "Pod sandbox changed, it will be killed and re-created.",
      },
    ]);
    expectWithin(run.sigterm("app") - 20.3, [0, 1]);
    expect(run.end("app")).toBeLessThanOrEqual(run.start("i1", 2));
    expect(run.end("i1", 2)).toBeLessThanOrEqual(run.start("i2", 2));
    expect(run.end("i2", 2)).toBeLessThanOrEqual(run.start("app", 2));
    expect(run.lives("app")).toHaveLength(2);
  });

  it.each(versions)(
    "makes the pod Pending again, and leaves it Initialized: %s (§17)",
    (version) => {
      const run = kube(lost("Always"), { version });
      expect(run.phases().slice(0, 3)).toEqual(["Pending", "Running", "Pending"]);
      expect(run.phases().at(-1)).toBe("Running");
      expect(run.conditions("Initialized").map(([to]) => to)).toEqual(["False", "True"]);
    },
  );

  it.each(until("1.35"))("leaves only the first init container its count: %s (§17)", (version) => {
    const run = kube(lost("Always"), { version });
    expect(counts(run.lastStatus)).toEqual([1, 0, 1]);
  });

  it.each(since("1.36"))("leaves every container its count: %s (row 20)", (version) => {
    const run = kube(lost("Always"), { version });
    expect(counts(run.lastStatus)).toEqual([1, 1, 1]);
  });

  it.each(versions)("ends a pod that never restarts: %s (S50)", (version) => {
    const run = kube(lost("Never"), { version });
    expect(run.sandboxes("Ready")).toHaveLength(1);
    expect(run.events("SandboxChanged")).toEqual([]);
    expect(run.lives("app")).toHaveLength(1);
    expect(run.phases()).toEqual(["Pending", "Running", "Failed"]);
  });

  it.each(versions)("under OnFailure starts again what was running: %s (§3.2)", (version) => {
    const run = kube(
      `pods: {web: {restartPolicy: OnFailure, containers: [{name: done}, {name: app}]}}
behaviour: {done: {runs: [{exitAfter: 5, exitCode: 0}]}}
stimuli: [{at: 20.3, action: killSandbox, pod: web}]`,
      { version },
    );
    expect(run.lives("done")).toHaveLength(1);
    expect(run.lives("app")).toHaveLength(2);
  });
});

describe("a sandbox", () => {
  it.each(since("1.36"))("is told of when it is up, before the images: %s (row 23)", (version) => {
    expect(readyToStart(version)).toBe(0);
  });

  it.each(until("1.35"))("is told of with the next status: %s (row 23)", (version) => {
    expect(readyToStart(version)).toBeGreaterThanOrEqual(8);
  });

  function readyToStart(version: string): number {
    const run = kube(
      `pods: {web: {}}
behaviour: {app: {pull: {takes: 8s, result: success}}}`,
      { version },
    );
    const [, at = NaN] =
      run.conditions("PodReadyToStartContainers").find(([to]) => to === "True") ?? [];
    return at;
  }

  it.each(versions)("goes within a minute of its pod: %s (part 2 §11)", (version) => {
    const run = kube(
      `duration: 100s
pods: {web: {}}
stimuli: [{at: 10, action: deletePod, pod: web}]`,
      { version },
    );
    expect(run.sandboxes("NotReady")[0]?.t).toBe(10);
    expectWithin(run.sandboxes("Removed")[0]?.t ?? NaN, [10, 72]);
  });

  it.each(versions)("stays beside its replacement only for a while: %s (part 2 §11)", (version) => {
    const run = kube(
      `duration: 120s
pods: {web: {}}
stimuli: [{at: 20, action: killSandbox, pod: web}]`,
      { version },
    );
    expect(changes(run.of("sandbox").map(({ id, to }) => `${id} ${to}`)).slice(0, 3)).toEqual([
      "s1 Ready",
      "s1 NotReady",
      "s2 Ready",
    ]);
  });
});

type Counted = { readonly restartCount: number };

function counts(
  status:
    | {
        readonly initContainerStatuses?: readonly Counted[];
        readonly containerStatuses: readonly Counted[];
      }
    | undefined,
): readonly number[] {
  const all = [...(status?.initContainerStatuses ?? []), ...(status?.containerStatuses ?? [])];
  return all.map(({ restartCount }) => restartCount);
}
