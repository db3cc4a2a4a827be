/** An explanation as text: what was asked about first, then what led to it, back to its root. */
import { type Line, type Paint, lineWidth, padEnd, span, toText, wrap } from "../trace/line.ts";
import { formatTime, toMs } from "../trace/times.ts";
import type { View } from "../trace/view.ts";
import type { Explanation, RuleInForce, Step } from "./explain.ts";
import { type Ground, groundText } from "./ground.ts";
import type { Root } from "./told.ts";

export function renderExplanation(
  { steps, root }: Explanation,
  { columns }: View,
  paint: Paint,
): string {
  const times = steps.map(({ record }) => formatTime(Math.max(0, toMs(record.t))));
  const width = Math.max(8, ...times.map((time) => time.length));
  const lines = steps.flatMap((step, index) => stepLines(step, times[index] ?? "", width, columns));
  const end = endText(root, steps.at(-1)?.grounds ?? []);
  return toText([...lines, [], ...wrapped(end, 0, columns, "faint")], paint);
}

function endText(root: Root, grounds: readonly Ground[]): string {
  const flag = grounds.find(({ position }) => position?.file.startsWith("--"))?.position?.file;
  switch (root) {
    case "field":
      return "Root cause: a line of the manifest.";
    case "stimulus":
      return `Root cause: ${flag ?? "a stimulus of the scenario"}.`;
    case "hand":
      return "Root cause: what was done by hand.";
    case "world": {
      if (flag !== undefined) return `Root cause: what ${flag} says that the container does.`;
      const isWritten = grounds.some(({ kind }) => kind === "behaviour");
      if (isWritten) return "Root cause: the behaviour that the scenario describes.";
      return "Root cause: a default of the simulation; no scenario says otherwise.";
    }
  }
}

function stepLines(
  { what, details, rule, grounds, waited }: Step,
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
    ...(waited === undefined ? [] : waitLines(waited, indent, columns)),
  ];
}

function waitLines(
  { ms, rule }: NonNullable<Step["waited"]>,
  indent: number,
  columns: number,
): readonly Line[] {
  return [
    ...wrapped(`it came ${formatTime(ms)} after its cause:`, indent, columns),
    ...ruleLines({ ...rule, rows: [] }, indent, columns),
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
