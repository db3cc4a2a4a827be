/** The smallest case in which a variant never converges and the first one does, as a file. */
import type { PreparedInput } from "../../scenario/prepare.ts";
import type { YamlDocument } from "../../yaml/document.ts";
import { writeYaml } from "../../yaml/write-yaml.ts";
import { type Comparison, compareRuns } from "../compare.ts";
import { differenceText } from "../difference.ts";
import { settleMs } from "../end.ts";
import { type FinishedRun, measureRun } from "../measured-run.ts";
import type { Variant } from "../variant.ts";
import { type Draft, documentsOf, draftOf, repaired } from "./draft.ts";
import { faultEntries } from "./fault-list.ts";
import { reduced } from "./reduce.ts";

export interface ShrinkOptions {
  /** The first has to converge, one of the others does not. */
  readonly variants: readonly Variant[];
  /** Both ends are included. */
  readonly seeds: { readonly from: number; readonly to: number };
  /** The name of the scenario that is written. */
  readonly name?: string;
}

export interface Size {
  readonly pods: number;
  readonly containers: number;
  /** What the scenario does to the world. */
  readonly events: number;
  readonly faults: number;
}

export interface Smallest {
  readonly variant: string;
  /** With which it was found. */
  readonly seed: number;
  readonly text: string;
  readonly before: Size;
  readonly after: Size;
  readonly comparison: Comparison;
  readonly difference: string;
}

/** So many failing seeds are made smaller, and the smallest of them is taken. */
const triedAtMost = 3;

/** `documents`: those that the input was prepared from. Undefined: all converge with each seed. */
export function shrink(
  documents: readonly YamlDocument[],
  input: PreparedInput,
  { variants, seeds, name = "smallest" }: ShrinkOptions,
): Smallest | undefined {
  let best: Smallest | undefined;
  let tried = 0;
  for (let seed = seeds.from; seed <= seeds.to && tried < triedAtMost; seed++) {
    const seeded = { ...input, scenario: { ...input.scenario, seed } };
    const found = shrinkSeed(documents, seeded, variants, name);
    if (found === undefined) continue;
    tried++;
    if (best === undefined || isSmaller(found.after, best.after)) best = found;
  }
  return best;
}

function shrinkSeed(
  documents: readonly YamlDocument[],
  input: PreparedInput,
  [first, ...others]: readonly Variant[],
  name: string,
): Smallest | undefined {
  if (first === undefined) return undefined;
  const variant = others.find((each) => !run(input, each).converged);
  if (variant === undefined || !run(input, first).converged) return undefined;
  const entries = faultEntries(run(input, variant, true).records, input.scenario);
  // A file cannot name a kubelet that somebody wrote.
  const observe = variant.kubelet === undefined ? variant.observe : first.observe;
  const whole = draftOf(documents, input, observe, entries);
  const stillFails = (draft: Draft): Draft | undefined => {
    const candidate = repaired(draft);
    if (candidate === undefined) return undefined;
    const isCase =
      !run(candidate.input, variant).converged && run(candidate.input, first).converged;
    return isCase ? candidate.draft : undefined;
  };
  const start = stillFails(whole);
  if (start === undefined) return undefined;
  const smallest = reduced(start, stillFails);
  const small = repaired(smallest)?.input;
  if (small === undefined) throw new Error("the smallest case can be run");
  const both = [first, variant];
  const endMs = small.scenario.durationMs + settleMs(both);
  const comparison = compareRuns(
    both.map((each) => ({ variant: each, run: measureRun(small, each, endMs / 1000) })),
  );
  const difference = differenceText(comparison);
  return {
    variant: variant.name,
    seed: input.scenario.seed,
    text: writeYaml(documentsOf(smallest, { title: titleOf(variant.name), why: difference }, name)),
    before: sizeOf(start),
    after: sizeOf(smallest),
    comparison,
    difference,
  };
}

function run(input: PreparedInput, variant: Variant, keepRecords = false): FinishedRun {
  const endMs = input.scenario.durationMs + settleMs([variant]);
  return measureRun(input, variant, endMs / 1000, { keepRecords });
}

function titleOf(variant: string): string {
  return `The smallest case in which ${variant} never converges`;
}

function sizeOf(draft: Draft): Size {
  const { objects, stimuli, faults } = draft;
  const pods = repaired(draft)?.input.pods ?? [];
  const containers = pods.reduce(
    (sum, { pod: { spec } }) => sum + spec.containers.length + (spec.initContainers?.length ?? 0),
    0,
  );
  const { length } = pods.length === 0 ? objects : pods;
  return { pods: length, containers, events: stimuli.length, faults: faults.length };
}

function isSmaller(a: Size, b: Size): boolean {
  const weights = (size: Size): readonly number[] => [
    size.pods,
    size.containers,
    size.events,
    size.faults,
  ];
  const [ours, theirs] = [weights(a), weights(b)];
  const place = ours.findIndex((weight, index) => weight !== theirs[index]);
  return place >= 0 && (ours[place] ?? 0) < (theirs[place] ?? 0);
}
