/** duration_test.go TestHumanDuration, TestHumanDurationBoundaries: the units of an age. */
import { expect, it } from "vitest";
import { humanDuration } from "../../src/kubectl/human-duration.ts";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const year = 365 * day;

it.each([
  [-2 * second, "<invalid>"],
  [-1 * second, "0s"],
  [-1, "0s"],
  [0, "0s"],
  [999, "0s"],
  [second, "1s"],
  [70 * second, "70s"],
  [119 * second + 999, "119s"],
  [2 * minute, "2m"],
  [190 * second, "3m10s"],
  [10 * minute - second, "9m59s"],
  [10 * minute + 59 * second, "10m"],
  [70 * minute, "70m"],
  [3 * hour - second, "179m"],
  [3 * hour, "3h"],
  [3 * hour + 20 * minute, "3h20m"],
  [8 * hour - second, "7h59m"],
  [8 * hour + 59 * minute, "8h"],
  [47 * hour, "47h"],
  [2 * day, "2d"],
  [3 * day + 3 * hour, "3d3h"],
  [8 * day - second, "7d23h"],
  [9 * day + 5 * hour, "9d"],
  [2 * year - second, "729d"],
  [2 * year, "2y"],
  [3 * year + 7 * day, "3y7d"],
  [8 * year + 40 * day, "8y"],
])("%d ms are %s", (ms, text) => {
  expect(humanDuration(ms)).toBe(text);
});
