/**
 * How pods end on a node: graces, signals, hooks, what the API shows and when the object goes.
 *
 * Models: kubernetes/pkg/kubelet/kubelet.go SyncTerminatingPod, SyncTerminatedPod;
 * kuberuntime/kuberuntime_container.go killContainer; pod_workers.go calculateEffectiveGracePeriod;
 * status/status_manager.go canBeDeleted; apiserver/pkg/registry/rest/delete.go BeforeDelete.
 */
import { describe, expect, it } from "vitest";
import { type KubeRun, kube, versions } from "../support/kube-run.ts";

const preStop = "lifecycle: {preStop: {exec: {command: [bye]}}}";

describe("a deletion", () => {
  const yaml = (pod: string, behaviour: string, stimuli: string): string => `
    duration: 120s
    pods: {web: {${pod}}}
    behaviour: {app: {${behaviour}}}
    stimuli: [${stimuli}]`;
  const del = "{at: 10, action: deletePod, pod: web}";

  it.each(versions)("signals at once and kills when the grace is over: %s (§7.2)", (version) => {
    const run = kube(yaml("terminationGracePeriodSeconds: 20", "sigterm: ignored", del), {
      version,
    });
    expect(run.signals("app")).toEqual([
      ["TERM", 10],
      ["KILL", 30],
    ]);
    expect(run.life("app")).toMatchObject({ end: 30, exitCode: 137 });
    expect(run.events("Killing")).toMatchObject([{ t: 10, message: "Stopping container app" }]);
  });

  it("of an object of kind Pod is the same", () => {
    const more = "{at: 90, action: deleteObject, kind: Pod, name: web}";
    const run = kube(
      yaml("", "sigterm: ignored", `{at: 10, action: deleteObject, kind: Pod, name: web}, ${more}`),
    );
    expect(run.signals("app")).toEqual([
      ["TERM", 10],
      ["KILL", 40],
    ]);
    expect(run.of("warning").map(({ message }) => message)).toEqual([
      "deleteObject: the API has no Pod web",
    ]);
  });

  it.each(versions)(
    "leaves the object until all is over, at most 2 s more: %s (S29)",
    (version) => {
      const run = kube(yaml("", "sigterm: {exitAfter: 5, exitCode: 143}", del), { version });
      expect(run.end("app")).toBe(15);
      expect(run.pod("removed")).toBeGreaterThanOrEqual(15);
      expect(run.pod("removed")).toBeLessThanOrEqual(17);
      expect(run.statusAt(14.9)?.phase).toBe("Running");
      expect(run.sandboxes("NotReady")[0]?.t).toBe(15);
    },
  );

  it.each([
    [0, "Succeeded"],
    [143, "Failed"],
  ])("that a container answers with %d makes the pod %s (S28)", (exitCode, phase) => {
    const run = kube(yaml("", `sigterm: {exitAfter: 1, exitCode: ${exitCode}}`, del));
    expect(run.phases()).toEqual(["Pending", "Running", phase]);
  });

  it.each(versions)("with a grace of 1 s gives 2 s: %s (S26)", (version) => {
    const run = kube(
      yaml("", "sigterm: ignored", "{at: 10, action: deletePod, pod: web, graceSeconds: 1}"),
      { version },
    );
    expect(run.signals("app")).toEqual([
      ["TERM", 10],
      ["KILL", 12],
    ]);
  });

  it.each(versions)("may give more than the spec: %s (B12)", (version) => {
    const longer = "{at: 10, action: deletePod, pod: web, graceSeconds: 40}";
    const run = kube(yaml("terminationGracePeriodSeconds: 5", "sigterm: ignored", longer), {
      version,
    });
    expect(run.end("app")).toBe(50);
  });

  it.each(versions)("by force gives 2 s, and the object goes at once: %s (S30, A1)", (version) => {
    const force = "{at: 10, action: deletePod, pod: web, force: true}";
    const run = kube(yaml("", "sigterm: ignored", force), { version });
    expect(run.pod("removed")).toBe(10);
    expect(run.signals("app")).toEqual([
      ["TERM", 10],
      ["KILL", 12],
    ]);
  });

  it.each(versions)("by force gives a hook 1 s: %s (A1)", (version) => {
    const force = "{at: 10, action: deletePod, pod: web, force: true}";
    const pod = `containers: [{${preStop}}]`;
    const behaviour = "sigterm: ignored, preStop: {takes: 10s, result: success}";
    const run = kube(yaml(pod, behaviour, force), { version });
    expect(run.hooks("preStop", "start")).toEqual([10]);
    expect(run.signals("app")).toEqual([
      ["TERM", 11],
      ["KILL", 13],
    ]);
  });

  it.each(["{force: true}", "{graceSeconds: 3}"])(
    "that follows another with %s does not shorten the stop under way (tm-04, part 2 §1.4)",
    (how) => {
      const second = `{at: 20, action: deletePod, pod: web, ${how.slice(1)}`;
      const pod = "terminationGracePeriodSeconds: 60";
      const run = kube(yaml(pod, "sigterm: ignored", `${del}, ${second}`));
      expect(run.end("app")).toBe(70);
      expect(run.pod("removed") < 21).toBe(how.includes("force"));
    },
  );

  it.each(versions)(
    "of a pod that is over takes the object at once: %s (part 2 §7.1)",
    (version) => {
      const behaviour = "runs: [{exitAfter: 1, exitCode: 0}]";
      const run = kube(yaml("restartPolicy: Never", behaviour, del), { version });
      expect(run.phases()).toEqual(["Pending", "Running", "Succeeded"]);
      expect(run.pod("removed")).toBe(10);
    },
  );

  it.each(versions)("leaves nothing behind in the runtime: %s (part 2 §11)", (version) => {
    const run = kube(yaml("", "", del), { version });
    expect(run.lives("app").every(({ removed }) => removed !== undefined)).toBe(true);
    expect(run.sandboxes("Removed")).toHaveLength(1);
  });
});

