import * as models from "@kubernetes/client-node/dist/gen/models/all.js";
import { describe, expect, it } from "vitest";
import { constrainedFields } from "../../src/manifest/constraints.ts";
import { fieldsOf } from "../../src/manifest/schema.ts";
import { fieldSupport } from "../../src/manifest/support.ts";
import type { SupportedType } from "../../src/manifest/support.ts";
import { statusSupport } from "../../src/manifest/support-status.ts";
import type { KubeContainer, KubePodSpec, KubeProbe } from "../../src/model/kube-pod.ts";
import { goodPod, notesOf } from "./load.ts";

/** All of them: the compiler asks for a key that is missing, and refuses one too many. */
const read: {
  readonly PodSpec: Readonly<Record<keyof KubePodSpec, "">>;
  readonly Container: Readonly<Record<keyof KubeContainer, "">>;
  readonly Probe: Readonly<Record<keyof KubeProbe, "">>;
} = {
  PodSpec: {
    activeDeadlineSeconds: "",
    automountServiceAccountToken: "",
    containers: "",
    ephemeralContainers: "",
    hostNetwork: "",
    initContainers: "",
    nodeName: "",
    priority: "",
    priorityClassName: "",
    readinessGates: "",
    restartPolicy: "",
    serviceAccountName: "",
    terminationGracePeriodSeconds: "",
    tolerations: "",
  },
  Container: {
    image: "",
    imagePullPolicy: "",
    lifecycle: "",
    livenessProbe: "",
    name: "",
    ports: "",
    readinessProbe: "",
    resources: "",
    restartPolicy: "",
    restartPolicyRules: "",
    startupProbe: "",
    volumeDevices: "",
    volumeMounts: "",
  },
  Probe: {
    exec: "",
    failureThreshold: "",
    grpc: "",
    httpGet: "",
    initialDelaySeconds: "",
    periodSeconds: "",
    successThreshold: "",
    tcpSocket: "",
    terminationGracePeriodSeconds: "",
    timeoutSeconds: "",
  },
};

function statusFieldsOf(type: string): string[] {
  const model = (models as Record<string, unknown>)[`V1${type}`] as {
    getAttributeTypeMap: () => readonly { readonly baseName: string }[];
  };
  return model.getAttributeTypeMap().map(({ baseName }) => baseName);
}

describe("the support table", () => {
  it.each(Object.keys(fieldSupport) as SupportedType[])(
    "has every field of %s and no other",
    (type) => {
      expect(Object.keys(fieldSupport[type]).toSorted()).toEqual(
        [...fieldsOf(type).keys()].toSorted(),
      );
    },
  );

  it.each(Object.entries(statusSupport))("has every field of %s and no other", (type, rows) => {
    expect(Object.keys(rows).toSorted()).toEqual(statusFieldsOf(type).toSorted());
  });

  it.each(["PodSpec", "Container", "Probe"] as const)(
    "has the kubernetes model simulate what its kubelet has of %s, and nothing else",
    (type) => {
      const simulated = Object.entries(fieldSupport[type]).flatMap(([field, { models: by }]) =>
        by.kubernetes === "simulated" ? [field] : [],
      );
      expect(simulated.toSorted()).toEqual(Object.keys(read[type]).toSorted());
    },
  );

  it("stands beside constraints on fields that exist", () => {
    for (const [type, field] of constrainedFields()) {
      expect(fieldsOf(type).has(field), `${type}.${field}`).toBe(true);
    }
  });
});

