/**
 * Models: kubernetes/pkg/kubelet/kuberuntime/kuberuntime_manager_test.go
 * TestComputePodActionsWithInitContainers, …WithRestartableInitContainers. Each row changes a pod
 * that is as it should be. S… and B…: the rules of the kubelet's behaviour.
 */
import { describe, expect, it } from "vitest";
import {
  type InitContainerActions,
  computeInitContainerActions,
} from "../../../src/decide/kubelet/compute-init-container-actions.ts";
import type { ContainerKillReason } from "../../../src/decide/kubelet/kill-grace.ts";
import type { KubeContainer } from "../../../src/model/kube-pod.ts";
import type { ProbeResult, RuntimeContainerStatus } from "../../../src/model/kube-runtime.ts";
import type { RestartPolicy } from "../../../src/model/pod.ts";
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
  sidecar,
} from "../../support/kube.ts";

interface Row {
  readonly what: string;
  readonly policies?: readonly RestartPolicy[];
  readonly versions?: readonly (typeof allFeatures)[];
  readonly init?: readonly KubeContainer[];
  readonly records: readonly RuntimeContainerStatus[];
  readonly startup?: readonly [string, ProbeResult][];
  readonly liveness?: readonly [string, ProbeResult][];
  readonly expected: Partial<InitContainerActions>;
}

const idle: InitContainerActions = {
  hasInitialized: false,
  killPod: false,
  initContainersToStart: [],
  containersToKill: [],
};
const killsPod = { killPod: true };
const done = { hasInitialized: true };
const starts = (...initContainersToStart: number[]) => ({ initContainersToStart });
const plain = ["i1", "i2", "i3"].map((name) => container({ name }));
const sides = ["s1", "s2", "s3"].map((name) => sidecar({ name }));
const i = (n: number, given: Partial<RuntimeContainerStatus> = {}) =>
  record({ name: `i${n}`, ...given });
const s = (n: number, given: Partial<RuntimeContainerStatus> = {}) =>
  record({ name: `s${n}`, ...given });
const ended = (n: number, exitCode = 0) => exited({ name: `i${n}`, exitCode });
const oom = exited({ name: "i3", reason: "OOMKilled" });
const both = [allFeatures, noFeatures];

function expectActions(row: Row): void {
  const { policies = ["Always", "OnFailure", "Never"], versions = both, init = plain } = row;
  for (const features of versions) {
    for (const restartPolicy of policies) {
      const actions = computeInitContainerActions({
        pod: pod({ spec: { restartPolicy, initContainers: init } }),
        podStatus: runtimeStatus(row.records),
        results: probeResults({
          startup: new Map(row.startup),
          liveness: new Map(row.liveness),
        }),
        features,
      });
      const which = `${restartPolicy}, ${features === allFeatures ? "newest" : "oldest"}`;
      expect(actions, which).toEqual({ ...idle, ...row.expected });
    }
  }
}

const kill = (name: string, why: string, reason: ContainerKillReason) => ({
  containersToKill: [
    { id: `${name}-0`, name, message: `Init container ${why}`, reason, restart: true },
  ],
});

describe("ordinary init containers", () => {
  const restarting: readonly RestartPolicy[] = ["Always", "OnFailure"];
  const rows: readonly Row[] = [
    { what: "none of them", init: [], records: [], expected: done },
    { what: "no record: the first", records: [], expected: starts(0) },
    { what: "the first runs: wait", records: [i(1)], expected: {} },
    { what: "S19: the first is done: the second", records: [ended(1)], expected: starts(1) },
    { what: "S19: the last is done", records: [ended(3), ended(2), ended(1)], expected: done },
    { what: "the records of the first are gone", records: [ended(3)], expected: done },
    { what: "only the middle one is known", records: [ended(2)], expected: starts(2) },
    {
      what: "created and never started",
      records: [i(2, { state: "created" })],
      expected: starts(1),
    },
    { what: "an app container runs", records: [record()], expected: done },
    { what: "in-03: and the records are gone", records: [record(), ended(1, 1)], expected: done },
    {
      what: "an app container is created",
      records: [record({ state: "created" })],
      expected: done,
    },
    { what: "B17: app exited, init records gone", records: [exited()], expected: starts(0) },
    { what: "app exited, the last is done", records: [exited(), ended(3)], expected: done },
    { what: "app unknown", records: [record({ state: "unknown" })], expected: starts(0) },
    { what: "S17: failed", policies: ["Never"], records: [ended(1, 1)], expected: killsPod },
    { what: "S18: failed", policies: restarting, records: [ended(1, 1)], expected: starts(0) },
    { what: "om-02: for memory", policies: ["Always"], records: [oom], expected: starts(2) },
    { what: "om-02: for memory", policies: ["Never"], records: [oom], expected: killsPod },
    {
      what: "om-02: for memory, up to 1.34 again in its place",
      policies: ["OnFailure"],
      versions: [noFeatures],
      records: [oom],
      expected: starts(2),
    },
    {
      what: "om-02: for memory, from 1.35 judged by the exit code alone",
      policies: ["OnFailure"],
      versions: [allFeatures],
      records: [oom],
      expected: killsPod,
    },
    {
      what: "unknown: killed first",
      policies: restarting,
      records: [i(1, { state: "unknown" })],
      expected: {
        ...starts(0),
        ...kill("i1", 'is in "unknown" state, try killing it before restart', "unknown"),
      },
    },
    {
      what: "unknown, and it may not run again",
      policies: ["Never"],
      records: [i(1, { state: "unknown" })],
      expected: killsPod,
    },
  ];
  it.each(rows)("$what ($policies)", (row) => expectActions(row));

  it.each([
    { own: "OnFailure" as const, of: ended(1, 1), newest: starts(0), oldest: killsPod },
    { own: "OnFailure" as const, of: i(1, { state: "unknown" }), oldest: killsPod },
    { own: "Never" as const, of: ended(1, 1), newest: killsPod, oldest: killsPod },
  ])("with a policy of their own in a Never pod: $own, $of.state", ({ own, of, ...expected }) => {
    const { newest, oldest } = expected;
    const row = { what: "", policies: ["Never" as const], records: [of] };
    const init = [container({ name: "i1", restartPolicy: own }), ...plain.slice(1)];
    expectActions({ ...row, init, versions: [noFeatures], expected: oldest });
    const killed = kill("i1", 'is in "unknown" state, try killing it before restart', "unknown");
    const restarted = { ...starts(0), ...killed };
    expectActions({ ...row, init, versions: [allFeatures], expected: newest ?? restarted });
  });
});

