import { describe, expect, it } from "vitest";
import { toJsonArray, toJsonLine } from "../../src/trace/jsonl.ts";
import { change, runExample, trace } from "./traces.ts";

describe("a record as JSON", () => {
  it("begins with when, which and where, and ends with why", () => {
    const [record] = trace([0.25, change("Running"), 7]);
    expect(record && toJsonLine(record)).toBe(
      '{"t":0.25,"seq":1,"node":"node-1","type":"container","namespace":"default","pod":"web",' +
        '"container":"app","uid":"u1","id":"c1","run":1,"to":"Running","cause":7}\n',
    );
  });

  it("is the same in an array", () => {
    const { records } = runExample("pod");
    expect(JSON.parse(toJsonArray(records))).toEqual(records);
    expect(toJsonArray([])).toBe("[]\n");
  });
});
