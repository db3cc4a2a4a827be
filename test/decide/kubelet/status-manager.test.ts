/**
 * Models: kubernetes/pkg/kubelet/status/status_manager_test.go TestNewStatus, TestSetContainer…,
 * TestReconcilePodStatus, Test…CanBeDeleted; statement S29 of the behaviour notes, rows 25 and 26
 * of their table of versions.
 */
import { describe, expect, it } from "vitest";
import {
  isPodStatusByKubeletEqual,
  normalizeStatus,
} from "../../../src/decide/kubelet/normalize-status.ts";
import {
  type SendView,
  type StatusView,
  type VersionedPodStatus,
  canBeDeleted,
  setContainerReadiness,
  setContainerStartup,
  setPodStatus,
  terminatePod,
  updateStatusInternal,
  whatToSend,
} from "../../../src/decide/kubelet/status-manager.ts";
import {
  type PodApiStatus,
  type PodCondition,
  emptyPodStatus,
} from "../../../src/model/kube-status.ts";
import { running, terminated, waiting } from "../../support/container-status.ts";
import { allFeatures, container, noFeatures, pod } from "../../support/kube.ts";

const quiet = { force: false, podIsFinished: false };
const base: StatusView = { pod: pod(), nowMs: 5_000, features: allFeatures };

function status(given: Partial<PodApiStatus> = {}): PodApiStatus {
  return { ...emptyPodStatus, phase: "Running", containerStatuses: [running()], ...given };
}

function cachedStatus(given: Partial<PodApiStatus> = {}, version = 1): VersionedPodStatus {
  return { status: status({ startTimeMs: 1_000, ...given }), version, podIsFinished: false };
}

function ready(given: Partial<PodCondition> = {}): PodCondition {
  return { type: "Ready", status: "True", lastTransitionTimeMs: 2_000, ...given };
}

describe("a new status", () => {
  it("is version 1 and starts the pod's clock", () => {
    const update = updateStatusInternal(
      base,
      status({ conditions: [{ type: "Ready", status: "True" }] }),
      quiet,
    );
    expect(update).toMatchObject({ changed: true, cached: { version: 1, podIsFinished: false } });
    expect(update.cached?.status).toMatchObject({
      startTimeMs: 5_000,
      conditions: [ready({ lastTransitionTimeMs: 5_000 })],
    });
  });

  it("that says the same is no new version", () => {
    const cached = cachedStatus({ conditions: [ready()] });
    const again = status({ conditions: [{ type: "Ready", status: "True" }] });
    expect(updateStatusInternal({ ...base, cached }, again, quiet)).toEqual({
      cached,
      changed: false,
    });
  });

  it("that says the same is one where it is forced", () => {
    const cached = cachedStatus();
    const update = updateStatusInternal({ ...base, cached }, status(), { ...quiet, force: true });
    expect(update).toMatchObject({ changed: true, cached: { version: 2 } });
  });

  it("keeps the start time, from the cache or else from the API", () => {
    const api = pod({ status: { startTimeMs: 3_000 } });
    const start = (view: StatusView) =>
      updateStatusInternal(view, status({ startTimeMs: 4_000, message: "x" }), quiet).cached?.status
        .startTimeMs;
    expect(start({ ...base, cached: cachedStatus() })).toBe(1_000);
    expect(start({ ...base, pod: api })).toBe(3_000);
    expect(start(base)).toBe(4_000);
  });

  it("takes a static pod's past from its mirror", () => {
    const mirror = pod({ status: status({ startTimeMs: 500, conditions: [ready()] }) });
    const view = { ...base, pod: pod({ source: "file" }), mirror };
    const fresh = status({ conditions: [{ type: "Ready", status: "True" }] });
    expect(updateStatusInternal(view, fresh, quiet).cached?.status).toMatchObject({
      startTimeMs: 500,
      conditions: [ready()],
    });
  });

  it.each<[string, PodCondition, number | undefined]>([
    ["the same status", { type: "Ready", status: "True" }, 2_000],
    ["the same status with another reason", { type: "Ready", status: "True", reason: "x" }, 2_000],
    ["another status", { type: "Ready", status: "False" }, 5_000],
    ["a condition of another owner", { type: "example.com/gate", status: "True" }, undefined],
  ])("sets the transition time: %s", (_, condition, lastTransitionTimeMs) => {
    const cached = cachedStatus({ conditions: [ready()] });
    const fresh = status({ conditions: [condition], message: "x" });
    const update = updateStatusInternal({ ...base, cached }, fresh, quiet);
    expect(update.cached?.status.conditions[0]?.lastTransitionTimeMs).toBe(lastTransitionTimeMs);
  });

  it("is dropped as a whole where a container leaves its end under policy Never", () => {
    const never = pod({ spec: { restartPolicy: "Never" } });
    const cached = cachedStatus({ containerStatuses: [terminated("app", 1)] });
    const update = updateStatusInternal({ ...base, pod: never, cached }, status(), quiet);
    expect(update).toEqual({
      cached,
      changed: false,
      refused: "terminated container app attempted illegal transition to non-terminated state",
    });
  });
});

