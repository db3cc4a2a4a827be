/**
 * `npm run bench`: measures, and prints one JSON document; progress goes to the standard error.
 * `--quick` measures little and badly, to see that it all works.
 */
import { parseArgs } from "node:util";
import { measureChurn } from "./churn.ts";
import { measureClock } from "./clock.ts";
import { measureCreateRemove } from "./create-remove.ts";
import { facts } from "./facts.ts";
import { measureMemory } from "./memory.ts";
import { measureStartUp } from "./start-up.ts";
import { measureSteady } from "./steady.ts";
import { growth, ofSize, target } from "./targets.ts";

const usage = `usage: npm run --silent bench [-- --quick]
--quick  measures little and badly, to see that it all works`;

const { quick: isQuick, help: isHelp } = flags();
if (isHelp) {
  process.stdout.write(`${usage}\n`);
  process.exit(0);
}
const [tiny, few, some, many] = isQuick
  ? ([10, 50, 100, 200] as const)
  : ([100, 1000, 10_000, 100_000] as const);
/** As many as settle the median; the dear ones, whose figures vary little, get by with fewer. */
const often = isQuick ? 1 : 9;
const seldom = isQuick ? 1 : 3;

function report() {
  // Before the rest, whose load is ours.
  const given = facts();
  const startUp = measureStartUp(isQuick ? 1 : 15);
  const steady = measureSteady([tiny, few, some, many], isQuick ? 1000 : 1_000_000, often);
  const churn = measureChurn([few, some, many], seldom);
  const { create, remove } = measureCreateRemove([few, some, many], seldom);
  const timed = measureCreateRemove([few, some, many], seldom, "*");
  const memory = measureMemory([some, many]);
  const clock = measureClock([few, many], isQuick ? 1000 : 1_000_000, often);
  const perItem = {
    steady: growth(
      ofSize(steady, few).nsPerContainerAndTick,
      ofSize(steady, many).nsPerContainerAndTick,
    ),
    create: growthOf(create),
    remove: growthOf(remove),
    removeWithTimers: growthOf(timed.remove),
  };
  const nsAt = (size: number): number => ofSize(steady, size).nsPerContainerAndTick.median;
  return {
    quick: isQuick,
    ...given,
    steady,
    churn,
    create,
    remove,
    createWithTimers: timed.create,
    removeWithTimers: timed.remove,
    memory,
    clock,
    startUp,
    growth: { from: few, to: many, ...perItem },
    // Quick figures are not what the targets are about.
    targets: isQuick ? null : targets(),
  };

  function targets() {
    return [
      target(`steady at ${some}, ns per container and tick`, nsAt(some), 250),
      target(`steady at ${many}, ns per container and tick`, nsAt(many), 400),
      target("growth of steady, per item", perItem.steady, 2),
      target("growth of create, per item", perItem.create, 2),
      target("growth of remove, per item", perItem.remove, 2),
      target("growth of remove with pending timers, per item", perItem.removeWithTimers, 2),
      target("bytes per container", ofSize(memory, many).bytesPerContainer, 6144),
      target("start-up, ms", startUp.milliseconds.median, 300),
    ];
  }
}

function flags() {
  const quick = { type: "boolean", default: false } as const;
  try {
    return parseArgs({ options: { quick, help: { ...quick, short: "h" } } }).values;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${usage}\n`);
    return process.exit(2);
  }
}

function growthOf(figures: Parameters<typeof ofSize>[0] & readonly Cost[]): number {
  const at = (size: number) => ofSize(figures, size).microsecondsPerContainer;
  return growth(at(few), at(many));
}

type Cost = ReturnType<typeof measureCreateRemove>["create"][number];

process.stdout.write(`${JSON.stringify(report(), undefined, 2)}\n`);
