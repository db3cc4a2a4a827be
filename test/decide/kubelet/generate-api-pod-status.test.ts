/**
 * Models: kubernetes/pkg/kubelet/kubelet_pods_test.go Test_generateAPIPodStatus; statements of the
 * behaviour notes (S), findings of recorded runs (A, B) and rows of the table of versions.
 */
import { describe, expect, it } from "vitest";
import {
  type StatusInput,
  generateAPIPodStatus,
  onPodSandboxReady,
  overridePodStatus,
} from "../../../src/decide/kubelet/generate-api-pod-status.ts";
import { probeWorkerKey } from "../../../src/decide/kubelet/probe-workers.ts";
import { setPodStatus } from "../../../src/decide/kubelet/status-manager.ts";
import type { PodApiStatus, PodPhase } from "../../../src/model/kube-status.ts";
import { ended, running, terminated, waiting } from "../../support/container-status.ts";
import {
  allFeatures,
  container,
  exited,
  noFeatures,
  pod,
  probe,
  probeResults,
  record,
  runtimeStatus,
  sandbox,
} from "../../support/kube.ts";

const toApiTime = (ms: number): number => Math.floor(ms / 1_000) * 1_000;

function generate(given: Partial<StatusInput> = {}): PodApiStatus {
  const ofPod = given.pod ?? pod();
  return generateAPIPodStatus({
    pod: ofPod,
    podStatus: runtimeStatus(),
    oldStatus: ofPod.status,
    podIsTerminal: false,
    reasons: new Map(),
    probes: { results: probeResults(), workers: new Set(), kubeletStartedAtMs: 0 },
    features: allFeatures,
    toApiTime,
    ...given,
  }).status;
}

const conditionsOf = ({ conditions }: PodApiStatus): readonly string[] =>
  conditions.map(({ type, status, reason }) => [type, status, reason].filter(Boolean).join(" "));
const deadline = {
  phase: "Failed",
  reason: "DeadlineExceeded",
  message: "Pod was active on the node longer than the specified deadline",
} as const;

describe("the whole status", () => {
  it("of a pod that nothing was done about yet", () => {
    const status = generate({ podStatus: runtimeStatus([], []) });
    expect(status).toMatchObject({ phase: "Pending", qosClass: "BestEffort" });
    expect(status.containerStatuses).toMatchObject([{ state: waiting().state, started: false }]);
    expect(conditionsOf(status)).toEqual([
      "PodReadyToStartContainers False",
      "Initialized True",
      "Ready False ContainersNotReady",
      "ContainersReady False ContainersNotReady",
      "PodScheduled True",
    ]);
  });

  it("S32: of a running container without a readiness probe: started and ready", () => {
    const status = generate({ podStatus: runtimeStatus([record()]) });
    expect(status).toMatchObject({ phase: "Running", podIP: "10.0.0.1" });
    expect(status.containerStatuses).toMatchObject([{ started: true, ready: true }]);
    expect(conditionsOf(status)).toEqual([
      "PodReadyToStartContainers True",
      "Initialized True",
      "Ready True",
      "ContainersReady True",
      "PodScheduled True",
    ]);
  });

  it("S31: of a running container that was not probed: not ready, and its worker is poked", () => {
    const probed = pod({ spec: { containers: [container({ readinessProbe: probe() })] } });
    const input = {
      pod: probed,
      podStatus: runtimeStatus([record()]),
      oldStatus: probed.status,
      podIsTerminal: false,
      reasons: new Map(),
      probes: {
        results: probeResults({ readiness: new Map([["app-0", "failure"]]) }),
        workers: new Set([probeWorkerKey({ container: "app", probeType: "readiness" })]),
        kubeletStartedAtMs: 0,
      },
      features: noFeatures,
      toApiTime,
    };
    const { status, poked } = generateAPIPodStatus(input);
    expect(poked).toEqual(["app"]);
    expect(status.containerStatuses).toMatchObject([{ started: true, ready: false }]);
    expect(status.conditions.find(({ type }) => type === "Ready")).toMatchObject({
      reason: "ContainersNotReady",
      message: "containers with unready status: [app]",
    });
  });

  it("adds AllContainersRestarting last, from 1.36 on, for pods that can", () => {
    const rule = {
      action: "RestartAllContainers" as const,
      exitCodes: { operator: "In" as const },
    };
    const ofRule = pod({ spec: { containers: [container({ restartPolicyRules: [rule] })] } });
    const last = (features: typeof allFeatures) =>
      conditionsOf(generate({ pod: ofRule, features })).at(-1);
    expect(last(noFeatures)).toBe("PodScheduled True");
    expect(last(allFeatures)).toBe("AllContainersRestarting False");
  });
});