describe("row 25: observedGeneration of the status", () => {
  const numbered = pod({ generation: 3 });
  const observed = (view: Partial<StatusView>) =>
    setPodStatus({ ...base, pod: numbered, ...view }, status()).cached?.status.observedGeneration;

  it("is the pod's generation from 1.34 on", () => {
    expect([observed({ features: noFeatures }), observed({})]).toEqual([undefined, 3]);
  });

  it("is kept up by an older kubelet, and never falls", () => {
    const began = pod({ generation: 3, status: { observedGeneration: 2 } });
    expect(observed({ features: noFeatures, pod: began })).toBe(3);
    expect(observed({ cached: cachedStatus({ observedGeneration: 7 }) })).toBe(7);
  });
});

it("every status of a pod that is being deleted is a new version", () => {
  const view = { ...base, cached: cachedStatus() };
  expect(setPodStatus(view, status()).changed).toBe(false);
  const deleted = pod({ deletionTimestampMs: 0 });
  expect(setPodStatus({ ...view, pod: deleted }, status()).changed).toBe(true);
});

describe("a probe's result", () => {
  const cached = cachedStatus({ conditions: [ready(), ready({ type: "ContainersReady" })] });
  const view = { ...base, cached };
  const unready = { status: "False", reason: "ContainersNotReady", lastTransitionTimeMs: 5_000 };

  it("of readiness goes into the status and both conditions at once", () => {
    const update = setContainerReadiness(view, "app-0", false);
    expect(update).toMatchObject({
      changed: true,
      cached: {
        version: 2,
        status: {
          containerStatuses: [{ ready: false }],
          conditions: [
            { type: "Ready", ...unready },
            { type: "ContainersReady", ...unready },
          ],
        },
      },
    });
  });

  it("of startup goes into the status alone", () => {
    const update = setContainerStartup(view, "containerd://app-0", false);
    expect(update.cached?.status).toMatchObject({
      containerStatuses: [{ started: false, ready: true }],
      conditions: [{ status: "True" }, { status: "True" }],
    });
  });

  it("of a sidecar is found among the init containers", () => {
    const beside = cachedStatus({ initContainerStatuses: [running("side")] });
    const update = setContainerReadiness({ ...base, cached: beside }, "side-0", false);
    expect(update.cached?.status.initContainerStatuses[0]?.ready).toBe(false);
  });

  it.each<[string, StatusView, string, boolean]>([
    ["nothing is new", view, "app-0", true],
    ["the container is unknown", view, "app-1", false],
    ["the pod has not been synced", base, "app-0", false],
  ])("changes nothing when %s", (_, given, id, value) => {
    expect(setContainerReadiness(given, id, value)).toEqual({
      cached: given.cached,
      changed: false,
    });
    expect(setContainerStartup(given, id, value)).toEqual({ cached: given.cached, changed: false });
  });
});

describe("the end of a pod", () => {
  const view = { ...base, cached: cachedStatus({ containerStatuses: [terminated("app", 143)] }) };

  it("is a new version, finished, even if nothing differs", () => {
    const failed = cachedStatus({ phase: "Failed", containerStatuses: [terminated("app", 143)] });
    const update = terminatePod({ ...base, cached: failed });
    expect(update).toMatchObject({ changed: true, cached: { version: 2, podIsFinished: true } });
  });

  it("stays finished for an API pod, not for a static pod, whose UID can come back", () => {
    const { cached } = terminatePod(view);
    const later = (source: "api" | "file") =>
      updateStatusInternal(
        { ...base, pod: pod({ source }), cached },
        status({ phase: "Failed", message: "x" }),
        quiet,
      ).cached?.podIsFinished;
    expect([later("api"), later("file")]).toEqual([true, false]);
  });
});

describe("S29: the API object may be deleted", () => {
  const over = { deletionTimestampMs: 0, status: { phase: "Failed" as const } };
  const mirror = { annotations: { "kubernetes.io/config.mirror": "1" } };
  it.each([
    ["when the pod is over, its end is known there, and it is to go", pod(over), true, true],
    ["but not while its last stage goes on", pod(over), false, false],
    ["but not before the terminal phase has arrived", pod({ deletionTimestampMs: 0 }), true, false],
    ["but not without a deletion", pod({ status: over.status }), true, false],
    ["but not as a mirror pod", pod({ ...over, ...mirror }), true, false],
  ])("%s", (_, given, podIsFinished, expected) => {
    expect(canBeDeleted(given, podIsFinished)).toBe(expected);
  });
});

