/** Random scenarios of the kubernetes model: pods, how they behave, who disturbs the node when. */
import * as fc from "fast-check";
import { versions } from "../support/kube-run.ts";

const podNames = ["a", "b"] as const;
const staticName = "s";
/** The longest of everything that a script may hold, in seconds. */
export const longest = { grace: 6, hook: 4, pull: 3, life: 20 } as const;
/** The last moment at which a script may disturb. */
export const disturbedUntil = 90;
/** Long enough for what is declared to be there again, after the longest wait that comes about. */
export const duration = 420;

type Json = Readonly<Record<string, unknown>>;

export interface KubeletScript {
  readonly version: string;
  readonly seed: number;
  /** The `spec` of a scenario, with `pods` beside it. */
  readonly spec: Json;
}

const seconds = (most: number): fc.Arbitrary<number> =>
  fc.oneof(
    fc.nat(most),
    fc.nat(most * 10).map((tenths) => tenths / 10),
  );
const maybe = <T>(value: fc.Arbitrary<T>, freq = 2): fc.Arbitrary<T | undefined> =>
  fc.option(value, { nil: undefined, freq });

const probe = fc.record({
  exec: fc.constant({ command: ["check"] }),
  periodSeconds: fc.integer({ min: 1, max: 5 }),
  failureThreshold: fc.integer({ min: 1, max: 3 }),
  initialDelaySeconds: fc.nat(3),
});
const hook = fc.constant({ exec: { command: ["hook"] } });

function container(name: string): fc.Arbitrary<Json> {
  return fc.record(
    {
      name: fc.constant(name),
      livenessProbe: probe,
      readinessProbe: probe,
      startupProbe: probe,
      lifecycle: fc.record({ postStart: hook, preStop: hook }, { requiredKeys: [] }),
    },
    { requiredKeys: ["name"] },
  );
}

const initContainers = fc
  .tuple(
    maybe(fc.constant<Json>({ name: "init" })),
    maybe(container("side").map((side): Json => ({ ...side, restartPolicy: "Always" }))),
  )
  .map((list) => list.filter((one): one is Json => one !== undefined));

const podSpec = fc.record({
  restartPolicy: fc.constantFrom("Always", "OnFailure", "Never"),
  terminationGracePeriodSeconds: fc.integer({ min: 0, max: longest.grace }),
  initContainers,
  containers: fc.oneof(
    container("x").map((x) => [x]),
    fc.tuple(container("x"), container("y")),
  ),
});

const exit = fc.record({
  exitAfter: seconds(longest.life),
  exitCode: fc.constantFrom(0, 1, 137),
});
const failing = fc
  .tuple(fc.nat(15), fc.nat(10))
  .map(([from, span]) => [{ from, to: from + span, result: "failure" }]);
const hookScript = fc.record({
  takes: seconds(longest.hook),
  result: fc.constantFrom("success", "success", "failure"),
});

/** All end, in time, with a run that lasts: an init container's with one that succeeds. */
function behaviour(name: string): fc.Arbitrary<Json> {
  const last: Json = name === "init" ? { exitAfter: 1, exitCode: 0 } : {};
  return fc.record(
    {
      runs: fc.array(exit, { maxLength: 2 }).map((runs) => [...runs, last]),
      sigterm: fc.oneof(
        fc.constant("ignored"),
        fc.record({ exitAfter: seconds(8), exitCode: fc.constantFrom(0, 143) }),
      ),
      probes: fc.record(
        { liveness: failing, readiness: failing, startup: failing },
        { requiredKeys: [] },
      ),
      postStart: hookScript,
      preStop: hookScript,
      pull: fc.record({ takes: seconds(longest.pull), result: fc.constant("success") }),
    },
    { requiredKeys: ["runs"] },
  );
}

/** Below the second for which a kubelet is down: what it asked for is done by when it is back. */
const latency = fc.nat(4).map((tenths) => tenths / 10);

const containerNames = ["init", "side", "x", "y"] as const;
const at = seconds(disturbedUntil - 10);

