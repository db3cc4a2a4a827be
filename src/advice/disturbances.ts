/** The standard disturbances of a manifest, each as large as the manifest makes it sensible. */
import type { ContainerBehaviour, ProbeKind, ProbeScript } from "../model/behaviour.ts";
import type { KubeContainer } from "../model/kube-pod.ts";
import type { PreparedInput } from "../scenario/prepare.ts";
import { runScenario } from "../scenario/run-scenario.ts";
import { AccountBook } from "./account-book.ts";
import type { PodAccount } from "./account.ts";
import { type World, inWorld, lasting } from "./disturbed.ts";
import { lasting as lengthOf } from "./rule.ts";
import type { AdviceRuleName } from "./rules.ts";

export interface Disturbance {
  readonly name: string;
  /** With its size. */
  readonly what: string;
  /** From when on its effects count, in ms. */
  readonly sinceMs: number;
  readonly input: PreparedInput;
  /** What the disturbance itself does, so that it is no advice on the manifest. */
  readonly meant?: readonly AdviceRuleName[];
}

/** How long is looked at after a disturbance, at the least. */
const seenAtLeastMs = 5 * 60_000;
const quietMs = 60_000;
const settledWithinMs = 5 * 60_000;
const slowStartMs = 60_000;
const outageMs = 60_000;
const rebootMs = 90_000;
const kubeletAwayMs = 10_000;
const apiAwayMs = 120_000;
const shareOfGrace = 0.8;

export function disturbancesOf(input: PreparedInput): readonly Disturbance[] {
  const settled = settle(input);
  const budgetMs = Math.max(0, ...input.pods.flatMap(lasting).map(budgetOf));
  const seenMs = Math.max(seenAtLeastMs, 2 * budgetMs);
  const plan: Plan = {
    budgetMs,
    atMs: settled.atMs + quietMs,
    // What begins at an age of a run begins in its first one alone: the next gets not so old.
    ageMs: seenMs + quietMs,
    runs: settled.runs,
    of: (name, what, sinceMs, world) => {
      const disturbed = inWorld(input, { durationMs: sinceMs + seenMs, ...world });
      return { name, what, sinceMs, input: disturbed };
    },
  };
  const none = plan.of("none", "what the manifest does by itself", 0, {});
  const pods = input.pods.map(({ pod }) => ({ kind: "pod", name: pod.metadata.name }) as const);
  return [none, ...ofStarts(plan), ...ofContainers(plan, pods), ...ofNode(plan)];
}

interface Plan {
  readonly budgetMs: number;
  /** When something is done to pods that have settled. */
  readonly atMs: number;
  /** The age at which a run begins to behave otherwise. */
  readonly ageMs: number;
  readonly runs: ReturnType<typeof settle>["runs"];
  readonly of: (name: string, what: string, sinceMs: number, world: Partial<World>) => Disturbance;
}

function ofStarts({ of, budgetMs }: Plan): readonly Disturbance[] {
  const slow = of("slow start", `each start takes ${lengthOf(slowStartMs)}`, 0, {
    behaviour: failing(0, slowStartMs),
  });
  if (budgetMs === 0) return [slow];
  const past = of("start past its budget", "each start takes longer than its probe allows", 0, {
    behaviour: (container, base) => {
      const ms = budgetOf(container);
      return ms === 0 ? base : { ...base, probes: everyProbe(0, ms, base) };
    },
  });
  return [slow, past];
}

