/** Two kubelets on one world, in one screen: their lanes in pairs, where they part, and the end. */
import { type ComparedRuns, variantNames } from "./compared-runs.ts";
import { foldLanes } from "./lanes.ts";
import { type Paint, clip, toText } from "./line.ts";
import { pairedLanes } from "./paired-lanes.ts";
import { renderOutcome } from "./render-outcome.ts";
import type { View } from "./view.ts";

export function renderComparison(runs: ComparedRuns, view: View, paint: Paint): string {
  const { level, edge } = runs.variants;
  const picture = pairedLanes(
    {
      words: variantNames,
      lanes: [foldLanes(level.records), foldLanes(edge.records)],
      partings: new Map(runs.partings.map(({ name, t }) => [name, t])),
      where: " (--output jsonl has everything)",
    },
    view,
  );
  const lines = [...picture, [], ...renderOutcome(runs, view)];
  return toText(
    lines.map((line) => clip(line, view.columns)),
    paint,
  );
}
