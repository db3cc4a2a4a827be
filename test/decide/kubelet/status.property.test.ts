/**
 * What holds of a pod's status over any life: whatever the runtime lists, sync by sync.
 * Models: kubernetes/pkg/kubelet/kubelet_pods.go generateAPIPodStatus and
 * kubernetes/pkg/kubelet/status/status_manager.go, statements of §8 of the behaviour notes.
 */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { generateAPIPodStatus } from "../../../src/decide/kubelet/generate-api-pod-status.ts";
import { isTerminalPhase } from "../../../src/decide/kubelet/get-phase.ts";
import { mergePodStatus } from "../../../src/decide/kubelet/merge-pod-status.ts";
import {
  type VersionedPodStatus,
  setPodStatus,
  terminatePod,
} from "../../../src/decide/kubelet/status-manager.ts";
import type { KubePod } from "../../../src/model/kube-pod.ts";
import type { RuntimeContainerStatus, RuntimePodStatus } from "../../../src/model/kube-runtime.ts";
import type { ContainerApiStatus, PodApiStatus } from "../../../src/model/kube-status.ts";
import {
  allFeatures,
  container,
  noFeatures,
  pod,
  probeResults,
  record,
  runtimeStatus,
  sandbox,
  sidecar,
} from "../../support/kube.ts";

const names = ["init", "side", "app", "web"];

interface Step {
  readonly podStatus: RuntimePodStatus;
  readonly podIsTerminal: boolean;
  readonly failures: readonly string[];
}

const someRecord = fc.record({
  name: fc.constantFrom(...names),
  state: fc.constantFrom<RuntimeContainerStatus["state"]>("created", "running", "exited"),
  restartCount: fc.nat(3),
  exitCode: fc.constantFrom(0, 1, 42, 137),
  createdAtMs: fc.nat(9_999),
});

const someStep: fc.Arbitrary<Step> = fc.record({
  podStatus: fc
    .tuple(fc.array(someRecord, { maxLength: 6 }), fc.boolean())
    .map(([records, isReady]) =>
      runtimeStatus(
        records.map((given, index) => record({ id: `id-${index}-${given.name}`, ...given })),
        [sandbox(isReady ? {} : { state: "SANDBOX_NOTREADY" })],
      ),
    ),
  podIsTerminal: fc.boolean(),
  // Not of an ordinary init container: the reason of one that completed is gone.
  failures: fc.subarray(["side", "app", "web"]),
});

const somePod: fc.Arbitrary<KubePod> = fc
  .record({
    restartPolicy: fc.constantFrom("Always" as const, "OnFailure" as const, "Never" as const),
    hasInit: fc.boolean(),
    isDeleted: fc.boolean(),
    source: fc.constantFrom("api" as const, "file" as const),
  })
  .map(({ restartPolicy, hasInit, isDeleted, source }) =>
    pod({
      source,
      ...(isDeleted ? { deletionTimestampMs: 0 } : {}),
      spec: {
        restartPolicy,
        initContainers: hasInit ? [container({ name: "init" }), sidecar({ name: "side" })] : [],
        containers: [container(), container({ name: "web" })],
      },
    }),
  );

interface Moment {
  readonly before: VersionedPodStatus | undefined;
  readonly after: VersionedPodStatus;
  /** What the API server has before and after. */
  readonly apiBefore: PodApiStatus;
  readonly api: PodApiStatus;
  readonly changed: boolean;
  readonly nowMs: number;
}

/** Syncs once a step, a second apart, and sends each version to an API server. */
function live(given: KubePod, steps: readonly Step[], features: typeof allFeatures): Moment[] {
  const moments: Moment[] = [];
  let cached: VersionedPodStatus | undefined;
  let api = given.status;
  for (const [index, { podStatus, podIsTerminal, failures }] of steps.entries()) {
    const nowMs = 10_000 + index * 1_000;
    const seen = { ...given, status: api };
    const { status } = generateAPIPodStatus({
      pod: seen,
      podStatus,
      oldStatus: cached?.status ?? api,
      podIsTerminal,
      reasons: new Map(failures.map((name) => [name, { reason: "CrashLoopBackOff", message: "" }])),
      probes: { results: probeResults(), workers: new Set(), kubeletStartedAtMs: 0 },
      features,
      toApiTime: (ms) => Math.floor(ms / 1_000) * 1_000,
    });
    const update = setPodStatus({ pod: seen, cached, nowMs, features }, status);
    const before = cached;
    const apiBefore = api;
    cached = update.cached;
    if (cached === undefined) continue;
    const couldHaveRunningContainers = podStatus.containers.some(
      ({ state }) => state === "running",
    );
    const context = { pod: seen, couldHaveRunningContainers, nowMs, features };
    api = mergePodStatus(api, cached.status, context);
    moments.push({ before, after: cached, apiBefore, api, changed: update.changed, nowMs });
  }
  return moments;
}

