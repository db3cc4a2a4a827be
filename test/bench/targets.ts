/** What is measured, what the figures are to keep to, and whether they do. */
import type { ChurnFigure } from "./churn.ts";
import type { ClockFigure } from "./clock.ts";
import type { FaultFigure, LookingFigure, SeedsFigure } from "./compare.ts";
import type { CreateRemoveFigures } from "./create-remove.ts";
import type {
  BringUpFigure,
  IdleFigure,
  NodeFigure,
  PodMemoryFigure,
  ShortRunFigure,
} from "./kubernetes.ts";
import { type Spread, rounded } from "./measure.ts";
import type { MemoryFigure } from "./memory.ts";
import type { StartUpFigure } from "./start-up.ts";
import type { SteadyFigure } from "./steady.ts";

/** Without the parts that were not asked for. */
export interface Report {
  readonly startUp?: StartUpFigure;
  readonly kubernetesNode?: readonly NodeFigure[];
  readonly kubernetesBringUp?: readonly BringUpFigure[];
  readonly kubernetesMemory?: readonly PodMemoryFigure[];
  readonly kubernetesIdle?: IdleFigure;
  readonly kubernetesShortRun?: ShortRunFigure;
  readonly steady?: readonly SteadyFigure[];
  readonly churn?: readonly ChurnFigure[];
  readonly createRemove?: CreateRemoveFigures;
  readonly createRemoveWithTimers?: CreateRemoveFigures;
  readonly memory?: readonly MemoryFigure[];
  readonly clock?: readonly ClockFigure[];
  readonly compareSeeds?: SeedsFigure;
  readonly compareFaults?: readonly FaultFigure[];
  readonly compareLooking?: readonly LookingFigure[];
}

export interface Sizes {
  readonly tiny: number;
  readonly few: number;
  readonly some: number;
  readonly many: number;
}

export interface Target {
  readonly name: string;
  readonly value: number;
  readonly limit: number;
  readonly bound: "most" | "least";
  readonly ok: boolean;
}

export function targetsOf(report: Report, { few, some, many }: Sizes): readonly Target[] {
  const { steady, createRemove, createRemoveWithTimers: timed, memory, startUp } = report;
  const nsAt = (size: number) => (steady ? at(steady, size).nsPerContainerAndTick : undefined);
  const costs = (figures: CreateRemoveFigures["create"] | undefined) => {
    const cost = (size: number) => figures && at(figures, size).microsecondsPerContainer;
    return growth(cost(few), cost(many));
  };
  const { kubernetesNode: nodes, kubernetesBringUp: comingUp, kubernetesShortRun } = report;
  const rates = comingUp?.map(({ podsPerSecond }) => podsPerSecond);
  return [
    most(`steady at ${some}, ns per container and tick`, nsAt(some)?.median, 250),
    most(`steady at ${many}, ns per container and tick`, nsAt(many)?.median, 400),
    most("growth of steady, per item", growth(nsAt(few), nsAt(many)), 2),
    most("growth of create, per item", costs(createRemove?.create), 2),
    most("growth of remove, per item", costs(createRemove?.remove), 2),
    most("growth of remove with pending timers, per item", costs(timed?.remove), 2),
    most("bytes per container", memory?.at(-1)?.bytesPerContainer, 6144),
    most("start-up, ms", startUp?.milliseconds.median, 300),
    least(
      "kubernetes: virtual seconds a second with 100 pods",
      nodes?.find(({ pods }) => pods === 100)?.virtualSecondsPerSecond.median,
      500,
    ),
    least(
      "kubernetes: pods brought up a second, where fewest",
      rates && Math.min(...rates.map(({ median }) => median)),
      1000,
    ),
    most("growth of bringing up, per pod", growth(rates?.at(-1), rates?.[0]), 2),
    most(
      "kubernetes: five minutes of one pod, ms",
      kubernetesShortRun?.millisecondsPerRun.median,
      20,
    ),
  ].flat();
}

function most(name: string, value: number | undefined, limit: number): readonly Target[] {
  return value === undefined ? [] : [{ name, value, limit, bound: "most", ok: value <= limit }];
}

function least(name: string, value: number | undefined, limit: number): readonly Target[] {
  return value === undefined ? [] : [{ name, value, limit, bound: "least", ok: value >= limit }];
}

/** How many times as much one item costs where there are many: 1 is linear. */
function growth(few: Spread | undefined, many: Spread | undefined): number | undefined {
  return few && many && rounded(many.median / few.median);
}

/** The entry of that size; that it was measured is up to the caller. */
function at<F extends { readonly containers: number }>(
  figures: readonly F[],
  containers: number,
): F {
  const found = figures.find((figure) => figure.containers === containers);
  if (found === undefined) throw new Error(`${containers} containers were not measured`);
  return found;
}
