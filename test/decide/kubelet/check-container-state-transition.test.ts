/**
 * Models: kubernetes/pkg/kubelet/status/status_manager_test.go Test…CheckContainerStateTransition;
 * rows 17 and 19 of the table of versions.
 */
import { describe, expect, it } from "vitest";
import { checkContainerStateTransition } from "../../../src/decide/kubelet/check-container-state-transition.ts";
import type { KubeContainer } from "../../../src/model/kube-pod.ts";
import { type ContainerApiStatus, emptyPodStatus } from "../../../src/model/kube-status.ts";
import type { RestartPolicy } from "../../../src/model/pod.ts";
import { running, terminated, waiting } from "../../support/container-status.ts";
import { allFeatures, container, noFeatures, pod, sidecar } from "../../support/kube.ts";

interface Step {
  readonly policy?: RestartPolicy;
  readonly main?: KubeContainer;
  readonly init?: KubeContainer;
  readonly from: ContainerApiStatus;
  readonly to: ContainerApiStatus;
}

function check({ policy = "Never", main, init, from, to }: Step, features = noFeatures) {
  const given = pod({
    spec: {
      restartPolicy: policy,
      ...(init ? { initContainers: [init] } : {}),
      ...(main ? { containers: [main] } : {}),
    },
  });
  const field = init ? "initContainerStatuses" : "containerStatuses";
  const [old, fresh] = [from, to].map((status) => ({ ...emptyPodStatus, [field]: [status] }));
  return checkContainerStateTransition(
    old ?? emptyPodStatus,
    fresh ?? emptyPodStatus,
    given,
    features,
  );
}

const refused = expect.stringContaining("attempted illegal transition") as unknown;
const ordinary = container({ name: "init" });

describe("an end", () => {
  it.each<[string, Step, unknown]>([
    ["is left under Always", { policy: "Always", from: terminated(), to: running() }, undefined],
    ["is not left under Never", { from: terminated("app", 1), to: running() }, refused],
    ["is not left for waiting either", { from: terminated("app", 1), to: waiting() }, refused],
    ["may change", { from: terminated("app", 1), to: terminated("app", 137) }, undefined],
    [
      "with 1 is left under OnFailure",
      { policy: "OnFailure", from: terminated("app", 1), to: running() },
      undefined,
    ],
    ["with 0 is not", { policy: "OnFailure", from: terminated(), to: running() }, refused],
    [
      "of an init container is not left",
      { init: ordinary, from: terminated("init", 1), to: waiting("init") },
      refused,
    ],
    [
      "of a sidecar is",
      { init: sidecar(), from: terminated("side"), to: running("side") },
      undefined,
    ],
    ["that has not come binds nothing", { from: running(), to: waiting() }, undefined],
  ])("%s", (_, step, expected) => {
    for (const features of [noFeatures, allFeatures])
      expect(check(step, features)).toEqual(expected);
  });
});

it("tells which container it was", () => {
  expect(check({ init: ordinary, from: terminated("init", 1), to: waiting("init") })).toBe(
    "terminated init container init attempted illegal transition to non-terminated state",
  );
  expect(check({ init: ordinary, from: terminated("other"), to: waiting("init") })).toBe(
    "found mismatch between pod spec and status, container: other",
  );
});

describe("row 17: a container that may restart by itself", () => {
  const rule = { action: "Restart" as const, exitCodes: { operator: "In" as const, values: [42] } };
  const step = (own: Partial<KubeContainer>, exitCode: number): Step => ({
    main: container(own),
    from: terminated("app", exitCode),
    to: running(),
  });
  it.each<[string, Step, unknown]>([
    ["by its policy", step({ restartPolicy: "Always" }, 0), undefined],
    ["by a rule", step({ restartPolicy: "Never", restartPolicyRules: [rule] }, 42), undefined],
    [
      "not by a rule for another exit code",
      step({ restartPolicy: "Never", restartPolicyRules: [rule] }, 1),
      refused,
    ],
  ])("leaves its end %s, from 1.35 on", (_, given, expected) => {
    expect([check(given, noFeatures), check(given, allFeatures)]).toEqual([refused, expected]);
  });

  it("an init container too", () => {
    const init = container({ name: "init", restartPolicy: "OnFailure" });
    const given = { init, from: terminated("init", 1), to: waiting("init") };
    expect([check(given, noFeatures), check(given, allFeatures)]).toEqual([refused, undefined]);
  });
});

it("row 19: any container of a pod that can restart all of them leaves its end, from 1.36 on", () => {
  const rule = { action: "RestartAllContainers" as const, exitCodes: { operator: "In" as const } };
  const main = container({ restartPolicy: "Never", restartPolicyRules: [rule] });
  const given = { main, from: terminated("app", 1), to: running() };
  expect([check(given, noFeatures), check(given, allFeatures)]).toEqual([refused, undefined]);
});
