/** Divergence in equal spans of time, so that runs can be added up in whole milliseconds. */
import type { Divergence } from "./measures.ts";

export const binCount = 120;

/** For each span: containers apart, times the milliseconds for which they were. */
export function apartInBins(divergence: Divergence, endMs: number): readonly number[] {
  const bins = Array.from({ length: binCount }, () => 0);
  divergence.forEach(([t, apart], index) => {
    const fromMs = Math.round(t * 1000);
    const toMs = Math.round((divergence[index + 1]?.[0] ?? endMs / 1000) * 1000);
    if (apart === 0) return;
    const last = Math.min(binCount - 1, binOf(toMs, endMs));
    for (let bin = binOf(fromMs, endMs); bin <= last; bin++) {
      const ms = Math.min(toMs, edge(bin + 1, endMs)) - Math.max(fromMs, edge(bin, endMs));
      bins[bin] = (bins[bin] ?? 0) + Math.max(0, ms) * apart;
    }
  });
  return bins;
}

/** How many containers were apart on average over runs in each span. */
export function meanApart(bins: readonly number[], runs: number, endMs: number): number[] {
  return bins.map((sum, bin) => {
    const ms = edge(bin + 1, endMs) - edge(bin, endMs);
    return ms <= 0 || runs === 0 ? 0 : sum / ms / runs;
  });
}

function edge(bin: number, endMs: number): number {
  return Math.floor((bin * endMs) / binCount);
}

function binOf(ms: number, endMs: number): number {
  if (endMs <= 0) return 0;
  let bin = Math.min(binCount - 1, Math.floor((ms * binCount) / endMs));
  // Edges are cut to whole milliseconds.
  while (bin + 1 < binCount && edge(bin + 1, endMs) <= ms) bin++;
  return bin;
}
