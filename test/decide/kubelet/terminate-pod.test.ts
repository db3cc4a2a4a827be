/**
 * Models: kubernetes/pkg/kubelet/status/status_manager_test.go TestTerminatePod,
 * TestTerminatePod_DefaultUnknownStatus.
 */
import { describe, expect, it } from "vitest";
import { terminatedStatus } from "../../../src/decide/kubelet/terminate-pod.ts";
import type { KubePod } from "../../../src/model/kube-pod.ts";
import type { ContainerApiStatus, PodApiStatus } from "../../../src/model/kube-status.ts";
import { ended, running, terminated, waiting } from "../../support/container-status.ts";
import { container, pod, sidecar } from "../../support/kube.ts";

const blocked = waiting("app", "PodInitializing");
const unknown = {
  terminated: {
    exitCode: 137,
    reason: "ContainerStatusUnknown",
    message: "The container could not be located when the pod was terminated",
  },
};

function podWith(
  init: readonly ContainerApiStatus[],
  main: readonly ContainerApiStatus[],
  given: Partial<PodApiStatus> = {},
): KubePod {
  const initContainers = init.map(({ name }) =>
    name === "side" ? sidecar() : container({ name }),
  );
  const status = { initContainerStatuses: init, containerStatuses: main, ...given };
  return pod({ spec: { initContainers }, status });
}

const end = (given: KubePod): PodApiStatus => terminatedStatus(given, given.status);
const codes = (statuses: readonly ContainerApiStatus[]): readonly (number | undefined)[] =>
  statuses.map(({ state }) => state.terminated?.exitCode);

describe("containers without an end", () => {
  it("end as unknown with 137, the others stay as they ended", () => {
    const status = end(podWith([], [terminated("app", 1), running("web"), waiting("z")]));
    expect(codes(status.containerStatuses)).toEqual([1, 137, 137]);
    expect(status.containerStatuses[1]?.state).toEqual(unknown);
  });

  it.each<[string, readonly ContainerApiStatus[], readonly ContainerApiStatus[], boolean]>([
    ["the last init container has ended with 0", [terminated("init")], [blocked], true],
    ["it ended with 0 before", [waiting("init", "x", { lastState: ended(0) })], [blocked], true],
    ["the last one, a sidecar, has started", [running("side")], [blocked], true],
    ["the container ran before", [waiting("init")], [{ ...blocked, lastState: ended(1) }], true],
    ["the sidecar has not started", [running("side", { started: false })], [blocked], false],
    ["the init container failed", [terminated("init", 1)], [blocked], false],
    ["nothing ran at all", [waiting("init")], [blocked], false],
  ])("count as begun when %s", (_, init, main, isEnded) => {
    const status = end(podWith(init, main));
    expect(codes(status.containerStatuses)).toEqual([isEnded ? 137 : undefined]);
  });

  it("count by what the API has of them, not by the cache", () => {
    const known = podWith([waiting("init")], [blocked]);
    const status = { ...known.status, containerStatuses: [running()] };
    expect(codes(terminatedStatus(known, status).containerStatuses)).toEqual([undefined]);
  });
});

describe("init containers", () => {
  it.each<[string, readonly ContainerApiStatus[], readonly (number | undefined)[]]>([
    ["all wait: the first ends", [waiting("a"), waiting("b")], [137, undefined]],
    ["up to the last that ran", [waiting("a"), running("b"), waiting("c")], [137, 137, undefined]],
    ["an end stays", [terminated("a", 1), waiting("b")], [1, undefined]],
    [
      "one that ran before counts",
      [waiting("a"), waiting("b", "x", { lastState: ended(1) })],
      [137, 137],
    ],
  ])("%s", (_, init, expected) => {
    expect(codes(end(podWith(init, [blocked])).initContainerStatuses)).toEqual(expected);
  });
});

describe("the phase", () => {
  it.each([
    ["Pending", "Failed"],
    ["Running", "Failed"],
    ["Unknown", "Failed"],
    ["Failed", "Failed"],
    ["Succeeded", "Succeeded"],
  ] as const)("%s -> %s", (phase, expected) => {
    expect(end(podWith([], [terminated()], { phase })).phase).toBe(expected);
  });

  it("of a static pod is left as it is (issue 116484)", () => {
    const given = pod({ source: "file", status: { phase: "Running" } });
    expect(end(given).phase).toBe("Running");
  });
});
