/** Models: kubernetes/pkg/controller/{deployment,replicaset,statefulset,daemon,job,cronjob}. */
import { describe, expect, it } from "vitest";
import { knownKinds } from "../../src/manifest/kinds.ts";
import { fieldsOf } from "../../src/manifest/schema.ts";
import { workloads } from "../../src/manifest/workloads.ts";
import { errorsOf, load, namesOf, notesOf } from "./load.ts";

const template =
  "template: {metadata: {labels: {a: b}}, spec: {containers: [{name: a, image: b}]}}";

function workload(kind: string, spec: string, name = "web"): string {
  const apiVersion = knownKinds.get(kind) ?? "v1";
  const selector = ["Job", "CronJob"].includes(kind) ? "" : "selector: {matchLabels: {a: b}}, ";
  return (
    `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: ${name}}\nspec:` +
    ` {${selector}${spec}}\n`
  );
}

function job(spec: string): string {
  const ending = template.replace("spec: {", "spec: {restartPolicy: Never, ");
  return workload("Job", `${spec}${ending}`, "task");
}

function cronJob(spec: string, jobSpec: string): string {
  const ending = template.replace("spec: {", "spec: {restartPolicy: Never, ");
  return workload(
    "CronJob",
    `${spec}schedule: "@daily", jobTemplate: {spec: {${jobSpec}${ending}}}`,
    "tick",
  );
}

const letters = "[bcdfghjklmnpqrstvwxz2456789]";

describe("pods", () => {
  it.each([
    [
      "a Deployment",
      workload("Deployment", `replicas: 3, ${template}`),
      3,
      `web-${letters}{6,10}-${letters}{5}`,
    ],
    [
      "a Deployment without replicas",
      workload("Deployment", template),
      1,
      `web-${letters}{6,10}-${letters}{5}`,
    ],
    ["an empty Deployment", workload("Deployment", `replicas: 0, ${template}`), 0, ""],
    ["a ReplicaSet", workload("ReplicaSet", `replicas: 2, ${template}`), 2, `web-${letters}{5}`],
    ["a StatefulSet", workload("StatefulSet", `replicas: 3, ${template}`), 3, "web-[012]"],
    [
      "a StatefulSet from 5",
      workload("StatefulSet", `replicas: 2, ordinals: {start: 5}, ${template}`),
      2,
      "web-[56]",
    ],
    ["a DaemonSet", workload("DaemonSet", template), 3, `web-${letters}{5}`],
    ["a Job", job(""), 1, `task-${letters}{5}`],
    [
      "a Job with fewer completions than parallelism",
      job("parallelism: 5, completions: 2, "),
      2,
      `task-${letters}{5}`,
    ],
    [
      "a Job with more completions than parallelism",
      job("parallelism: 2, completions: 5, "),
      2,
      `task-${letters}{5}`,
    ],
    ["a work queue Job", job("parallelism: 4, "), 4, `task-${letters}{5}`],
    [
      "an indexed Job",
      job("parallelism: 2, completions: 2, completionMode: Indexed, "),
      2,
      `task-[01]-${letters}{5}`,
    ],
    ["a suspended Job", job("suspend: true, "), 0, ""],
    ["a CronJob", cronJob("", "parallelism: 2, completions: 9, "), 2, `tick-0-${letters}{5}`],
    ["a suspended CronJob", cronJob("suspend: true, ", ""), 0, ""],
  ])("of %s", (_, text, count, pattern) => {
    const names = namesOf(text, { nodes: 3 });
    expect(names).toHaveLength(count);
    expect(new Set(names).size).toBe(count);
    for (const name of names) expect(name).toMatch(new RegExp(`^${pattern}$`));
    expect(namesOf(text, { nodes: 3 })).toEqual(names);
  });

  it("of a ReplicationController, whose selector is the template's labels", () => {
    const text = workload("ReplicationController", `replicas: 2, ${template}`).replace(
      "selector: {matchLabels: {a: b}}, ",
      "",
    );
    expect(namesOf(text)).toHaveLength(2);
  });

  it("carry the template's labels, the workload's namespace, the defaults and the owner", () => {
    const text = workload("StatefulSet", template).replace(
      "name: web",
      "name: web, namespace: shop",
    );
    const [manifest] = load(text).pods;
    expect(manifest?.pod.metadata).toEqual({
      name: "web-0",
      namespace: "shop",
      labels: { a: "b" },
    });
    expect(manifest?.pod.spec.restartPolicy).toBe("Always");
    expect(manifest?.owner).toEqual({ kind: "StatefulSet", name: "web" });
    expect(manifest?.position).toEqual({ file: "f", line: 3, column: 18 });
  });

  it("have another hash for another template, and the same for another count", () => {
    const hashOf = (text: string) => namesOf(text)[0]?.split("-")[1];
    const one = hashOf(workload("Deployment", template));
    expect(hashOf(workload("Deployment", `replicas: 7, ${template}`))).toBe(one);
    expect(hashOf(workload("Deployment", template.replace("image: b", "image: c")))).not.toBe(one);
  });

  it("keep room for the suffix of a long name", () => {
    const text = workload("ReplicaSet", template, "x".repeat(63));
    expect(namesOf(text)[0]).toMatch(new RegExp(`^x{58}${letters}{5}$`));
  });
});

