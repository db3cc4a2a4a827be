/** printers_test.go TestPrintPod, TestPrintPodWithRestarts: what the columns of a pod are. */
import { describe, expect, it } from "vitest";
import { printFeatures } from "../../src/kubectl/features.ts";
import { type PrintedPod, printPod } from "../../src/kubectl/print-pod.ts";
import type { ContainerApiState, ContainerApiStatus } from "../../src/model/kube-status.ts";

const now = 1_000_000;

/** `restarts`: how many, and how many seconds ago the last end was. */
interface Container {
  readonly state?: ContainerApiState;
  readonly isReady?: boolean;
  readonly isStarted?: boolean;
  readonly restarts?: readonly [count: number, agoSeconds?: number];
  readonly isSidecar?: boolean;
}

const running: Container = { state: { running: { startedAtMs: 0 } }, isReady: true };
const waiting = (reason?: string): Container => ({
  state: { waiting: reason === undefined ? {} : { reason } },
});
const ended = (exitCode: number, reason?: string, signal?: number): Container => ({
  state: {
    terminated: {
      exitCode,
      ...(reason === undefined ? {} : { reason }),
      ...(signal === undefined ? {} : { signal }),
    },
  },
});
const sidecar: Container = { ...running, isStarted: true, isSidecar: true };

interface Row {
  readonly init?: readonly Container[];
  readonly main?: readonly Container[];
  readonly conditions?: readonly string[];
  readonly phase?: PrintedPod["status"]["phase"];
  readonly reason?: string;
  readonly isDeleted?: boolean;
}

function podOf({ init = [], main = [{}], conditions = [], isDeleted, ...row }: Row): PrintedPod {
  const { phase = "Running", reason } = row;
  return {
    name: "test",
    creationMs: 0,
    ...(isDeleted ? { deletionMs: now } : {}),
    spec: {
      containers: main,
      initContainers: init.map(({ isSidecar }, index) => ({
        name: String(index),
        ...(isSidecar ? { restartPolicy: "Always" } : {}),
      })),
    },
    status: {
      phase,
      ...(reason === undefined ? {} : { reason }),
      conditions: conditions.map((type) => ({ type, status: "True" as const })),
      initContainerStatuses: init.map(statusOf),
      containerStatuses: main.map(statusOf),
    },
  };
}

function statusOf(container: Container, index: number): ContainerApiStatus {
  const { state = {}, isReady = false, isStarted = false, restarts = [0] } = container;
  const [restartCount, ago] = restarts;
  const finishedAtMs = ago === undefined ? undefined : now - ago * 1000;
  const lastState = finishedAtMs === undefined ? {} : { terminated: { exitCode: 1, finishedAtMs } };
  const name = String(index);
  const told = { ready: isReady, started: isStarted, restartCount };
  return { name, image: "", state, lastState, ...told };
}

