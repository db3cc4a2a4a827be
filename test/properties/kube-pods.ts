/** Random specs of pods, with all that changes a timeline; each is one that its release takes. */
import * as fc from "fast-check";
import { type releaseRules, ruleAgainst } from "../../src/manifest/releases.ts";
import { type Json, mapValues, maybe, rarely, some } from "./json.ts";

/** The longest of what a manifest may hold, in seconds. */
export const longest = { grace: 6, delay: 3, period: 5, deadline: 40 } as const;

const initNames = ["i1", "s1", "i2", "s2"] as const;
const regularNames = ["x", "y", "z"] as const;
export const containerNames = [...initNames, ...regularNames, "debug"] as const;

const handlers = {
  exec: { command: ["check"] },
  httpGet: { port: 8080 },
  tcpSocket: { port: 8080 },
  grpc: { port: 8080 },
} as const;
type Handler = keyof typeof handlers;

function handled(shape: fc.Arbitrary<Json>, names: readonly Handler[]): fc.Arbitrary<Json> {
  return fc
    .tuple(fc.constantFrom(...names), shape)
    .map(([handler, rest]): Json => ({ [handler]: handlers[handler], ...rest }));
}

function probe(kind: "liveness" | "readiness" | "startup"): fc.Arbitrary<Json> {
  const successes =
    kind === "readiness" ? { successThreshold: fc.integer({ min: 1, max: 3 }) } : {};
  const grace = fc.integer({ min: 1, max: longest.grace });
  const ends = kind === "readiness" ? {} : { terminationGracePeriodSeconds: grace };
  const shape = some({
    periodSeconds: fc.integer({ min: 1, max: longest.period }),
    timeoutSeconds: fc.integer({ min: 1, max: 3 }),
    failureThreshold: fc.integer({ min: 1, max: 3 }),
    initialDelaySeconds: fc.nat(longest.delay),
    ...successes,
    ...ends,
  });
  return handled(shape, ["exec", "httpGet", "tcpSocket", "grpc"]);
}

const probes = {
  livenessProbe: probe("liveness"),
  readinessProbe: probe("readiness"),
  startupProbe: probe("startup"),
};

/** A sleep may be as long as the grace of the pod, which is drawn beside it. */
const hook = rarely<Json>(
  4,
  fc.nat(longest.grace).map((wanted) => ({ sleep: { seconds: wanted } })),
  handled(fc.constant<Json>({}), ["exec", "exec", "httpGet", "tcpSocket"]),
);
const lifecycle = some({ postStart: hook, preStop: hook });
const imagePullPolicy = rarely(6, fc.constantFrom("Always", "Never"), fc.constant("IfNotPresent"));
const image = fc.constantFrom("app:1", "app:2");

const rule = fc.record({
  action: fc.constantFrom("Restart", "RestartAllContainers"),
  exitCodes: fc.record({
    operator: fc.constantFrom("In", "NotIn"),
    values: fc.uniqueArray(fc.constantFrom(0, 1, 3, 137), { minLength: 1, maxLength: 2 }),
  }),
});
const ownPolicy = fc.record({
  restartPolicy: fc.constantFrom("Always", "OnFailure", "Never"),
  restartPolicyRules: fc.array(rule, { maxLength: 2 }),
});

function container(name: string): fc.Arbitrary<Json> {
  const isInit = (initNames as readonly string[]).includes(name);
  const isSidecar = isInit && name.startsWith("s");
  const own = maybe(ownPolicy, 1);
  return fc
    .tuple(
      some({ image, imagePullPolicy, ...(isInit && !isSidecar ? {} : { ...probes, lifecycle }) }),
      own,
    )
    .map(([shape, policy]): Json => {
      const restart = isSidecar
        ? { ...policy, restartPolicy: "Always" }
        : isInit && policy?.restartPolicy === "Always"
          ? { ...policy, restartPolicy: "OnFailure" }
          : policy;
      return { name, image: "app:1", ...shape, ...restart };
    });
}

function listOf(names: readonly string[], minLength: number): fc.Arbitrary<readonly Json[]> {
  return fc
    .shuffledSubarray([...names], { minLength, maxLength: 3 })
    .chain((chosen) => fc.tuple(...chosen.map(container)));
}

/** Any that some release takes; `forRelease` makes it one that a given release takes. */
export const podSpecs: fc.Arbitrary<Json> = some(
  {
    restartPolicy: fc.constantFrom("Always", "OnFailure", "Never"),
    terminationGracePeriodSeconds: fc.nat(longest.grace),
    activeDeadlineSeconds: rarely(
      8,
      fc.integer({ min: 1, max: longest.deadline }),
      fc.constant(600),
    ),
    initContainers: listOf(initNames, 0),
    containers: listOf(regularNames, 1),
  },
  ["containers", "terminationGracePeriodSeconds"],
);

/** Without what that release refuses, and with sleeps that fit into the grace. */
export function forRelease(spec: Json, kubernetes: string, source: "api" | "file"): Json {
  const takes = (name: keyof typeof releaseRules): boolean =>
    ruleAgainst(name, { kubernetes, source }) === undefined;
  const grace = Number(spec["terminationGracePeriodSeconds"] ?? 30);
  const leastSleep = takes("zeroSleep") ? 0 : 1;
  const fitted = (hooks: Json): Json =>
    mapValues(hooks, (one) => {
      const { sleep } = one as { readonly sleep?: { readonly seconds: number } };
      if (sleep === undefined) return one;
      if (grace < leastSleep) return { exec: handlers.exec };
      return { sleep: { seconds: Math.max(leastSleep, Math.min(sleep.seconds, grace)) } };
    });
  const fit = ({ restartPolicy, restartPolicyRules = [], ...rest }: Json): Json => {
    const isSidecar = restartPolicy === "Always" && String(rest["name"]).startsWith("s");
    const hooks = rest["lifecycle"] as Json | undefined;
    const rules = (restartPolicyRules as readonly Json[]).filter(
      ({ action }) => action === "Restart" || takes("restartAllContainers"),
    );
    const hasPolicy = isSidecar || (restartPolicy !== undefined && takes("containerRestartPolicy"));
    const hasRules = hasPolicy && rules.length > 0 && (!isSidecar || takes("sidecarRestartRules"));
    return {
      ...rest,
      ...(hooks === undefined ? {} : { lifecycle: fitted(hooks) }),
      ...(hasPolicy ? { restartPolicy } : {}),
      ...(hasRules ? { restartPolicyRules: rules } : {}),
    };
  };
  const lists = ["initContainers", "containers"].flatMap((key) => {
    const list = spec[key] as readonly Json[] | undefined;
    return list === undefined ? [] : [[key, list.map(fit)] as const];
  });
  return { ...spec, ...Object.fromEntries(lists) };
}

export function containersOf(spec: Json): readonly Json[] {
  const lists = [spec["initContainers"], spec["containers"]] as readonly (
    | readonly Json[]
    | undefined
  )[];
  return lists.flatMap((list) => list ?? []);
}
