/** Comparisons: seeds on one core and on all, what faults cost, and what looking costs. */
import { spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";
import { readFileSync } from "node:fs";
import { CompareFold } from "../../src/compare/compare-fold.ts";
import { observers, variantOf } from "../../src/compare/variant.ts";
import type { NodeSimulation } from "../../src/node/node-simulation.ts";
import { type PreparedInput, prepareInput } from "../../src/scenario/prepare.ts";
import { runScenario } from "../../src/scenario/run-scenario.ts";
import { parseYaml } from "../../src/yaml/parse-yaml.ts";
import { type Spread, collectGarbage, cpuNs, progress, rounded, spread, times } from "./measure.ts";
import { expectRunning, nodeOf, periodMs } from "./population.ts";

const demo = "docs/examples/bootstrap.yaml";

function demoInput(faults?: string): PreparedInput {
  const documents = parseYaml({ file: demo, text: readFileSync(demo, "utf8") });
  return prepareInput(documents, { overrides: faults === undefined ? {} : { faults } });
}

export interface SeedsFigure {
  readonly cores: number;
  /** Of the demo under level, edge and evented, with 5 % loss; of the clock on the wall. */
  readonly seedsPerSecondOnOne: Spread;
  /** By the built program, the start of its workers included. */
  readonly seedsPerSecondOnAll: number;
}

/** `seeds`: of each repetition on one core; ten times as many on all. */
export function measureSeeds(seeds: number, repetitions: number): SeedsFigure {
  progress("compare: seeds on one core");
  const input = demoInput("drop=0.05");
  const once = (): number => {
    const fold = new CompareFold(input, { variants: observers.map(variantOf), isExact: false });
    const startMs = performance.now();
    for (let seed = 1; seed <= seeds; seed++) fold.take(seed);
    return seeds / ((performance.now() - startMs) / 1000);
  };
  once();
  const one = spread(times(repetitions, once));
  progress("compare: seeds on all cores");
  const many = seeds * 10;
  const call = ["compare", demo, "--faults", "drop=0.05", "--seeds", String(many)];
  const startMs = performance.now();
  const { status } = spawnSync(process.execPath, ["dist/cli/main.js", ...call]);
  if (status !== 0) throw new Error("npm run build comes before: the program is measured as built");
  const all = many / ((performance.now() - startMs) / 1000);
  return {
    cores: availableParallelism(),
    seedsPerSecondOnOne: one,
    seedsPerSecondOnAll: rounded(all),
  };
}

export interface FaultFigure {
  readonly faults: string;
  /** Of the demo under edge, all of it. */
  readonly microsecondsPerRun: Spread;
}

export function measureFaults(runs: number, repetitions: number): FaultFigure[] {
  return ["", "drop=0", "drop=0,delay=0s@0,duplicate=0,reorder=0s@0"].map((faults) => {
    progress(`compare: faults ${faults === "" ? "none" : faults}`);
    const input = demoInput(faults === "" ? undefined : faults);
    const once = (): number =>
      cpuNs(() => {
        for (let run = 0; run < runs; run++) {
          runScenario(input, { observe: "edge", keepRecords: false });
        }
      }) /
      runs /
      1000;
    once();
    return {
      faults: faults === "" ? "none" : faults,
      microsecondsPerRun: spread(times(repetitions, once)),
    };
  });
}

export interface LookingFigure {
  readonly containers: number;
  /** A list in which nothing had changed, compared with all declarations. */
  readonly relistMicroseconds: Spread;
  /** Somebody removes a container; another one in its place runs, after its wait. */
  readonly eventMicroseconds: Spread;
}

/** What `level` pays each second, and `edge` for each event. */
export function measureLooking(
  sizes: readonly number[],
  rounds: number,
  repetitions: number,
): LookingFigure[] {
  return sizes.map((containers) => {
    progress(`compare: a list and an event of ${containers} containers`);
    const level = nodeOf(containers);
    const relist = (): number => cpuNs(() => level.advanceBy(periodMs * rounds)) / rounds / 1000;
    relist();
    collectGarbage();
    const edge = nodeOf(containers, undefined, "edge");
    const event = (): number => replaceOneByOne(edge, rounds) / rounds / 1000;
    event();
    const events = spread(times(repetitions, event));
    expectRunning(edge, containers);
    return {
      containers,
      relistMicroseconds: spread(times(repetitions, relist)),
      eventMicroseconds: events,
    };
  });
}

/** After a crash; with nobody who lists the time costs nothing. */
const longestWaitMs = 8 * periodMs;

/** CPU nanoseconds for so many containers that somebody removes, each made good before the next. */
function replaceOneByOne(node: NodeSimulation, count: number): number {
  let ns = 0;
  for (let left = count; left > 0;) {
    const some = node.list().slice(0, left);
    left -= some.length;
    ns += cpuNs(() => {
      for (const { id } of some) {
        node.call({ type: "runtime.remove", call: -1, id });
        node.advanceBy(longestWaitMs);
      }
    });
  }
  return ns;
}
