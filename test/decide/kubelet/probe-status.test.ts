/** Models: kubernetes/pkg/kubelet/prober/prober_manager_test.go TestUpdatePodStatus and its kin. */
import { describe, expect, it } from "vitest";
import {
  type ProbeKnowledge,
  isContainerStarted,
  updatePodStatus,
} from "../../../src/decide/kubelet/probe-status.ts";
import {
  type ContainerApiStatus,
  type PodApiStatus,
  emptyPodStatus,
} from "../../../src/model/kube-status.ts";
import {
  allFeatures,
  container,
  noFeatures,
  pod,
  probe,
  probeResults,
  sidecar,
} from "../../support/kube.ts";

function containerStatus(given: Partial<ContainerApiStatus> = {}): ContainerApiStatus {
  return {
    name: "app",
    image: "example.com/app:1",
    containerID: "containerd://one",
    state: { running: { startedAtMs: 100_000 } },
    lastState: {},
    ready: false,
    restartCount: 0,
    ...given,
  };
}

function known(workers: readonly string[] = [], given: Partial<ProbeKnowledge> = {}) {
  return {
    results: probeResults(),
    workers: new Set(workers),
    kubeletStartedAtMs: 0,
    features: noFeatures,
    ...given,
  };
}

const said = (type: "readiness" | "startup", result: "success" | "failure" | "unknown") =>
  probeResults({ [type]: new Map([["one", result]]) });

describe("a container has started", () => {
  const startup = ["app/startup"];
  const byName = { ...noFeatures, keepStartedByName: true };
  it.each([
    ["S32: at once, without a startup probe", known(), {}, true],
    ["S33: not while its startup probe has not run", known(startup), {}, false],
    ["when it said so", known(startup, { results: said("startup", "success") }), {}, true],
    ["not when it failed", known(startup, { results: said("startup", "failure") }), {}, false],
    ["not at its start value", known(startup, { results: said("startup", "unknown") }), {}, false],
    ["never when it is not running", known(), { state: { waiting: {} } }, false],
    ["row 10, old: the old status says nothing", known(startup), { started: true }, false],
    [
      "row 10, new: the old status counts until the worker meets the new id",
      known(startup, { features: byName }),
      { started: true },
      true,
    ],
    [
      "row 10, new: and no longer",
      known(startup, { features: byName, results: said("startup", "unknown") }),
      { started: true },
      false,
    ],
  ] as const)("%s", (_what, knowledge, given, started) => {
    expect(isContainerStarted(containerStatus(given), knowledge)).toBe(started);
  });
});

function statusOf(given: Partial<ContainerApiStatus> = {}): PodApiStatus {
  return { ...emptyPodStatus, phase: "Running", containerStatuses: [containerStatus(given)] };
}

describe("a regular container is ready", () => {
  const probed = pod({ spec: { containers: [container({ readinessProbe: probe() })] } });
  const readiness = ["app/readiness"];
  it.each([
    ["S32: without a readiness probe", pod(), known(), {}, true, false],
    [
      "S31: not before its probe has run; the probe is poked",
      probed,
      known(readiness),
      {},
      false,
      true,
    ],
    [
      "when the probe said so, and nothing is poked",
      probed,
      known(readiness, { results: said("readiness", "success") }),
      {},
      true,
      false,
    ],
    [
      "B6: not after a failure, and the probe is poked again",
      probed,
      known(readiness, { results: said("readiness", "failure") }),
      {},
      false,
      true,
    ],
    [
      "S33: not before it has started; nothing is poked",
      probed,
      known(["app/startup"]),
      {},
      false,
      false,
    ],
    [
      "not when it is not running",
      probed,
      known(readiness),
      { state: { waiting: {} } },
      false,
      false,
    ],
  ] as const)("%s", (_what, of, knowledge, given, ready, isPoked) => {
    const { status, poked } = updatePodStatus(of, statusOf(given), knowledge);
    expect(status.containerStatuses[0]?.ready).toBe(ready);
    expect(poked).toEqual(isPoked ? ["app"] : []);
  });
});

describe("readiness after a restart of the kubelet", () => {
  const probed = (ready: "True" | "False") =>
    pod({
      spec: { containers: [container({ readinessProbe: probe() })] },
      status: { conditions: [{ type: "Ready", status: ready }] },
    });
  const later = { kubeletStartedAtMs: 200_000 };
  const kept = { ...later, features: allFeatures };
  const readiness = ["app/readiness"];

  it.each([
    [
      "row 9, B31, old: ready before the workers are there",
      probed("False"),
      known([], later),
      true,
    ],
    ["row 8, old: not ready once they are", probed("True"), known(readiness, later), false],
    ["row 9, new: not ready stays not ready", probed("False"), known([], kept), false],
    ["row 8, new: ready stays ready", probed("True"), known([], kept), true],
    ["row 8, new: also once the worker is there", probed("True"), known(readiness, kept), true],
    [
      "row 8, new: until the probe has failed",
      probed("True"),
      known(readiness, { ...kept, results: said("readiness", "failure") }),
      false,
    ],
    [
      "A11: not kept for a static pod that no API server knows",
      pod({ source: "file", spec: { containers: [container({ readinessProbe: probe() })] } }),
      known(readiness, kept),
      false,
    ],
    [
      "row 8, new: a container that is younger than the kubelet is probed first",
      probed("True"),
      known(readiness, { features: allFeatures, kubeletStartedAtMs: 110_000 }),
      false,
    ],
    ["row 8, new: without a probe it is ready", pod(), known([], kept), true],
  ] as const)("%s", (_what, of, knowledge, ready) => {
    const { status } = updatePodStatus(of, statusOf(), knowledge);
    expect(status.containerStatuses[0]?.ready).toBe(ready);
  });
});

describe("init containers", () => {
  const init = (of: ReturnType<typeof container>, given: Partial<ContainerApiStatus>) => ({
    of: pod({ spec: { initContainers: [of] } }),
    status: {
      ...emptyPodStatus,
      initContainerStatuses: [containerStatus({ name: of.name, ...given })],
    },
  });
  const done = { state: { terminated: { exitCode: 0 } } };
  const failed = { state: { terminated: { exitCode: 1 } } };

  it.each([
    ["ordinary, done: ready, not started", container({ name: "setup" }), done, [], false, true],
    ["ordinary, failed: neither", container({ name: "setup" }), failed, [], false, false],
    ["ordinary, running: started, not ready", container({ name: "setup" }), {}, [], true, false],
    ["sidecar, running: both", sidecar(), {}, [], true, true],
    ["sidecar, exited: neither", sidecar(), done, [], false, false],
    ["sidecar with a startup probe: neither", sidecar(), {}, ["side/startup"], false, false],
    ["sidecar with a readiness probe: started", sidecar(), {}, ["side/readiness"], true, false],
  ] as const)("%s", (_what, of, given, workers, started, ready) => {
    const { of: parent, status } = init(of, given);
    const probed = updatePodStatus(parent, status, known(workers));
    expect(probed.status.initContainerStatuses[0]).toMatchObject({ started, ready });
    expect(probed.poked).toEqual(workers[0] === "side/readiness" ? ["side"] : []);
  });

  it("are left unready where status and spec do not match", () => {
    const { status } = init(sidecar(), {});
    const other = pod({ spec: { initContainers: [sidecar({ name: "other" })] } });
    const probed = updatePodStatus(other, status, known());
    expect(probed.status.initContainerStatuses[0]).toMatchObject({ started: true, ready: false });
  });
});
