/** An explanation as text: what was asked about first, then what led to it, back to its root. */
import { type Line, type Paint, lineWidth, padEnd, span, toText, wrap } from "../trace/line.ts";
import { formatTime, toMs } from "../trace/times.ts";
import type { View } from "../trace/view.ts";
import type { Explanation, RuleInForce, Step } from "./explain.ts";
import { groundText } from "./ground.ts";

export function renderExplanation(
  { steps, root }: Explanation,
  { columns }: View,
  paint: Paint,
): string {
  const times = steps.map(({ record }) => formatTime(Math.max(0, toMs(record.t))));
  const width = Math.max(8, ...times.map((time) => time.length));
  const lines = steps.flatMap((step, index) => stepLines(step, times[index] ?? "", width, columns));
  const last = steps.at(-1);
  const before = last?.record.cause;
  const further = before === undefined ? "" : `; what was before that: --seq ${before}`;
  const ends = {
    field: "It ends in a line of the manifest",
    stimulus: "It ends in what the scenario does",
    world: "It ends in what the world does by itself",
  };
  return toText([...lines, [], ...wrapped(`${ends[root]}${further}.`, 0, columns, "faint")], paint);
}

function stepLines(
  { what, details, rule, grounds }: Step,
  time: string,
  width: number,
  columns: number,
): readonly Line[] {
  const indent = width + 2;
  const [first = [], ...others] = wrapped(what, indent, columns, "title");
  const head: Line = [span(time.padStart(width), "faint"), span("  "), ...first.slice(1)];
  const known = grounds.map(groundText);
  const facts = [...details, ...(known.length > 0 ? [known.join("; ")] : [])];
  return [
    head,
    ...others,
    ...facts.flatMap((fact) => wrapped(fact, indent, columns)),
    ...(rule === undefined ? [] : ruleLines(rule, indent, columns)),
  ];
}

export function ruleLines(rule: RuleInForce, indent: number, columns: number): readonly Line[] {
  const { says, source, version, rows } = rule;
  const of = version === undefined ? source : `${source}, ${version}`;
  return [
    ...wrapped(`${says}. [${of}]`, indent, columns, "faint"),
    ...rows.flatMap(({ row, isInForce }) => {
      const until = row.until === undefined ? "" : ` to before ${row.until}`;
      const text = `Row ${row.number}, since ${row.first}${until}: ${row.what}: ${row.new}`;
      const old = isInForce ? "" : `; here still: ${row.old}`;
      return wrapped(`${text}${old}.`, indent, columns, "faint");
    }),
  ];
}

export function wrapped(
  text: string,
  indent: number,
  columns: number,
  role?: "title" | "faint",
): readonly Line[] {
  return wrap(text, Math.max(20, columns - indent)).map((line): Line => {
    const padded = padEnd([], indent);
    return lineWidth(padded) === 0
      ? [span("", role), span(line, role)]
      : [...padded, span(line, role)];
  });
}