describe("a preStop hook", () => {
  const deleted = (grace: number, behaviour: string, version: string): KubeRun =>
    kube(
      `duration: 120s
pods: {web: {terminationGracePeriodSeconds: ${grace}, containers: [{${preStop}}]}}
behaviour: {app: {${behaviour}}}
stimuli: [{at: 10, action: deletePod, pod: web}]`,
      { version },
    );

  it.each(versions)("spends the grace: 10 of 30 s leave 20: %s (S24)", (version) => {
    const behaviour = "sigterm: ignored, preStop: {takes: 10s, result: success}";
    const run = deleted(30, behaviour, version);
    expect(run.events("Killing")[0]?.t).toBe(10);
    expect(run.signals("app")).toEqual([
      ["TERM", 20],
      ["KILL", 40],
    ]);
  });

  it.each(versions)("that outlasts the grace is left, with 2 s to go: %s (S25, A6)", (version) => {
    const run = deleted(5, "sigterm: ignored, preStop: {takes: 60s, result: success}", version);
    expect(run.signals("app")).toEqual([
      ["TERM", 15],
      ["KILL", 17],
    ]);
    expect(run.events("FailedPreStopHook")).toMatchObject([{ t: 17, eventType: "Warning" }]);
  });

  it.each(versions)("that fails is told of, and SIGTERM follows: %s (§5.2)", (version) => {
    const run = deleted(30, "preStop: {takes: 3s, result: failure}", version);
    expect(run.events("FailedPreStopHook")).toMatchObject([
      { t: 13, message: "PreStopHook failed" },
    ]);
    expect(run.sigterm("app")).toBe(13);
  });

  it.each(versions)("has its time counted in whole seconds: %s (part 2 §5)", (version) => {
    const run = deleted(10, "sigterm: ignored, preStop: {takes: 2900ms, result: success}", version);
    expect(run.signals("app")).toEqual([
      ["TERM", 12.9],
      ["KILL", 20.9],
    ]);
  });

  it.each(versions)("does not run where the process ends by itself: %s (S27)", (version) => {
    const run = kube(
      `pods: {web: {containers: [{${preStop}}]}}
behaviour: {app: {runs: [{exitAfter: 3, exitCode: 1}]}}`,
      { version },
    );
    expect(run.hooks("preStop", "start")).toEqual([]);
    expect(run.events("Killing")).toEqual([]);
  });

  it.each(versions)("that sleeps is not cut by the end of the process: %s (B30)", (version) => {
    const run = kube(
      `pods: {web: {containers: [{lifecycle: {preStop: {sleep: {seconds: 12}}}}]}}
behaviour: {app: {runs: [{exitAfter: 15, exitCode: 0}]}}
stimuli: [{at: 10, action: deletePod, pod: web}]`,
      { version },
    );
    expect(run.end("app")).toBe(15);
    expect(run.hooks("preStop", "end")).toEqual([22]);
    expect(run.pod("removed")).toBeGreaterThanOrEqual(22);
    expect(run.phases().at(-1)).toBe("Succeeded");
  });
});

describe("a pod that comes to its end", () => {
  const ended = (policy: string, exitCode: number, version: string): KubeRun =>
    kube(
      `pods: {web: {restartPolicy: ${policy}}}
behaviour: {app: {runs: [{exitAfter: 10300ms, exitCode: ${exitCode}}]}}`,
      { version },
    );

  it.each(versions)("under Never with 3 is Failed for good: %s (S8)", (version) => {
    const run = ended("Never", 3, version);
    expect(run.lives("app")).toHaveLength(1);
    expect(run.phases()).toEqual(["Pending", "Running", "Failed"]);
    expect(run.lastStatus?.conditions.find(({ type }) => type === "Ready")).toMatchObject({
      status: "False",
      reason: "PodFailed",
    });
  });

  it.each(versions)("under OnFailure with 0 is Succeeded: %s (S7)", (version) => {
    const run = ended("OnFailure", 0, version);
    expect(run.lives("app")).toHaveLength(1);
    expect(run.phases()).toEqual(["Pending", "Running", "Succeeded"]);
    expect(run.sandboxes("NotReady")).toHaveLength(1);
    expect(run.lastStatus?.conditions.find(({ type }) => type === "Ready")).toMatchObject({
      reason: "PodCompleted",
    });
  });

  it.each(versions)(
    "shows the container's end at the relist, its own after: %s (B16)",
    (version) => {
      const run = ended("Never", 3, version);
      const shown = run.stateSince("terminated Error");
      const over = run.statuses().find(({ phase }) => phase === "Failed")?.t ?? NaN;
      expect(shown - run.end("app")).toBeLessThanOrEqual(1);
      expect(over - shown).toBeGreaterThanOrEqual(0.9);
      expect(over - shown).toBeLessThanOrEqual(1.2);
    },
  );
});
