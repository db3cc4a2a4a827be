/** Windows of time: both bounds count. */
import { expect } from "vitest";

export type Window = readonly [least: number, most: number];

export function expectWithin(value: number, [least, most]: Window): void {
  expect(value).toBeGreaterThanOrEqual(least);
  expect(value).toBeLessThanOrEqual(most);
}

/** Each value in its window; there may be more values. */
export function expectWindows(values: readonly number[], windows: readonly Window[]): void {
  expect(values.length).toBeGreaterThanOrEqual(windows.length);
  windows.forEach((window, index) => expectWithin(values[index] ?? NaN, window));
}
