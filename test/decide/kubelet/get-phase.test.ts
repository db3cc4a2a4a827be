/**
 * Models: kubernetes/pkg/kubelet/kubelet_pods_test.go TestPodPhaseWith…; statements S7 to S28 of
 * the behaviour notes, rows 17, 19 and 28 of their table of versions.
 */
import { describe, expect, it } from "vitest";
import {
  type PhaseInput,
  getPhase,
  isPodInitialized,
} from "../../../src/decide/kubelet/get-phase.ts";
import type { ContainerRestartRule } from "../../../src/model/kube-pod.ts";
import type { ContainerApiStatus, PodPhase } from "../../../src/model/kube-status.ts";
import type { RestartPolicy } from "../../../src/model/pod.ts";
import { ended, running, terminated, waiting } from "../../support/container-status.ts";
import {
  allFeatures,
  container,
  noFeatures,
  pod,
  record,
  runtimeStatus,
  sandbox,
  sidecar,
} from "../../support/kube.ts";

const alive: PhaseInput = { podIsTerminal: false, podHasInitialized: false, features: noFeatures };
const inBackOff = waiting("app", "CrashLoopBackOff", { lastState: ended(1) });

describe("a pod of one container", () => {
  it.each<[string, RestartPolicy, readonly ContainerApiStatus[], PodPhase]>([
    ["nothing is known", "Always", [], "Pending"],
    ["S14: its first start is under way", "Always", [waiting()], "Pending"],
    ["S16: its image cannot be pulled", "Always", [waiting("app", "ErrImagePull")], "Pending"],
    ["it runs", "Always", [running()], "Running"],
    ["S9: it ended with 0, policy Always", "Always", [terminated("app", 0)], "Running"],
    ["it failed, policy Always", "Always", [terminated("app", 1)], "Running"],
    ["S10: it waits in a back-off", "Always", [inBackOff], "Running"],
    ["S7: it ended with 0, policy OnFailure", "OnFailure", [terminated("app", 0)], "Succeeded"],
    ["it failed, policy OnFailure", "OnFailure", [terminated("app", 1)], "Running"],
    ["it waits to run again, policy OnFailure", "OnFailure", [inBackOff], "Running"],
    ["it ended with 0, policy Never", "Never", [terminated("app", 0)], "Succeeded"],
    ["S8: it ended with 3, policy Never", "Never", [terminated("app", 3)], "Failed"],
  ])("%s, policy %s -> its phase", (_, restartPolicy, statuses, phase) => {
    for (const features of [noFeatures, allFeatures]) {
      expect(getPhase(pod({ spec: { restartPolicy } }), statuses, { ...alive, features })).toBe(
        phase,
      );
    }
  });
});

describe("a pod of two containers", () => {
  const two = (restartPolicy: RestartPolicy) =>
    pod({ spec: { restartPolicy, containers: [container(), container({ name: "web" })] } });
  it.each<[string, RestartPolicy, readonly ContainerApiStatus[], PodPhase]>([
    ["S16: one waits for its first start", "Always", [running(), waiting("web")], "Pending"],
    ["one runs, one has ended", "Never", [running(), terminated("web", 1)], "Running"],
    ["one runs, one is unknown", "Always", [running()], "Pending"],
    ["one of two failed for good", "Never", [terminated(), terminated("web", 1)], "Failed"],
    ["both ended well", "Never", [terminated(), terminated("web")], "Succeeded"],
    ["one ended, one is unknown", "Never", [terminated()], "Pending"],
  ])("%s, policy %s -> its phase", (_, restartPolicy, statuses, phase) => {
    for (const features of [noFeatures, allFeatures]) {
      expect(getPhase(two(restartPolicy), statuses, { ...alive, features })).toBe(phase);
    }
  });
});

describe("init containers", () => {
  const withInit = (restartPolicy: RestartPolicy) =>
    pod({ spec: { restartPolicy, initContainers: [container({ name: "init" })] } });
  const blocked = waiting("app", "PodInitializing");
  const retried = waiting("init", "CrashLoopBackOff", { lastState: ended(1) });
  it.each<[string, RestartPolicy, readonly ContainerApiStatus[], PodPhase]>([
    ["it has no status", "Always", [blocked], "Pending"],
    ["it runs", "Always", [running("init"), blocked], "Pending"],
    ["S17: it failed, policy Never", "Never", [terminated("init", 1), blocked], "Failed"],
    ["S18: it failed, policy Always", "Always", [terminated("init", 1), blocked], "Pending"],
    ["S18: it waits to be tried again", "Always", [retried, blocked], "Pending"],
    ["it failed before, policy Never", "Never", [retried, blocked], "Failed"],
    ["S19: it is done", "Always", [terminated("init"), running()], "Running"],
    // Recorded run om-02: exit code 0 with reason OOMKilled is neither done nor failed.
    [
      "B18: it was killed with code 0, policy Never",
      "Never",
      [terminated("init"), blocked],
      "Pending",
    ],
    // From 1.32, a pod whose init containers run again is Pending again.
    ["B16: it runs again after a lost sandbox", "Always", [running("init"), running()], "Pending"],
  ])("%s, policy %s -> the phase of the pod", (_, restartPolicy, statuses, phase) => {
    const input = { ...alive, podHasInitialized: true };
    for (const features of [noFeatures, allFeatures]) {
      expect(getPhase(withInit(restartPolicy), statuses, { ...input, features })).toBe(phase);
    }
  });
});