const life = fc.tuple(somePod, fc.array(someStep, { maxLength: 12 }));
const always = { seed: 1, numRuns: 300 };

function holds(features: typeof allFeatures, check: (moment: Moment) => void): void {
  fc.assert(
    fc.property(life, ([given, steps]) => {
      for (const moment of live(given, steps, features)) check(moment);
    }),
    always,
  );
}

const restarts = ({ status }: VersionedPodStatus): ReadonlyMap<string, number> =>
  new Map(
    [...status.initContainerStatuses, ...status.containerStatuses].map(
      ({ name, restartCount }: ContainerApiStatus) => [name, restartCount],
    ),
  );

describe.each([
  ["the oldest", noFeatures],
  ["the newest", allFeatures],
])("in %s kubelets, over any life of a pod,", (_, features) => {
  it("a terminal phase never changes in the API, and is never left in the cache", () => {
    holds(features, ({ before, after, apiBefore, api }) => {
      const phase = isTerminalPhase(apiBefore.phase) ? apiBefore.phase : api.phase;
      expect(api.phase).toBe(phase);
      const wasOver = before !== undefined && isTerminalPhase(before.status.phase);
      expect(wasOver && !isTerminalPhase(after.status.phase)).toBe(false);
    });
  });

  it("a condition's time moves exactly with its status", () => {
    holds(features, ({ before, after, changed, nowMs }) => {
      for (const { type, status, lastTransitionTimeMs } of changed ? after.status.conditions : []) {
        const old = before?.status.conditions.find((known) => known.type === type);
        const since = old?.status === status ? old.lastTransitionTimeMs : nowMs;
        expect(lastTransitionTimeMs).toBe(since);
      }
    });
  });

  it("the start time stays and versions count the changes", () => {
    holds(features, ({ before, after, changed }) => {
      expect(after.version).toBe((before?.version ?? 0) + (changed ? 1 : 0));
      expect(after.status.startTimeMs).toBe(before?.status.startTimeMs ?? 10_000);
    });
  });

  it("no pod is over and ready, and each container is in exactly one state", () => {
    holds(features, ({ after, api }) => {
      const isReady = api.conditions.some(
        ({ type, status }) => type === "Ready" && status === "True",
      );
      expect(isReady && isTerminalPhase(api.phase)).toBe(false);
      for (const { state } of after.status.containerStatuses) {
        expect(Object.keys(state)).toHaveLength(1);
      }
    });
  });

  // Not always at the first: what stays of an end without a record keeps its id once more.
  it("a view that stays settles with its second sync, unless the pod is being deleted", () => {
    fc.assert(
      fc.property(life, someStep, ([given, steps], last) => {
        fc.pre(given.deletionTimestampMs === undefined);
        const again = live(given, [...steps, last, last, last], features).at(-1);
        expect(again?.changed ?? false).toBe(false);
      }),
      always,
    );
  });

  it("terminatePod leaves a terminal phase, but of static pods, and no regular one running", () => {
    fc.assert(
      fc.property(life, ([given, steps]) => {
        const cached = live(given, steps, features).at(-1)?.after;
        const { cached: last } = terminatePod({ pod: given, cached, nowMs: 99_000, features });
        fc.pre(last !== undefined && last.podIsFinished);
        const { phase, containerStatuses } = last.status;
        expect(given.source === "file" || isTerminalPhase(phase)).toBe(true);
        const hasInit = (given.spec.initContainers ?? []).length > 0;
        expect(hasInit || containerStatuses.every(({ state }) => state.terminated)).toBe(true);
      }),
      always,
    );
  });
});

it("row 20: restartCount never falls, from 1.36 on", () => {
  holds(allFeatures, ({ before, after }) => {
    const old = before ? restarts(before) : new Map<string, number>();
    for (const [name, count] of restarts(after)) {
      expect(count).toBeGreaterThanOrEqual(old.get(name) ?? 0);
    }
  });
});
