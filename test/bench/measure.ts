/** Measures the work of this process: its own CPU time, so that a busy machine disturbs less. */

/** Median first: a mean would carry along what else the machine was doing. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** CPU time of all threads, garbage collection among them, in nanoseconds. */
export function cpuNs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) * 1000;
}

export function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (index: number): number => rounded(sorted[index] ?? Number.NaN);
  return { median: at(sorted.length >> 1), min: at(0), max: at(sorted.length - 1) };
}

export function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

export function collectGarbage(): void {
  if (globalThis.gc === undefined) {
    throw new Error("garbage cannot be collected on demand; use `npm run bench`");
  }
  // Twice: what finalisers and the compiler let go of in the first is gone after the second.
  globalThis.gc();
  globalThis.gc();
}

/** Three digits say all that can be reproduced. */
export function rounded(value: number): number {
  return Number(value.toPrecision(3));
}

/** Progress is for whoever waits; the result alone goes to the standard output. */
export function progress(text: string): void {
  const seconds = Math.round(performance.now() / 1000);
  process.stderr.write(`${String(seconds).padStart(4)} s  ${text}\n`);
}
