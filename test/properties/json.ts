/** What the generators share: plain objects, times, and what may be left out. */
import * as fc from "fast-check";

export type Json = Readonly<Record<string, unknown>>;

/** Whole seconds are likely, so that moments fall together; tenths keep them apart. */
export function seconds(most: number): fc.Arbitrary<number> {
  return fc.oneof(
    fc.nat(most),
    fc.nat(most * 10).map((tenths) => tenths / 10),
  );
}

/** Absent once in `freq` + 1 times; shrinks to absent. */
export function maybe<T>(value: fc.Arbitrary<T>, freq = 2): fc.Arbitrary<T | undefined> {
  return fc.option(value, { nil: undefined, freq });
}

/** An object of which any key may be absent, but for those that are named. */
export function some(
  shape: Readonly<Record<string, fc.Arbitrary<unknown>>>,
  requiredKeys: readonly string[] = [],
): fc.Arbitrary<Json> {
  return fc.record(shape, { requiredKeys: [...requiredKeys] }) as fc.Arbitrary<Json>;
}

/** One in `of` draws is the rare thing. */
export function rarely<T>(
  of: number,
  rare: fc.Arbitrary<T>,
  usual: fc.Arbitrary<T>,
): fc.Arbitrary<T> {
  return fc.oneof({ weight: of - 1, arbitrary: usual }, { weight: 1, arbitrary: rare });
}

export function mapValues(object: Json, map: (value: Json, key: string) => unknown): Json {
  const entries = Object.entries(object) as readonly (readonly [string, Json])[];
  return Object.fromEntries(entries.map(([key, value]) => [key, map(value, key)]));
}

export function without(object: Json, ...keys: readonly string[]): Json {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}
