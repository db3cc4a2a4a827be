/**
 * `npm run bench`: measures, and prints one JSON document; progress goes to the standard error.
 * `--quick` measures little and badly, to see that it all works; an argument chooses what.
 */
import { parseArgs } from "node:util";
import { measureChurn } from "./churn.ts";
import { measureClock } from "./clock.ts";
import { measureFaults, measureLooking, measureSeeds } from "./compare.ts";
import { measureCreateRemove } from "./create-remove.ts";
import { facts } from "./facts.ts";
import {
  measureBringUp,
  measureIdle,
  measureNode,
  measurePodMemory,
  measureShortRun,
} from "./kubernetes.ts";
import { measureMemory } from "./memory.ts";
import { measureStartUp } from "./start-up.ts";
import { measureSteady } from "./steady.ts";
import { type Report, type Sizes, targetsOf } from "./targets.ts";

const usage = `usage: npm run --silent bench [-- [--quick] [PART...]]
--quick  measures little and badly, to see that it all works
PART     measures only the parts whose name has this in it, such as \`kubernetes\``;

const { quick: isQuick, help: isHelp, parts } = flags();
const sizes: Sizes = isQuick
  ? { tiny: 10, few: 50, some: 100, many: 200 }
  : { tiny: 100, few: 1000, some: 10_000, many: 100_000 };
const { tiny, few, some, many } = sizes;
/** As many as settle the median; the dear ones, whose figures vary little, get by with fewer. */
const often = isQuick ? 1 : 9;
const seldom = isQuick ? 1 : 3;

/** By the name under which the document has it, in the order in which they are measured. */
const measures: { readonly [Part in keyof Report]: () => NonNullable<Report[Part]> } = {
  startUp: () => measureStartUp(isQuick ? 1 : 15),
  kubernetesNode: () =>
    measureNode(isQuick ? [1, 10] : [1, 10, 100, 1000], isQuick ? 500 : 10_000, seldom),
  kubernetesBringUp: () => measureBringUp(isQuick ? [10, 120] : [100, 1000, 10_000], seldom),
  kubernetesMemory: () => measurePodMemory(isQuick ? [10] : [1100]),
  kubernetesIdle: () => measureIdle(isQuick ? 2 : 110, isQuick ? 0.01 : 1, seldom),
  kubernetesShortRun: () => measureShortRun(isQuick ? 1 : 50, isQuick ? 1 : 50),
  steady: () => measureSteady([tiny, few, some, many], isQuick ? 1000 : 1_000_000, often),
  churn: () => measureChurn([few, some, many], seldom),
  createRemove: () => measureCreateRemove([few, some, many], seldom),
  createRemoveWithTimers: () => measureCreateRemove([few, some, many], seldom, "*"),
  memory: () => measureMemory([some, many]),
  clock: () => measureClock([few, many], isQuick ? 1000 : 1_000_000, often),
  compareSeeds: () => measureSeeds(isQuick ? 2 : 100, seldom),
  compareFaults: () => measureFaults(isQuick ? 2 : 200, often),
  compareLooking: () => measureLooking([10, 110, 1000], isQuick ? 10 : 300, often),
};

if (isHelp) {
  process.stdout.write(`${usage}\n\nparts: ${Object.keys(measures).join(", ")}\n`);
  process.exit(0);
}

function report() {
  // Before the rest, whose load is ours.
  const given = facts();
  const chosen = Object.entries(measures).filter(
    ([name]) => parts.length === 0 || parts.some((part) => name.includes(part)),
  );
  if (chosen.length === 0) stop(`there is no part ${parts.join(", ")}`);
  const figures: Report = Object.fromEntries(chosen.map(([name, measure]) => [name, measure()]));
  // Quick figures are not what the targets are about.
  return {
    quick: isQuick,
    ...given,
    ...figures,
    targets: isQuick ? null : targetsOf(figures, sizes),
  };
}

function flags() {
  const quick = { type: "boolean", default: false } as const;
  const help = { ...quick, short: "h" } as const;
  try {
    const { values, positionals } = parseArgs({ options: { quick, help }, allowPositionals: true });
    return { ...values, parts: positionals };
  } catch (error) {
    return stop(error instanceof Error ? error.message : String(error));
  }
}

function stop(reason: string): never {
  process.stderr.write(`${reason}\n${usage}\n`);
  return process.exit(2);
}

process.stdout.write(`${JSON.stringify(report(), undefined, 2)}\n`);
