/** What each model carries out today, as data: a new part of it is a word in one of the lists. */
import type { PodReference, RunMoment } from "./reference.ts";
import type { StimulusAction } from "./schema-stimuli.ts";
import type { ModelName } from "./model-name.ts";

/** Kinds of moments: `start` is a container's, `pull` stands for both moments of a pull. */
export type MomentWord = "t0" | "end" | "stimulus" | "pull" | "podStart" | RunMoment;

/** The words of the format that a model carries out, by the place where they stand. */
export interface Carried {
  readonly spec: readonly string[];
  readonly node: readonly string[];
  /** Absent: none of it, and the key itself is refused. */
  readonly kubelet?: readonly string[];
  readonly latency: readonly string[];
  readonly observe: readonly string[];
  readonly requires: readonly string[];
  readonly behaviour: readonly string[];
  readonly run: readonly string[];
  readonly action: readonly StimulusAction[];
  /** Kinds of pods that stimuli may name. */
  readonly pod: readonly PodReference["kind"][];
  /** Moments that stimuli may wait for. */
  readonly moment: readonly MomentWord[];
  /** Values of a stimulus's keys, where not all of them are carried out. */
  readonly stimulus: Readonly<Record<string, readonly unknown[]>>;
}

/** Keys of `spec` that change nothing in a run, so that every model carries them out. */
export const documenting = [
  "title",
  "why",
  "source",
  "versions",
  "vetted",
  "confidence",
  "contested",
  "assumes",
];

const eventFaults = ["dropEvents", "delayEvents", "duplicateEvents", "reorderEvents"] as const;

const textbook: Carried = {
  spec: [
    ...documenting,
    "model",
    "observe",
    "seed",
    "duration",
    "node",
    "runtime",
    "requires",
    "manifests",
    "behaviour",
    "stimuli",
  ],
  node: ["name"],
  latency: ["create", "start", "stop", "remove", "list"],
  observe: ["level", "edge", "evented"],
  requires: [],
  behaviour: ["runs", "sigterm"],
  run: ["startup", "exitAfter", "exitCode", "oomKilled", "startHangs", "childOomAfter"],
  action: [
    "deletePod",
    "createPod",
    "writeFile",
    "removeFile",
    "killContainer",
    "removeContainer",
    "addContainer",
    "apiDown",
    "apiUp",
    "kubeletRestart",
    ...eventFaults,
  ],
  pod: ["pod"],
  moment: ["t0", "end", "stimulus", "start", "exit", "sigterm"],
  stimulus: { stream: ["runtime"], set: [] },
};

const kubernetes: Carried = {
  spec: [...textbook.spec, "kubernetes", "kubelet", "expect"],
  node: ["name", "allocatable"],
  kubelet: ["standalone", "crashLoopBackOff"],
  latency: [
    ...textbook.latency,
    "podStatus",
    "exec",
    "sandbox",
    "stopSandbox",
    "pull",
    "status",
    "event",
    "mount",
    "store",
  ],
  observe: ["level", "edge", "evented"],
  requires: ["nodeLifecycle"],
  behaviour: ["runs", "sigterm", "probes", "postStart", "preStop", "pull"],
  run: textbook.run,
  action: [
    "deletePod",
    "createPod",
    "createPods",
    "addEphemeral",
    "updateObject",
    "deleteObject",
    "writeFile",
    "removeFile",
    "killContainer",
    "removeContainer",
    "addContainer",
    "killSandbox",
    "setProbe",
    "nodeDown",
    "nodeUp",
    "runtimeDown",
    "runtimeUp",
    "listHangs",
    "listFails",
    "delayStatus",
    "setLatency",
    "apiDown",
    "apiUp",
    "kubeletStop",
    "kubeletStart",
    "kubeletRestart",
    "kubeletUpgrade",
    "registryDown",
    "registryUp",
    "breakEvents",
    ...eventFaults,
  ],
  pod: ["pod", "mirror"],
  moment: [...textbook.moment, "preStop", "postStart", "pull", "podStart"],
  stimulus: { stream: ["runtime", "pleg"], deployment: [], kind: ["Pod"] },
};

export const carriedOut: Readonly<Record<ModelName, Carried>> = { textbook, kubernetes };

/** Keys that a model leaves aside and says so, because the run means the same without them. */
export const leftAside: Readonly<Partial<Record<ModelName, Readonly<Record<string, string>>>>> = {
  textbook: { kubernetes: "the textbook model imitates no version of the kubelet" },
};