describe("READY, STATUS and RESTARTS", () => {
  it.each<[string, Row, string]>([
    [
      "a container without a state",
      { main: [{ ...running, restarts: [3] }, { restarts: [3] }] },
      "1/2 Running 6",
    ],
    [
      "the reason of a wait",
      {
        main: [
          { ...running, restarts: [3] },
          { ...waiting("Wait"), restarts: [3] },
        ],
      },
      "1/2 Wait 6",
    ],
    ["a wait without a reason", { main: [running, waiting()], phase: "Pending" }, "1/2 Pending 0"],
    ["the reason of an end", { main: [running, ended(1, "Error")] }, "1/2 Error 0"],
    ["an exit code", { main: [ended(2)] }, "0/1 ExitCode:2 0"],
    ["a signal", { main: [ended(137, undefined, 9)] }, "0/1 Signal:9 0"],
    ["the first container before others", { main: [waiting("A"), waiting("B")] }, "0/2 A 0"],
    ["not ready", { main: [{ ...running, isReady: false }] }, "0/1 Running 0"],
    ["the pod's own reason", { phase: "Failed", reason: "Evicted" }, "0/1 Evicted 0"],
    ["a phase", { phase: "Pending", main: [{}, {}] }, "0/2 Pending 0"],
    [
      "one has completed, and the pod is ready",
      { main: [ended(0, "Completed"), running], conditions: ["Ready"] },
      "1/2 Running 0",
    ],
    ["one has completed", { main: [ended(0, "Completed"), running] }, "1/2 NotReady 0"],
    [
      "all have completed",
      { main: [ended(0, "Completed")], phase: "Succeeded" },
      "0/1 Completed 0",
    ],
    ["an init container has no state", { init: [{}, {}], phase: "Pending" }, "0/1 Init:0/2 0"],
    ["the second one runs", { init: [ended(0), running] }, "0/1 Init:1/2 0"],
    [
      "it waits for its turn",
      { init: [ended(0, "Completed"), waiting("PodInitializing")], phase: "Pending" },
      "0/1 Init:1/2 0",
    ],
    [
      "it crashes",
      { init: [{ ...waiting("CrashLoopBackOff"), restarts: [3, 10] }] },
      "0/1 Init:CrashLoopBackOff 3 (10s ago)",
    ],
    ["it has failed", { init: [ended(1, "Error")] }, "0/1 Init:Error 0"],
    ["it has failed, without a reason", { init: [ended(1)] }, "0/1 Init:ExitCode:1 0"],
    ["it was killed", { init: [ended(137, undefined, 9)] }, "0/1 Init:Signal:9 0"],
    [
      "restarts of init containers are forgotten",
      {
        init: [{ ...ended(0), restarts: [3, 10] }],
        main: [{ ...running, restarts: [2, 200] }],
      },
      "1/1 Running 2 (3m20s ago)",
    ],
    [
      "those of init containers to come do not count",
      { init: [{ ...running, restarts: [1, 5] }, { restarts: [7, 1] }] },
      "0/1 Init:0/2 1 (5s ago)",
    ],
    [
      "the newest end",
      {
        main: [
          { ...running, restarts: [3, 20] },
          { ...running, restarts: [3, 10] },
        ],
      },
      "2/2 Running 6 (10s ago)",
    ],
    ["an end without a restart", { main: [{ ...running, restarts: [0, 10] }] }, "1/1 Running 0"],
    ["a sidecar counts", { init: [sidecar], main: [running] }, "2/2 Running 0"],
    [
      "a sidecar that is not ready",
      { init: [{ ...sidecar, isReady: false }], main: [running] },
      "1/2 Running 0",
    ],
    [
      "a sidecar that has not started",
      { init: [{ ...sidecar, isStarted: false }], main: [waiting("PodInitializing")] },
      "0/2 Init:0/1 0",
    ],
    [
      "its restarts",
      { init: [{ ...sidecar, restarts: [3, 5] }], main: [{ ...running, restarts: [2, 9] }] },
      "2/2 Running 5 (5s ago)",
    ],
    [
      "a sidecar that starts again in a pod that is initialised",
      {
        init: [{ ...ended(1, "Error"), isSidecar: true, restarts: [1, 3] }],
        main: [running],
        conditions: ["Initialized"],
      },
      "1/2 Init:Error 1 (3s ago)",
    ],
    [
      "the others of it are seen then",
      {
        init: [{ ...waiting("CrashLoopBackOff"), isSidecar: true }],
        main: [ended(2, "Error")],
        conditions: ["Initialized"],
      },
      "0/2 Error 0",
    ],
    ["it is deleted", { main: [running], isDeleted: true }, "1/1 Terminating 0"],
    [
      "it is deleted and over",
      { main: [ended(1, "Error")], phase: "Failed", isDeleted: true },
      "0/1 Error 0",
    ],
    ["its node is lost", { main: [running], reason: "NodeLost", isDeleted: true }, "1/1 Unknown 0"],
    ["its node is lost, and nobody deleted it", { reason: "NodeLost" }, "0/1 NodeLost 0"],
  ])("%s", (_, row, columns) => {
    const { ready, status, restarts } = printPod(podOf(row), now, printFeatures("1.36"));
    expect(`${ready} ${status} ${restarts}`).toBe(columns);
  });

  it("shows that a pod may not be scheduled", () => {
    const pod = podOf({ phase: "Pending" });
    const conditions = [
      { type: "PodScheduled", status: "False" as const, reason: "SchedulingGated" },
    ];
    const gated = { ...pod, status: { ...pod.status, conditions } };
    expect(printPod(gated, now, printFeatures("1.36")).status).toBe("SchedulingGated");
  });

  // Pull request 124766 of kubernetes.
  it.each([
    ["1.34", [ended(0, "Completed"), ended(1, "Error")], "Completed"],
    ["1.35", [ended(0, "Completed"), ended(1, "Error")], "Error"],
    ["1.35", [ended(0, "Completed"), ended(3)], "ExitCode:3"],
    ["1.34", [ended(0, "Completed"), ended(1, "Error"), running], "NotReady"],
    ["1.35", [ended(0, "Completed"), ended(1, "Error"), running], "Error"],
  ] as const)("tells of a failure beside one that has completed in %s", (version, main, status) => {
    expect(printPod(podOf({ main }), now, printFeatures(version)).status).toBe(status);
  });
});

it("says how old a pod is", () => {
  expect(printPod(podOf({}), 90_999, printFeatures("1.36")).age).toBe("90s");
});