function ofContainers(
  { of, atMs, ageMs, runs }: Plan,
  pods: readonly { readonly kind: "pod"; readonly name: string }[],
): readonly Disturbance[] {
  const stop = `deleted, and SIGTERM takes ${shareOfGrace * 100} % of the grace`;
  return [
    of("crash", "each process exits with 1, once", atMs, {
      stimuli: [{ atMs, action: "killContainer", of: runs, exitCode: 1 }],
    }),
    {
      ...of("hang", "no probe is answered, and no SIGTERM", ageMs, {
        behaviour: (_, base) => ({
          ...base,
          probes: everyProbe(ageMs, Infinity, base),
          sigterm: "ignored",
        }),
      }),
      meant: ["killed-after-grace", "pre-stop-uses-up-grace"],
    },
    of("dependency down", `each probe fails for ${lengthOf(outageMs)}`, ageMs, {
      behaviour: failing(ageMs, ageMs + outageMs),
    }),
    of("slow stop", stop, atMs, {
      behaviour: (_, base, { pod: { spec } }) => {
        const exitAfterMs = Math.round(spec.terminationGracePeriodSeconds * 1000 * shareOfGrace);
        return { ...base, sigterm: { exitAfterMs, exitCode: 0 } };
      },
      stimuli: [{ atMs, action: "deletePod", pod: pods, force: false }],
    }),
  ];
}

function ofNode({ of, atMs }: Plan): readonly Disturbance[] {
  const requires = ["nodeLifecycle"] as const;
  const away = { ms: kubeletAwayMs };
  return [
    of("node reboot", `the node is away for ${lengthOf(rebootMs)}`, atMs, {
      requires,
      stimuli: [
        { atMs, action: "nodeDown" },
        { atMs: atMs + rebootMs, action: "nodeUp" },
      ],
    }),
    of("kubelet restart", `the kubelet is away for ${lengthOf(kubeletAwayMs)}`, atMs, {
      stimuli: [{ atMs, action: "kubeletRestart", downFor: away }],
    }),
    of("API down", `the kubelet is cut off for ${lengthOf(apiAwayMs)}`, atMs, {
      requires,
      stimuli: [
        { atMs, action: "apiDown" },
        { atMs: atMs + apiAwayMs, action: "apiUp" },
      ],
    }),
  ];
}

function failing(fromMs: number, toMs: number): NonNullable<World["behaviour"]> {
  return (_, base) => ({ ...base, probes: everyProbe(fromMs, toMs, base) });
}

/** When all are Ready, or what will never be has had its time; and which runs there are then. */
function settle(input: PreparedInput) {
  const book = new AccountBook();
  const world = inWorld(input, { durationMs: settledWithinMs });
  runScenario(world, { keepRecords: false, onRecord: (record) => book.see(record) });
  const ready = book.pods.map(({ firstReadyMs = 0 }) => firstReadyMs);
  return {
    atMs: Math.ceil(Math.max(0, ...ready) / 10_000) * 10_000,
    runs: book.pods.flatMap(runsOf),
  };
}

/** The run that there is when the others have settled, of each container that is no init. */
function runsOf({ name, containers, firstReadyMs = Infinity }: PodAccount) {
  return containers.flatMap(({ name: container, runs }) => {
    const run = runs.find(({ exitMs = Infinity }) => exitMs > firstReadyMs + quietMs);
    const pod = { kind: "pod", name } as const;
    return run === undefined ? [] : [{ pod, container, run: run.run }];
  });
}

const kinds: readonly ProbeKind[] = ["liveness", "readiness", "startup"];

/** Each probe fails in that time of a run; before and after it is as it was. */
function everyProbe(
  fromMs: number,
  toMs: number,
  { probes }: ContainerBehaviour,
): NonNullable<ContainerBehaviour["probes"]> {
  const failure: ProbeScript = { fromMs, toMs, result: "failure", output: "no answer" };
  return Object.fromEntries(kinds.map((kind) => [kind, [failure, ...(probes?.[kind] ?? [])]]));
}

/** When the probe that guards the start has killed the container, and a period more; 0: none. */
function budgetOf({ startupProbe, livenessProbe }: KubeContainer): number {
  const probe = startupProbe ?? livenessProbe;
  if (probe === undefined) return 0;
  const { initialDelaySeconds, periodSeconds, failureThreshold } = probe;
  return (initialDelaySeconds + (failureThreshold + 1) * periodSeconds) * 1000;
}
