/** Models: kubernetes/pkg/kubelet/lifecycle/predicate_test.go; recorded run api-admission. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type AdmissionNode,
  admitPod,
  inAdmissionOrder,
  isActivePod,
  needsAdmission,
  refusedStatus,
} from "../../../src/decide/kubelet/admission.ts";
import { podRequests } from "../../../src/decide/kubelet/pod-requests.ts";
import type { PodSyncStatus } from "../../../src/decide/kubelet/pod-worker.ts";
import { isCriticalPod, isPreemptable } from "../../../src/decide/kubelet/preemption.ts";
import { milliValueOf, parseQuantity, valueOf } from "../../../src/decide/kubelet/quantity.ts";
import type { KubePod } from "../../../src/model/kube-pod.ts";
import { type PodSketch, container, pod, sidecar } from "../../support/kube.ts";

type Requests = Readonly<Record<string, string>>;

const asking = (requests: Requests, name = "app") => container({ name, resources: { requests } });

function podAsking(name: string, requests: Requests, given: PodSketch = {}): KubePod {
  return pod({ name, ...given, spec: { containers: [asking(requests)], ...given.spec } });
}

const node: AdmissionNode = { name: "n", allocatable: { cpu: "2", memory: "1Gi" } };

describe("a pod is refused", () => {
  const inUse = podAsking("a", { cpu: "1500m", memory: "512Mi" });
  const full = { ...node, allocatable: { pods: "1" } };
  it.each([
    [
      "S45, rj-01: for want of processor time, in thousandths",
      podAsking("b", { cpu: "1" }),
      node,
      "OutOfcpu",
      "Node didn't have enough resource: cpu, requested: 1000, used: 1500, capacity: 2000",
    ],
    [
      "for want of memory, in bytes",
      podAsking("b", { memory: "600Mi" }),
      node,
      "OutOfmemory",
      "Node didn't have enough resource: memory, requested: 629145600, used: 536870912, capacity: 1073741824",
    ],
    [
      "S46: for want of room for one more pod",
      podAsking("b", { cpu: "9" }),
      full,
      "OutOfpods",
      "Node didn't have enough resource: pods, requested: 1, used: 1, capacity: 1",
    ],
    [
      "for the first of several wants",
      podAsking("b", { memory: "2Gi", cpu: "2" }),
      node,
      "OutOfcpu",
      "Node didn't have enough resource: cpu, requested: 2000, used: 1500, capacity: 2000",
    ],
    [
      "for want of storage",
      podAsking("b", { "ephemeral-storage": "2k" }),
      { ...node, allocatable: { "ephemeral-storage": "1k" } },
      "OutOfephemeral-storage",
      "Node didn't have enough resource: ephemeral-storage, requested: 2000, used: 0, capacity: 1000",
    ],
    [
      "for want of a device",
      podAsking("b", { "example.com/gpu": "1" }),
      { ...node, allocatable: { "example.com/gpu": "0" } },
      "OutOfexample.com/gpu",
      "Node didn't have enough resource: example.com/gpu, requested: 1, used: 0, capacity: 0",
    ],
    [
      "on another node",
      podAsking("b", {}, { spec: { nodeName: "other" } }),
      node,
      "NodeName",
      "Predicate NodeName failed: node(s) didn't match the requested node name",
    ],
  ] as const)("%s", (_what, asked, on, reason, message) => {
    expect(admitPod(asked, [inUse], on)).toEqual({ kind: "refused", reason, message });
  });

  it("S45: and has failed, with a prefix that the event does not have", () => {
    const status = refusedStatus(inUse, { reason: "OutOfcpu", message: "too much" });
    expect(status).toMatchObject({
      phase: "Failed",
      reason: "OutOfcpu",
      message: "Pod was rejected: too much",
      qosClass: "Burstable",
      containerStatuses: [],
      conditions: [],
    });
  });
});

describe("a pod is admitted", () => {
  const inUse = podAsking("a", { cpu: "1500m" });
  const admitted = { kind: "admitted", preempts: [] };
  it.each([
    ["where the room is just enough", podAsking("b", { cpu: "0.5" }), [inUse], node],
    [
      "asking for nothing, on a full node",
      podAsking("b", {}),
      [podAsking("a", { cpu: "2" })],
      node,
    ],
    ["asking for what the node does not know", podAsking("b", { "x.io/y": "1" }), [], node],
    ["beside itself: after a restart of the kubelet", inUse, [inUse], node],
    ["as the 110th", podAsking("b", {}), many(109), { name: "n", allocatable: {} }],
    ["by name", podAsking("b", {}, { spec: { nodeName: "n" } }), [], node],
  ])("%s", (_what, asked, others, on) => {
    expect(admitPod(asked, others, on)).toEqual(admitted);
  });

  it("S46: not as the 111th", () => {
    expect(admitPod(podAsking("b", {}), many(110), { name: "n", allocatable: {} })).toMatchObject({
      reason: "OutOfpods",
      message: "Node didn't have enough resource: pods, requested: 1, used: 110, capacity: 110",
    });
  });
});

function many(count: number): readonly KubePod[] {
  return Array.from({ length: count }, (_, index) => podAsking(`p${index}`, {}));
}

describe("a critical pod makes room", () => {
  const limits = { cpu: "1", memory: "1M" };
  const guaranteed = pod({
    name: "guaranteed",
    spec: { containers: [container({ resources: { requests: limits, limits } })] },
  });
  const small = podAsking("small", { cpu: "400m" });
  const large = podAsking("large", { cpu: "600m" });
  const idle = podAsking("idle", {});
  const all = [guaranteed, large, small, idle];
  const wanting = (cpu: string) => podAsking("critical", { cpu }, { source: "file" });
  const preempts = (asked: KubePod, others = all) => {
    const admission = admitPod(asked, others, node);
    return admission.kind === "admitted" ? admission.preempts.map(({ name }) => name) : admission;
  };

  it.each([
    ["nobody where there is room", "0", []],
    ["the smallest of the lowest class that suffices", "0.4", ["small"]],
    ["the one that suffices, not two", "0.5", ["large"]],
    ["two where one does not suffice", "0.9", ["large", "small"]],
    ["a higher class where the lower do not suffice", "1.5", ["large", "guaranteed"]],
  ])("of %s: for %s", (_what, cpu, names) => {
    expect(preempts(wanting(cpu))).toEqual(names);
  });

  it("is refused where even that does not suffice", () => {
    const [static1, static2] = ["x", "y"].map((name) =>
      podAsking(name, { cpu: "1" }, { source: "file" }),
    );
    if (!static1 || !static2) throw new Error("two pods");
    expect(admitPod(wanting("0.5"), [static1, static2], node)).toEqual({
      kind: "refused",
      reason: "UnexpectedAdmissionError",
      message:
        "Unexpected error while attempting to recover from admission failure: preemption: error finding a set of pods to preempt: no set of running pods found to reclaim resources: [(res: cpu, q: 500), ]",
    });
  });

  it("but is refused for what no room would help, and then alone for that", () => {
    const elsewhere = podAsking("c", { cpu: "2" }, { source: "file", spec: { nodeName: "other" } });
    expect(admitPod(elsewhere, all, node)).toMatchObject({ reason: "NodeName" });
  });

  const priority = (value: number) => pod({ spec: { priority: value } });
  it.each([
    ["a static pod", pod({ source: "file" }), true],
    ["a mirror pod", pod({ annotations: { "kubernetes.io/config.mirror": "hash" } }), true],
    ["a pod of the highest priorities", priority(2_000_000_000), true],
    ["a pod just below", priority(1_999_999_999), false],
    ["any other", pod(), false],
  ])("%s is critical: or not", (_what, of, expected) => {
    expect(isCriticalPod(of)).toBe(expected);
    expect(isPreemptable(of, pod())).toBe(expected);
  });

  it("may take the room of a critical pod of lower priority", () => {
    expect(isPreemptable(priority(2_000_000_001), priority(2_000_000_000))).toBe(true);
    expect(isPreemptable(priority(2_000_000_000), priority(2_000_000_000))).toBe(false);
  });
});

describe("what a pod asks for", () => {
  const cpu = (amount: string, name: string) => asking({ cpu: amount }, name);
  const side = (amount: string, name: string) =>
    sidecar({ name, resources: { requests: { cpu: amount } } });
  it.each([
    ["the sum of its containers", [], [cpu("1", "a"), cpu("500m", "b")], 1500n],
    ["an init container, if that is more", [cpu("2", "i")], [cpu("1", "a")], 2000n],
    ["not its init containers together", [cpu("1", "i"), cpu("1", "j")], [cpu("1", "a")], 1000n],
    ["sidecars with the containers", [side("1", "s")], [cpu("1", "a")], 2000n],
    ["a sidecar with the init after it", [side("1", "s"), cpu("2", "i")], [cpu("1", "a")], 3000n],
    ["but not with the one before", [cpu("2", "i"), side("1", "s")], [cpu("500m", "a")], 2000n],
    [
      "fractions as they add up, rounded up at the end",
      [],
      [cpu("0.1m", "a"), cpu("0.1m", "b")],
      1n,
    ],
  ])("is %s", (_what, initContainers, containers, expected) => {
    const requests = podRequests(pod({ spec: { initContainers, containers } }));
    expect(requests.get("cpu")).toBe(expected);
  });
});

describe("a quantity", () => {
  it.each([
    ["1", 1n, 1000n],
    ["0.5", 1n, 500n],
    [".5", 1n, 500n],
    ["1.", 1n, 1000n],
    ["+1", 1n, 1000n],
    ["-1", -1n, -1000n],
    ["100m", 1n, 100n],
    ["1u", 1n, 1n],
    ["1n", 1n, 1n],
    ["1k", 1000n, 1_000_000n],
    ["1Ki", 1024n, 1_024_000n],
    ["1.5Gi", 1_610_612_736n, 1_610_612_736_000n],
    ["7Ei", 8_070_450_532_247_928_832n, 8_070_450_532_247_928_832_000n],
    ["2E", 2_000_000_000_000_000_000n, 2_000_000_000_000_000_000_000n],
    ["1e3", 1000n, 1_000_000n],
    ["1E-3", 1n, 1n],
    ["0", 0n, 0n],
  ])("%s is %s whole units and %s thousandths", (text, value, milli) => {
    const quantity = parseQuantity(text) ?? 0n;
    expect([valueOf(quantity), milliValueOf(quantity)]).toEqual([value, milli]);
  });

  it.each(["", ".", "m", "1 ", "1kk", "1ki", "0x10", "1e", "--1", "NaN"])("is not %j", (text) => {
    expect(parseQuantity(text)).toBeUndefined();
  });

  it("is exact: thousandths and decimals are one", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999 }), (thousandths) => {
        const decimal = `${Math.floor(thousandths / 1000)}.${`${thousandths % 1000}`.padStart(3, "0")}`;
        expect(parseQuantity(decimal)).toBe(parseQuantity(`${thousandths}m`));
      }),
    );
  });
});

describe("pods that count", () => {
  const worker = (given: Partial<PodSyncStatus>) => given as PodSyncStatus;
  const ended = pod({ status: { phase: "Failed" } });
  it.each([
    ["a running pod", pod(), "Running", worker({}), true],
    ["a pod without a worker yet", pod(), undefined, undefined, true],
    ["a refused pod does not", pod(), "Failed", undefined, false],
    ["a pod that failed does not", ended, undefined, undefined, false],
    ["a failed pod that still stops", ended, "Failed", worker({ terminatingAtMs: 1 }), true],
    [
      "a pod that has stopped does not",
      pod(),
      "Running",
      worker({ terminatingAtMs: 1, terminatedAtMs: 2 }),
      false,
    ],
  ] as const)("%s", (_what, of, phase, by, expected) => {
    expect(isActivePod(of, phase, by)).toBe(expected);
  });

  it("are asked for unless they end or have ended", () => {
    const ending = worker({ terminatingAtMs: 1 });
    expect([needsAdmission(pod(), undefined), needsAdmission(pod(), ending)]).toEqual([
      true,
      false,
    ]);
    expect(needsAdmission(ended, undefined)).toBe(false);
  });

  it("are asked for in the order of their making, static ones first", () => {
    const made = (name: string, ms: number) => pod({ name, creationTimestampMs: ms });
    const order = inAdmissionOrder([
      made("b", 2),
      made("a", 1),
      pod({ name: "s", source: "file" }),
    ]);
    expect(order.map(({ name }) => name)).toEqual(["s", "a", "b"]);
  });
});
