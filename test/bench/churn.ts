/** Churn: every tick a tenth of all containers is replaced, by two ways in which that happens. */
import type { NodeSimulation } from "../../src/node/node-simulation.ts";
import { type Spread, collectGarbage, cpuNs, progress, spread, times } from "./measure.ts";
import { declare, expectRunning, nodeOf, periodMs, podOf, podsFor } from "./population.ts";

export interface ChurnFigure {
  readonly containers: number;
  readonly replacedPerTick: number;
  /** Somebody removes them from the runtime, and the next round creates them again. */
  readonly removed: { readonly nsPerContainerAndTick: Spread };
  /** Their pods are replaced by others in the file, which is read as a whole. */
  readonly redeclared: { readonly nsPerContainerAndTick: Spread };
}

const share = 10;

export function measureChurn(sizes: readonly number[], repetitions: number): ChurnFigure[] {
  return sizes.map((containers) => {
    progress(`churn of ${containers} containers`);
    const ticks = Math.max(3, Math.ceil(5000 / containers));
    return {
      containers,
      replacedPerTick: Math.floor(containers / share),
      removed: { nsPerContainerAndTick: churn(containers, ticks, repetitions, remover) },
      redeclared: { nsPerContainerAndTick: churn(containers, ticks, repetitions, redeclarer) },
    };
  });
}

/** Prepares one tick's work outside what is measured. */
type Replacer = (node: NodeSimulation, containers: number) => (tick: number) => () => void;

function churn(containers: number, ticks: number, repetitions: number, replacer: Replacer): Spread {
  const node = nodeOf(containers);
  const prepare = replacer(node, containers);
  let tick = 0;
  const some = (): number => {
    let ns = 0;
    for (let index = 0; index < ticks; index++) {
      const replace = prepare(tick++);
      ns += cpuNs(() => {
        replace();
        node.advanceBy(periodMs);
      });
    }
    return ns / containers / ticks;
  };
  some();
  collectGarbage();
  const { creates } = node.counters;
  const measured = spread(times(repetitions, some));
  const replaced = (node.counters.creates - creates) / ticks / repetitions / containers;
  if (Math.abs(replaced - 1 / share) > 0.03) throw new Error(`${replaced} were replaced a tick`);
  expectRunning(node, containers);
  return measured;
}

const remover: Replacer = (node) => (tick) => {
  const ids = node
    .list()
    .filter((_, index) => index % share === tick % share)
    .map(({ id }) => id);
  return () => {
    for (const id of ids) node.call({ type: "runtime.remove", call: -1, id });
  };
};

const redeclarer: Replacer = (node, containers) => {
  const pods = [...podsFor(containers)];
  return (tick) => {
    for (let index = tick % share; index < pods.length; index += share) {
      const { containers: inside } = pods[index] ?? { containers: [] };
      pods[index] = podOf(index, tick + 1, inside.length);
    }
    const declared = [...pods];
    return () => declare(node, declared);
  };
};
