/** What disturbances do to a manifest, as data: docs/advise.md names every field. */
import type { SeedRange } from "../check/seeds-text.ts";
import { findingJson } from "./advice-json.ts";
import { advisedBy } from "./advised.ts";
import type { DisturbedRun, Numbers } from "./disturbed-run.ts";

export function advisedAsJson(runs: readonly DisturbedRun[], seeds: SeedRange): string {
  const disturbances = runs.map(({ name, what, least, most, advice }) => ({
    name,
    what,
    ...rangesOf(least, most),
    findings: [...new Set(advice.map(({ advice: { rule } }) => rule))],
  }));
  const findings = advisedBy(runs).map(({ advice, under, seed }) => ({
    ...findingJson(advice),
    under,
    seed,
  }));
  return `${JSON.stringify({ seeds, disturbances, findings }, undefined, 2)}\n`;
}

function rangesOf(least: Numbers, most: Numbers): object {
  const range = (of: (numbers: Numbers) => number): readonly number[] => [of(least), of(most)];
  return {
    restarts: range(({ restarts }) => restarts),
    outSeconds: range(({ outMs }) => outMs / 1000),
    longestOutSeconds: range(({ longestOutMs }) => longestOutMs / 1000),
    killed: range(({ killed }) => killed),
  };
}