describe("sidecars", () => {
  const withSidecar = pod({ spec: { restartPolicy: "Never", initContainers: [sidecar()] } });
  const notStarted = running("side", { started: false });
  it.each<[string, boolean, readonly ContainerApiStatus[], PodPhase]>([
    ["it runs but has not started", false, [notStarted, running()], "Pending"],
    ["it starts again beside a pod that ran", true, [notStarted, running()], "Running"],
    ["it waits for its first start", true, [waiting("side"), running()], "Pending"],
    ["it has ended and will be back", true, [terminated("side", 1), running()], "Running"],
    ["S22: it still runs, the rest is over", true, [running("side"), terminated()], "Running"],
    [
      "S22: it was stopped, the rest went well",
      true,
      [terminated("side", 137), terminated()],
      "Succeeded",
    ],
    [
      "S22: it was stopped, the rest failed",
      true,
      [terminated("side"), terminated("app", 2)],
      "Failed",
    ],
    ["it has no status", true, [running()], "Pending"],
    ["it is in no state", false, [running("side", { state: {} }), terminated()], "Pending"],
  ])("%s (pod has run: %s) -> the phase of the pod", (_, podHasInitialized, statuses, phase) => {
    expect(getPhase(withSidecar, statuses, { ...alive, podHasInitialized })).toBe(phase);
  });
});

describe("a pod that is over", () => {
  const over: PhaseInput = { ...alive, podIsTerminal: true };
  it.each<[string, readonly ContainerApiStatus[], PodPhase]>([
    ["S28: exit code 0 on SIGTERM", [terminated("app", 0)], "Succeeded"],
    ["S28: exit code 143 on SIGTERM", [terminated("app", 143)], "Failed"],
    ["its container still runs", [running()], "Running"],
    ["it never started", [waiting()], "Pending"],
    ["it was in a back-off", [inBackOff], "Failed"],
  ])("%s -> its phase, whatever the policy", (_, statuses, phase) => {
    for (const restartPolicy of ["Always", "OnFailure", "Never"] as const) {
      expect(getPhase(pod({ spec: { restartPolicy } }), statuses, over)).toBe(phase);
    }
  });

  it("gets no terminal phase from that if it is a static pod (issue 116484)", () => {
    expect(getPhase(pod({ source: "file" }), [terminated("app", 143)], over)).toBe("Running");
  });
});

describe("row 17: a container's own policy and rules", () => {
  const rule = (action: ContainerRestartRule["action"]): ContainerRestartRule => ({
    action,
    exitCodes: { operator: "In", values: [42] },
  });
  const phases = (podPolicy: RestartPolicy, own: Parameters<typeof container>[0], code: number) =>
    [noFeatures, allFeatures].map((features) =>
      getPhase(
        pod({ spec: { restartPolicy: podPolicy, containers: [container(own)] } }),
        [terminated("app", code)],
        { ...alive, features },
      ),
    );

  it.each([
    {
      own: { restartPolicy: "Never" as const },
      policy: "Always" as const,
      code: 1,
      phase: "Failed",
    },
    {
      own: { restartPolicy: "Never" as const },
      policy: "Always" as const,
      code: 0,
      phase: "Succeeded",
    },
    {
      own: { restartPolicy: "Always" as const },
      policy: "Never" as const,
      code: 0,
      phase: "Running",
    },
    {
      own: { restartPolicy: "OnFailure" as const },
      policy: "Never" as const,
      code: 1,
      phase: "Running",
    },
  ])(
    "$own with exit code $code in a pod with $policy -> $phase",
    ({ own, policy, code, phase }) => {
      const [before, since] = phases(policy, own, code);
      expect(since).toBe(phase);
      expect(before).not.toBe(phase);
    },
  );

  it("lets a matching rule win over Never, and no other exit code", () => {
    const own = { restartPolicy: "Never" as const, restartPolicyRules: [rule("Restart")] };
    expect(phases("Never", own, 42)).toEqual(["Failed", "Running"]);
    expect(phases("Never", own, 1)).toEqual(["Failed", "Failed"]);
  });

  it("row 19: what was ended for a restart of all containers comes back", () => {
    const gone = waiting("app", "RestartingAllContainers", {
      lastState: ended(137, "RestartingAllContainers"),
    });
    const never = pod({ spec: { restartPolicy: "Never" } });
    const at = (features: typeof allFeatures) => getPhase(never, [gone], { ...alive, features });
    expect([at({ ...allFeatures, restartAllContainers: false }), at(allFeatures)]).toEqual([
      "Failed",
      "Running",
    ]);
  });
});

describe("row 28: whether a pod has been initialised", () => {
  const old = { ...allFeatures, initialisedByActiveSandbox: false };
  const lost = runtimeStatus([record()], [sandbox({ attempt: 1, createdAtMs: 5_000 }), sandbox()]);

  it("is read from the statuses up to 1.32, which remember a sandbox that is gone", () => {
    expect(isPodInitialized(pod(), [running()], lost, old)).toBe(true);
    expect(isPodInitialized(pod(), [waiting()], lost, old)).toBe(false);
  });

  it("is read from the records of the active sandbox from 1.33 on", () => {
    expect(isPodInitialized(pod(), [running()], lost, allFeatures)).toBe(false);
    expect(isPodInitialized(pod(), [], runtimeStatus([record()]), allFeatures)).toBe(true);
    const notReady = runtimeStatus([record()], [sandbox({ state: "SANDBOX_NOTREADY" })]);
    expect(isPodInitialized(pod(), [running()], notReady, allFeatures)).toBe(false);
  });

  it("counts regular containers only", () => {
    const one = runtimeStatus([record({ name: "init" })]);
    expect(isPodInitialized(pod(), [], one, allFeatures)).toBe(false);
    expect(isPodInitialized(pod(), [running("init")], one, old)).toBe(false);
  });
});