describe("notes", () => {
  it("say once for each kind what its controller would do", () => {
    const text = [
      workload("Deployment", `replicas: 2, ${template}`, "a"),
      workload("Deployment", `replicas: 3, ${template}`, "b"),
      workload("StatefulSet", template, "c"),
      workload("DaemonSet", template, "d"),
      job(""),
      cronJob("", ""),
    ].join("---\n");
    expect(notesOf(text).filter((note) => note.includes("t0"))).toEqual([
      "note: 2 Deployment stand for 5 pods at t0; not simulated: rollouts, scaling, and" +
        " replacing pods that are deleted or evicted",
      "note: 1 StatefulSet stands for 1 pod at t0; not simulated: waiting for the pod before" +
        " to be ready, updates, and replacing pods that are deleted or evicted",
      "note: 1 DaemonSet stands for 1 pod at t0; not simulated: choosing nodes (it has one pod" +
        " on each), updates, and replacing pods that are deleted or evicted",
      "note: 1 Job stands for 1 pod at t0; not simulated: pods after the first" +
        " spec.parallelism, new pods for failed ones, deadlines and clean-up",
      "note: 1 CronJob stands for 1 pod at t0; not simulated: the schedule (one Job starts at" +
        " t0), and all that a Job's controller does later (spec.schedule)",
    ]);
  });
});

describe("a claim of a StatefulSet", () => {
  const mounts = template.replace(
    "image: b",
    "image: b, volumeMounts: [{name: data, mountPath: /data}]",
  );
  const claims = "volumeClaimTemplates: [{metadata: {name: data}, spec: {}}]";

  it("is a volume of its pods, and of no other workload's", () => {
    expect(errorsOf(workload("StatefulSet", `${claims}, ${mounts}`))).toEqual([]);
    expect(errorsOf(workload("StatefulSet", mounts))).toEqual([
      expect.stringContaining("a volume that the pod does not have"),
    ]);
  });

  it("is named in the note, with what else only its controller reads", () => {
    const text = workload("StatefulSet", `minReadySeconds: 5, ${claims}, ${mounts}`);
    expect(notesOf(text).join()).toContain("(spec.minReadySeconds, spec.volumeClaimTemplates)");
  });
});

