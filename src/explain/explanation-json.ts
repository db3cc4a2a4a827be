/** Explanations as data: docs/explain.md names every field. */
import type { Explanation, RuleInForce, Step } from "./explain.ts";
import type { Ground } from "./ground.ts";

export function explanationsAsJson(explanations: readonly Explanation[]): string {
  const data = explanations.map(({ steps, root }) => ({ root, steps: steps.map(stepJson) }));
  return `${JSON.stringify({ explanations: data }, undefined, 2)}\n`;
}

function stepJson({ record, what, details, grounds, rule, waited }: Step): object {
  const { t, seq, type } = record;
  const wait = waited && { seconds: waited.ms / 1000, rule: ruleJson(waited.rule) };
  const facts = { t, seq, type, what, details, grounds: grounds.map(groundJson) };
  const told = wait ? { ...facts, waited: wait } : facts;
  return rule === undefined ? told : { ...told, rule: ruleJson(rule) };
}

export function groundJson({ position, ...ground }: Ground): object {
  return { ...ground, ...position };
}

export function ruleJson({ rows, ...rule }: RuleInForce): object {
  const told = rows.map(({ row: { number, what, first, until }, isInForce }) => {
    return { number, what, first, ...(until === undefined ? {} : { until }), isInForce };
  });
  return { ...rule, rows: told };
}