describe("what is sent", () => {
  const cached = cachedStatus({}, 3);
  const same = pod({ status: cached.status });
  const isStatic = pod({ source: "file" });
  const sent: SendView = { cached, sentVersion: 3, pod: same, features: allFeatures };
  const gone = { deletionTimestampMs: 0, status: { ...cached.status, phase: "Failed" as const } };
  it.each<[string, SendView, string, string]>([
    ["a version never sent", { ...sent, sentVersion: undefined }, "update", "update"],
    ["a newer version", { ...sent, sentVersion: 2 }, "update", "update"],
    ["nothing new", sent, "nothing", "nothing"],
    [
      "a static pod without a mirror",
      { ...sent, pod: isStatic, sentVersion: 1 },
      "nothing",
      "nothing",
    ],
    [
      "a static pod with a mirror",
      { ...sent, pod: isStatic, mirror: same, sentVersion: 1 },
      "update",
      "update",
    ],
    [
      "a mirror that shows the same",
      { ...sent, pod: isStatic, mirror: same },
      "nothing",
      "nothing",
    ],
    [
      "a mirror that shows something else",
      { ...sent, pod: isStatic, mirror: pod() },
      "nothing",
      "reconcile",
    ],
    ["the API shows something else", { ...sent, pod: pod() }, "nothing", "reconcile"],
    ["the source has taken the pod away", { ...sent, pod: undefined }, "nothing", "nothing"],
    [
      "a deletion that failed is tried again",
      { ...sent, cached: { ...cached, podIsFinished: true }, pod: pod(gone) },
      "nothing",
      "update",
    ],
  ])("%s: at a change %s, periodically %s", (_, view, atChange, periodically) => {
    const sendings = [false, true].map((isPeriodic) => whatToSend(view, isPeriodic));
    expect(sendings).toEqual([atChange, periodically]);
  });
});

describe("two statuses say the same", () => {
  const one = status({ conditions: [ready()], reason: "x" });
  it.each<[string, PodApiStatus, boolean]>([
    ["when they are equal", one, true],
    [
      "whatever the transition times",
      status({ ...one, conditions: [ready({ lastTransitionTimeMs: 9 })] }),
      true,
    ],
    [
      "whatever other owners say",
      status({ ...one, conditions: [ready(), ready({ type: "z" })] }),
      true,
    ],
    ["with an empty text for none", status({ ...one, message: "" }), true],
    [
      "not when a condition's status differs",
      status({ ...one, conditions: [ready({ status: "False" })] }),
      false,
    ],
    [
      "not when its reason differs",
      status({ ...one, conditions: [ready({ reason: "r" })] }),
      false,
    ],
    [
      "not when its message differs",
      status({ ...one, conditions: [ready({ message: "m" })] }),
      false,
    ],
    [
      "not when one is new",
      status({ ...one, conditions: [ready(), ready({ type: "DisruptionTarget" })] }),
      false,
    ],
    ["not when the phase differs", status({ ...one, phase: "Failed" }), false],
    ["not when a container differs", status({ ...one, containerStatuses: [waiting()] }), false],
  ])("%s", (_, other, expected) => {
    for (const features of [noFeatures, allFeatures]) {
      expect(isPodStatusByKubeletEqual(one, other, features)).toBe(expected);
    }
  });

  it("row 26: up to 1.32 also when a condition vanished", () => {
    const without = status({ ...one, conditions: [] });
    const at = (features: typeof allFeatures) => isPodStatusByKubeletEqual(one, without, features);
    expect([at(noFeatures), at(allFeatures)]).toEqual([true, false]);
  });
});

describe("the common form", () => {
  it("orders init containers by the spec and the others by name", () => {
    const given = pod({ spec: { initContainers: ["z", "a"].map((name) => container({ name })) } });
    const mixed = [running("a"), running("z")];
    const normal = normalizeStatus(
      given,
      status({ initContainerStatuses: mixed, containerStatuses: [running("z"), running("a")] }),
    );
    expect(normal.initContainerStatuses.map(({ name }) => name)).toEqual(["z", "a"]);
    expect(normal.containerStatuses.map(({ name }) => name)).toEqual(["a", "z"]);
  });

  it("shares 12 KiB of messages among all containers of the pod", () => {
    const given = pod({ spec: { containers: [container(), container({ name: "web" })] } });
    const state = { terminated: { exitCode: 1, message: "m".repeat(7_000) } };
    const normal = normalizeStatus(
      given,
      status({ containerStatuses: [terminated("app", 1, { state })] }),
    );
    expect(normal.containerStatuses[0]?.state.terminated?.message).toHaveLength(6_144);
  });
});
