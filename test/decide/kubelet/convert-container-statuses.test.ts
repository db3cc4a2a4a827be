/**
 * Models: kubernetes/pkg/kubelet/kubelet_pods_test.go TestConvertToAPIContainerStatuses…; the
 * statements of the behaviour notes and of recorded runs are named where a test keeps to one.
 */
import { describe, expect, it } from "vitest";
import {
  type ContainerKind,
  type ConversionContext,
  convertToAPIContainerStatuses,
} from "../../../src/decide/kubelet/convert-container-statuses.ts";
import type { KubePod } from "../../../src/model/kube-pod.ts";
import type { RuntimeContainerStatus } from "../../../src/model/kube-runtime.ts";
import { type ContainerApiStatus, emptyPodStatus } from "../../../src/model/kube-status.ts";
import { ended, running, terminated, waiting } from "../../support/container-status.ts";
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

const crashLoop = {
  reason: "CrashLoopBackOff",
  message: "back-off 10s restarting failed container=app pod=web_default(uid-web)",
};

interface Case {
  readonly pod?: KubePod;
  readonly old?: readonly ContainerApiStatus[];
  readonly which?: ContainerKind;
  readonly context?: Partial<ConversionContext>;
}

function convert(
  records: readonly RuntimeContainerStatus[],
  { pod: given = pod(), old = [], which = "regular", context = {} }: Case = {},
): readonly ContainerApiStatus[] {
  const field = { init: "initContainerStatuses", regular: "containerStatuses" } as const;
  const name = which === "ephemeral" ? "ephemeralContainerStatuses" : field[which];
  const oldStatus = { ...emptyPodStatus, [name]: old };
  return convertToAPIContainerStatuses(given, runtimeStatus(records), oldStatus, which, {
    reasons: new Map(),
    podRestarting: false,
    features: noFeatures,
    toApiTime: (ms) => Math.floor(ms / 1_000) * 1_000,
    ...context,
  });
}

const one = (...given: Parameters<typeof convert>): ContainerApiStatus | undefined =>
  convert(...given)[0];
const since136 = { features: allFeatures };
const failing = { reasons: new Map([["app", crashLoop]]) };
const withInit = pod({ spec: { initContainers: [container({ name: "init" })] } });

describe("without a record", () => {
  it("S14: waits as ContainerCreating", () => {
    expect(one([])).toEqual({
      name: "app",
      image: "example.com/app:1",
      state: { waiting: { reason: "ContainerCreating" } },
      lastState: {},
      ready: false,
      restartCount: 0,
    });
  });

  it("waits as PodInitializing in a pod with init containers, and so do those themselves", () => {
    const state = { waiting: { reason: "PodInitializing" } };
    expect(one([], { pod: withInit })).toMatchObject({ name: "app", state });
    expect(one([], { pod: withInit, which: "init" })).toMatchObject({ name: "init", state });
  });

  it("keeps the count and the last state of a container that waits", () => {
    const old = waiting("app", "CrashLoopBackOff", { restartCount: 3, lastState: ended(1) });
    expect(one([], { old: [old] })).toMatchObject({ restartCount: 3, lastState: ended(1) });
  });

  it("stays as it ended", () => {
    const old = terminated("app", 3, { restartCount: 2, lastState: ended(1) });
    expect(one([], { old: [old] })).toEqual(old);
  });
});

describe("a record that vanished", () => {
  const lost = {
    terminated: {
      exitCode: 137,
      reason: "ContainerStatusUnknown",
      message:
        "The container could not be located when the pod was deleted.  The container used to be Running",
    },
  };

  it("of a running container leaves it waiting, with an end that nobody saw", () => {
    expect(one([], { old: [running("app", { restartCount: 2 })] })).toMatchObject({
      state: { waiting: { reason: "ContainerCreating" } },
      lastState: lost,
      restartCount: 3,
    });
  });

  it("does not count as a restart while the pod is being deleted", () => {
    const given = pod({ deletionTimestampMs: 0 });
    const status = one([], { pod: given, old: [running("app", { restartCount: 2 })] });
    expect(status).toMatchObject({ lastState: lost, restartCount: 2 });
  });

  it("changes nothing where there is a last state, or where the container did not run", () => {
    const old = running("app", { restartCount: 2, lastState: ended(1) });
    expect(one([], { old: [old] })).toMatchObject({ lastState: ended(1), restartCount: 2 });
    expect(one([], { old: [waiting()] })).toMatchObject({ lastState: {}, restartCount: 0 });
  });
});

