/** What something lacks, as text: what is asked about first, then what that waits for. */
import { type Line, type Paint, span, toText } from "../../trace/line.ts";
import { formatTime, toMs } from "../../trace/times.ts";
import type { View } from "../../trace/view.ts";
import { inForce } from "../explain.ts";
import { groundText } from "../ground.ts";
import { ruleLines, wrapped } from "../render-explanation.ts";
import type { Story } from "../story.ts";
import { tell } from "../tell.ts";
import type { Lack } from "./lack.ts";
import type { WhyNot } from "./why-not.ts";

const width = 8;
const indent = width + 2;

export function renderWhyNot(
  story: Story,
  answer: WhyNot,
  { columns }: View,
  paint: Paint,
): string {
  const { asked, instead, atMs, isSo, since, lacks, later, because } = answer;
  const end = formatTime(story.facts.endMs);
  const at = atMs === story.facts.endMs ? `${end}, the end` : formatTime(atMs);
  if (isSo) {
    const from = since === undefined ? "" : `, since ${timeOf(since)}. Why: --seq ${since.seq}`;
    const first = wrapped(`At ${at}, ${asked}${from}`, 0, columns);
    if (lacks.length === 0) return toText(first, paint);
    const but = wrapped("The API has it so, but:", 0, columns);
    return toText([...first, [], ...but, ...stepsOf(story, lacks, columns)], paint);
  }
  const head = wrapped(`At ${at}, ${instead}.`, 0, columns, "title");
  const steps = stepsOf(story, lacks, columns);
  const reason = because === undefined ? "" : `: ${because}`;
  const what =
    later === undefined
      ? `After that it never is in this run, which ends at ${end}.`
      : `From ${timeOf(later)} on ${asked}${reason}. Why: --seq ${later.seq}`;
  return toText([...head, [], ...steps, [], ...wrapped(what, 0, columns)], paint);
}

function stepsOf(story: Story, lacks: readonly Lack[], columns: number): readonly Line[] {
  const known = new Set<string>();
  return lacks.flatMap((lack) => lackLines(story, lack, columns, known));
}

function timeOf({ t }: { readonly t: number }): string {
  return formatTime(Math.max(0, toMs(t)));
}

/** `known`: lacks and rules that were told before; several containers may wait for one thing. */
function lackLines(story: Story, lack: Lack, columns: number, known: Set<string>): readonly Line[] {
  const { what, since, details = [], grounds = [], lacks = [] } = lack;
  const key = `${what} ${since?.seq ?? ""}`;
  if (known.has(key)) return [];
  known.add(key);
  const [first = [], ...others] = wrapped(what, indent, columns, "title");
  const time = since === undefined ? "" : timeOf(since);
  const head: Line = [span(time.padStart(width), "faint"), span("  "), ...first.slice(1)];
  const texts = grounds.map(groundText);
  const facts = [...details, ...(texts.length > 0 ? [texts.join("; ")] : [])];
  return [
    head,
    ...others,
    ...facts.flatMap((fact) => wrapped(fact, indent, columns)),
    // What is missing for want of something else comes of itself.
    ...(lacks.length > 0 ? [] : outlook(story, lack, columns)),
    ...ruleOnce(story, lack, columns, known),
    ...lacks.flatMap((each) => lackLines(story, each, columns, known)),
  ];
}

function outlook(story: Story, { needs, later }: Lack, columns: number): readonly Line[] {
  const then =
    later === undefined
      ? "that does not happen any more"
      : `at ${timeOf(later)} ${tell(story, later).what} (--seq ${later.seq})`;
  return [
    ...wrapped(`needs ${needs}`, indent, columns),
    ...wrapped(`in this run: ${then}`, indent, columns),
  ];
}

/** Without the rows of differences, which are for who asks why. */
function ruleOnce(
  story: Story,
  { rule, since }: Lack,
  columns: number,
  known: Set<string>,
): readonly Line[] {
  const record = since ?? story.records.at(-1);
  if (record === undefined || known.has(rule)) return [];
  known.add(rule);
  return ruleLines({ ...inForce(story, record, rule), rows: [] }, indent, columns);
}
