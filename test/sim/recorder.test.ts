/** The recorder by itself: numbers, times, causes, and what is kept. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Causes } from "../../src/sim/causes.ts";
import { Recorder, type Stamp } from "../../src/sim/recorder.ts";

interface Note {
  readonly what: string;
}

function recorder(options: { keep?: boolean; nowMs?: () => number; onRecord?: () => void } = {}) {
  const causes = new Causes();
  const { nowMs = () => 0, ...rest } = options;
  return { causes, recorder: new Recorder<Note>({ node: "n1", now: nowMs, causes, ...rest }) };
}

describe("a recorder", () => {
  it("numbers from 1 without gaps and stamps node and time", () => {
    let nowMs = 0;
    const { recorder: trace } = recorder({ nowMs: () => nowMs });
    expect(trace.note({ what: "a" })).toBe(1);
    nowMs = 1500;
    expect(trace.note({ what: "b" })).toBe(2);
    expect(trace.records).toEqual([
      { t: 0, seq: 1, node: "n1", what: "a" },
      { t: 1.5, seq: 2, node: "n1", what: "b" },
    ]);
  });

  it("makes a record the cause of the next, and a note of nothing", () => {
    const { causes, recorder: trace } = recorder();
    trace.record({ what: "a" });
    trace.note({ what: "beside" });
    trace.record({ what: "b" });
    trace.note({ what: "c" });
    expect(trace.records.map(({ seq, cause }) => [seq, cause])).toEqual([
      [1, undefined],
      [2, 1],
      [3, 1],
      [4, 3],
    ]);
    expect(causes.current).toBe(3);
  });

  it("leaves the cause out where there is none", () => {
    const { recorder: trace } = recorder();
    trace.record({ what: "a" });
    expect(Object.keys(trace.records[0] ?? {})).toEqual(["t", "seq", "node", "what"]);
  });

  it.each([
    [0.1 + 0.2, 0.0003],
    [0.0005, 0.000001],
    [0.0004, 0],
    [1000 / 3, 0.333333],
    [1234.5678, 1.234568],
    [86_400_000.001, 86_400.000001],
  ])("shows %d ms as seconds, to the microsecond", (nowMs, seconds) => {
    const { recorder: trace } = recorder({ nowMs: () => nowMs });
    trace.note({ what: "a" });
    expect(trace.records[0]?.t).toBe(seconds);
  });

  it("tells of each record as it is written", () => {
    const told: (Stamp & Note)[] = [];
    const causes = new Causes();
    const onRecord = (record: Stamp & Note): number => told.push(record);
    const trace = new Recorder<Note>({ node: "n1", now: () => 0, causes, onRecord });
    trace.record({ what: "a" });
    trace.note({ what: "b" });
    expect(told).toEqual(trace.records);
  });

  it("keeps only a tail when told so, but tells of every record", () => {
    let told = 0;
    const { recorder: trace } = recorder({ keep: false, onRecord: () => told++ });
    for (let index = 0; index < 1000; index++) trace.record({ what: `r${index}` });
    expect(told).toBe(1000);
    expect(trace.records.length).toBeLessThanOrEqual(24);
    expect(trace.records.at(-1)).toMatchObject({ seq: 1000, cause: 999 });
  });

  it("shows the same tail, whether it keeps all or not", () => {
    fc.assert(
      fc.property(fc.nat(100), (count) => {
        const all = recorder().recorder;
        const some = recorder({ keep: false }).recorder;
        for (let index = 0; index < count; index++) {
          all.record({ what: `r${index}` });
          some.record({ what: `r${index}` });
        }
        expect(some.tail()).toBe(all.tail());
        expect(all.tail().split("\n").filter(Boolean)).toHaveLength(Math.min(count, 12));
      }),
    );
  });

  it("shows the tail as one line of JSON a record", () => {
    const { recorder: trace } = recorder();
    trace.record({ what: "a" });
    trace.record({ what: "b" });
    expect(trace.tail()).toBe(
      '  {"t":0,"seq":1,"node":"n1","what":"a"}\n' +
        '  {"t":0,"seq":2,"node":"n1","cause":1,"what":"b"}',
    );
  });
});
