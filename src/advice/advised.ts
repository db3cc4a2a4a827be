/** What all disturbances of an input together advise: each thing once, with who showed it. */
import type { Advice } from "./advice.ts";
import { type DisturbedRun, adviceKey } from "./disturbed-run.ts";
import { type AdviceRuleName, adviceRules } from "./rules.ts";

export interface Advised {
  readonly advice: Advice;
  readonly seed: number;
  /** Names of disturbances, in their order. */
  readonly under: readonly string[];
}

const order = Object.keys(adviceRules) as readonly AdviceRuleName[];

/** In the order of the rules; where several suggest a number for a field, the largest holds. */
export function advisedBy(runs: readonly DisturbedRun[]): readonly Advised[] {
  const byKey = new Map<string, Advised>();
  for (const { name, advice: found } of runs) {
    for (const { advice, seed } of found) {
      const key = adviceKey(advice);
      const known = byKey.get(key);
      const own = { advice, seed, under: [...(known?.under ?? []), name] };
      const isLess = known !== undefined && suggestion(known.advice) >= suggestion(advice);
      byKey.set(key, isLess ? { ...known, under: own.under } : own);
    }
  }
  const place = ({ advice }: Advised): number => order.indexOf(advice.rule);
  return [...byKey.values()].toSorted((a, b) => place(a) - place(b));
}

function suggestion({ fixes: [first] }: Advice): number {
  const { suggested } = first ?? {};
  if (typeof suggested === "number") return suggested;
  const { failureThreshold } = (suggested ?? {}) as { readonly failureThreshold?: number };
  return failureThreshold ?? 0;
}