describe("the newest record", () => {
  it.each<[string, RuntimeContainerStatus, ContainerApiStatus["state"]]>([
    ["running", record({ startedAtMs: 1_999 }), { running: { startedAtMs: 1_000 } }],
    ["created", record({ state: "created" }), { waiting: {} }],
    ["unknown, never seen running", record({ state: "unknown" }), { waiting: {} }],
    [
      "exited",
      exited({
        exitCode: 3,
        reason: "Error",
        message: "no",
        startedAtMs: 1_200,
        finishedAtMs: 2_900,
      }),
      {
        terminated: {
          exitCode: 3,
          reason: "Error",
          message: "no",
          startedAtMs: 1_000,
          finishedAtMs: 2_000,
          containerID: "containerd://app-0",
        },
      },
    ],
  ])("%s gives the state, times cut to whole seconds", (_, newest, state) => {
    expect(one([newest])).toMatchObject({ state, ready: false, restartCount: 0 });
  });

  it("gives id, image and the count of its attempt", () => {
    const newest = record({ id: "abc", image: "example.com/app@sha256:1", restartCount: 4 });
    expect(one([newest])).toMatchObject({
      containerID: "containerd://abc",
      image: "example.com/app@sha256:1",
      restartCount: 4,
    });
  });

  it("in no known state, of what ran before, counts as an end with 137 and as a restart", () => {
    const old = [running("app", { restartCount: 1 })];
    expect(one([record({ state: "unknown", restartCount: 1 })], { old })).toMatchObject({
      state: { terminated: { exitCode: 137, reason: "ContainerStatusUnknown" } },
      restartCount: 2,
    });
  });

  it("is never taken from a container that the spec does not name", () => {
    expect(one([record({ name: "stranger" })])).toMatchObject({ state: waiting().state });
  });
});

describe("the record before it", () => {
  it("gives the last state", () => {
    const records = [record({ restartCount: 1 }), exited({ exitCode: 1, reason: "Error" })];
    expect(one(records)).toMatchObject({
      state: { running: {} },
      lastState: { terminated: { exitCode: 1, containerID: "containerd://app-0" } },
      restartCount: 1,
    });
  });

  it("evented B1: gives a running last state where a container was started twice", () => {
    expect(one([record({ restartCount: 1 }), record()])).toMatchObject({
      lastState: { running: { startedAtMs: 1_000 } },
      restartCount: 1,
    });
  });

  it("matters only if it is the second newest", () => {
    const records = [2, 1, 0].map((restartCount) =>
      exited({ restartCount, exitCode: restartCount }),
    );
    expect(one(records)?.lastState.terminated?.exitCode).toBe(1);
  });
});

describe("why the last start failed", () => {
  const crashed = exited({ exitCode: 1, reason: "Error" });

  it("S11: an end shows as the end until a sync has stored a reason", () => {
    expect(one([crashed])).toMatchObject({ state: { terminated: { exitCode: 1 } }, lastState: {} });
  });

  it("S2, S10: then it waits with that reason, and the end is its last state", () => {
    expect(one([crashed], { context: failing })).toMatchObject({
      state: { waiting: crashLoop },
      lastState: { terminated: { exitCode: 1 } },
    });
  });

  it("S16: a container without a record waits with the reason of its pull", () => {
    const reasons = new Map([["app", { reason: "ErrImagePull", message: "no such image" }]]);
    expect(one([], { context: { reasons } })?.state).toEqual({
      waiting: { reason: "ErrImagePull", message: "no such image" },
    });
  });

  it.each<[string, Case, RuntimeContainerStatus]>([
    ["it runs again", {}, record()],
    ["the pod is being deleted", { pod: pod({ deletionTimestampMs: 0 }) }, crashed],
    ["policy Never", { pod: pod({ spec: { restartPolicy: "Never" } }) }, crashed],
    [
      "it ended with 0, policy OnFailure",
      { pod: pod({ spec: { restartPolicy: "OnFailure" } }) },
      exited(),
    ],
  ])("is not shown when %s", (_, given, newest) => {
    expect(one([newest], { ...given, context: failing })?.state.waiting).toBeUndefined();
  });

  it("row 17: is shown under policy Never where the container has a policy of its own", () => {
    const own = container({ restartPolicy: "OnFailure" });
    const given = pod({ spec: { restartPolicy: "Never", containers: [own] } });
    const at = (features: typeof allFeatures) =>
      one([crashed], { pod: given, context: { ...failing, features } })?.state.waiting;
    expect([at(noFeatures), at(allFeatures)]).toEqual([undefined, crashLoop]);
  });
});

