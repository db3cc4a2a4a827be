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
import type { ContainerRestartRule, KubeContainer, KubePod } from "../../../src/model/kube-pod.ts";
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

const someRules = fc.array(
  fc.record({
    action: fc.constantFrom<ContainerRestartRule["action"]>("Restart", "RestartAllContainers"),
    exitCodes: fc.record({
      operator: fc.constantFrom("In" as const, "NotIn" as const),
      values: fc.constantFrom([0], [1], [0, 1], [137]),
    }),
  }),
  { maxLength: 2 },
);

/** Rules go with a policy of the container's own; Always makes a sidecar of an init container. */
const someOwnPolicy = fc.option(
  fc.record({
    restartPolicy: fc.constantFrom("Always" as const, "OnFailure" as const, "Never" as const),
    restartPolicyRules: someRules,
  }),
  { nil: undefined, freq: 2 },
);

function someContainers(prefix: string, kind: "init" | "regular" | "ephemeral", most: number) {
  const isInit = kind === "init";
  const one = fc.record({
    isProbed: fc.boolean(),
    own: kind === "ephemeral" ? fc.constant(undefined) : someOwnPolicy,
  });
  return fc.array(one, { minLength: isInit ? 0 : 1, maxLength: most }).map((list) =>
    list.map(({ isProbed, own }, index): KubeContainer => {
      const probed = isProbed && (own?.restartPolicy === "Always" || !isInit);
      return container({
        name: `${prefix}${index}`,
        ...own,
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
    someContainers("i", "init", 3),
    someContainers("c", "regular", 3),
    someContainers("e", "ephemeral", 2),
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

const nothingToStart = {
  ephemeralContainersToStart: [],
  initContainersToStart: [],
  containersToStart: [],
};

/** The runtime after a sync in which every call succeeded and nothing else happened. */
function carryOut({ pod: web, podStatus }: Sample, actions: PodActions): RuntimePodStatus {
  const { spec } = web;
  const killed = new Set(actions.containersToKill.map(({ id }) => id));
  const reset = new Set(actions.containersToReset.map(({ id }) => id));
  const initNames = new Set((spec.initContainers ?? []).map(({ name }) => name));
  const containers = podStatus.containers
    .filter(({ id, name }) => !reset.has(id) && !(actions.createSandbox && initNames.has(name)))
    .map((one): RuntimeContainerStatus => {
      // What is only created is not killed, but it ends with its sandbox.
      const ends = killed.has(one.id) || (actions.killPod && one.state !== "exited");
      return ends ? { ...one, state: "exited", exitCode: 137 } : one;
    });
  const sandboxes = podStatus.sandboxes.map((one) =>
    actions.killPod ? { ...one, state: "SANDBOX_NOTREADY" as const } : one,
  );
  // What is asked for beside the end of the pod has no sandbox to be started in.
  const toStart = endsPod(actions) ? nothingToStart : actions;
  const started = [
    ...toStart.ephemeralContainersToStart.map((index) => spec.ephemeralContainers?.[index]),
    ...toStart.initContainersToStart.map((index) => spec.initContainers?.[index]),
    ...toStart.containersToStart.map((index) => spec.containers[index]),
  ].map((one) => {
    if (one === undefined) throw new Error("started what the spec does not have");
    const last = findContainerStatus(podStatus, one.name);
    const restartCount = last ? last.restartCount + 1 : 0;
    // Its own id, which no probe has said anything of.
    const id = `${one.name}-new-${restartCount}`;
    return record({ id, name: one.name, restartCount, hash: hashContainer(one) });
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

/** Its phase is one for good from then on, so that no such sync comes again. */
function endsPod({ killPod, createSandbox }: PodActions): boolean {
  return killPod && !createSandbox;
}

/** Whether all there is to do is done by that many syncs. */
function isDoneBy(sample: Sample, syncs: number): boolean {
  let now = sample;
  for (let sync = 0; sync < syncs; sync++) {
    const actions = decide(now);
    now = { ...now, podStatus: carryOut(now, actions) };
    if (endsPod(actions)) return nothingRuns(now.podStatus);
  }
  const actions = decide(now);
  const asked = [
    ...actions.containersToKill,
    ...actions.containersToReset,
    ...actions.ephemeralContainersToStart,
    ...actions.initContainersToStart,
    ...actions.containersToStart,
  ];
  const isIdle = !actions.killPod && !actions.createSandbox && asked.length === 0;
  return isIdle || (endsPod(actions) && nothingRuns(now.podStatus));
}

function nothingRuns({ sandboxes, containers }: RuntimePodStatus): boolean {
  return (
    sandboxes.every(({ state }) => state === "SANDBOX_NOTREADY") &&
    containers.every(({ state }) => state !== "running")
  );
}

describe("what a sync asks for", () => {
  it("is all there is to do: once it is done, the next asks for nothing more", () => {
    fc.assert(
      fc.property(samples, (sample) => {
        // A sidecar that runs lets the next init container start: one more sync for each. Before
        // that there may be a new sandbox, and all may be reset, each in a sync of its own.
        const most = (sample.pod.spec.initContainers?.length ?? 0) + 4;
        expect(isDoneBy(sample, most)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it("is done in one sync where there are no sidecars, no rules, and nobody debugs", () => {
    fc.assert(
      fc.property(samples, (sample) => {
        // A rule that has one run again that had succeeded is not asked in a new sandbox.
        const withoutRules = (one: KubeContainer) => ({ ...one, restartPolicyRules: [] });
        const containers = sample.pod.spec.containers.map(withoutRules);
        const initContainers = (sample.pod.spec.initContainers ?? [])
          .map(withoutRules)
          .filter(({ restartPolicy }) => restartPolicy !== "Always");
        // In a new sandbox the ephemeral containers are started by the sync after.
        const spec = { ...sample.pod.spec, initContainers, containers, ephemeralContainers: [] };
        const before = { ...sample, pod: { ...sample.pod, spec } };
        expect(isDoneBy(before, 1)).toBe(true);
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
