/**
 * Which pods a workload stands for at the start: how many, and under which names.
 *
 * Models: kubernetes/pkg/controller/{deployment,replicaset,statefulset,daemon,job,cronjob} (v1.36).
 */
import type { Cursor } from "./cursor.ts";
import { templateHash } from "./pod-names.ts";
import type { NameGenerator } from "./pod-names.ts";

export interface Workload {
  /** From the object to the pod's metadata and spec; empty for a Pod. */
  readonly template: readonly string[];
  /** Where the number of pods is said, for messages. */
  readonly size: readonly string[];
  readonly count: (object: Cursor, nodes: number) => number;
  readonly names: (object: Cursor, count: number, generator: NameGenerator) => readonly string[];
  /** What its controller would do beyond that; absent for a Pod, which has none. */
  readonly notSimulated?: string;
  /** The fields that say how many pods there are and what they are called, by their paths. */
  readonly read: readonly string[];
}

function nameOf(object: Cursor): string {
  return object.get("metadata", "name").text() ?? "";
}

/** The generator's subject: another object, another name. */
function subjectOf(object: Cursor, base: string, index: number): string {
  return `${object.get("metadata", "namespace").text() ?? "default"}/${base}${index}`;
}

function generated(base: (object: Cursor) => string): Workload["names"] {
  return (object, count, generator) =>
    Array.from({ length: count }, (_, index) => {
      const prefix = base(object);
      return generator.generate(prefix, subjectOf(object, prefix, index));
    });
}

function replicas(object: Cursor): number {
  return object.get("spec", "replicas").number() ?? 1;
}

/** As many as run at once: the others follow when these have ended. */
function jobPods(spec: Cursor): number {
  if (spec.get("suspend").isTrue()) return 0;
  const parallelism = spec.get("parallelism").number() ?? 1;
  const isUnset = !spec.get("parallelism").exists && !spec.get("completions").exists;
  const completions = spec.get("completions").number() ?? (isUnset ? 1 : parallelism);
  return Math.min(parallelism, completions);
}

function jobNames(spec: Cursor, job: string): Workload["names"] {
  const isIndexed = spec.get("completionMode").text() === "Indexed";
  return (object, count, generator) =>
    Array.from({ length: count }, (_, index) => {
      const base = isIndexed ? `${job}-${index}-` : `${job}-`;
      return generator.generate(base, subjectOf(object, base, index));
    });
}

const template = ["spec", "template"] as const;
const scaled = ["spec.replicas", "spec.selector", "spec.template"];

function jobFields(prefix: string): readonly string[] {
  const names = ["completionMode", "completions", "parallelism", "suspend", "template"];
  return names.map((name) => `${prefix}.${name}`);
}
const replacing = "replacing pods that are deleted or evicted";

const replicaSet: Workload = {
  template,
  read: scaled,
  size: ["spec", "replicas"],
  count: replicas,
  names: generated((object) => `${nameOf(object)}-`),
  notSimulated: `scaling, and ${replacing}`,
};

const workloadTable: Readonly<Record<string, Workload>> = {
  Pod: {
    template: [],
    read: [],
    size: [],
    count: () => 1,
    names: (object, _, generator) => {
      const name = nameOf(object);
      if (name !== "") return [name];
      const base = object.get("metadata", "generateName").text() ?? "";
      return [generator.generate(base, subjectOf(object, base, 0))];
    },
  },
  ReplicaSet: replicaSet,
  ReplicationController: replicaSet,
  Deployment: {
    ...replicaSet,
    names: (object, count, generator) => {
      const hash = templateHash(object.get(...template).value);
      return generated(() => `${nameOf(object)}-${hash}-`)(object, count, generator);
    },
    notSimulated: `rollouts, scaling, and ${replacing}`,
  },
  StatefulSet: {
    ...replicaSet,
    read: [...scaled, "spec.ordinals"],
    names: (object, count) => {
      const start = object.get("spec", "ordinals", "start").number() ?? 0;
      return Array.from({ length: count }, (_, index) => `${nameOf(object)}-${start + index}`);
    },
    notSimulated: `waiting for the pod before to be ready, updates, and ${replacing}`,
  },
  DaemonSet: {
    ...replicaSet,
    size: [],
    count: (_, nodes) => nodes,
    notSimulated: `choosing nodes (it has one pod on each), updates, and ${replacing}`,
  },
  Job: {
    template,
    read: jobFields("spec"),
    size: ["spec", "parallelism"],
    count: (object) => jobPods(object.get("spec")),
    names: (object, count, generator) =>
      jobNames(object.get("spec"), nameOf(object))(object, count, generator),
    notSimulated:
      "pods after the first spec.parallelism, new pods for failed ones, deadlines and clean-up",
  },
  CronJob: {
    read: ["spec.suspend", ...jobFields("spec.jobTemplate.spec")],
    template: ["spec", "jobTemplate", "spec", "template"],
    size: ["spec", "jobTemplate", "spec", "parallelism"],
    count: (object) =>
      object.get("spec", "suspend").isTrue()
        ? 0
        : jobPods(object.get("spec", "jobTemplate", "spec")),
    // Its Jobs are named by the minute of their start, which is t0 here.
    names: (object, count, generator) =>
      jobNames(object.get("spec", "jobTemplate", "spec"), `${nameOf(object)}-0`)(
        object,
        count,
        generator,
      ),
    notSimulated: "the schedule (one Job starts at t0), and all that a Job's controller does later",
  },
};

export const workloads: ReadonlyMap<string, Workload> = new Map(Object.entries(workloadTable));

export function workloadOf(kind: string): Workload {
  const workload = workloads.get(kind);
  if (!workload) throw new Error(`no workload for ${kind}: knownKinds and this table must agree`);
  return workload;
}