describe("init containers", () => {
  const initRecord = (given: Partial<RuntimeContainerStatus>) => exited({ name: "init", ...given });
  const reasons = new Map([["init", crashLoop]]);

  it("S18: wait with a reason after a failure, but never after exit code 0", () => {
    const given = { pod: withInit, which: "init" as const, context: { reasons } };
    expect(one([initRecord({ exitCode: 1 })], given)?.state.waiting).toEqual(crashLoop);
    expect(one([initRecord({ exitCode: 0 })], given)?.state.terminated?.exitCode).toBe(0);
  });

  it("are listed in the order of the spec, regular ones by name", () => {
    const names = ["z", "a", "m"].map((name) => container({ name }));
    const given = pod({ spec: { initContainers: names, containers: names } });
    const listed = (which: ContainerKind) =>
      convert([], { pod: given, which }).map(({ name }) => name);
    expect(listed("init")).toEqual(["z", "a", "m"]);
    expect(listed("regular")).toEqual(["a", "m", "z"]);
  });

  const started = pod({ spec: { initContainers: [sidecar()] } });
  it.each<[string, typeof allFeatures, string, KubePod, RuntimeContainerStatus]>([
    ["up to 1.35", noFeatures, "PodInitializing", withInit, record()],
    ["from 1.36", allFeatures, "Completed", withInit, record()],
    ["of a sidecar", allFeatures, "PodInitializing", started, record()],
    [
      "with no regular one yet",
      allFeatures,
      "PodInitializing",
      withInit,
      record({ state: "unknown" }),
    ],
  ])("row 24: a lost record, %s", (_, features, reason, given, main) => {
    const [status] = convert([main], { pod: given, which: "init", context: { features } });
    expect(status?.state.terminated?.reason ?? status?.state.waiting?.reason).toBe(reason);
  });
});

describe("ephemeral containers", () => {
  it("are converted like the others", () => {
    const given = pod({ spec: { ephemeralContainers: [container({ name: "debug" })] } });
    const [status] = convert([record({ name: "debug" })], { pod: given, which: "ephemeral" });
    expect(status).toMatchObject({ name: "debug", state: { running: {} } });
  });
});

describe("row 10: started by name (issue 141155)", () => {
  const old = [running("app", { containerID: "containerd://app-0" })];
  const next = record({ restartCount: 1 });

  it("a new container inherits it from 1.35 on", () => {
    expect(one([next], { old })?.started).toBeUndefined();
    expect(one([next], { old, context: since136 })?.started).toBe(true);
  });

  it("an end seen in between hides the fault", () => {
    const seen = [terminated("app", 137, { started: false })];
    expect(one([next], { old: seen, context: since136 })?.started).toBe(false);
  });
});

describe("rows 20 and 21: what outlives the records", () => {
  const old = [running("app", { restartCount: 5, lastState: ended(1) })];

  it("restartCount may fall up to 1.35 and never from 1.36 on", () => {
    expect(one([record()], { old })?.restartCount).toBe(0);
    expect(one([record()], { old, context: since136 })?.restartCount).toBe(5);
  });

  it("lastState goes with its record up to 1.35 and stays from 1.36 on", () => {
    expect(one([record()], { old })?.lastState).toEqual({});
    expect(one([record()], { old, context: since136 })?.lastState).toEqual(ended(1));
  });

  it("B19: a run after an end that the records forgot counts one up, in 1.36", () => {
    const gone = [terminated("app", 1, { containerID: "containerd://x", restartCount: 5 })];
    expect(one([record()], { old: gone, context: since136 })).toMatchObject({
      restartCount: 6,
      lastState: ended(1),
    });
    expect(one([record({ restartCount: 6 })], { old: gone, context: since136 })?.restartCount).toBe(
      6,
    );
  });

  it("a record before it wins over the old last state", () => {
    const records = [record({ restartCount: 6 }), exited({ restartCount: 5, exitCode: 7 })];
    expect(one(records, { old, context: since136 })?.lastState.terminated?.exitCode).toBe(7);
  });
});

describe("row 19: a restart of all containers", () => {
  const why = "The container is removed because RestartAllContainers in place";
  const restarting = (old: readonly ContainerApiStatus[], features = allFeatures) =>
    one([], { old, context: { podRestarting: true, features } });

  it.each([
    ["ran", running("app", { restartCount: 1 })],
    ["ended", terminated("app", 42, { restartCount: 1 })],
  ])("leaves what %s waiting for it, one restart on", (_, old) => {
    expect(restarting([old])).toMatchObject({
      state: { waiting: { reason: "RestartingAllContainers", message: why } },
      lastState: { terminated: { exitCode: 137, reason: "RestartingAllContainers" } },
      restartCount: 2,
    });
  });

  it("leaves what waited as it is, and all of it up to 1.35", () => {
    expect(restarting([waiting()])?.state).toEqual(waiting().state);
    expect(restarting([terminated("app", 42)], noFeatures)?.state).toEqual(ended(42, "Error"));
  });

  it("names itself as the reason of an end that nobody saw", () => {
    const context = { podRestarting: true, features: allFeatures };
    const status = one([record({ state: "unknown" })], { old: [running()], context });
    expect(status?.state.terminated?.reason).toBe("RestartingAllContainers");
  });
});
