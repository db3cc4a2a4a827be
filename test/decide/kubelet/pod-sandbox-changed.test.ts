/** Models: kubernetes/pkg/kubelet/kuberuntime/util/util_test.go TestPodSandboxChanged. */
import { describe, expect, it } from "vitest";
import { podSandboxChanged } from "../../../src/decide/kubelet/pod-sandbox-changed.ts";
import type { RuntimeSandboxStatus } from "../../../src/model/kube-runtime.ts";
import { pod, runtimeStatus, sandbox } from "../../support/kube.ts";

const lost = sandbox({ state: "SANDBOX_NOTREADY" });
const withoutAddress: RuntimeSandboxStatus = {
  id: "sandbox-0",
  attempt: 0,
  state: "SANDBOX_READY",
  createdAtMs: 500,
};

describe("the sandbox of a pod", () => {
  it.each([
    { what: "none at all", sandboxes: [], changed: true, attempt: 0, sandboxId: "" },
    { what: "a ready one", sandboxes: [sandbox()], changed: false, attempt: 0 },
    {
      what: "a ready one after others",
      sandboxes: [sandbox({ attempt: 4 }), lost],
      changed: false,
      attempt: 4,
      sandboxId: "sandbox-4",
    },
    { what: "one that is lost", sandboxes: [lost], changed: true, attempt: 1 },
    {
      what: "a lost one after a ready one",
      sandboxes: [sandbox({ attempt: 1, state: "SANDBOX_NOTREADY" }), sandbox()],
      changed: true,
      attempt: 2,
      sandboxId: "sandbox-1",
    },
    {
      what: "two ready ones",
      sandboxes: [sandbox({ attempt: 1 }), sandbox()],
      changed: true,
      attempt: 2,
      sandboxId: "sandbox-1",
    },
    { what: "one without an address", sandboxes: [withoutAddress], changed: true, attempt: 1 },
    { what: "an empty address", sandboxes: [sandbox({ ip: "" })], changed: true, attempt: 1 },
  ])("S49: $what", ({ sandboxes, changed, attempt, sandboxId = "sandbox-0" }) => {
    expect(podSandboxChanged(pod(), runtimeStatus([], sandboxes))).toEqual({
      changed,
      attempt,
      sandboxId,
    });
  });

  it("needs no address of its own on the host's network", () => {
    const onHost = pod({ spec: { hostNetwork: true } });
    expect(podSandboxChanged(onHost, runtimeStatus([], [withoutAddress])).changed).toBe(false);
    const older = [sandbox({ attempt: 1, state: "SANDBOX_NOTREADY" }), sandbox()];
    expect(podSandboxChanged(onHost, runtimeStatus([], older)).changed).toBe(true);
  });
});
