/**
 * Whatever the records say, carrying out what is asked for leads to a pod of which nothing more is
 * asked. Models: kubernetes/pkg/kubelet/kuberuntime/kuberuntime_manager.go computePodActions.
 */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type PodActions,
  computePodActions,
} from "../../../src/decide/kubelet/compute-pod-actions.ts";
import { hashContainer } from "../../../src/decide/kubelet/container-hash.ts";
import { findContainerStatus } from "../../../src/decide/kubelet/container-restart.ts";
import type { KubeContainer, KubePod } from "../../../src/model/kube-pod.ts";
import type {
  ProbeResult,
  RuntimeContainerStatus,
  RuntimePodStatus,
} from "../../../src/model/kube-runtime.ts";
import {
  allFeatures,
  container,
  noFeatures,
  pod,
  probe,
  probeResults,
  record,
  runtimeStatus,
  sandbox,
} from "../../support/kube.ts";

interface Sample {
  readonly pod: KubePod;
  readonly podStatus: RuntimePodStatus;
  readonly results: ReturnType<typeof probeResults>;
  readonly features: typeof allFeatures;
}

const result = fc.constantFrom<ProbeResult>("unknown", "success", "failure");

function someContainers(prefix: string, isInit: boolean, most: number) {
  const one = fc.record({ isSidecar: fc.boolean(), isProbed: fc.boolean() });
  return fc.array(one, { minLength: isInit ? 0 : 1, maxLength: most }).map((list) =>
    list.map(({ isSidecar, isProbed }, index): KubeContainer => {
      const probed = isProbed && (isSidecar || !isInit);
      return container({
        name: `${prefix}${index}`,
        ...(isInit && isSidecar ? { restartPolicy: "Always" as const } : {}),
        ...(probed ? { startupProbe: probe(), livenessProbe: probe() } : {}),
      });
    }),
  );
}

/** None, one, or two records of a container; the newest may be anything, an older one has ended. */
function someRecords({ name }: KubeContainer) {
  const newest = fc.record({
    state: fc.constantFrom<RuntimeContainerStatus["state"]>(
      "created",
      "running",
      "exited",
      "unknown",
    ),
    exitCode: fc.constantFrom(0, 1),
    isChanged: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
  });
  return fc.array(newest, { maxLength: 2 }).map((list) =>
    list.map(({ state, exitCode, isChanged }, index) =>
      record({
        name,
        restartCount: list.length - 1 - index,
        state: index === 0 ? state : "exited",
        exitCode,
        ...(isChanged ? { hash: "other" } : {}),
      }),
    ),
  );
}

const someSandboxes = fc.constantFrom(
  [],
  [sandbox()],
  [sandbox()],
  [sandbox({ state: "SANDBOX_NOTREADY" })],
  [sandbox({ attempt: 1 }), sandbox()],
  [sandbox({ attempt: 1 }), sandbox({ state: "SANDBOX_NOTREADY" })],
);

const samples: fc.Arbitrary<Sample> = fc
  .tuple(
    someContainers("i", true, 3),
    someContainers("c", false, 3),
    someContainers("e", false, 2),
    fc.boolean(),
  )
  .chain(([initContainers, containers, ephemeral, isDebugged]) => {
    const ephemeralContainers = isDebugged ? ephemeral : [];
    const every = [...initContainers, ...containers, ...ephemeralContainers];
    return fc
      .record({
        restartPolicy: fc.constantFrom("Always" as const, "OnFailure" as const, "Never" as const),
        records: fc.tuple(...every.map(someRecords)).map((lists) => lists.flat()),
        sandboxes: someSandboxes,
        liveness: fc.array(result, { minLength: every.length, maxLength: every.length }),
        startup: fc.array(result, { minLength: every.length, maxLength: every.length }),
        features: fc.constantFrom(allFeatures, noFeatures),
      })
      .map(({ restartPolicy, records, sandboxes, liveness, startup, features }) => {
        const podStatus = runtimeStatus(records, sandboxes);
        const byId = (list: readonly ProbeResult[]) =>
          new Map(
            every.flatMap(({ name }, index) => {
              const id = findContainerStatus(podStatus, name)?.id;
              return id === undefined ? [] : [[id, list[index] ?? "unknown"] as const];
            }),
          );
        return {
          pod: pod({
            spec: { restartPolicy, initContainers, containers, ephemeralContainers },
          }),
          podStatus,
          results: probeResults({ liveness: byId(liveness), startup: byId(startup) }),
          features,
        };
      });
  });

