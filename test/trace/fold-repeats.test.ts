import { describe, expect, it } from "vitest";
import { unicodeGlyphs } from "../../src/trace/glyphs.ts";
import { foldRepeats } from "../../src/trace/kubernetes/fold-repeats.ts";
import { span } from "../../src/trace/line.ts";
import type { LogEntry } from "../../src/trace/log-entry.ts";

function entry(seconds: number, text: string, more: Partial<LogEntry> = {}): LogEntry {
  return {
    atMs: seconds * 1000,
    kind: "other",
    subjects: ["web/app"],
    sign: span("•"),
    text,
    ...more,
  };
}

function folded(entries: readonly LogEntry[]): readonly string[] {
  return foldRepeats(entries, unicodeGlyphs).map(({ atMs, text }) => `${atMs / 1000} ${text}`);
}

const rounds = (times: readonly number[]) =>
  times.flatMap((at) => [entry(at, "start"), entry(at + 1, "crash")]);

describe("rounds that repeat", () => {
  it("are told once, with how many follow and until when", () => {
    expect(folded(rounds([0, 10, 20, 30]))).toEqual([
      "0 start",
      "1 crash",
      "10 3 more rounds like these 2 lines, every 10s, until 31s",
    ]);
  });

  it("are told in full where it is only two", () => {
    expect(folded(rounds([0, 10]))).toHaveLength(4);
  });

  it("may begin after something else and end with it", () => {
    const entries = [entry(0, "added"), ...rounds([1, 11, 21]), entry(30, "removed")];
    expect(folded(entries)).toEqual([
      "0 added",
      "1 start",
      "2 crash",
      "11 2 more rounds like these 2 lines, every 10s, until 22s",
      "30 removed",
    ]);
  });

  it("are alike though counts differ, and tell the waits that grow", () => {
    const waits = ["10s", "20s", "40s", "40s"];
    const entries = waits.map((wait, index) =>
      entry(index * 60, `waits ${wait}`, { likeness: "waits", wait }),
    );
    expect(folded(entries)).toEqual([
      "0 waits 10s",
      "60 3 more like this, every 1m, waits 20s, 40s, until 3m",
    ]);
  });

  it.each([
    [[0, 300, 618, 922], "about every 5m7s, "],
    [[0, 10, 30, 90], ""],
  ])("at %j have an interval where they keep it nearly", (times, every) => {
    const entries = times.map((at) => entry(at, "again"));
    expect(folded(entries).at(-1)).toContain(` 3 more like this, ${every}until `);
  });

  it("are told in full where a step of them takes another time", () => {
    const outages = [3, 12, 70].map((at, index) => {
      const lasts = [5, 1, 2][index] ?? 0;
      return [entry(at, "stopped"), entry(at + lasts, "started")];
    });
    expect(folded(outages.flat())).toHaveLength(6);
  });

  it("are alike where only their back-off differs, and it is told", () => {
    const entries = [0, 100, 200].flatMap((at, index) => {
      const wait = `${10 * 2 ** index}s`;
      return [
        entry(at, `waits ${wait}`, { likeness: "waits", wait }),
        entry(at + 10 * 2 ** index, "start"),
        entry(at + 10 * 2 ** index + 1, "crash"),
      ];
    });
    expect(folded(entries).at(-1)).toBe(
      "100 2 more rounds like these 3 lines, every 1m40s, waits 20s, 40s, until 4m1s",
    );
  });

  it("of others in between stay apart", () => {
    const other = (at: number) => entry(at, "start", { subjects: ["api/app"] });
    const entries = [entry(0, "a"), other(1), entry(2, "a"), other(3), entry(4, "a"), other(5)];
    expect(foldRepeats(entries, unicodeGlyphs).map(({ subjects }) => subjects[0])).toEqual([
      "web/app",
      "api/app",
      "web/app",
      "api/app",
    ]);
  });
});
