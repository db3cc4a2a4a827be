/** Seeds as people read them: `1 to 100`, `3, 17, 40 to 45`. */

/** Every seed from the first to the last, both of them included. */
export interface SeedRange {
  readonly from: number;
  readonly to: number;
}

export function rangeText({ from, to }: SeedRange): string {
  return from === to ? `${from}` : `${from} to ${to}`;
}

export function sizeOf({ from, to }: SeedRange): number {
  return to - from + 1;
}

const rangesShown = 10;

/** `seeds`: ascending. */
export function seedsText(seeds: readonly number[]): string {
  const ranges: { from: number; to: number }[] = [];
  for (const seed of seeds) {
    const last = ranges.at(-1);
    if (last?.to === seed - 1) last.to = seed;
    else ranges.push({ from: seed, to: seed });
  }
  const shown = ranges.slice(0, rangesShown).map(rangeText).join(", ");
  const hidden = ranges.slice(rangesShown).reduce((sum, range) => sum + sizeOf(range), 0);
  return hidden === 0 ? shown : `${shown} and ${hidden} more`;
}
