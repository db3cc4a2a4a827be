import { describe, expect, it } from "vitest";
import { constrainedFields } from "../../src/manifest/constraints.ts";
import { fieldsOf } from "../../src/manifest/schema.ts";
import { fieldSupport } from "../../src/manifest/support.ts";
import { goodPod, notesOf } from "./load.ts";

describe("the support table", () => {
  it.each(["ObjectMeta", "PodSpec", "Container"] as const)(
    "has every field of %s and no other",
    (type) => {
      expect(Object.keys(fieldSupport[type]).toSorted()).toEqual(
        [...fieldsOf(type).keys()].toSorted(),
      );
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
    expect(notesOf(`${goodPod}---\n${second}`)).toEqual([
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
    expect(notesOf(text)).toEqual([
      "f:5:36: warning: spec.containers[].imagePullPolicy: not simulated by the textbook" +
        " model, though it changes what a kubelet does",
    ]);
  });

  it("point into the template of a workload", () => {
    const text =
      `apiVersion: batch/v1\nkind: CronJob\nmetadata: {name: a}\nspec:\n  schedule:` +
      ` "@daily"\n  jobTemplate:\n    spec:\n      template:\n        spec:\n         ` +
      ` restartPolicy: Never\n          activeDeadlineSeconds: 5\n          containers:` +
      ` [{name: a, image: b}]\n`;
    expect(notesOf(text)[0]).toMatch(/^f:11:11: warning: spec\.activeDeadlineSeconds: /);
  });
});
