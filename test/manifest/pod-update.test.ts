/**
 * What may change about a pod that is there.
 *
 * Models: kubernetes/pkg/apis/core/validation/validation.go ValidatePodUpdate.
 */
import { describe, expect, it } from "vitest";
import { type PodObject, podUpdateRefusal } from "../../src/manifest/pod-update.ts";
import { newestRelease } from "../../src/manifest/releases.ts";
import { withField } from "../../src/scenario/field-change.ts";
import { kube } from "../support/kube-run.ts";
import { pod } from "../support/kube.ts";

const { namespace, name, uid, spec } = pod();
const old: PodObject = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: { namespace, name, uid },
  spec: {
    ...spec,
    activeDeadlineSeconds: 60,
    tolerations: [{ key: "a", operator: "Exists", effect: "NoExecute", tolerationSeconds: 5 }],
  },
};

function refusal(fields: readonly (string | number)[], value: unknown): string | undefined {
  const next = withField(old, fields, value) as Readonly<Record<string, unknown>>;
  return podUpdateRefusal(old, next, newestRelease);
}

const [toleration] = old.spec.tolerations ?? [];
const first = ["spec", "containers", 0] as const;

describe("podUpdateRefusal", () => {
  it.each([
    ["an image", [...first, "image"], "app:2"],
    ["resources", [...first, "resources"], { requests: { cpu: "20m" } }],
    ["a shorter deadline", ["spec", "activeDeadlineSeconds"], 30],
    ["labels", ["metadata", "labels"], { a: "b" }],
    ["annotations", ["metadata", "annotations"], { a: "b" }],
    ["another toleration", ["spec", "tolerations", 1], { key: "b", operator: "Exists" }],
    ["the seconds of one", ["spec", "tolerations", 0, "tolerationSeconds"], 9],
  ])("takes %s", (_, fields, value) => {
    expect(refusal(fields, value)).toBeUndefined();
  });

  it.each([
    ["the policy", ["spec", "restartPolicy"], "Never", "spec: Forbidden: pod updates may not"],
    ["the grace", ["spec", "terminationGracePeriodSeconds"], 5, "spec: Forbidden: pod updates"],
    ["the node", ["spec", "nodeName"], "b", "spec: Forbidden: pod updates may not change"],
    ["a command", [...first, "command"], ["x"], "spec: Forbidden: pod updates may not change"],
    ["a longer deadline", ["spec", "activeDeadlineSeconds"], 61, "less than or equal to previous"],
    ["no deadline", ["spec", "activeDeadlineSeconds"], undefined, "positive integer to nil value"],
    ["an image with a space", [...first, "image"], "app:2 ", "not have leading or trailing white"],
    ["no toleration", ["spec", "tolerations"], [], "existing toleration can not be modified"],
    ["another key", ["spec", "tolerations", 0], { ...toleration, key: "b" }, "spec.tolerations: F"],
    ["a container more", ["spec", "containers", 1], { ...spec.containers[0], name: "b" }, "add or"],
    ["its name", ["metadata", "name"], "other", 'name: Invalid value: "other": field is immutable'],
    ["its UID", ["metadata", "uid"], "other", 'uid: Invalid value: "other": field is immutable'],
    ["a bad label", ["metadata", "labels"], { "a b": "c" }, "metadata.labels"],
    ["a period of 0", [...first, "livenessProbe"], { exec: {}, periodSeconds: -1 }, "periodSecon"],
    ["no containers", ["spec", "containers"], [], "spec.containers: Required value"],
    ["text for a list", ["spec", "containers"], "x", "spec.containers"],
    ["no spec", ["spec"], null, "spec"],
    ["nothing for one", [...first], null, "spec.containers[0]"],
    ["one of six", ["spec", "containers", 5, "image"], "app:2", "spec.containers"],
    ["one of none", ["spec", "initContainers", 0, "image"], "app:2", "spec.initContainers"],
  ])("refuses %s", (_, fields, value, words) => {
    expect(refusal(fields, value)).toContain(words);
  });
});

