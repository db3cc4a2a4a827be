/** What the manifest layer hands out is what the kubelet's own type promises, field by field. */
import { describe, expect, it } from "vitest";
import type { Pod } from "../../src/manifest/pod-types.ts";
import type { KubeContainer, KubePodSpec, KubeProbe } from "../../src/model/kube-pod.ts";
import { load } from "./load.ts";

type RequiredKeys<T> = {
  [Key in keyof T]-?: object extends Pick<T, Key> ? never : Key;
}[keyof T];

/** The compiler asks for each required field of the type, and for nothing else. */
type Checks<T> = Readonly<Record<RequiredKeys<T>, (value: unknown) => boolean>>;

const isText = (value: unknown): boolean => typeof value === "string" && value !== "";
const isWhole = (value: unknown): boolean => Number.isInteger(value);
const isOneOf = (...words: readonly string[]) => {
  return (value: unknown): boolean => words.includes(value as string);
};

const ofSpec: Checks<KubePodSpec> = {
  containers: Array.isArray,
  restartPolicy: isOneOf("Always", "OnFailure", "Never"),
  terminationGracePeriodSeconds: isWhole,
};

const ofContainer: Checks<KubeContainer> = {
  name: isText,
  image: isText,
  imagePullPolicy: isOneOf("Always", "IfNotPresent", "Never"),
};

const ofProbe: Checks<KubeProbe> = {
  initialDelaySeconds: isWhole,
  timeoutSeconds: isWhole,
  periodSeconds: isWhole,
  successThreshold: isWhole,
  failureThreshold: isWhole,
};

function faultsOf<T extends object>(subject: string, value: T, checks: Checks<T>): string[] {
  const entries = Object.entries(checks) as [keyof T & string, (field: unknown) => boolean][];
  return entries.flatMap(([field, check]) => {
    return check(value[field]) ? [] : [`${subject}.${field}: ${String(value[field])}`];
  });
}

function faultsOfContainer(container: KubeContainer): string[] {
  const { name, livenessProbe, readinessProbe, startupProbe, resources } = container;
  const quantities = Object.entries({ ...resources?.requests, ...resources?.limits });
  const probes = [livenessProbe, readinessProbe, startupProbe].filter((probe) => probe);
  return [
    ...faultsOf(name, container, ofContainer),
    ...probes.flatMap((probe) => (probe ? faultsOf(`${name} probe`, probe, ofProbe) : [])),
    ...quantities.flatMap(([key, quantity]) => (isText(quantity) ? [] : [`${name}.${key}`])),
  ];
}

/** Without a cast: the types of the manifest layer have what the kubelet requires. */
function faults({ spec }: Pod): string[] {
  const kube: KubePodSpec = spec;
  const { initContainers = [], containers } = kube;
  return [
    ...faultsOf("spec", kube, ofSpec),
    ...[...initContainers, ...containers].flatMap(faultsOfContainer),
  ];
}

const probe = "{exec: {command: [a]}}";

const samples: Readonly<Record<string, string>> = {
  "the least of a pod": "containers: [{name: a, image: b}]",
  "probes of every kind": `containers:
  - name: a
    image: b:1
    livenessProbe: {httpGet: {port: 80}, initialDelaySeconds: 3}
    readinessProbe: {tcpSocket: {port: http}, periodSeconds: 0}
    startupProbe: {grpc: {port: 1}, failureThreshold: 30, timeoutSeconds: null}`,
  "init containers and sidecars": `initContainers:
  - {name: i, image: "b:latest"}
  - {name: s, image: b:1, restartPolicy: Always, startupProbe: ${probe}, livenessProbe: ${probe}}
  containers: [{name: a, image: "b@sha256:00"}]`,
  "numbers as quantities": `containers:
  - name: a
    image: b
    resources: {limits: {cpu: 1.5, memory: 1000000}, requests: {cpu: 1}}
  - {name: c, image: b, resources: {requests: {cpu: 2}}}`,
  "empty texts and nulls": `restartPolicy: ""
  terminationGracePeriodSeconds: null
  containers: [{name: a, image: b, imagePullPolicy: "", livenessProbe: null}]`,
};

describe("a pod as the kubelet works with it", () => {
  it.each(Object.entries(samples))("has what is required: %s", (_, spec) => {
    const text = `apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  ${spec}\n`;
    const { pods } = load(text, { model: "kubernetes" });
    expect(pods).toHaveLength(1);
    expect(pods.flatMap(({ pod }) => faults(pod))).toEqual([]);
  });

  it("would be found without it", () => {
    const bare = { containers: [{ name: "a", image: "b", livenessProbe: {} }] };
    expect(faults({ spec: bare as unknown } as Pod)).toEqual([
      "spec.restartPolicy: undefined",
      "spec.terminationGracePeriodSeconds: undefined",
      "a.imagePullPolicy: undefined",
      "a probe.initialDelaySeconds: undefined",
      "a probe.timeoutSeconds: undefined",
      "a probe.periodSeconds: undefined",
      "a probe.successThreshold: undefined",
      "a probe.failureThreshold: undefined",
    ]);
  });
});
