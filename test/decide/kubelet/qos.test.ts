/** Models: kubernetes/pkg/apis/core/v1/helper/qos/qos_test.go TestComputePodQOS. */
import { describe, expect, it } from "vitest";
import { type PodQosClass, computePodQos, getPodQos } from "../../../src/decide/kubelet/qos.ts";
import type { KubeContainer } from "../../../src/model/kube-pod.ts";
import { container, pod } from "../../support/kube.ts";

type Resources = NonNullable<KubeContainer["resources"]>;
const full = { cpu: "100m", memory: "64Mi" };

describe("the QoS class", () => {
  it.each<[string, readonly Resources[], PodQosClass]>([
    ["nothing asked for", [{}], "BestEffort"],
    ["only zeros", [{ requests: { cpu: "0" }, limits: { memory: "0Mi" } }], "BestEffort"],
    ["only what does not count", [{ limits: { "example.com/gpu": "1" } }], "BestEffort"],
    ["equal requests and limits", [{ requests: full, limits: full }], "Guaranteed"],
    [
      "the same amounts, written otherwise",
      [{ requests: { cpu: "0.7", memory: "65536Ki" }, limits: { cpu: "700m", memory: "64Mi" } }],
      "Guaranteed",
    ],
    [
      "the same amount with an exponent",
      [{ requests: { cpu: "1", memory: "1e3" }, limits: { cpu: "1000m", memory: "1k" } }],
      "Guaranteed",
    ],
    [
      "limits of memory alone",
      [{ requests: { memory: "1Gi" }, limits: { memory: "1Gi" } }],
      "Burstable",
    ],
    [
      "limits above the requests",
      [{ requests: full, limits: { cpu: "1", memory: "1Gi" } }],
      "Burstable",
    ],
    ["requests alone", [{ requests: { cpu: "1n" } }], "Burstable"],
    ["one of two without limits", [{ requests: full, limits: full }, {}], "Burstable"],
    [
      "two with equal sums",
      [
        { requests: { cpu: "1", memory: "1Gi" }, limits: { cpu: "2", memory: "1Gi" } },
        { requests: { cpu: "2", memory: "1Gi" }, limits: { cpu: "1", memory: "1Gi" } },
      ],
      "Guaranteed",
    ],
  ])("of %s", (_, lists, qosClass) => {
    const containers = lists.map((resources, index) => container({ name: `c${index}`, resources }));
    expect(computePodQos(containers)).toBe(qosClass);
  });

  it("of a pod counts its init containers, not its ephemeral ones", () => {
    const limited = container({ resources: { requests: full, limits: full } });
    const bare = [container({ name: "bare" })];
    const base = { containers: [limited] };
    expect(getPodQos(pod({ spec: { ...base, ephemeralContainers: bare } }))).toBe("Guaranteed");
    expect(getPodQos(pod({ spec: { ...base, initContainers: bare } }))).toBe("Burstable");
  });

  it("of a pod is what the API server wrote, if it wrote any", () => {
    expect(getPodQos(pod({ status: { qosClass: "Guaranteed" } }))).toBe("Guaranteed");
  });
});