/** The runtime after a sync in which every call succeeded and nothing else happened. */
function carryOut({ pod: web, podStatus }: Sample, actions: PodActions): RuntimePodStatus {
  const { spec } = web;
  const killed = new Set(actions.containersToKill.map(({ id }) => id));
  const initNames = new Set((spec.initContainers ?? []).map(({ name }) => name));
  const containers = podStatus.containers
    .filter(({ name }) => !(actions.createSandbox && initNames.has(name)))
    .map((one): RuntimeContainerStatus => {
      // What is only created is not killed, but it ends with its sandbox.
      const ends = killed.has(one.id) || (actions.killPod && one.state !== "exited");
      return ends ? { ...one, state: "exited", exitCode: 137 } : one;
    });
  const sandboxes = podStatus.sandboxes.map((one) =>
    actions.killPod ? { ...one, state: "SANDBOX_NOTREADY" as const } : one,
  );
  const started = [
    ...actions.ephemeralContainersToStart.map((index) => spec.ephemeralContainers?.[index]),
    ...actions.initContainersToStart.map((index) => spec.initContainers?.[index]),
    ...actions.containersToStart.map((index) => spec.containers[index]),
  ].map((one) => {
    if (one === undefined) throw new Error("started what the spec does not have");
    const last = findContainerStatus(podStatus, one.name);
    const restartCount = last ? last.restartCount + 1 : 0;
    return record({ name: one.name, restartCount, hash: hashContainer(one) });
  });
  return {
    ...podStatus,
    sandboxes: actions.createSandbox
      ? [sandbox({ attempt: actions.attempt, id: "new" }), ...sandboxes]
      : sandboxes,
    containers: [...started.toReversed(), ...containers],
  };
}

const decide = ({ pod: web, podStatus, results, features }: Sample) =>
  computePodActions(web, podStatus, results, features);

/** A pod that is over is killed again at each sync, which then does nothing. */
function isIdle(actions: PodActions, { sandboxes, containers }: RuntimePodStatus): boolean {
  const { killPod, createSandbox, containersToKill, containersToReset } = actions;
  const starts = [
    ...actions.ephemeralContainersToStart,
    ...actions.initContainersToStart,
    ...actions.containersToStart,
  ];
  const nothingRuns =
    sandboxes.every(({ state }) => state === "SANDBOX_NOTREADY") &&
    containers.every(({ state }) => state !== "running");
  const asked = [...containersToKill, ...containersToReset, ...starts].length > 0;
  return !createSandbox && !asked && (!killPod || nothingRuns);
}

describe("what a sync asks for", () => {
  it("is all there is to do: once it is done, the next asks for nothing more", () => {
    fc.assert(
      fc.property(samples, (sample) => {
        // A sidecar that runs lets the next init container start: one more sync for each.
        let now = sample;
        for (let sync = 0; sync <= (sample.pod.spec.initContainers?.length ?? 0) + 1; sync++) {
          now = { ...now, podStatus: carryOut(now, decide(now)) };
        }
        expect(isIdle(decide(now), now.podStatus)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it("is done in one sync where there are no sidecars and nobody debugs", () => {
    fc.assert(
      fc.property(samples, (sample) => {
        const initContainers = (sample.pod.spec.initContainers ?? []).filter(
          ({ restartPolicy }) => restartPolicy === undefined,
        );
        // In a new sandbox the ephemeral containers are started by the sync after.
        const spec = { ...sample.pod.spec, initContainers, ephemeralContainers: [] };
        const web = { ...sample.pod, spec };
        const before = { ...sample, pod: web };
        const after = { ...before, podStatus: carryOut(before, decide(before)) };
        expect(isIdle(decide(after), after.podStatus)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it("is consistent in itself", () => {
    fc.assert(
      fc.property(samples, (sample) => {
        const actions = decide(sample);
        const { spec } = sample.pod;
        expect(actions.killPod && actions.containersToKill.length > 0).toBe(false);
        expect(actions.createSandbox && !actions.killPod).toBe(false);
        const started = new Set([
          ...actions.initContainersToStart.map((index) => spec.initContainers?.[index]?.name),
          ...actions.containersToStart.map((index) => spec.containers[index]?.name),
        ]);
        for (const { id, name, restart } of actions.containersToKill) {
          const newest = findContainerStatus(sample.podStatus, name);
          expect(newest?.id).toBe(id);
          expect(["running", "unknown"]).toContain(newest?.state);
          expect(started.has(name)).toBe(restart);
        }
        // One that runs is started beside nobody: it is killed before, alone or with the pod.
        const killed = new Set(actions.containersToKill.map(({ name }) => name));
        for (const name of started) {
          const isRunning = findContainerStatus(sample.podStatus, name ?? "")?.state === "running";
          expect(!isRunning || actions.killPod || killed.has(name ?? "")).toBe(true);
        }
        for (const list of [actions.initContainersToStart, actions.containersToStart]) {
          expect([...new Set(list)].toSorted((a, b) => a - b)).toEqual(list);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
