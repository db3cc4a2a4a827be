/** Models: kubernetes/pkg/apis/core/v1/defaults_test.go. */
import { describe, expect, it } from "vitest";
import { defaultPullPolicy, setDefaultsPod } from "../../src/manifest/defaults.ts";
import { toDeclaredPod } from "../../src/manifest/declared-pod.ts";
import { goodPod, load } from "./load.ts";

function withContainer(fields: object): unknown {
  return setDefaultsPod({ containers: [{ name: "a", image: "b", ...fields }] }).containers[0];
}

function withVolume(fields: object): unknown {
  return setDefaultsPod({ containers: [], volumes: [{ name: "v", ...fields }] }).volumes?.[0];
}

describe("SetDefaults_PodSpec, SetDefaults_Pod", () => {
  it("fill in an empty spec", () => {
    expect(setDefaultsPod({ containers: [] })).toEqual({
      containers: [],
      dnsPolicy: "ClusterFirst",
      enableServiceLinks: true,
      restartPolicy: "Always",
      schedulerName: "default-scheduler",
      securityContext: {},
      terminationGracePeriodSeconds: 30,
    });
  });

  it("keep what is given, and take null and an empty text as nothing", () => {
    const spec = setDefaultsPod({
      containers: null,
      enableServiceLinks: false,
      restartPolicy: "",
      terminationGracePeriodSeconds: 0,
      nodeName: "",
      hostname: null,
    });
    expect(spec.enableServiceLinks).toBe(false);
    expect(spec.restartPolicy).toBe("Always");
    expect(spec.terminationGracePeriodSeconds).toBe(0);
    expect(spec).not.toHaveProperty("nodeName");
    expect(spec).not.toHaveProperty("hostname");
  });

  it("make host ports of the ports of a pod on the host's network", () => {
    const written = {
      hostNetwork: true,
      containers: [{ name: "a", image: "b", ports: [{ containerPort: 80 }] }],
    };
    expect(setDefaultsPod(written).containers[0]?.ports).toEqual([
      { containerPort: 80, hostPort: 80, protocol: "TCP" },
    ]);
  });

  it("leave what is written as it is", () => {
    const written = { containers: [{ name: "a", image: "b", resources: { limits: { cpu: 1 } } }] };
    const before = JSON.stringify(written);
    setDefaultsPod(written);
    expect(JSON.stringify(written)).toBe(before);
  });
});

describe("SetDefaults_Container", () => {
  const always = {
    name: "a",
    image: "b",
    imagePullPolicy: "Always",
    resources: {},
    terminationMessagePath: "/dev/termination-log",
    terminationMessagePolicy: "File",
  };

  it.each([
    ["a container", {}, {}],
    [
      "a port",
      { ports: [{ containerPort: 1 }] },
      { ports: [{ containerPort: 1, protocol: "TCP" }] },
    ],
    [
      "requests, from the limits",
      { resources: { limits: { cpu: 1, memory: "1Gi" }, requests: { cpu: "5m" } } },
      {
        resources: { limits: { cpu: "1", memory: "1Gi" }, requests: { cpu: "5m", memory: "1Gi" } },
      },
    ],
    [
      "a probe",
      { livenessProbe: { exec: { command: ["x"] } } },
      {
        livenessProbe: {
          exec: { command: ["x"] },
          initialDelaySeconds: 0,
          timeoutSeconds: 1,
          periodSeconds: 10,
          successThreshold: 1,
          failureThreshold: 3,
        },
      },
    ],
    [
      "a probe with zeros, which are nothing",
      {
        readinessProbe: {
          initialDelaySeconds: 0,
          periodSeconds: 0,
          timeoutSeconds: 4,
          grpc: { port: 1 },
        },
      },
      {
        readinessProbe: {
          initialDelaySeconds: 0,
          grpc: { port: 1, service: "" },
          timeoutSeconds: 4,
          periodSeconds: 10,
          successThreshold: 1,
          failureThreshold: 3,
        },
      },
    ],
    [
      "an HTTP hook",
      { lifecycle: { preStop: { httpGet: { port: 1 } } } },
      { lifecycle: { preStop: { httpGet: { port: 1, path: "/", scheme: "HTTP" } } } },
    ],
    [
      "a field reference",
      { env: [{ name: "A", valueFrom: { fieldRef: { fieldPath: "x" } } }] },
      { env: [{ name: "A", valueFrom: { fieldRef: { fieldPath: "x", apiVersion: "v1" } } }] },
    ],
  ])("fills in %s", (_, written, expected) => {
    expect(withContainer(written)).toEqual({ ...always, ...expected });
  });

  it.each([
    ["nginx", "Always"],
    ["nginx:latest", "Always"],
    ["nginx:1.27", "IfNotPresent"],
    ["localhost:5000/nginx", "Always"],
    ["localhost:5000/nginx:1", "IfNotPresent"],
    [`nginx@sha256:${"0a".repeat(32)}`, "IfNotPresent"],
    // The digest decides which image it is, the tag still decides how often it is asked for.
    [`nginx:latest@sha256:${"0a".repeat(32)}`, "Always"],
    [`nginx:1@sha256:${"0a".repeat(32)}`, "IfNotPresent"],
    // What cannot be read has no tag, so it is not latest.
    ["nginx:latest@sha256:0123", "IfNotPresent"],
    ["Nginx", "IfNotPresent"],
    [" nginx", "IfNotPresent"],
  ])("pulls %s %s", (image, expected) => {
    expect(defaultPullPolicy(image)).toBe(expected);
  });
});

describe("SetDefaults_Volume and its sources", () => {
  it.each([
    ["no source", {}, { emptyDir: {} }],
    [
      "a secret",
      { secret: { secretName: "s" } },
      { secret: { secretName: "s", defaultMode: 420 } },
    ],
    ["a config map", { configMap: { defaultMode: 256 } }, { configMap: { defaultMode: 256 } }],
    ["a host path", { hostPath: { path: "/" } }, { hostPath: { path: "/", type: "" } }],
    [
      "an image",
      { image: { reference: "a:1" } },
      { image: { reference: "a:1", pullPolicy: "IfNotPresent" } },
    ],
    [
      "projections",
      {
        projected: {
          sources: [
            { serviceAccountToken: { path: "t" } },
            { downwardAPI: { items: [{ path: "p", fieldRef: { fieldPath: "f" } }] } },
          ],
        },
      },
      {
        projected: {
          defaultMode: 420,
          sources: [
            { serviceAccountToken: { path: "t", expirationSeconds: 3600 } },
            {
              downwardAPI: {
                items: [{ path: "p", fieldRef: { fieldPath: "f", apiVersion: "v1" } }],
              },
            },
          ],
        },
      },
    ],
  ])("fill in %s", (_, written, expected) => {
    expect(withVolume(written)).toEqual({ name: "v", ...expected });
  });
});

it("reduces a manifest to what the textbook kubelet is told", () => {
  const [manifest] = load(goodPod).pods;
  expect(manifest && toDeclaredPod(manifest, "file", "uid-1")).toEqual({
    namespace: "default",
    name: "web",
    uid: "uid-1",
    source: "file",
    restartPolicy: "Always",
    gracePeriodMs: 20_000,
    containers: [
      { name: "app", image: "nginx:1.27" },
      { name: "side", image: "busybox" },
    ],
    position: { file: "f", line: 4, column: 9 },
  });
});
