/** Random scenarios of the kubernetes model: pods, how they behave, who disturbs the node when. */
import * as fc from "fast-check";
import { versions } from "../support/kube-run.ts";
import { type Json, mapValues, maybe, without } from "./json.ts";
import { behaviours, healthy } from "./kube-behaviour.ts";
import { containerNames, containersOf, forRelease, podSpecs } from "./kube-pods.ts";
import {
  boundNames,
  disturbedUntil,
  laterName,
  latencies,
  named,
  peace,
  stimuli,
} from "./kube-stimuli.ts";

/** Long enough for what was disturbed to end, in seconds. */
export const promiseDuration = 120;
/** Long enough for what is declared to be there again, after the longest wait that comes about. */
export const convergeDuration = 400;

export interface KubeletScript {
  readonly version: string;
  readonly seed: number;
  /** The `spec` of a scenario, with `pods` beside it. */
  readonly spec: Json;
}

/** All versions, or the one that a hunt names: `FC_VERSION=1.34`. */
const version = fc.constantFrom(
  ...versions.filter((one) => (process.env["FC_VERSION"] ?? one) === one),
);
const seed = fc.nat(1000);

const podNames = [...boundNames, laterName] as const;
const staticName = "s";

const pods = fc.record(Object.fromEntries(podNames.map((name) => [name, podSpecs])));
const byContainer = (of: (name: string) => fc.Arbitrary<Json>): fc.Arbitrary<Json> =>
  fc.record(Object.fromEntries(containerNames.map((name) => [name, of(name)])));

const files = fc.array(podSpecs, { minLength: 1, maxLength: 2 });
/** Which of the files, or something that is none. */
const fileContent = fc.constantFrom("0", "1", "{ no");

export const kubeletScripts: fc.Arbitrary<KubeletScript> = fc
  .record({
    version,
    seed,
    pods,
    files,
    behaviour: byContainer(behaviours),
    stimuli: stimuli(fileContent),
    latency: maybe(fc.record(latencies)),
  })
  .map((given) => {
    const used = given.files.filter((_, index) =>
      given.stimuli.some(({ content }) => content === String(index)),
    );
    return {
      version: given.version,
      seed: given.seed,
      spec: {
        duration: promiseDuration,
        pods: podsFor(given.pods, given.version),
        behaviour: behaviourOf([...Object.values(given.pods), ...used], given.behaviour),
        stimuli: [
          // Names it, so that it is not there at t0.
          { at: 1, action: "createPod", pod: laterName },
          ...namedIn(given.pods, given.stimuli).map((one) =>
            withFile(one, given.files, given.version),
          ),
          ...peace,
        ],
        ...(given.latency === undefined ? {} : { runtime: { latency: given.latency } }),
      },
    };
  });

/**
 * Pods of policy Always in which nothing that is asked fails, on a node that is disturbed in ways
 * that leave them declared; all that they hold is to be up and ready in the end.
 */
export const willingScripts: fc.Arbitrary<KubeletScript> = fc
  .record({
    version,
    seed,
    pods,
    behaviour: byContainer(healthy),
    stimuli: stimuli(fc.constant("{ no")),
    latency: maybe(fc.record(latencies)),
  })
  .map((given) => {
    const willing = mapValues(given.pods, willingSpec);
    return {
      version: given.version,
      seed: given.seed,
      spec: {
        duration: convergeDuration,
        pods: podsFor(willing, given.version),
        behaviour: behaviourOf(Object.values(willing), given.behaviour),
        stimuli: [
          { at: 1, action: "createPod", pod: laterName },
          ...namedIn(willing, given.stimuli.filter(leavesThemDeclared)),
          ...peace,
        ],
        ...(given.latency === undefined ? {} : { runtime: { latency: given.latency } }),
      },
    };
  });

function namedIn(specs: Json, given: readonly Json[]): readonly Json[] {
  return given.map((one) =>
    named(one, (pod) => containersOf(specs[pod] as Json).map(({ name }) => String(name))),
  );
}

