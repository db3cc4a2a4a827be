/**
 * Models: kubernetes/pkg/kubelet/kuberuntime/kuberuntime_manager_test.go TestComputePodActions.
 * Each row changes a pod whose three containers run as they should. S1, A3, B18 and so on: the
 * rules of the kubelet's behaviour.
 */
import { describe, expect, it } from "vitest";
import {
  type PodActions,
  computePodActions,
} from "../../../src/decide/kubelet/compute-pod-actions.ts";
import { planContainerKill } from "../../../src/decide/kubelet/kill-grace.ts";
import type { KubePodSpec } from "../../../src/model/kube-pod.ts";
import type {
  ProbeResult,
  RuntimeContainerStatus,
  RuntimeSandboxStatus,
} from "../../../src/model/kube-runtime.ts";
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
  sandbox,
  sidecar,
} from "../../support/kube.ts";

interface Row {
  readonly what: string;
  readonly policies?: readonly RestartPolicy[];
  readonly versions?: readonly (typeof allFeatures)[];
  readonly spec?: Partial<KubePodSpec>;
  /** In place of the running records of a, b and c, which stay where none of the name is given. */
  readonly records?: readonly RuntimeContainerStatus[];
  readonly gone?: readonly string[];
  readonly sandboxes?: readonly RuntimeSandboxStatus[];
  readonly liveness?: readonly [string, ProbeResult][];
  readonly startup?: readonly [string, ProbeResult][];
  readonly isDeleted?: boolean;
  readonly expected: Partial<PodActions>;
}

