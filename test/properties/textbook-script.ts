/** Random scripts for a textbook node: what is declared, how it behaves, who disturbs it when. */
import * as fc from "fast-check";
import type { BehaviourRule } from "../../src/model/behaviour.ts";
import { containerKey } from "../../src/model/container-key.ts";
import type { DeclaredPod } from "../../src/model/pod.ts";
import type { RuntimeLatency } from "../../src/node/call-latency.ts";
import { behaviour, pod, strayConfig } from "../node/sample-node.ts";

/** Small worlds, so that keys meet: strays of declared pods, pods that come back, duplicates. */
const podNames = ["a", "b", "c"] as const;
const containerNames = ["x", "y"] as const;

/** The longest of everything that a script may hold, in milliseconds; the bound is made of them. */
export const longest = { graceMs: 3000, startupMs: 2500, lifeMs: 3000, latencyMs: 700 } as const;
/** Runs that end by themselves, before the last, which lasts for ever. */
export const endingRuns = 2;
export const periodMs = 1000;
/** The last moment at which a script may disturb. */
const disturbedMs = 20_000;

/** One container, by its names; which of that key is up at the moment is for the node to say. */
interface Target {
  readonly pod: string;
  readonly container: string;
}

export type Stimulus =
  | { readonly do: "cut" | "restore" | "stopKubelet" | "startKubelet" | "restartKubelet" | "sync" }
  | { readonly do: "declare"; readonly pods: readonly DeclaredPod[] }
  | { readonly do: "write"; readonly path: string; readonly pods: readonly DeclaredPod[] }
  | { readonly do: "removeFile"; readonly path: string }
  | { readonly do: "breakFile"; readonly path: string }
  | { readonly do: "kill"; readonly target: Target; readonly exitCode: number }
  | { readonly do: "stray"; readonly target: Target; readonly isStarted: boolean }
  | { readonly do: "stop"; readonly target: Target; readonly timeoutMs: number }
  | { readonly do: "remove"; readonly target: Target };

export interface Script {
  readonly behaviour: readonly BehaviourRule[];
  readonly latency: RuntimeLatency;
  readonly phaseMs: number;
  /** What is declared at the start, over a link that is up. */
  readonly filePods: readonly DeclaredPod[];
  readonly apiPods: readonly DeclaredPod[];
  /** In the order of time. */
  readonly stimuli: readonly { readonly atMs: number; readonly stimulus: Stimulus }[];
}

/** Whole and half seconds are likely, so that stimuli fall on rounds as well as between them. */
function upTo(ms: number): fc.Arbitrary<number> {
  return fc.oneof(
    fc.nat(ms),
    fc.nat(ms / 500).map((halves) => halves * 500),
  );
}

function pods(source: DeclaredPod["source"]): fc.Arbitrary<readonly DeclaredPod[]> {
  const one = fc
    .record({
      name: fc.constantFrom(...podNames),
      // A pod that comes back is another pod, and mostly one that has not been here.
      generation: fc.nat(2),
      restartPolicy: fc.constantFrom("Always" as const, "OnFailure" as const, "Never" as const),
      gracePeriodMs: upTo(longest.graceMs),
      containers: fc.subarray([...containerNames], { minLength: 1 }),
      deletionGraceMs: fc.option(upTo(longest.graceMs), { nil: undefined, freq: 4 }),
    })
    .map(({ generation, deletionGraceMs, ...given }) =>
      pod({
        ...given,
        source,
        uid: `${source}-${given.name}-${generation}`,
        ...(deletionGraceMs === undefined || source === "file" ? {} : { deletionGraceMs }),
      }),
    );
  return fc.uniqueArray(one, { maxLength: 3, selector: ({ uid }) => uid });
}

const exitCode = fc.constantFrom(0, 1, 137);

function rule(name: string, container: string): fc.Arbitrary<BehaviourRule> {
  const ending = fc.record({
    startupMs: upTo(longest.startupMs),
    exitAfterMs: upTo(longest.lifeMs),
    exitCode,
  });
  const lasting = fc.record({ startupMs: upTo(longest.startupMs) });
  const sigterm = fc.oneof(
    fc.constant("ignored" as const),
    fc.record({ exitAfterMs: upTo(2 * longest.graceMs), exitCode }),
  );
  return fc
    .record({ runs: fc.array(ending, { maxLength: endingRuns }), last: lasting, sigterm })
    .map(({ runs, last, sigterm: script }) =>
      behaviour([...runs, last], { pod: name, container, sigterm: script }),
    );
}

const target = fc.record({
  pod: fc.constantFrom(...podNames, "unknown"),
  container: fc.constantFrom(...containerNames),
});
const path = fc.constantFrom("one.yaml", "two.yaml");

const plain = ["cut", "restore", "stopKubelet", "startKubelet", "restartKubelet", "sync"] as const;
const stimulus: fc.Arbitrary<Stimulus> = fc.oneof(
  fc.record({ do: fc.constantFrom(...plain) }),
  fc.record({ do: fc.constant("declare" as const), pods: pods("api") }),
  fc.record({ do: fc.constant("write" as const), path, pods: pods("file") }),
  fc.record({ do: fc.constantFrom("removeFile" as const, "breakFile" as const), path }),
  fc.record({ do: fc.constant("kill" as const), target, exitCode }),
  fc.record({ do: fc.constant("stray" as const), target, isStarted: fc.boolean() }),
  fc.record({ do: fc.constant("stop" as const), target, timeoutMs: upTo(longest.graceMs) }),
  fc.record({ do: fc.constant("remove" as const), target }),
);

const latencyMs = fc.oneof(fc.constant(0), fc.nat(longest.latencyMs));

/** When a script disturbs for the last time. */
export function endOf({ stimuli }: Script): number {
  return stimuli.at(-1)?.atMs ?? 0;
}

export const scripts: fc.Arbitrary<Script> = fc.record({
  behaviour: fc.tuple(
    ...podNames.flatMap((name) => containerNames.map((container) => rule(name, container))),
  ),
  latency: fc.record({
    list: latencyMs,
    create: latencyMs,
    start: latencyMs,
    stop: latencyMs,
    remove: latencyMs,
  }),
  phaseMs: upTo(periodMs),
  filePods: pods("file"),
  apiPods: pods("api"),
  stimuli: fc
    .array(fc.record({ atMs: upTo(disturbedMs), stimulus }), { maxLength: 25, size: "max" })
    .map((all) => all.toSorted((a, b) => a.atMs - b.atMs)),
});

export function keyOf({ pod: name, container }: Target): string {
  return containerKey("default", name, container);
}

export function strayOf({ pod: name, container }: Target): ReturnType<typeof strayConfig> {
  return strayConfig(name, container);
}
