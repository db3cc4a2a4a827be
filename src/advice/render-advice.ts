/** Advice as text: what the run shows, what to do, and where. */
import { type Line, type Paint, lineWidth, paragraph, span, toText } from "../trace/line.ts";
import { counted } from "../trace/times.ts";
import type { View } from "../trace/view.ts";
import { pageOf } from "./advice-json.ts";
import type { Advice } from "./advice.ts";
import type { Fix } from "./finding.ts";

const sign = span("! ", "warning");
const indent = span(" ".repeat(lineWidth([sign])));

/** Empty where there is none. */
export function renderAdvice(all: readonly Advice[], view: View, paint: Paint): string {
  if (all.length === 0) return "";
  const blocks = all.map((advice) => adviceText(advice, view, paint));
  return toText([[span("Advice", "title")]], paint) + blocks.join("");
}

/** `note`: what else is to be said of where it was seen. */
export function adviceText(advice: Advice, view: View, paint: Paint, note?: string): string {
  return toText(adviceLines(advice, view, note), paint);
}

function adviceLines(
  advice: Advice,
  { columns, glyphs }: View,
  note: string | undefined,
): readonly Line[] {
  const { rule, pod, container, says, advice: todo, fixes, others } = advice;
  const name = container === undefined ? pod : `${pod}/${container}`;
  const also = others === 0 ? "" : ` So with ${counted(others, "more pod")}.`;
  const width = columns - lineWidth([sign]);
  const where = [...fixes.map(fixText), pageOf(rule)].join(glyphs.dot);
  return [
    ...paragraph(`${name}: ${says}.${also}`, width),
    ...paragraph(`${todo.slice(0, 1).toUpperCase()}${todo.slice(1)}.`, width),
    ...(note === undefined ? [] : paragraph(note, width, "faint")),
    ...paragraph(where, width, "faint"),
  ].map((line, index) => [index === 0 ? sign : indent, ...line]);
}

/** `failureThreshold is 3 (pod.yaml:14)`. */
function fixText({ path, value, position }: Fix): string {
  const name = path.replace(/^spec\.(\w+\[\d+\]\.)?/, "");
  const isShown = ["string", "number", "boolean"].includes(typeof value);
  const now = isShown ? ` is ${JSON.stringify(value).replaceAll('"', "")}` : "";
  const place = position === undefined ? "" : ` (${position.file}:${position.line})`;
  return `${name}${now}${place}`;
}
