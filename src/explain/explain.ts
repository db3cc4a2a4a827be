/**
 * Why something happened: from its record up the causes of the trace to a line of a manifest, to a
 * stimulus, or to what the world does by itself.
 */
import type { VersionRow } from "../decide/kubelet/version-rows.ts";
import type { TraceRecord } from "../model/trace.ts";
import type { Ground } from "./ground.ts";
import { meanwhile } from "./meanwhile.ts";
import { isInForce, rowsOfRule } from "./rule.ts";
import { type RuleName, rules } from "./rules.ts";
import type { Story } from "./story.ts";
import { tell } from "./tell.ts";
import type { Root, Told } from "./told.ts";

/** A rule as it holds in the version that was simulated. */
export interface RuleInForce {
  readonly name: RuleName;
  readonly says: string;
  /** The upstream file and symbol, or those of the textbook. */
  readonly source: string;
  /** Absent: the textbook imitates none. */
  readonly version?: string;
  /** Differences between versions that are about it, and whether this one is after it. */
  readonly rows: readonly { readonly row: VersionRow; readonly isInForce: boolean }[];
}

export interface Step extends Pick<Told, "what"> {
  readonly record: TraceRecord;
  readonly details: readonly string[];
  readonly rule?: RuleInForce;
  readonly grounds: readonly Ground[];
}

export interface Explanation {
  /** What was asked about first; each of the others is the cause of the one before it. */
  readonly steps: readonly Step[];
  readonly root: Root;
}

/** Throws where the chain ends in nothing that can be one: a gap in the trace. */
export function explain(story: Story, record: TraceRecord): Explanation {
  const steps: Step[] = [];
  let effect: TraceRecord | undefined;
  let current = record;
  for (;;) {
    const told = tell(story, current, effect);
    const cause = story.causeOf(current);
    if (told.root !== undefined) {
      steps.push(stepOf(story, current, told));
      return { steps, root: told.root };
    }
    if (cause === undefined) throw new Error(`#${current.seq} ${current.type} has no cause`);
    const { details = [] } = told;
    const held = meanwhile(story, current, cause);
    steps.push(stepOf(story, current, { ...told, details: [...details, ...held] }));
    effect = "pod" in current || effect === undefined ? current : effect;
    current = cause;
  }
}

function stepOf(story: Story, record: TraceRecord, told: Told): Step {
  const { what, details = [], grounds = [], rule: name } = told;
  const rule = name === undefined ? {} : { rule: inForce(story, record, name) };
  return { record, what, details, grounds, ...rule };
}

/** A rule as it holds where that record happened. */
export function inForce(story: Story, record: TraceRecord, name: RuleName): RuleInForce {
  const rule = rules[name];
  const { says, file, symbol } = rule;
  const version = story.version(record);
  const source = symbol === "" ? file : `${file} ${symbol}`;
  if (version === undefined) return { name, says, source, rows: [] };
  const rows = rowsOfRule(rule).map((row) => ({ row, isInForce: isInForce(row, version) }));
  return { name, says, source, version, rows };
}