/** What the API showed in the recorded run c01 (the same in 1.32 and 1.36), sync by sync. */
it("S10, S11, B1: a crash reads as its end, then as a back-off, then as the next run", () => {
  const crashed = exited({ exitCode: 1, reason: "Error" });
  const why = { reason: "CrashLoopBackOff", message: "back-off 10s …" };
  const reasons = new Map([["app", why]]);
  for (const features of [noFeatures, allFeatures]) {
    let status = pod().status;
    const sync = (records: Parameters<typeof runtimeStatus>[0], failed = new Map()) => {
      const podStatus = runtimeStatus(records);
      status = generate({ podStatus, oldStatus: status, reasons: failed, features });
      const [{ state, lastState, restartCount } = waiting()] = status.containerStatuses;
      return [status.phase, Object.keys(state)[0], lastState.terminated?.exitCode, restartCount];
    };
    expect([
      sync([]),
      sync([record()]),
      sync([crashed]),
      sync([crashed], reasons),
      sync([record({ restartCount: 1 }), crashed]),
    ]).toEqual([
      ["Pending", "waiting", undefined, 0],
      ["Running", "running", undefined, 0],
      ["Running", "terminated", undefined, 0],
      ["Running", "waiting", 1, 0],
      ["Running", "running", 1, 1],
    ]);
  }
});

describe("a terminal phase", () => {
  const live = runtimeStatus([record()]);

  it.each<[string, PodPhase, PodPhase, PodPhase]>([
    ["of the status manager", "Failed", "Running", "Failed"],
    ["of the API", "Running", "Succeeded", "Succeeded"],
    ["of both, which differ", "Failed", "Succeeded", "Succeeded"],
  ])("%s is never left", (_, cached, api, phase) => {
    const given = pod({ status: { phase: api } });
    const oldStatus = { ...given.status, phase: cached };
    expect(generate({ pod: given, oldStatus, podStatus: live }).phase).toBe(phase);
  });

  it("keeps its reason and message while it stays", () => {
    const evicted = { phase: "Failed", reason: "Evicted", message: "low on memory" } as const;
    const oldStatus = { ...pod().status, ...evicted };
    expect(generate({ oldStatus, podStatus: live })).toMatchObject(evicted);
    const given = pod({ status: { ...evicted } });
    expect(generate({ pod: given, oldStatus: { ...given.status, reason: "" } })).toMatchObject(
      evicted,
    );
  });

  it("drops the reason with the phase it belonged to", () => {
    const oldStatus = { ...pod().status, reason: "NodeLost" };
    expect(generate({ oldStatus, podStatus: live })).not.toHaveProperty("reason");
  });

  it("S50: follows when the sandbox is gone and policy Never lets nothing start", () => {
    const never = pod({ spec: { restartPolicy: "Never" } });
    const lost = runtimeStatus(
      [exited({ exitCode: 137 })],
      [sandbox({ state: "SANDBOX_NOTREADY" })],
    );
    const status = generate({ pod: never, podStatus: lost });
    expect(status.phase).toBe("Failed");
    expect(conditionsOf(status)).toContain("Ready False PodFailed");
  });
});

describe("an override", () => {
  const stopped = runtimeStatus([exited()]);

  it("B25: by a deadline holds at each generation, whatever the containers end with", () => {
    const status = generate({ podStatus: stopped, podIsTerminal: true, override: deadline });
    expect(status).toMatchObject(deadline);
    expect(conditionsOf(status)).toContain("Ready False PodFailed");
  });

  it("does not undo a terminal phase in the API", () => {
    const done = pod({ status: { phase: "Succeeded" } });
    expect(generate({ pod: done, podStatus: stopped, override: deadline }).phase).toBe("Succeeded");
  });

  it("by an eviction is written once, so an end with 0 makes the pod Succeeded after all", () => {
    const condition = { type: "DisruptionTarget", status: "True" as const, message: "low" };
    const eviction = { phase: "Failed", reason: "Evicted", message: "low", condition } as const;
    const status = overridePodStatus(
      generate({ podStatus: runtimeStatus([record()]) }),
      eviction,
      7_000,
    );
    expect(status).toMatchObject({ phase: "Failed", reason: "Evicted", message: "low" });
    const last = generate({ oldStatus: status, podStatus: stopped, podIsTerminal: true });
    expect(last.phase).toBe("Succeeded");
    expect(last).not.toHaveProperty("reason");
    expect(last.conditions[0]).toEqual({ ...condition, lastTransitionTimeMs: 7_000 });
  });
});