it("takes scheduling gates away, and adds none (validateOnlyDeletedSchedulingGates)", () => {
  const gates = ["spec", "schedulingGates"];
  const gated = withField(old, gates, [{ name: "a" }, { name: "b" }]) as PodObject;
  const refusalOf = (value: unknown) => {
    const next = withField(gated, gates, value) as Readonly<Record<string, unknown>>;
    return podUpdateRefusal(gated, next, newestRelease);
  };
  expect(refusalOf([{ name: "b" }])).toBeUndefined();
  expect(refusalOf(undefined)).toBeUndefined();
  expect(refusalOf([{ name: "c" }])).toBe(
    'Pod "web" is invalid: spec.schedulingGates[0].name: Forbidden: only deletion is allowed, but' +
      " found new scheduling gate 'c'",
  );
});

describe("updateObject", () => {
  it.each([
    ["spec.containers", '"x"'],
    ["spec", "null"],
    ["spec.containers[0]", "null"],
    ["spec.containers[5].image", "app:2"],
    ["spec.initContainers[0].image", "app:2"],
    ["spec.containers[0].livenessProbe", "{exec: {command: [x]}, periodSeconds: -1}"],
    ["spec.restartPolicy", "Never"],
  ])("of %s is refused, and the pod goes on", (path, value) => {
    const run = kube(`
pods: {web: {}}
stimuli: [{at: 20, action: updateObject, pod: web, set: {"${path}": ${value}}}]`);
    expect(run.of("rejected")).toMatchObject([{ t: 20, namespace: "default", pod: "web" }]);
    expect(run.lives("app")).toMatchObject([{ end: undefined }]);
  });
});

it("that changes nothing is no change of the pod (etcd3 GuaranteedUpdate)", () => {
  const run = kube(`
pods: {web: {metadata: {labels: {a: b}}, spec: {containers: [{image: "app:1"}]}}}
stimuli:
- {at: 20, action: updateObject, pod: web, set: {"metadata.labels.a": b}}
- {at: 25, action: updateObject, pod: web, set: {"spec.containers[0].image": "app:1"}}
- {at: 30, action: updateObject, pod: web, set: {"metadata.labels.a": c}}`);
  expect(run.of("rejected")).toEqual([]);
  const updated = run.of("pod").filter(({ change }) => change === "updated");
  expect(updated.filter(({ t }) => t >= 20)).toMatchObject([{ t: 30 }]);
});

describe("other resources of a pod that is there (ValidatePodResize)", () => {
  const refusals = (container: string, set: string): readonly string[] => {
    const run = kube(`
pods: {web: {${container}}}
stimuli: [{at: 20, action: updateObject, pod: web, set: ${set}}]`);
    return run.of("rejected").map(({ message }) => message);
  };
  const burstable = "containers: [{resources: {requests: {cpu: 10m}}}]";
  const all = '"spec.containers[0].resources"';

  it.each([
    [burstable, '{"spec.containers[0].resources.requests.cpu": 1}'],
    [burstable, `{${all}: {requests: {cpu: 10m, memory: 1Gi}}}`],
    [
      "containers: [{resources: {limits: {cpu: 1, memory: 1Gi}}}]",
      `{${all}: {limits: {cpu: 2,
      memory: 1Gi}}}`,
    ],
  ])("%s -> %s is taken", (container, set) => {
    expect(refusals(container, set)).toEqual([]);
  });

  it.each([
    [
      "containers: [{}]",
      `{${all}: {requests: {cpu: 1}}}`,
      'spec: Invalid value: "BestEffort": Pod QOS Class may not change as a result of resizing',
    ],
    [
      "containers: [{resources: {requests: {cpu: 1, memory: 1Gi}}}]",
      `{${all}: {requests: {cpu: 1}}}`,
      "spec.containers[0].resources.requests: Forbidden: resource requests cannot be removed",
    ],
    [
      burstable,
      `{${all}: {requests: {cpu: 10m, example.com/gpu: 1}, limits: {example.com/gpu: 1}}}`,
      "spec: Forbidden: only cpu and memory resources are mutable",
    ],
    [
      "initContainers: [{name: i, resources: {requests: {cpu: 1}}}]",
      '{"spec.initContainers[0].resources.requests.cpu": 2}',
      "spec: Forbidden: resources for non-sidecar init containers are immutable",
    ],
  ])("%s -> %s is refused", (container, set, words) => {
    expect(refusals(container, set)).toEqual([`Pod "web" is invalid: ${words}`]);
  });
});
