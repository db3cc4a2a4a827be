/** Reads the input, runs both kubelets on it, and writes how they differ. */
import { type Comparison, compareTraces, refuseModel } from "../compare/compare.ts";
import { variantNames } from "../trace/compared-runs.ts";
import { inOrder, toJsonArray } from "../trace/jsonl.ts";
import { renderComparison } from "../trace/render-compare.ts";
import { exitStatus } from "./call-error.ts";
import { type TextFlags, overridesOf } from "./flags.ts";
import { headingOf } from "./heading.ts";
import { Output, looksOf } from "./output.ts";
import { play, playForText } from "./play.ts";
import { readInput } from "./read-input.ts";

/** The exit status. */
export async function compareInputs(paths: readonly string[], flags: TextFlags): Promise<number> {
  const input = readInput(paths, overridesOf(flags), "compare");
  refuseModel(input.scenario);
  const playAs = flags.output === "text" ? playForText : play;
  const comparison = compareTraces({
    level: (await playAs(input, flags, { observe: "level" })).records,
    edge: (await playAs(input, flags, { observe: "edge" })).records,
  });
  const out = new Output(flags.out);
  if (flags.output === "text") {
    const { view, paint } = looksOf(flags);
    out.write(headingOf(input.scenario, view, paint, { variants: variantNames.join(" and ") }));
    out.write(renderComparison(comparison, view, paint));
  } else out.write(asData(comparison, flags.output));
  out.end();
  // That the edge-triggered kubelet does not converge is the finding, and no failure.
  return comparison.variants.level.converged ? exitStatus.ok : exitStatus.differs;
}

/** Both traces, the level-triggered kubelet's first, then where they part. */
function asData({ variants, partings }: Comparison, format: "jsonl" | "json"): string {
  if (format === "jsonl") {
    const records = variantNames.flatMap((variant) =>
      variants[variant].records.map((record) => ({ variant, ...inOrder(record) })),
    );
    const ends = partings.map((parting) => ({ type: "parting", ...parting }));
    return [...records, ...ends].map((line) => `${JSON.stringify(line)}\n`).join("");
  }
  const runs = variantNames.map((variant) => {
    const { converged, records } = variants[variant];
    const array = toJsonArray(records).trimEnd();
    return `"${variant}": {"converged": ${converged}, "records": ${array}}`;
  });
  return `{"variants": {\n${runs.join(",\n")}},\n"partings": ${JSON.stringify(partings)}}\n`;
}
