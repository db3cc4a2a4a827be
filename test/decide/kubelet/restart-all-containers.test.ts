/**
 * Models: kubernetes/pkg/kubelet/kuberuntime/kuberuntime_manager.go getContainersToReset. B20: what
 * real kubelets were seen to do.
 */
import { describe, expect, it } from "vitest";
import { computePodActions } from "../../../src/decide/kubelet/compute-pod-actions.ts";
import { planContainerKill } from "../../../src/decide/kubelet/kill-grace.ts";
import type { RuntimeContainerStatus } from "../../../src/model/kube-runtime.ts";
import {
  allFeatures,
  container,
  exited,
  noFeatures,
  pod,
  probeResults,
  record,
  runtimeStatus,
  sandbox,
  sidecar,
} from "../../support/kube.ts";

const web = pod({
  spec: {
    restartPolicy: "Never",
    initContainers: [container({ name: "init" }), sidecar()],
    containers: [
      container({
        name: "source",
        restartPolicy: "Never",
        restartPolicyRules: [
          { action: "RestartAllContainers", exitCodes: { operator: "In", values: [42] } },
        ],
      }),
      container({ name: "regular" }),
    ],
  },
});
const cause = exited({ name: "source", exitCode: 42 });
const others = [record({ name: "regular" }), record({ name: "side" }), exited({ name: "init" })];
const idle = {
  killPod: false,
  containersToKill: [],
  containersToReset: [],
  createSandbox: false,
  sandboxId: "sandbox-0",
  attempt: 0,
  ephemeralContainersToStart: [],
  initContainersToStart: [],
  containersToStart: [],
};
const actionsFor = (records: readonly RuntimeContainerStatus[], features = allFeatures) =>
  computePodActions(web, runtimeStatus(records), probeResults(), features);

describe("RestartAllContainers", () => {
  it("B20: removes regular, init and sidecar, then the cause, and starts nothing yet", () => {
    expect(actionsFor([cause, ...others])).toEqual({
      ...idle,
      containersToReset: [
        { id: "regular-0", name: "regular", kill: true },
        { id: "init-0", name: "init", kill: false },
        { id: "side-0", name: "side", kill: true },
        { id: "source-0", name: "source", kill: false },
      ],
    });
  });

  it("removes every record of a container, not only the newest", () => {
    const older = exited({ name: "regular", exitCode: 1 });
    const newer = record({ name: "regular", restartCount: 1 });
    const { containersToReset } = actionsFor([cause, newer, older]);
    expect(containersToReset.map(({ id }) => id)).toEqual(["regular-1", "regular-0", "source-0"]);
  });

  it("kills first whatever may be running", () => {
    const states = ["created", "unknown"] as const;
    for (const state of states) {
      const { containersToReset } = actionsFor([cause, record({ name: "regular", state })]);
      expect(containersToReset[0]).toEqual({ id: "regular-0", name: "regular", kill: true });
    }
  });

  it("is over when all records are gone: the pod starts from its first init container", () => {
    expect(actionsFor([])).toEqual({ ...idle, initContainersToStart: [0] });
  });

  it("is not known to older kubelets: the container's policy decides, or the pod's", () => {
    expect(actionsFor([cause, ...others], noFeatures)).toEqual(idle);
  });

  it("waits for a new sandbox, where that is lost too", () => {
    const lost = [sandbox({ state: "SANDBOX_NOTREADY" })];
    const status = runtimeStatus([cause, ...others], lost);
    expect(computePodActions(web, status, probeResults(), allFeatures)).toEqual({
      ...idle,
      killPod: true,
      createSandbox: true,
      attempt: 1,
    });
  });

  it("goes on where a caller remembers it and the cause is gone already", () => {
    const status = runtimeStatus(others);
    const { containersToReset } = computePodActions(web, status, probeResults(), allFeatures, true);
    expect(containersToReset.map(({ name }) => name)).toEqual(["regular", "init", "side"]);
  });

  it("kills with no grace, so that no hook runs", () => {
    const hooked = container({ lifecycle: { preStop: { sleep: { seconds: 1 } } } });
    expect(
      planContainerKill(pod(), hooked, {
        message: "killing",
        reason: "restartAllContainers",
        gracePeriodOverrideSeconds: 0,
      }),
    ).toEqual({ eventText: "killing", gracePeriodSeconds: 0, runsPreStop: false });
  });
});
