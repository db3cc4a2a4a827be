/** A comparison for programs. */
import { inOrder, toJsonArray } from "../trace/jsonl.ts";
import type { Comparison } from "./compare.ts";
import { differenceText } from "./difference.ts";

/** Each record with its variant in front, then what each variant comes to, and the partings. */
export function comparisonAsLines(comparison: Comparison): string {
  const results = Object.values(comparison.variants);
  const records = results.flatMap(({ name: variant, records: all }) =>
    all.map((record) => ({ variant, ...inOrder(record) })),
  );
  const measured = results.map(({ name: variant, converged, measures, divergence }) => ({
    type: "measured",
    variant,
    converged,
    measures,
    divergence,
  }));
  const partings = comparison.partings.map((parting) => ({ type: "parting", ...parting }));
  const difference = { type: "difference", text: differenceText(comparison) };
  const lines = [...records, ...measured, ...partings, difference];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

export function comparisonAsJson(comparison: Comparison): string {
  const { variants, partings } = comparison;
  const runs = Object.values(variants).map(({ name, converged, measures, divergence, records }) => {
    const head = JSON.stringify({ converged, measures, divergence }).slice(1, -1);
    return `${JSON.stringify(name)}: {${head},\n"records": ${toJsonArray(records).trimEnd()}}`;
  });
  const difference = JSON.stringify(differenceText(comparison));
  return (
    `{"variants": {\n${runs.join(",\n")}},\n` +
    `"partings": ${JSON.stringify(partings)},\n"difference": ${difference}}\n`
  );
}