function podsFor(specs: Json, release: string): Json {
  return mapValues(specs, (spec) => forRelease(spec, release, "api"));
}

/** The same behaviour in every pod; only of containers that are there. */
function behaviourOf(specs: readonly unknown[], given: Json): Json {
  const present = new Set(
    specs.flatMap((spec) => containersOf(spec as Json)).map(({ name }) => name),
  );
  const entries = Object.entries(given).filter(([name]) => present.has(name));
  return Object.fromEntries(entries.map(([name, behaviour]) => [`*/${name}`, behaviour]));
}

function withFile(stimulus: Json, specs: readonly Json[], release: string): Json {
  const { content, ...rest } = stimulus;
  if (content === undefined) return stimulus;
  const spec = specs[Number(content)];
  return { ...rest, content: spec === undefined ? "{ no" : staticManifest(spec, release) };
}

function staticManifest(given: Json, release: string): string {
  const spec = forRelease(given, release, "file");
  return JSON.stringify({ apiVersion: "v1", kind: "Pod", metadata: { name: staticName }, spec });
}

function willingSpec(given: Json): Json {
  const spec = without(given, "activeDeadlineSeconds");
  const lists = ["initContainers", "containers"].flatMap((key) => {
    const list = spec[key] as readonly Json[] | undefined;
    return list === undefined ? [] : [[key, list.map(willingContainer)] as const];
  });
  return { ...spec, restartPolicy: "Always", ...Object.fromEntries(lists) };
}

/** Hooks that no kubelet carries out, and images that nobody pulls, are left out. */
function willingContainer({ restartPolicy, lifecycle, ...given }: Json): Json {
  const hooks = Object.entries((lifecycle ?? {}) as Json).filter(
    ([, hook]) => !("tcpSocket" in (hook as Json)),
  );
  const isSidecar = String(given["name"]).startsWith("s");
  return {
    ...without(given, "restartPolicyRules", "imagePullPolicy"),
    ...(isSidecar ? { restartPolicy } : {}),
    ...(lifecycle === undefined ? {} : { lifecycle: Object.fromEntries(hooks) }),
  };
}

const undeclaring = new Set([
  "deletePod",
  "deleteObject",
  "addContainer",
  "updateObject",
  "createPods",
]);

/** Only by time: what waits for a moment may come when nobody waits any more. */
function leavesThemDeclared({ action, at, until }: Json): boolean {
  if (undeclaring.has(String(action))) return false;
  return typeof at === "number" && (until === undefined || Number(until) <= disturbedUntil);
}

/**
 * The longest time that a kubelet may give a container of that pod to end, in seconds, and what its
 * call takes: of the pod, of its probes, and of those who delete it.
 */
export function graces({ spec }: KubeletScript): (of: { readonly pod: string }) => number {
  const called = Number(
    ((spec["runtime"] as Json | undefined)?.["latency"] as Json | undefined)?.["stop"] ?? 0,
  );
  const wished = (spec["stimuli"] as readonly Json[]).map(({ graceSeconds = 0 }) =>
    Number(graceSeconds),
  );
  const written = (spec["stimuli"] as readonly Json[]).flatMap(({ content }) =>
    typeof content === "string" && content !== "{ no"
      ? [(JSON.parse(content) as { readonly spec: Json }).spec]
      : [],
  );
  return ({ pod }) => {
    const own = (spec["pods"] as Readonly<Record<string, Json>>)[pod.slice(0, 1)];
    const given = (own === undefined ? written : [own]).flatMap((one) => [
      Number(one["terminationGracePeriodSeconds"]),
      ...containersOf(one).flatMap((container) =>
        ["livenessProbe", "startupProbe"].map((probe) =>
          Number((container[probe] as Json | undefined)?.["terminationGracePeriodSeconds"] ?? 0),
        ),
      ),
    ]);
    return called + Math.max(...wished, ...given);
  };
}
