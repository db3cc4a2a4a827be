/** The steady state: every tick lists all containers and compares them with what is declared. */
import { type Spread, collectGarbage, cpuNs, progress, spread, times } from "./measure.ts";
import { nodeOf, periodMs, podsFor } from "./population.ts";

export interface SteadyFigure {
  readonly containers: number;
  readonly pods: number;
  /** Live containers that will end by themselves some day: a timer each. */
  readonly pendingExits: number;
  readonly nsPerContainerAndTick: Spread;
}

/** `looks` is how many containers a repetition looks at, over all its ticks. */
export function measureSteady(
  sizes: readonly number[],
  looks: number,
  repetitions: number,
): SteadyFigure[] {
  return sizes.map((containers) => {
    progress(`steady state of ${containers} containers`);
    const node = nodeOf(containers);
    // One tick waits for its round among the timers, the rest are exits.
    const pendingExits = node.simulation.clock.pending - 1;
    // Long enough to be measured, and, the first time, to be compiled.
    const ticks = Math.max(20, Math.ceil(looks / containers));
    node.advanceBy(ticks * periodMs);
    collectGarbage();
    const before = node.counters;
    const measured = times(repetitions, () => {
      const ns = cpuNs(() => node.advanceBy(ticks * periodMs));
      return ns / containers / ticks;
    });
    if (node.counters.creates !== before.creates) throw new Error("the state was not steady");
    return {
      containers,
      pods: podsFor(containers).length,
      pendingExits,
      nsPerContainerAndTick: spread(measured),
    };
  });
}
