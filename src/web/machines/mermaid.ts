/**
 * Draws a statechart as Mermaid's `stateDiagram-v2`. Arrows between the same two states are one. An
 * event that leaves a state as it is stands in its box, as in UML: a runtime that answers ten calls
 * in one state is a list, not ten loops.
 */
import type { Arrow, ChartState } from "./statechart.ts";

/** Mermaid does not break lines by itself. */
const widest = 60;
const longestLabel = 80;
const anyState = "in_every_state";

export function mermaidOf(chart: ChartState): string {
  const lines = ["stateDiagram-v2", ...inside(chart, 1)];
  const always = internalLines(chart);
  const leaving = arrowsFrom(chart, anyState);
  if (always.length > 0 || leaving.length > 0) {
    lines.push(...box(anyState, "in every state", always), ...leaving);
  }
  return `${lines.join("\n")}\n`;
}

function inside({ kind, initial, children }: ChartState, depth: number): readonly string[] {
  const lines = initial === undefined ? [] : [`  [*] --> ${idOf(initial)}`];
  for (const [index, child] of children.entries()) {
    if (kind === "parallel" && index > 0) lines.push("  --");
    lines.push(...stateLines(child, depth));
  }
  for (const child of children) lines.push(...arrowsFrom(child, idOf(child.path)));
  return lines.map((line) => (depth > 1 ? `  ${line}` : line));
}

function stateLines(state: ChartState, depth: number): readonly string[] {
  const { path, key, description, kind, children } = state;
  if (children.length > 0) {
    return [`  state "${escaped(key)}" as ${idOf(path)} {`, ...inside(state, depth + 1), "  }"];
  }
  const about = description === undefined ? [] : wrapped(description);
  const lines = box(idOf(path), key, [...about, ...internalLines(state)]);
  return kind === "final" ? [...lines, `  ${idOf(path)} --> [*]`] : lines;
}

/** The first line of a state becomes its title, the others stand under a rule. */
function box(id: string, title: string, lines: readonly string[]): readonly string[] {
  return [title, ...lines].map((line) => `  ${id}: ${escaped(line)}`);
}

function internalLines({ entry, exit, invokes, arrows }: ChartState): readonly string[] {
  return [
    ...(invokes.length === 0 ? [] : wrapped(`runs ${invokes.join(", ")}`)),
    ...(entry.length === 0 ? [] : [`entry / ${entry.join(", ")}`]),
    ...(exit.length === 0 ? [] : [`exit / ${exit.join(", ")}`]),
    ...labelsOf(arrows.filter(({ target }) => target === undefined)),
  ];
}

function arrowsFrom({ arrows }: ChartState, from: string): readonly string[] {
  const leading = arrows.filter(({ target }) => target !== undefined);
  return [...groupBy(leading, ({ target }) => target ?? "")].map(([target, together]) => {
    const labels = labelsOf(together).map(escaped);
    // Mermaid breaks long labels of arrows, so where one of several begins must be seen.
    const text = labels.length === 1 ? labels.join() : labels.map((l) => `• ${l}`).join("<br/>");
    return `  ${from} --> ${idOf(target)}: ${text}`;
  });
}

/** One line for each event, or for all of one family that do the same. */
function labelsOf(arrows: readonly Arrow[]): readonly string[] {
  const byEvent = groupBy(arrows, ({ event }) => event);
  const likes = groupBy([...byEvent.keys()], (event) => {
    const [family] = event.split(/[. ]/);
    return `${family}${whatOf(event, byEvent.get(event) ?? [])}`;
  });
  return [...likes.values()].map((events) => {
    const [first = "", ...others] = events;
    const more = others.map((event) => `, ${event.slice(event.search(/[. ]/) + 1)}`).join("");
    return `${first}${more}${whatOf(first, byEvent.get(first) ?? [])}`;
  });
}

/** Of several alternatives the guards tell more than the actions, of one alone both fit. */
function whatOf(event: string, alternatives: readonly Arrow[]): string {
  const [only, ...others] = alternatives;
  if (only === undefined || others.length > 0) {
    return ` [${alternatives.map(({ guard }) => guard).join(" | ")}]`;
  }
  const guarded = only.guard === undefined ? "" : ` [${only.guard}]`;
  if (only.actions.length === 0) return guarded;
  const full = `${guarded} / ${only.actions.join(", ")}`;
  return event.length + full.length <= longestLabel ? full : `${guarded} / …`;
}

/** Mermaid's own words are no names of states. */
function idOf(path: string): string {
  const id = path.replaceAll(/\W/g, "_");
  return /^(state|note|default|class|classDef|style|click|scale|end)$/.test(id) ? `${id}_` : id;
}

/** A colon or semicolon would end the text. */
function escaped(text: string): string {
  return text.replaceAll(/[#:;"<>{}]/g, (character) => `#${character.charCodeAt(0)};`);
}

function wrapped(text: string): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < widest)
      lines.push(`${lines.pop()} ${word}`);
    else lines.push(word);
  }
  return lines;
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}