const stimulus = fc.oneof(
  fc.record({
    at,
    action: fc.constant("deletePod"),
    pod: fc.constantFrom(...podNames),
    graceSeconds: maybe(fc.integer({ min: 1, max: longest.grace })),
  }),
  fc.record({
    at,
    action: fc.constant("deletePod"),
    pod: fc.constantFrom(...podNames),
    force: fc.constant(true),
  }),
  fc.record({
    at,
    action: fc.constant("killContainer"),
    of: fc
      .tuple(fc.constantFrom(...podNames), fc.constant("x"), fc.integer({ min: 1, max: 2 }))
      .map(([pod, name, run]) => `${pod}/${name}#${run}`),
    exitCode: fc.constantFrom(1, 137),
  }),
  fc.record({ at, action: fc.constant("killSandbox"), pod: fc.constantFrom(...podNames) }),
  fc.record({
    at,
    action: fc.constant("kubeletRestart"),
    downFor: fc.integer({ min: 1, max: 9 }),
  }),
  fc.record({ at, action: fc.constantFrom("apiDown", "apiUp") }),
  fc.record({
    at,
    action: fc.constant("writeFile"),
    path: fc.constantFrom("s.yaml", "t.yaml"),
    content: fc.constantFrom(staticManifest(1), staticManifest(2), "{ no"),
  }),
  fc.record({ at, action: fc.constant("removeFile"), path: fc.constantFrom("s.yaml", "t.yaml") }),
);

function staticManifest(tag: number): string {
  const spec = { containers: [{ name: "x", image: `app:${tag}` }] };
  return JSON.stringify({ apiVersion: "v1", kind: "Pod", metadata: { name: staticName }, spec });
}

/** The link comes up at the end of the disturbances; nothing is left cut. */
const peace: Json = { at: disturbedUntil, action: "apiUp" };

export const kubeletScripts: fc.Arbitrary<KubeletScript> = fc
  .record({
    version: fc.constantFrom(...versions),
    seed: fc.nat(1000),
    pods: fc.record(Object.fromEntries(podNames.map((name) => [name, podSpec]))),
    behaviour: fc.record(Object.fromEntries(containerNames.map((name) => [name, behaviour(name)]))),
    stimuli: fc.array(stimulus, { maxLength: 6 }),
    latency: maybe(fc.record({ create: latency, start: latency, stop: latency })),
  })
  .map(({ version, seed, pods, behaviour: behaviours, stimuli, latency: perCall }) => ({
    version,
    seed,
    spec: {
      duration,
      pods,
      behaviour: behaviourOf(pods, behaviours),
      stimuli: [...stimuli.toSorted((a, b) => a.at - b.at), peace],
      ...(perCall === undefined ? {} : { runtime: { latency: perCall } }),
    },
  }));

/** The same behaviour in every pod; only of containers that are there. */
function behaviourOf(pods: Readonly<Record<string, Json>>, behaviours: Json): Json {
  const keys = Object.entries(pods).flatMap(([pod, spec]) => {
    const lists = [spec["initContainers"], spec["containers"]] as readonly (readonly Json[])[];
    return lists.flat().map(({ name }) => [`${pod}/${String(name)}`, behaviours[String(name)]]);
  });
  return Object.fromEntries(keys) as Json;
}

/** The same, but every pod restarts for ever, and nothing that is asked inside of it fails. */
export function willing({ spec, ...script }: KubeletScript): KubeletScript {
  const pods = mapValues(spec["pods"] as Json, (pod) => ({ ...pod, restartPolicy: "Always" }));
  const behaviours = mapValues(spec["behaviour"] as Json, ({ runs, sigterm, preStop, pull }) => ({
    runs,
    sigterm,
    preStop,
    pull,
  }));
  return { ...script, spec: { ...spec, pods, behaviour: behaviours } };
}

function mapValues(object: Json, map: (value: Json) => Json): Json {
  const entries = Object.entries(object) as readonly (readonly [string, Json])[];
  return Object.fromEntries(entries.map(([key, value]) => [key, map(value)]));
}
