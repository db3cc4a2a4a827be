/**
 * Models: kubernetes/pkg/kubelet/container/helpers_test.go TestShouldContainerBeRestarted;
 * kubernetes/pkg/api/v1/pod/util_test.go TestContainerShouldRestart.
 */
import { describe, expect, it } from "vitest";
import {
  containerShouldRestart,
  findContainerStatus,
  findMatchingRestartRule,
  isRestartableInitContainer,
  shouldAllContainersRestart,
  shouldContainerBeRestarted,
} from "../../../src/decide/kubelet/container-restart.ts";
import type { ContainerRestartRule } from "../../../src/model/kube-pod.ts";
import type { RuntimeContainerStatus } from "../../../src/model/kube-runtime.ts";
import type { RestartPolicy } from "../../../src/model/pod.ts";
import {
  allFeatures,
  container,
  exited,
  noFeatures,
  pod,
  record,
  runtimeStatus,
  sidecar,
} from "../../support/kube.ts";

type Rule = ContainerRestartRule;
const policies: readonly RestartPolicy[] = ["Always", "OnFailure", "Never"];
const onCodes = (
  operator: "In" | "NotIn",
  values: readonly number[],
  action: Rule["action"] = "Restart",
): Rule => ({ action, exitCodes: { operator, values } });

describe("a container is started again", () => {
  const records: Readonly<Record<string, RuntimeContainerStatus | undefined>> = {
    "no record": undefined,
    created: record({ state: "created" }),
    running: record(),
    unknown: record({ state: "unknown" }),
    "exited 0": exited(),
    "exited 1": exited({ exitCode: 1 }),
  };

  it.each([
    { state: "no record", under: policies },
    { state: "created", under: policies },
    { state: "unknown", under: policies },
    { state: "running", under: [] },
    { state: "exited 0", under: ["Always"] },
    { state: "exited 1", under: ["Always", "OnFailure"] },
  ])("S7 S8: with $state under $under", ({ state, under }) => {
    const one = records[state];
    const status = runtimeStatus(one ? [one] : []);
    for (const features of [allFeatures, noFeatures]) {
      const decided = policies.filter((restartPolicy) =>
        shouldContainerBeRestarted(container(), pod({ spec: { restartPolicy } }), status, features),
      );
      expect(decided).toEqual(under);
    }
  });

  it("never in a pod that is being deleted", () => {
    const deleted = pod({ deletionTimestampMs: 5_000 });
    for (const one of Object.values(records)) {
      const status = runtimeStatus(one ? [one] : []);
      expect(shouldContainerBeRestarted(container(), deleted, status, allFeatures)).toBe(false);
    }
  });

  it("by its newest record", () => {
    const status = runtimeStatus([exited({ restartCount: 1 }), exited({ exitCode: 1 })]);
    const onFailure = pod({ spec: { restartPolicy: "OnFailure" } });
    expect(findContainerStatus(status, "app")?.restartCount).toBe(1);
    expect(shouldContainerBeRestarted(container(), onFailure, status, allFeatures)).toBe(false);
  });
});

describe("restart rules", () => {
  const rules = (own: RestartPolicy | undefined, ...restartPolicyRules: Rule[]) =>
    container({ ...(own ? { restartPolicy: own } : {}), restartPolicyRules });
  const without = { containerRestartRules: true, restartAllContainers: false };
  const all: Rule["action"] = "RestartAllContainers";

  it.each([
    { what: "a match", of: rules("Never", onCodes("In", [42])), code: 42, restarts: true },
    { what: "no match", of: rules("Never", onCodes("In", [42])), code: 1, restarts: false },
    { what: "NotIn", of: rules("Never", onCodes("NotIn", [0, 1])), code: 7, restarts: true },
    { what: "not NotIn", of: rules("Never", onCodes("NotIn", [0, 1])), code: 0, restarts: false },
    { what: "an empty NotIn", of: rules("Never", onCodes("NotIn", [])), code: 9, restarts: true },
    { what: "no codes", of: rules("Never", { action: "Restart" }), code: 1, restarts: false },
    { what: "its own Always", of: rules("Always"), code: 0, restarts: true },
    { what: "its own OnFailure, failed", of: rules("OnFailure"), code: 1, restarts: true },
    { what: "its own OnFailure, done", of: rules("OnFailure"), code: 0, restarts: false },
    { what: "a rule without a policy", of: rules(undefined, onCodes("In", [42])), code: 42 },
    {
      what: "all, asked for",
      of: rules("Never", onCodes("In", [3], all)),
      code: 3,
      restarts: true,
    },
  ])("in a pod that never restarts: $what", ({ of, code, restarts = false }) => {
    expect(containerShouldRestart(of, "Never", code, allFeatures)).toBe(restarts);
    expect(containerShouldRestart(of, "Never", code, noFeatures)).toBe(false);
  });

  it("fall back to the policy where the action is not known yet", () => {
    const one = rules("OnFailure", onCodes("In", [0, 3], all));
    expect(containerShouldRestart(one, "Never", 3, without)).toBe(true);
    expect(containerShouldRestart(one, "Never", 0, without)).toBe(false);
    expect(containerShouldRestart(one, "Never", 0, allFeatures)).toBe(true);
  });

  it("are tried in their order", () => {
    const one = rules("Never", { action: "Restart" }, onCodes("In", [3], all), onCodes("In", [3]));
    expect(findMatchingRestartRule(one, 3)?.action).toBe(all);
    expect(findMatchingRestartRule(one, 4)).toBeUndefined();
  });

  it("ask for all containers only from the newest record, and only where it is known", () => {
    const source = rules("Never", onCodes("In", [3], all));
    const web = pod({ spec: { containers: [source], initContainers: [sidecar()] } });
    const asks = (...records: RuntimeContainerStatus[]) =>
      shouldAllContainersRestart(web, runtimeStatus(records), allFeatures);
    expect(asks(exited({ exitCode: 3 }))).toBe(true);
    expect(asks(exited({ exitCode: 4 }))).toBe(false);
    expect(asks(record({ restartCount: 1 }), exited({ exitCode: 3 }))).toBe(false);
    expect(asks(record({ name: "side" }))).toBe(false);
    const status = runtimeStatus([exited({ exitCode: 3 })]);
    expect(shouldAllContainersRestart(web, status, without)).toBe(false);
  });
});

describe("a sidecar", () => {
  it.each([
    { policy: "Always" as const, expected: true },
    { policy: "OnFailure" as const, expected: false },
    { policy: "Never" as const, expected: false },
  ])("is an init container with its own $policy: $expected", ({ policy, expected }) => {
    expect(isRestartableInitContainer(container({ restartPolicy: policy }))).toBe(expected);
    expect(isRestartableInitContainer(container())).toBe(false);
  });
});
