/** Advice as data: docs/advice/README.md names every field. */
import type { Advice } from "./advice.ts";

/** One finding, as a record beside those of a trace. */
export function findingJson({ rule, others, fixes, ...finding }: Advice): object {
  const places = fixes.map(({ position, ...fix }) => ({ ...fix, ...position }));
  const more = others === 0 ? {} : { others };
  return { type: "finding", rule, ...finding, ...more, fixes: places, page: pageOf(rule) };
}

export function pageOf(rule: Advice["rule"]): string {
  return `docs/advice/${rule}.md`;
}
