/** A wider window never makes a check fail that asks for something to happen within it. */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { type Entry, event, judge, phases, pod, pull, run, traceOf } from "./trace-builder.ts";

const mirror = { pod: "web-node-1", uid: "m" };

/** What happens at the moments `a` and `b`, and the expectation of it. */
const positive: readonly (readonly [string, (a: number, b: number) => readonly Entry[]])[] = [
  ["check: start, of: app#1, window", (a) => run({ start: a })],
  ["check: exit, of: app#1, code: 1, window", (a, b) => run({ start: a, exit: b })],
  ["check: sigterm, of: app#1, window", (a, b) => run({ start: a, term: b })],
  ["check: preStop, of: app#1, window", (a, b) => run({ start: a, preStop: b })],
  ["check: postStart, of: app#1, window", (a) => run({ start: a, postStart: a })],
  ["check: pull, of: app.pull#2, window", (a, b) => [...pull(a, a), ...pull(b)]],
  ["check: event, reason: BackOff, window", (a, b) => [event(a), event(b)]],
  ["check: event, reason: BackOff, min: 2, window", (a, b) => [event(a), event(b)]],
  ["check: count, of: {type: event}, min: 2, window", (a, b) => [event(a), event(b)]],
  ["check: gone, pod: web, window", (a, b) => [pod(a, "added"), pod(b, "removed")]],
  [
    "check: mirror, pod: web, window",
    (a, b) => [pod(a, "added", { ...mirror, source: "file", uid: "s" }), pod(b, "added", mirror)],
  ],
  [
    "check: mirrorGone, pod: web, window",
    (a, b) => [
      pod(0, "added", { ...mirror, source: "file", uid: "s" }),
      pod(a, "added", mirror),
      pod(b, "removed", mirror),
    ],
  ],
  [
    "check: state, path: pod.status.phase, equals: Failed, eventually",
    (a, b) => phases([a, "Failed"], [b, "Running"]),
  ],
  [
    "check: state, path: pod.status.phase, equals: Failed, atSomePoint",
    (a, b) => phases([a, "Failed"], [b, "Running"]),
  ],
];

const second = fc.integer({ min: 0, max: 40 });

it.each(positive)("{%s: [a, b]}", (expectation, happens) => {
  const outcomes = new Set<string>();
  fc.assert(
    fc.property(
      second,
      second,
      second,
      second,
      second,
      second,
      (x, y, from, width, left, right) => {
        const trace = traceOf(happens(Math.min(x, y), Math.max(x, y)));
        const outcome = (a: number, b: number) =>
          judge(`- {${expectation}: [${a}, ${b}]}\n`, trace)[0]?.outcome ?? "";
        const narrow = outcome(from, from + width);
        outcomes.add(narrow);
        const wide = outcome(Math.max(0, from - left), from + width + right);
        expect(narrow === "passed" && wide !== "passed").toBe(false);
      },
    ),
    { seed: 1, numRuns: 60 },
  );
  // Neither says nothing about windows: both happen.
  expect(outcomes).toEqual(new Set(["passed", "failed"]));
});