describe("notes", () => {
  it("warn once for each unsupported field, and list the ignored ones in one note", () => {
    const second = goodPod
      .replace("name: web", "name: other")
      .replace("name: side\n", "name: side\n    livenessProbe: {tcpSocket: {port: 1}}\n");
    const model = "not simulated by the textbook model, though it changes what a kubelet does";
    expect(notesOf(`${goodPod}---\n${second}`, { model: "textbook" })).toEqual([
      `f:9:3: warning: spec.initContainers: ${model}, found in 2 places`,
      `f:20:5: warning: spec.containers[].resources: ${model}, found in 2 places`,
      `f:21:5: warning: spec.containers[].livenessProbe: ${model}, found in 3 places`,
      `f:24:5: warning: spec.containers[].readinessProbe: ${model}, found in 2 places`,
      `f:26:5: warning: spec.containers[].lifecycle: ${model}, found in 2 places`,
      "note: these fields do not change the timeline and are ignored: metadata.labels," +
        " spec.containers[].env, spec.containers[].ports, spec.containers[].volumeMounts," +
        " spec.volumes",
    ]);
  });

  it.each([
    ["the default", "dnsPolicy: ClusterFirst"],
    ["null", "priorityClassName: null"],
    ["an empty mapping", "securityContext: {}"],
    ["an empty list", "tolerations: []"],
    ["false", "hostNetwork: false"],
    ["zero", "priority: 0"],
  ])("are silent on a field that is %s", (_, field) => {
    const text =
      `apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  containers: [{name:` +
      ` a, image: b, imagePullPolicy: Always}]\n  ${field}\n`;
    expect(notesOf(text)).toEqual([]);
  });

  it("name a pull policy that is not the default of the image", () => {
    const text =
      "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  containers: [{name: a, image:" +
      " b, imagePullPolicy: Never}]\n";
    expect(notesOf(text, { model: "textbook" })).toEqual([
      "f:5:36: warning: spec.containers[].imagePullPolicy: not simulated by the textbook" +
        " model, though it changes what a kubelet does",
    ]);
  });

  // NotRequired is what a kubelet does without the field.
  it.each([
    ["NotRequired", []],
    [
      "RestartContainer",
      [
        "f:5:51: warning: spec.containers[].resizePolicy: not simulated by the kubernetes model," +
          " though it changes what a kubelet does",
      ],
    ],
  ])("tell of a resizePolicy of %s what a kubelet would do with it", (policy, expected) => {
    const resize = `resizePolicy: [{resourceName: cpu, restartPolicy: ${policy}}]`;
    const text =
      "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  containers: [{name: a, image:" +
      ` b, resources: {}, ${resize}}]\n`;
    expect(notesOf(text, { model: "kubernetes" })).toEqual(expected);
  });

  it("point into the template of a workload", () => {
    const text =
      `apiVersion: batch/v1\nkind: CronJob\nmetadata: {name: a}\nspec:\n  schedule:` +
      ` "@daily"\n  jobTemplate:\n    spec:\n      template:\n        spec:\n         ` +
      ` restartPolicy: Never\n          activeDeadlineSeconds: 5\n          containers:` +
      ` [{name: a, image: b}]\n`;
    expect(notesOf(text, { model: "textbook" })[0]).toMatch(
      /^f:11:11: warning: spec\.activeDeadlineSeconds: /,
    );
  });

  it("look into what a model simulates, and name no part of what it leaves out", () => {
    const more =
      "  overhead: {cpu: 1m}\n  initContainers:\n  - name: setup\n    restartPolicy: Always" +
      "\n    resources: {claims: [{name: gpu}]}\n    lifecycle: {preStop: {exec: {command: [a]}}}";
    const text = goodPod.replace("  initContainers:\n  - name: setup", more);
    const model = "not simulated by the kubernetes model, though it changes what a kubelet does";
    expect(notesOf(text, { model: "kubernetes" })).toEqual([
      `f:9:3: warning: spec.overhead: ${model}`,
      `f:13:17: warning: spec.initContainers[].resources.claims: ${model}`,
      "note: no probe is sent and no hook is run; the scenario's behaviour tells what comes of" +
        " spec.initContainers[].lifecycle.preStop.exec",
      "note: these fields do not change the timeline and are ignored:" +
        " spec.containers[].env, spec.volumes",
    ]);
  });

  it("tell hooks that only sleep from those of which the scenario has to tell", () => {
    const hooks = "{postStart: {exec: {command: [a]}}, preStop: {exec: {command: [sleep, '15']}}}";
    const text =
      "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n" +
      `  containers: [{name: a, image: b, lifecycle: ${hooks}}]\n`;
    expect(notesOf(text, { model: "kubernetes" })).toEqual([
      "note: no probe is sent and no hook is run; the scenario's behaviour tells what comes of" +
        " spec.containers[].lifecycle.postStart.exec",
      "note: a command that only sleeps takes that time, unless the scenario's behaviour speaks" +
        " of it: spec.containers[].lifecycle.preStop.exec",
    ]);
  });

  it("say nothing of a pod that the kubernetes model simulates whole", () => {
    const text = `apiVersion: v1
kind: Pod
metadata: {name: a, labels: {app: a}}
spec:
  activeDeadlineSeconds: 5
  readinessGates: [{conditionType: x/y}]
  containers:
  - name: a
    image: a:1
    imagePullPolicy: Never
    restartPolicy: OnFailure
    restartPolicyRules: [{action: Restart, exitCodes: {operator: In, values: [1]}}]
    resources: {requests: {cpu: 1}, limits: {cpu: 2}}
    lifecycle: {preStop: {sleep: {seconds: 1}}}
    livenessProbe: {exec: {command: [a]}, timeoutSeconds: 3, failureThreshold: 5}
`;
    expect(notesOf(text, { model: "kubernetes" })).toEqual([]);
  });
});
