/** The scenario file as a schema: the one source of its types, its checks and its JSON Schema. */
import { z } from "zod";
import { parseVersion, versionExpected, versionPattern } from "./kubernetes-version.ts";
import { modelNames } from "./model-name.ts";
import { behaviourSchema } from "./schema-behaviour.ts";
import { expectationSchema } from "./schema-expect.ts";
import { kubeletSchema } from "./schema-kubelet.ts";
import { latencySchema } from "./schema-latency.ts";
import { count, runDuration, strict, text } from "./schema-parts.ts";
import { stimulusSchema } from "./schema-stimuli.ts";

export const apiVersion = "relist.dev/v1alpha1";

/** The name of the node where the file gives none. */
export const defaultNodeName = "node-1";

const amount = z.union([z.string(), z.number()], { error: "a quantity such as 8Gi, 500m or 4" });

const node = strict({
  name: z
    .string()
    .min(1)
    .describe(`The node's name. Default: ${defaultNodeName}.`)
    .default(defaultNodeName),
  allocatable: z
    .record(z.string(), amount)
    .describe('What pods may use of it, such as {cpu: "4", memory: 8Gi, pods: 110}.')
    .optional(),
});

const runtime = strict({ latency: latencySchema });

const source = strict({
  ref: z.string().describe("What the rule was read in."),
  url: z.string().describe("Where it is found.").optional(),
  what: z.string().describe("Which part of it is meant.").optional(),
});

const manifest = z.union([z.string().min(1), z.looseObject({})], {
  error: "an object, or the path of a file with objects",
});

const documenting = {
  title: z.string().describe("What the scenario shows, in one line.").optional(),
  why: z.string().describe("The rule behind it; shown when an expectation fails.").optional(),
  source: z.array(source).describe("Where the rule was read.").optional(),
  versions: z.string().describe("For which versions it is claimed. Only documents.").optional(),
  vetted: z.string().describe("How it was checked. Only documents.").optional(),
  confidence: z
    .enum(["high", "medium"])
    .describe("How sure the author is. Only documents.")
    .optional(),
  contested: z.string().describe("Whether others say otherwise. Only documents.").optional(),
  assumes: z.string().describe("What it takes for granted. Only documents.").optional(),
};

export const specSchema = strict(
  {
    ...documenting,
    model: z
      .enum(modelNames)
      .describe("The kubelet: as it is, or the idea alone. Default: kubernetes.")
      .optional(),
    observe: z
      .enum(["level", "edge", "evented"])
      .describe("How it sees the runtime: full lists, events alone, or both. Default: level.")
      .default("level"),
    kubernetes: text(versionExpected, parseVersion, versionPattern)
      .describe("The version of the kubelet that is imitated. Default: the newest known.")
      .optional(),
    seed: count.describe("The seed of every random choice, a whole number. Default: 1.").default(1),
    duration: runDuration.describe("The virtual time to simulate. Default: 5m.").prefault("5m"),
    node: node.describe("The node.").optional(),
    nodes: z.array(node).min(1).describe("Several nodes, in place of node.").optional(),
    kubelet: kubeletSchema.optional(),
    runtime: runtime.describe("The container runtime.").prefault({}),
    requires: z
      .array(z.enum(["controllers", "nodeLifecycle"]))
      .describe("Parts of the program it needs beyond the kubelet of one node.")
      .default([]),
    manifests: z
      .array(manifest)
      .describe("Kubernetes objects, or paths of files with objects, relative to this file.")
      .default([]),
    behaviour: behaviourSchema.default({}),
    stimuli: z.array(stimulusSchema).describe("What is done to the world, and when.").default([]),
    expect: z.array(expectationSchema).describe("What must hold.").default([]),
  },
  ["nodes"],
);

const names = z.record(z.string(), z.string());

export const scenarioSchema = strict({
  apiVersion: z.literal(apiVersion).describe("The version of this format."),
  kind: z.literal("Scenario").describe("Marks the document as a scenario."),
  metadata: strict({
    name: z.string().min(1).describe("A short name, for reports."),
    labels: names.describe("Words to choose scenarios by, such as {topic: probes}.").optional(),
    annotations: names.describe("Notes of your own.").optional(),
  }).describe("The scenario's name."),
  spec: specSchema.describe("The scenario itself."),
});

export type SpecInput = z.output<typeof specSchema>;
