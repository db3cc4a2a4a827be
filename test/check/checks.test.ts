import { describe, expect, it } from "vitest";
import { expectationSchema } from "../../src/scenario/schema-expect.ts";
import { countRows } from "./rows-counts.ts";
import { objectRows } from "./rows-objects.ts";
import { momentRows, runRows } from "./rows-runs.ts";
import { stateRows } from "./rows-state.ts";
import { type Row, judge, run, stimulus, traceOf } from "./trace-builder.ts";

const rows: readonly Row[] = [...runRows, ...momentRows, ...stateRows, ...countRows, ...objectRows];
const nameOf = ({ expect: text }: Row) => /check: (\w+)/.exec(text)?.[1] ?? "";
const checks = expectationSchema.options.map(({ shape }) => [...shape.check.values][0] ?? "");

function asPattern(seen: string | RegExp): RegExp {
  if (typeof seen !== "string") return seen;
  return new RegExp(seen.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
}

describe.each(checks)("%s", (check) => {
  const own = rows.filter((each) => nameOf(each) === check);

  it.each(own)("$name: $expect", ({ expect: text, trace, outcome, objects }) => {
    const options = objects === undefined ? {} : { objects };
    const [result, ...others] = judge(`- ${text}\n`, trace, options);
    expect(others).toEqual([]);
    const wanted = outcome === true ? "passed" : "failed";
    const seen = outcome === true ? /^/ : outcome;
    expect(result).toMatchObject({ outcome: wanted, seen: expect.stringMatching(asPattern(seen)) });
  });

  it("is told apart from one that always passes, and from one that never does", () => {
    expect(own.some(({ outcome }) => outcome === true)).toBe(true);
    expect(own.some(({ outcome }) => outcome !== true)).toBe(true);
  });
});

describe("versions", () => {
  const trace = traceOf(run({ start: 5 }));
  const expectation = "- {check: start, of: app#1, window: [5, 5], kubernetes: '>=1.35'}\n";

  it.each([
    ["1.34", "skipped"],
    ["1.35", "passed"],
    ["1.36", "passed"],
    ["", "skipped"],
  ])("%j: %s", (version, outcome) => {
    expect(judge(expectation, trace, { version })).toMatchObject([{ outcome }]);
  });
});

describe("next", () => {
  it("counts on from where the expectation before counts", () => {
    const trace = traceOf(
      stimulus(10, "go"),
      run({ start: 1, exit: 2 }),
      run({ run: 2, start: 12, exit: 13 }),
      run({ run: 3, start: 25 }),
    );
    const results = judge(
      "- {check: start, of: app#next, window: [2, 2], from: go}\n" +
        "- {check: noStart, of: app#9}\n" +
        "- {check: start, of: app#next2, window: [12, 12], from: app#next.exit}\n" +
        "- {check: state, path: 'runtime:app#3', equals: running, at: app#next2.start}\n",
      trace,
    );
    expect(results.map(({ outcome }) => outcome)).toEqual(Array.from(results, () => "passed"));
  });
});

it("says where an expectation stands, and what it asks for in times of this run", () => {
  const trace = traceOf(stimulus(10, "go"), run({ start: 14 }));
  const [result] = judge("- {check: start, of: app#1, window: [1, 3], from: go}\n", trace);
  expect(result?.place.position).toMatchObject({ file: "f.yaml", column: 5 });
  expect(result?.expected).toBe("app#1 starts, from 11s to 13s, that is [1s, 3s] after go");
});

it("says what is asked for also where its moments were not reached", () => {
  const expectation = "- {check: exit, of: app#1, code: 0, window: [1, 3], from: app#2.start}\n";
  const [result] = judge(expectation, traceOf(run({ start: 14, exit: 15 })));
  expect(result?.expected).toBe("app#1 ends with code 0, [1s, 3s] after app#2.start");
  expect(result?.seen).toBe("app#2.start was never reached");
});
