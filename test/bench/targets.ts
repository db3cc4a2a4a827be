/** What the figures are to stay below, and whether they do. */
import { type Spread, rounded } from "./measure.ts";

export interface Target {
  readonly name: string;
  readonly value: number;
  readonly limit: number;
  readonly ok: boolean;
}

export function target(name: string, value: number, limit: number): Target {
  return { name, value, limit, ok: value <= limit };
}

/** How many times as much one item costs where there are many: 1 is linear. */
export function growth(few: Spread, many: Spread): number {
  return rounded(many.median / few.median);
}

/** The entry of that size; that it was measured is up to the caller. */
export function ofSize<F extends { readonly containers: number }>(
  figures: readonly F[],
  containers: number,
): F {
  const found = figures.find((figure) => figure.containers === containers);
  if (found === undefined) throw new Error(`${containers} containers were not measured`);
  return found;
}
