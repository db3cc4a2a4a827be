/** What of a comparison or a sweep stands on its page. */
import type { Scenario } from "../scenario/scenario.ts";
import { toMs } from "../trace/times.ts";
import { apartInBins, meanApart } from "./bins.ts";
import type { Comparison } from "./compare.ts";
import { medianOf } from "./compare-fold.ts";
import type { ComparePage } from "./compare-html.ts";
import { differenceText } from "./difference.ts";
import { measureText, measureWords } from "./measure-text.ts";
import { measureNames } from "./measures.ts";
import { convergedText } from "./render-outcome.ts";
import { choiceText, sweepSentence } from "./render-sweep.ts";
import { type Sweep, type SweepCell, seedCount, spansText } from "./sweep.ts";

type Titled = Pick<Scenario, "title" | "name" | "model">;

export function comparisonPage(comparison: Comparison, scenario: Titled, seed: number) {
  const results = Object.values(comparison.variants);
  const endMs = Math.max(0, ...results.map(({ records }) => toMs(records.at(-1)?.t ?? 0)));
  const page: ComparePage = {
    ...headOf(scenario, `seed ${seed}`),
    sentence: differenceText(comparison),
    tables: [
      {
        caption: "What each comes to",
        head: ["", ...results.map(({ name }) => name)],
        rows: [
          ["converged", ...results.map(convergedText)],
          ...measureNames.map((name) => [
            measureWords[name],
            ...results.map(({ measures }) => measureText(name, measures[name])),
          ]),
        ],
      },
    ],
    charts: [
      {
        caption: "Containers apart",
        endMs,
        series: results.map(({ name, divergence }) => ({
          name,
          values: meanApart(apartInBins(divergence, endMs), 1, endMs),
        })),
      },
    ],
  };
  return page;
}

export function sweepPage({ cells }: Sweep, scenario: Titled): ComparePage {
  const seeds = spansText(cells[0]?.seeds ?? []);
  return {
    ...headOf(scenario, `seeds ${seeds}`),
    sentence: cells.map((cell) => `${prefixOf(cell)}${sweepSentence(cell)}`).join(" "),
    tables: cells.map(tableOf),
    charts: cells.map((cell) => ({
      caption: `${prefixOf(cell)}containers apart, mean over the seeds`,
      endMs: toMs(cell.end),
      series: cell.variants.map(({ name, apart }) => ({
        name,
        values: meanApart(apart, seedCount(cell), toMs(cell.end)),
      })),
    })),
  };
}

function headOf({ title, name, model }: Titled, seeds: string) {
  return { title: title ?? name, subtitle: `${name}, ${model} model, ${seeds}` };
}

function prefixOf(cell: SweepCell): string {
  const choice = choiceText(cell);
  return choice === "" ? "" : `${choice}: `;
}

function tableOf(cell: SweepCell): ComparePage["tables"][number] {
  const { variants } = cell;
  const seeds = seedCount(cell);
  const converged = variants.map((variant) => `${variant.converged} of ${seeds}`);
  const rows = measureNames.map((name) => [
    measureWords[name],
    ...variants.map(({ values, worst, converged: count }) => {
      const isAlways = name !== "converge" || count === seeds;
      const middle = measureText(name, medianOf(values[name], seeds));
      const { value, seed } = worst[name] ?? {};
      if (isAlways && value === undefined) return middle;
      const last = isAlways ? measureText(name, value) : "never";
      if (last === middle) return middle;
      return `${middle}, at worst ${last}${isAlways ? ` (seed ${seed ?? 0})` : ""}`;
    }),
  ]);
  return {
    caption: `${prefixOf(cell)}median over the seeds, and the worst of them`,
    head: ["", ...variants.map(({ name }) => name)],
    rows: [["converged", ...converged], ...rows],
  };
}