describe("errors", () => {
  const fits = "make selector and template.metadata.labels agree";

  it.each([
    [
      workload("Deployment", `replicas: -1, ${template}`),
      "f:4:51: error: spec.replicas: out of range, found -1, expected 0 or more",
    ],
    [
      workload("Deployment", template.replace("{a: b}", "{a: c}")),
      "f:4:36: error: spec.selector.matchLabels.a: the selector does not fit the template's" +
        " labels," +
        ` found "b", expected "c", as in the template; ${fits}`,
    ],
    [
      workload("ReplicaSet", template.replace("metadata: {labels: {a: b}}, ", "")),
      "f:4:36: error: spec.selector.matchLabels.a: the selector does not fit the template's" +
        " labels," +
        ` found "b", expected a label of the template; ${fits}`,
    ],
    [
      workload("DaemonSet", template).replace(
        "matchLabels: {a: b}",
        "matchExpressions: [{key: a, operator: In, values: [x]}]",
      ),
      "f:4:38: error: spec.selector.matchExpressions[0]: the selector does not fit the" +
        " template's labels," +
        ` found a: "b" in the template, expected a label that fulfils the expression; ${fits}`,
    ],
    [
      workload("DaemonSet", template).replace(
        "matchLabels: {a: b}",
        "matchExpressions: [{key: a, operator: In}]",
      ),
      "f:4:38: error: spec.selector.matchExpressions[0]: In without values, expected values:" +
        " [a, …]",
    ],
    [
      workload("DaemonSet", template).replace("matchLabels: {a: b}", ""),
      "f:4:18: error: spec.selector: an empty selector would take every pod," +
        " expected the labels of the template; add matchLabels",
    ],
    [
      workload("Deployment", template).replace("selector: {matchLabels: {a: b}}, ", ""),
      "f:4:1: error: spec.selector: a required field is missing, expected a mapping" +
        " (LabelSelector); add it",
    ],
    [
      workload("Deployment", template.replace("spec: {", "spec: {restartPolicy: Never, ")),
      "f:4:102: error: spec.template.spec.restartPolicy: the controller keeps its pods running," +
        " found Never, expected Always; remove it, or use a Job",
    ],
    [
      job("").replace("restartPolicy: Never, ", ""),
      "f:4:47: error: spec.template.spec.restartPolicy: the pods of a Job must come to an end," +
        " found nothing, which means Always, expected OnFailure or Never; set restartPolicy in" +
        " the template's spec",
    ],
    [
      job("").replace("Never", "Always"),
      "f:4:69: error: spec.template.spec.restartPolicy: the pods of a Job must come to an end," +
        " found Always, expected OnFailure or Never; set restartPolicy in the template's spec",
    ],
    [
      cronJob("", "").replace("@daily", "every day"),
      'f:4:18: error: spec.schedule: not in the form it must have, found "every day",' +
        " expected five fields such as `*/5 * * * *`, or `@hourly` and its like",
    ],
    [
      workload("Deployment", template).replace("name: web", "generateName: web-"),
      "f:3:1: error: metadata.name: a Deployment without a name, expected a name; add" +
        " metadata.name",
    ],
    [
      "apiVersion: v1\nkind: ReplicationController\nmetadata: {name: a}\nspec: {replicas: 1}\n",
      "f:4:1: error: spec.template: a required field is missing, expected a pod template; add it",
    ],
  ])("of %j", (text, expected) => {
    expect(errorsOf(text)).toEqual([expected]);
  });

  it("refuse too many pods before they are made", () => {
    const text =
      `${workload("Deployment", `replicas: 3, ${template}`, "a")}---\n` +
      workload("Deployment", `replicas: 2000000000, ${template}`, "b");
    expect(errorsOf(text)).toEqual([
      "f:9:51: error: spec.replicas: too many pods, found 2000000003 pods up to here," +
        " expected at most 100000; declare fewer",
    ]);
  });

  it("name a pod that has the name of a workload's pod, once for each object", () => {
    const pod =
      "apiVersion: v1\nkind: Pod\nmetadata: {name: web-1}\nspec: {containers: [{name: a," +
      " image: b}]}\n";
    expect(errorsOf(`${workload("StatefulSet", `replicas: 3, ${template}`)}---\n${pod}`)).toEqual([
      "f:8:18: error: two pods of one name, found a second pod web-1; the first is at f:3:18," +
        " expected each name once in a namespace; rename one of them",
    ]);
  });
});

it("has a row and a type for every known kind, each with the path to a template", () => {
  expect([...workloads.keys()].toSorted()).toEqual([...knownKinds.keys()].toSorted());
  for (const [kind, { template: path }] of workloads) {
    let type = kind;
    for (const step of path) {
      const field = fieldsOf(type).get(step)?.type;
      expect(field?.kind, `${kind}.${path.join(".")}`).toBe("object");
      type = field?.kind === "object" ? field.name : "";
    }
    expect(fieldsOf(type).has("spec")).toBe(true);
  }
});