describe("conditions of others", () => {
  it("come first, as the API has them; the kubelet's own are made anew", () => {
    const conditions = [
      { type: "Ready", status: "True" as const },
      { type: "example.com/gate", status: "False" as const },
    ];
    const status = generate({ pod: pod({ status: { conditions } }) });
    expect(conditionsOf(status).slice(0, 2)).toEqual([
      "example.com/gate False",
      "PodReadyToStartContainers True",
    ]);
    expect(conditionsOf(status).filter((text) => text.startsWith("Ready "))).toHaveLength(1);
  });
});

describe("a lost sandbox", () => {
  const init = container({ name: "init" });
  const given = pod({ spec: { initContainers: [init] } });
  const oldStatus = {
    ...given.status,
    phase: "Running" as const,
    podIP: "10.0.0.1",
    initContainerStatuses: [terminated("init", 0, { ready: true })],
    containerStatuses: [terminated("app", 137)],
  };
  const initRecord = record({ name: "init", restartCount: 1, createdAtMs: 10_000 });
  const newSandbox = sandbox({ attempt: 1, createdAtMs: 9_000 });

  it("S49, B16: makes the pod Pending again while init containers run, but stays Initialized", () => {
    const podStatus = runtimeStatus(
      [initRecord],
      [newSandbox, sandbox({ state: "SANDBOX_NOTREADY" })],
    );
    for (const features of [noFeatures, allFeatures]) {
      const status = generate({ pod: given, podStatus, oldStatus, features });
      expect(status.phase).toBe("Pending");
      expect(conditionsOf(status)).toContain("Initialized True");
    }
  });

  it("keeps its address until there is another", () => {
    const gone = runtimeStatus([], [sandbox({ state: "SANDBOX_NOTREADY" })]);
    expect(generate({ pod: given, podStatus: gone, oldStatus }).podIP).toBe("10.0.0.1");
    const next = runtimeStatus([], [newSandbox]);
    expect(generate({ pod: given, podStatus: next, oldStatus }).podIP).toBe("10.0.0.2");
  });

  it("takes the node's address on the host's network", () => {
    const host = pod({ spec: { hostNetwork: true } });
    expect(generate({ pod: host, hostIP: "192.0.2.1" }).podIP).toBe("192.0.2.1");
    expect(generate({ pod: host })).not.toHaveProperty("podIP");
  });
});

describe("row 19: a restart of all containers", () => {
  const rule = {
    action: "RestartAllContainers" as const,
    exitCodes: { operator: "In" as const, values: [42] },
  };
  const own = container({ restartPolicy: "Never", restartPolicyRules: [rule] });
  const given = pod({
    spec: { restartPolicy: "Never", containers: [own, container({ name: "web" })] },
  });

  it("B20: goes on by its condition when the record that asked for it is gone", () => {
    const asked = generate({
      pod: given,
      podStatus: runtimeStatus([exited({ exitCode: 42 }), record({ name: "web" })]),
    });
    expect(conditionsOf(asked).at(-1)).toBe(
      "AllContainersRestarting True RestartAllContainersStarted",
    );
    const oldStatus = { ...asked, containerStatuses: [terminated("app", 42), running("web")] };
    const removed = generate({ pod: given, podStatus: runtimeStatus([]), oldStatus });
    expect(removed.phase).toBe("Running");
    expect(removed.containerStatuses).toMatchObject([
      { state: { waiting: { reason: "RestartingAllContainers" } }, restartCount: 1 },
      { lastState: ended(137, "RestartingAllContainers"), restartCount: 1 },
    ]);
    expect(conditionsOf(removed).at(-1)).toBe("AllContainersRestarting False");
  });
});

describe("row 23: PodReadyToStartContainers", () => {
  it("is set when the sandbox is up, from 1.36 on", () => {
    const oldStatus = generate({ podStatus: runtimeStatus([], []) });
    const first = (features: typeof allFeatures) =>
      conditionsOf(onPodSandboxReady(pod(), oldStatus, features))[0];
    expect(first(noFeatures)).toBe("PodReadyToStartContainers False");
    expect(first(allFeatures)).toBe("PodReadyToStartContainers True");
  });

  it("is a change that the status manager sends at once", () => {
    const status = generate({ podStatus: runtimeStatus([], []) });
    const view = { pod: pod(), nowMs: 1_000, features: allFeatures };
    const { cached } = setPodStatus(view, status);
    const early = onPodSandboxReady(pod(), cached?.status ?? status, allFeatures);
    expect(setPodStatus({ ...view, cached, nowMs: 2_000 }, early)).toMatchObject({
      changed: true,
      cached: { version: 2 },
    });
  });
});