type Kill = PodActions["containersToKill"][number];
const names = ["a", "b", "c"];
const idle: PodActions = {
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
const killsPod = { killPod: true };
const starts = (...containersToStart: number[]) => ({ containersToStart });
const kill = (name: string, why: string, rest: Pick<Kill, "reason" | "restart">) => ({
  containersToKill: [{ id: `${name}-0`, name, message: `Container ${why}`, ...rest }],
});
const ended = (name: string, exitCode = 0) => exited({ name, exitCode });
const both = [allFeatures, noFeatures];
const all: readonly RestartPolicy[] = ["Always", "OnFailure", "Never"];
const restarting: readonly RestartPolicy[] = ["Always", "OnFailure"];

function actionsOf(row: Row, restartPolicy: RestartPolicy, features: typeof allFeatures) {
  const { spec, records = [], gone = [], sandboxes, isDeleted } = row;
  const given = new Set([...records.map(({ name }) => name), ...gone]);
  const healthy = names.filter((name) => !given.has(name)).map((name) => record({ name }));
  const containers = names.map((name) => container({ name }));
  return computePodActions(
    pod({
      ...(isDeleted ? { deletionTimestampMs: 9_000, deletionGracePeriodSeconds: 30 } : {}),
      spec: { restartPolicy, containers, ...spec },
    }),
    runtimeStatus([...records, ...(spec?.containers ? [] : healthy)], sandboxes),
    probeResults({ liveness: new Map(row.liveness), startup: new Map(row.startup) }),
    features,
  );
}

function expectActions(row: Row): void {
  for (const features of row.versions ?? both) {
    for (const policy of row.policies ?? all) {
      const which = `${policy}, ${features === allFeatures ? "newest" : "oldest"}`;
      const expected = { ...idle, ...row.expected };
      expect(actionsOf(row, policy, features), which).toEqual(expected);
    }
  }
}

describe("regular containers", () => {
  const unknown = record({ name: "b", state: "unknown" });
  const rows: readonly Row[] = [
    { what: "all run", expected: {} },
    { what: "one has no record, also under Never", gone: ["b"], expected: starts(1) },
    {
      what: "created and never started",
      records: [record({ name: "b", state: "created" })],
      expected: starts(1),
    },
    { what: "S1 S6: one ended", policies: ["Always"], records: [ended("a")], expected: starts(0) },
    { what: "S1: one failed", policies: restarting, records: [ended("a", 1)], expected: starts(0) },
    { what: "one ended", policies: ["OnFailure", "Never"], records: [ended("a")], expected: {} },
    { what: "one failed", policies: ["Never"], records: [ended("a", 1)], expected: {} },
    {
      what: "S16: each by itself",
      policies: ["Always"],
      records: names.map((n) => ended(n, 1)),
      expected: starts(0, 1, 2),
    },
    {
      what: "S7: all ended",
      policies: ["OnFailure", "Never"],
      records: names.map((n) => ended(n)),
      expected: killsPod,
    },
    {
      what: "S8: all failed",
      policies: ["Never"],
      records: names.map((n) => ended(n, 3)),
      expected: killsPod,
    },
    {
      what: "S9: all ended",
      policies: ["Always"],
      records: names.map((n) => ended(n)),
      expected: starts(0, 1, 2),
    },
    {
      what: "one is left that failed",
      policies: ["OnFailure"],
      records: [ended("a"), ended("b", 1), ended("c")],
      expected: starts(1),
    },
    {
      what: "an older record does not count",
      records: [record({ name: "a", restartCount: 1 }), ended("a", 1)],
      expected: {},
    },
    {
      what: "S27: what ended is not killed",
      isDeleted: true,
      records: [ended("a", 1)],
      expected: {},
    },
    {
      what: "in a deleted pod nothing comes back",
      isDeleted: true,
      records: names.map((n) => ended(n, 1)),
      expected: killsPod,
    },
    {
      what: "unknown: killed first, under any policy",
      records: [unknown],
      expected: {
        ...starts(1),
        ...kill("b", 'is in "unknown" state, try killing it before restart', {
          reason: "unknown",
          restart: true,
        }),
      },
    },
    {
      what: "the image changed: under any policy",
      records: [record({ name: "b", image: "example.com/app:0" })],
      liveness: [["b-0", "failure"]],
      expected: {
        ...starts(1),
        ...kill("b", "b definition changed, will be restarted", {
          reason: "definitionChanged",
          restart: true,
        }),
      },
    },
    {
      what: "S34: a liveness probe failed",
      policies: restarting,
      liveness: [["b-0", "failure"]],
      startup: [["b-0", "failure"]],
      expected: {
        ...starts(1),
        ...kill("b", "b failed liveness probe, will be restarted", {
          reason: "liveness",
          restart: true,
        }),
      },
    },
    {
      what: "A3: a liveness probe failed under Never, others run",
      policies: ["Never"],
      liveness: [["b-0", "failure"]],
      expected: kill("b", "b failed liveness probe", { reason: "liveness", restart: false }),
    },
    {
      what: "a startup probe failed",
      policies: restarting,
      startup: [["b-0", "failure"]],
      expected: {
        ...starts(1),
        ...kill("b", "b failed startup probe, will be restarted", {
          reason: "startup",
          restart: true,
        }),
      },
    },
    {
      what: "other results, and results of other runs",
      liveness: [
        ["a-0", "success"],
        ["b-0", "unknown"],
        ["c-1", "failure"],
      ],
      startup: [["a-0", "unknown"]],
      expected: {},
    },
  ];
  it.each(rows)("$what ($policies)", (row) => expectActions(row));
});

describe("A3 A4: the only container of a Never pod fails its liveness probe", () => {
  const app = container({ livenessProbe: probe({ terminationGracePeriodSeconds: 3 }) });
  const web = pod({
    spec: { restartPolicy: "Never", containers: [app], terminationGracePeriodSeconds: 8 },
  });
  const results = probeResults({ liveness: new Map([["app-0", "failure"]]) });

  it("ends the pod: nothing names the probe, nor uses its grace", () => {
    for (const features of both) {
      const actions = computePodActions(web, runtimeStatus([record()]), results, features);
      expect(actions).toEqual({ ...idle, killPod: true });
    }
    const { eventText, gracePeriodSeconds } = planContainerKill(web, app);
    expect([eventText, gracePeriodSeconds]).toEqual(["Stopping container app", 8]);
  });

  it("S22: and with it a sidecar, which is neither started nor killed by itself", () => {
    const withSide = pod({ spec: { ...web.spec, initContainers: [sidecar()] } });
    for (const side of [record({ name: "side" }), exited({ name: "side", exitCode: 1 })]) {
      const actions = computePodActions(
        withSide,
        runtimeStatus([record(), side]),
        results,
        allFeatures,
      );
      expect(actions).toEqual({ ...idle, killPod: true });
    }
  });
});

describe("container policies and rules", () => {
  const own = (restartPolicy: RestartPolicy): Partial<KubePodSpec> => ({
    containers: [container({ name: "a", restartPolicy }), container({ name: "b" })],
  });
  const failing = [record({ name: "a" }), record({ name: "b" })];
  const probeKill = (restart: boolean) => ({
    ...(restart ? starts(0) : {}),
    ...kill("a", `a failed liveness probe${restart ? ", will be restarted" : ""}`, {
      reason: "liveness",
      restart,
    }),
  });
  const failure: Row["liveness"] = [["a-0", "failure"]];
  const rows: readonly Row[] = [
    {
      what: "own Never",
      policies: ["Always"],
      versions: [allFeatures],
      spec: own("Never"),
      records: failing,
      liveness: failure,
      expected: probeKill(false),
    },
    {
      what: "own Never, not yet known",
      policies: ["Always"],
      versions: [noFeatures],
      spec: own("Never"),
      records: failing,
      liveness: failure,
      expected: probeKill(true),
    },
    {
      what: "own OnFailure",
      policies: ["Never"],
      versions: [allFeatures],
      spec: own("OnFailure"),
      records: failing,
      liveness: failure,
      expected: probeKill(true),
    },
    {
      what: "own OnFailure, not yet known",
      policies: ["Never"],
      versions: [noFeatures],
      spec: own("OnFailure"),
      records: failing,
      liveness: failure,
      expected: probeKill(false),
    },
    {
      what: "own Never, exited",
      policies: ["Always"],
      versions: [allFeatures],
      spec: own("Never"),
      records: [ended("a", 1), record({ name: "b" })],
      expected: {},
    },
  ];
  it.each(rows)("decide what a failed probe and an exit lead to: $what", (row) =>
    expectActions(row),
  );
});

describe("ephemeral containers", () => {
  const debug = (...given: string[]): Partial<KubePodSpec> => ({
    ephemeralContainers: given.map((name) => container({ name })),
  });
  const rows: readonly Row[] = [
    {
      what: "are started",
      spec: debug("d1", "d2"),
      expected: { ephemeralContainersToStart: [0, 1] },
    },
    {
      what: "once",
      spec: debug("d1", "d2"),
      records: [exited({ name: "d1", exitCode: 1 })],
      expected: { ephemeralContainersToStart: [1] },
    },
    {
      what: "before the pod has initialised",
      spec: { ...debug("d1"), initContainers: [container({ name: "i1" })] },
      records: [record({ name: "i1" })],
      gone: names,
      expected: { ephemeralContainersToStart: [0] },
    },
    {
      what: "not in a sandbox to come",
      spec: debug("d1"),
      sandboxes: [],
      gone: names,
      expected: { ...killsPod, createSandbox: true, sandboxId: "", ...starts(0, 1, 2) },
    },
  ];
  it.each(rows)("$what", (row) => expectActions(row));
});

describe("a pod without a good sandbox", () => {
  const lost = [sandbox({ state: "SANDBOX_NOTREADY" })];
  const first = { ...killsPod, createSandbox: true, sandboxId: "", attempt: 0 };
  const again = { ...killsPod, createSandbox: true, attempt: 1 };
  const stays = { ...killsPod, attempt: 1 };
  const init: Partial<KubePodSpec> = { initContainers: [container({ name: "i1" }), sidecar()] };
  const none = { gone: names };
  const rows: readonly Row[] = [
    {
      what: "the first of all",
      ...none,
      sandboxes: [],
      expected: { ...first, ...starts(0, 1, 2) },
    },
    {
      what: "the first of all, with init containers",
      ...none,
      spec: init,
      sandboxes: [],
      expected: { ...first, initContainersToStart: [0] },
    },
    {
      what: "none any more, but records: the first attempt again, also under Never",
      sandboxes: [],
      expected: { ...first, ...starts(0, 1, 2) },
    },
    {
      what: "S49: lost",
      policies: restarting,
      sandboxes: lost,
      expected: { ...again, ...starts(0, 1, 2) },
    },
    {
      what: "S49: lost, with init containers",
      policies: restarting,
      spec: init,
      sandboxes: lost,
      expected: { ...again, initContainersToStart: [0] },
    },
    { what: "S50: lost, with records", policies: ["Never"], sandboxes: lost, expected: stays },
    {
      what: "S50: lost before any container was made",
      policies: ["Never"],
      ...none,
      sandboxes: lost,
      expected: { ...again, ...starts(0, 1, 2) },
    },
    {
      what: "B18: om-02, init failed, sandbox stopped",
      policies: ["Never"],
      ...none,
      spec: init,
      records: [exited({ name: "i1", reason: "OOMKilled" })],
      sandboxes: lost,
      expected: stays,
    },
    {
      what: "om-02: and a policy that restarts begins again in a new one",
      policies: restarting,
      ...none,
      spec: init,
      records: [exited({ name: "i1", reason: "OOMKilled" })],
      sandboxes: lost,
      expected: { ...again, initContainersToStart: [0] },
    },
    {
      what: "lost, one is done",
      policies: ["OnFailure"],
      records: [ended("b")],
      sandboxes: lost,
      expected: { ...again, ...starts(0, 2) },
    },
    {
      what: "lost, one is done",
      policies: ["Always"],
      records: [ended("b")],
      sandboxes: lost,
      expected: { ...again, ...starts(0, 1, 2) },
    },
    {
      what: "S7: lost, all are done",
      policies: ["OnFailure"],
      spec: init,
      records: names.map((n) => ended(n)),
      sandboxes: lost,
      expected: stays,
    },
    {
      what: "two are ready",
      policies: ["Always"],
      sandboxes: [sandbox({ attempt: 3 }), sandbox()],
      expected: {
        ...killsPod,
        createSandbox: true,
        sandboxId: "sandbox-3",
        attempt: 4,
        ...starts(0, 1, 2),
      },
    },
  ];
  it.each(rows)("$what ($policies)", (row) => expectActions(row));

  it("counts what is done by the container's own policy, where that is known", () => {
    const containers = [container({ name: "a", restartPolicy: "OnFailure" })];
    const row = { what: "", spec: { containers }, records: [ended("a")], sandboxes: lost };
    const begins = { ...again, ...starts(0) };
    expectActions({ ...row, policies: ["Always"], versions: [allFeatures], expected: stays });
    expectActions({ ...row, policies: ["Always"], versions: [noFeatures], expected: begins });
  });
});

describe("initialisation", () => {
  const init: Partial<KubePodSpec> = { initContainers: [container({ name: "i1" }), sidecar()] };
  const i1 = exited({ name: "i1" });
  const side = record({ name: "side" });
  const rows: readonly Row[] = [
    {
      what: "S20: no regular container before the sidecar runs",
      gone: names,
      records: [i1],
      expected: { initContainersToStart: [1] },
    },
    { what: "then all", gone: names, records: [i1, side], expected: starts(0, 1, 2) },
    {
      what: "S17: a failure for good kills the pod",
      policies: ["Never"],
      gone: names,
      records: [exited({ name: "i1", exitCode: 1 })],
      expected: killsPod,
    },
    {
      what: "S21: a sidecar comes back under any policy",
      records: [i1, exited({ name: "side" })],
      expected: { initContainersToStart: [1] },
    },
    {
      what: "S22: but not when the work is done",
      policies: ["Never"],
      spec: { initContainers: [sidecar(), container({ name: "i1" })] },
      records: [i1, exited({ name: "side" }), ...names.map((n) => ended(n))],
      expected: killsPod,
    },
    {
      // Unless it is the last one: then it decides again how far the pod is. The terminal phase
      // ends the pod before a sync comes to this.
      what: "the last sidecar and all others ended",
      policies: ["Never"],
      records: [i1, exited({ name: "side" }), ...names.map((n) => ended(n))],
      expected: { initContainersToStart: [1] },
    },
    {
      what: "S22: and a running one ends",
      policies: ["OnFailure"],
      records: [i1, side, ...names.map((n) => ended(n))],
      expected: killsPod,
    },
  ];
  it.each(rows)("$what ($policies)", (row) => expectActions({ spec: init, ...row }));

  it("has a killed sidecar before a killed regular container", () => {
    const row: Row = {
      what: "",
      spec: init,
      records: [i1, record({ name: "side", hash: "old" })],
      liveness: [["c-0", "failure"]],
      expected: {},
    };
    const { containersToKill, ...starting } = actionsOf(row, "Always", allFeatures);
    expect(containersToKill.map(({ message }) => message)).toEqual([
      "Init container side definition changed",
      "Container c failed liveness probe, will be restarted",
    ]);
    expect(starting).toMatchObject({ initContainersToStart: [1], containersToStart: [2] });
  });
});
