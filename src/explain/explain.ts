/**
 * Why something happened: from its record up the causes of the trace to a line of a manifest, to a
 * stimulus, or to what the world does by itself.
 */
import type { VersionRow } from "../decide/kubelet/version-rows.ts";
import type { TraceRecord } from "../model/trace.ts";
import type { Ground } from "./ground.ts";
import { meanwhile } from "./meanwhile.ts";
import { type Rule, isInForce, rowsOfRule, saysOf } from "./rule.ts";
import { type RuleName, rules } from "./rules.ts";
import type { Story } from "./story.ts";
import { tell } from "./tell.ts";
import type { Root, Told } from "./told.ts";
import { waitBefore, waitForList } from "./wait.ts";

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
  /** Why it came so long after the step that caused it; absent where its details say so. */
  readonly waited?: { readonly ms: number; readonly rule: RuleInForce };
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
    const all = [...new Set([...details, ...held])];
    const step = stepOf(story, current, { ...told, details: all });
    const last = steps.at(-1);
    const isTold = held.length > 0 || (last !== undefined && tellsBackOff(last));
    const reflected = waitForList(story, current, cause);
    const wait = isTold ? reflected : waitBefore(story, current, cause, told.rule);
    const rule = wait && inForce(story, current, wait.rule);
    steps.push(wait && rule ? { ...step, waited: { ms: wait.ms, rule } } : step);
    effect = "pod" in current || effect === undefined ? current : effect;
    current = cause;
  }
}

/** A container's creation tells how long its back-off was, and the sync before it need not. */
function tellsBackOff({ record, details }: Step): boolean {
  return record.type === "container" && record.to === "Creating" && details.length > 0;
}

function stepOf(story: Story, record: TraceRecord, told: Told): Step {
  const { what, details = [], grounds = [], rule: name } = told;
  const rule = name === undefined ? {} : { rule: inForce(story, record, name) };
  return { record, what, details, grounds, ...rule };
}

/** A rule as it holds where that record happened. */
export function inForce(story: Story, record: TraceRecord, name: RuleName): RuleInForce {
  const rule: Rule = rules[name];
  const { file, symbol } = rule;
  const says = saysOf(rule, story.input.scenario.observe);
  const version = story.version(record);
  const source = symbol === "" ? file : `${file} ${symbol}`;
  if (version === undefined) return { name, says, source, rows: [] };
  const rows = rowsOfRule(rule).map((row) => ({ row, isInForce: isInForce(row, version) }));
  return { name, says, source, version, rows };
}