describe("sidecars", () => {
  const withStartup = [sidecar({ name: "s1", startupProbe: probe() }), ...sides.slice(1)];
  const withLiveness = [...sides.slice(0, 2), sidecar({ name: "s3", livenessProbe: probe() })];
  const down = (n: number) => exited({ name: `s${n}` });
  const changed = { hash: "other" };
  const rows: readonly Row[] = [
    { what: "no record: the first", records: [], expected: starts(0) },
    { what: "the first runs: the second", records: [s(1)], expected: starts(1) },
    { what: "all run", records: [s(3), s(2), s(1)], expected: done },
    { what: "S20: not yet started", init: withStartup, records: [s(1)], expected: {} },
    {
      what: "S20: its probe was asked in vain",
      init: withStartup,
      records: [s(1)],
      startup: [["s1-0", "unknown"]],
      expected: {},
    },
    {
      what: "S20: started",
      init: withStartup,
      records: [s(1)],
      startup: [["s1-0", "success"]],
      expected: starts(1),
    },
    {
      what: "S20: the answer for another run does not count",
      init: withStartup,
      records: [s(1, { id: "s1-1" })],
      startup: [["s1-0", "success"]],
      expected: {},
    },
    {
      what: "its startup probe failed",
      init: withStartup,
      records: [s(1)],
      startup: [["s1-0", "failure"]],
      expected: { ...starts(0), ...kill("s1", "s1 failed startup probe", "startup") },
    },
    {
      what: "its liveness probe failed: the pod counts as initialised all the same",
      init: withLiveness,
      records: [s(3), s(2), s(1)],
      liveness: [["s3-0", "failure"]],
      expected: { ...done, ...starts(2), ...kill("s3", "s3 failed liveness probe", "liveness") },
    },
    {
      what: "a result of a probe that it has no more",
      records: [s(3), s(2), s(1)],
      liveness: [["s3-0", "failure"]],
      startup: [["s3-0", "failure"]],
      expected: done,
    },
    {
      what: "its image changed while it was the furthest",
      records: [s(1, changed)],
      expected: { ...starts(0, 1), ...kill("s1", "s1 definition changed", "definitionChanged") },
    },
    { what: "one ended before the app", records: [down(1)], expected: starts(0) },
    {
      what: "S21: one ended later",
      records: [record(), s(3), down(2), s(1)],
      expected: { ...done, ...starts(1) },
    },
    {
      what: "S21: all ended",
      records: [record(), down(3), down(2), down(1)],
      expected: { ...done, ...starts(0, 1, 2) },
    },
    {
      what: "created and never started",
      records: [record(), s(3), s(2), s(1, { state: "created" })],
      expected: { ...done, ...starts(0) },
    },
    {
      what: "a record is gone",
      records: [record(), s(3), s(1)],
      expected: { ...done, ...starts(1) },
    },
    {
      what: "unknown",
      records: [record(), s(3), s(2), s(1, { state: "unknown" })],
      expected: {
        ...done,
        ...starts(0),
        ...kill("s1", 'is in "unknown" state, try killing it before restart', "unknown"),
      },
    },
    {
      what: "two are unknown: killed in the order of the spec",
      records: [record(), s(3, { state: "unknown" }), s(2), s(1, { state: "unknown" })],
      expected: {
        ...done,
        ...starts(0, 2),
        containersToKill: ["s1", "s3"].flatMap(
          (name) =>
            kill(name, 'is in "unknown" state, try killing it before restart', "unknown")
              .containersToKill,
        ),
      },
    },
    {
      what: "the app has exited and the last sidecar is down: the app waits for it",
      records: [exited({ exitCode: 1 }), down(3), s(2), s(1)],
      expected: starts(2),
    },
  ];
  it.each(rows)("$what", (row) => expectActions({ init: sides, ...row }));
});

describe("sidecars among ordinary init containers", () => {
  const init = [sidecar({ name: "s1" }), container({ name: "i2" }), sidecar({ name: "s3" })];
  const down = exited({ name: "s1", exitCode: 1 });

  it.each([
    {
      what: "the second runs and the sidecar before it ended",
      records: [i(2), down],
      expected: starts(0),
    },
    { what: "S20: the sidecar is up", records: [s(1)], expected: starts(1) },
    {
      what: "the second is done and the sidecar ended",
      records: [ended(2), down],
      expected: starts(0, 2),
    },
    { what: "the second is done", records: [ended(2), s(1)], expected: starts(2) },
    {
      what: "the app runs, all else is gone",
      records: [record()],
      expected: { ...done, ...starts(0, 2) },
    },
  ])("$what", (row) => expectActions({ init, ...row }));

  it("S17: the failure of an ordinary one ends it all", () => {
    const row = { what: "", init, records: [ended(2, 1), down], expected: killsPod };
    expectActions({ ...row, policies: ["Never"] });
  });
});
