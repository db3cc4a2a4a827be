/** Random stimuli of the kubernetes model: every action that it carries out, at any time. */
import * as fc from "fast-check";
import { carriedOut } from "../../src/scenario/carried-out.ts";
import { versions } from "../support/kube-run.ts";
import { type Json, rarely, seconds, some } from "./json.ts";
import { longest } from "./kube-pods.ts";

/** The last moment at which a script may disturb by itself, in seconds. */
export const disturbedUntil = 45;

export const boundNames = ["a", "b"] as const;
/** Comes by `createPod`, and as the template of `createPods`. */
export const laterName = "c";
const podNames = [...boundNames, laterName] as const;
const paths = ["s.yaml", "t.yaml", ".s.yaml"] as const;

const onePod = fc.constantFrom(...podNames);
const pods = rarely<unknown>(4, fc.constant([...podNames]), onePod);
/** `a/@1#2`: the second run of that container of pod a, counted over all of its lists. */
const runOf = fc
  .tuple(onePod, fc.nat(3), fc.integer({ min: 1, max: 3 }))
  .map(([pod, index, run]) => `${pod}/@${index}#${run}`);
const containerOf = fc.tuple(onePod, fc.nat(3)).map(([pod, index]) => `${pod}/@${index}`);
const placed = /(\w+)\/@(\d+)/g;

/** Puts a name where a stimulus has a place, since not all pods have the same containers. */
export function named(stimulus: Json, namesOf: (pod: string) => readonly string[]): Json {
  const text = JSON.stringify(stimulus).replaceAll(placed, (_, pod: string, place: string) => {
    const names = namesOf(pod);
    return `${pod}/${names[Number(place) % names.length] ?? ""}`;
  });
  return JSON.parse(text) as Json;
}

/** Beside a number: when a run starts, ends, is told to end, and the very first and last moment. */
const at: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 8, arbitrary: seconds(disturbedUntil - 10) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(runOf, fc.constantFrom("start", "exit", "sigterm"), fc.nat(3))
      .map(([run, moment, after]) => `${run}.${moment}${after === 0 ? "" : `+${after}s`}`),
  },
  { weight: 1, arbitrary: fc.constantFrom("t0", "end") },
);

const graceSeconds = fc.integer({ min: 0, max: longest.grace });
const downFor = fc.integer({ min: 0, max: 9 });

/** Below the second for which a kubelet is down: what it asked for is done by when it is back. */
const latency = fc.nat(4).map((tenths) => tenths / 10);
export const latencies = { create: latency, start: latency, stop: latency, sandbox: latency };

const images = {
  "spec.containers[0].image": fc.constantFrom("app:2", "app:3"),
  'metadata.labels["example.com/tier"]': fc.constantFrom("one", "two"),
  "spec.activeDeadlineSeconds": fc.integer({ min: 1, max: longest.deadline }),
};

/** By action: what it has beside `at` and `action`. The contents of files come from the caller. */
function shapes(contents: fc.Arbitrary<string>): Readonly<Record<string, fc.Arbitrary<Json>>> {
  const none = fc.constant<Json>({});
  const until: fc.Arbitrary<Json> = fc
    .integer({ min: 0, max: disturbedUntil })
    .map((second) => ({ until: second }));
  const fault = {
    stream: fc.constantFrom("pleg", "runtime"),
    pod: onePod,
    for: fc.integer({ min: 1, max: 5 }),
    probability: fc.constantFrom(0.5, 1),
  };
  const by = fc.integer({ min: 0, max: 5 });
  return {
    deletePod: some(
      { pod: pods, graceSeconds, force: rarely(3, fc.constant(true), fc.constant(false)) },
      ["pod"],
    ),
    createPod: fc.record({ pod: onePod }),
    createPods: fc.record({
      template: fc.constant(laterName),
      count: fc.integer({ min: 1, max: 2 }),
    }),
    addEphemeral: fc.record({ pod: pods, container: fc.constant({ name: "debug", image: "sh" }) }),
    updateObject: fc.record({
      pod: onePod,
      set: some(images).filter((set) => Object.keys(set).length > 0),
    }),
    deleteObject: fc.record({ kind: fc.constant("Pod"), name: onePod }),
    writeFile: fc.record({ path: fc.constantFrom(...paths), content: contents }),
    removeFile: fc.record({ path: fc.constantFrom(...paths) }),
    killContainer: some({ of: runOf, exitCode: fc.constantFrom(0, 1, 137) }, ["of"]),
    removeContainer: fc.record({ of: runOf }),
    // One of a name that the pod has would be taken for its own.
    addContainer: fc.oneof(
      fc.record({ pod: onePod, container: fc.constant("stray") }),
      fc.record({ pod: fc.constant("ghost"), container: fc.constant("x") }),
    ),
    killSandbox: fc.record({ pod: pods }),
    nodeDown: none,
    nodeUp: none,
    runtimeDown: none,
    runtimeUp: none,
    listHangs: until,
    listFails: until,
    breakEvents: fc.record({ refused: fc.integer({ min: 0, max: 2 }) }),
    dropEvents: fc.record(fault),
    delayEvents: fc.record({ ...fault, by }),
    duplicateEvents: fc.record({ ...fault, by }),
    reorderEvents: fc.record({ ...fault, by }),
    delayStatus: fc.record({ pod: pods, by: fc.integer({ min: 0, max: 3 }) }),
    setProbe: fc.record({
      of: containerOf,
      probe: fc.constantFrom("liveness", "readiness", "startup"),
      result: fc.constantFrom("success", "warning", "failure", "error"),
      for: fc.integer({ min: 1, max: 5 }),
    }),
    setLatency: fc.record({ latency: some(latencies) }),
    apiDown: none,
    apiUp: none,
    kubeletStop: none,
    kubeletStart: none,
    kubeletRestart: fc.record({ downFor }),
    registryDown: none,
    registryUp: none,
    kubeletUpgrade: fc.record({ to: fc.constantFrom(...versions), downFor }),
  };
}

/** In the order of their times; those that wait for a moment come last. */
export function stimuli(contents: fc.Arbitrary<string>): fc.Arbitrary<readonly Json[]> {
  const known = shapes(contents);
  const each = (carriedOut.kubernetes?.action ?? []).map((action) => {
    const shape = known[action];
    if (shape === undefined) throw new Error(`no random ${action} is drawn: add it to the table`);
    return fc.tuple(at, shape).map(([when, rest]): Json => ({ at: when, action, ...rest }));
  });
  return fc.array(fc.oneof(...each), { maxLength: 8 });
}

/** Whatever was taken away is given back, once all disturbance by time is over. */
export const peace: readonly Json[] = [
  "apiUp",
  "registryUp",
  "runtimeUp",
  "nodeUp",
  "kubeletStart",
].map((action) => ({ at: disturbedUntil, action }));
