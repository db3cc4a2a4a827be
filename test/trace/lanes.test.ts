import { describe, expect, it } from "vitest";
import type { TraceRecord } from "../../src/model/trace.ts";
import { unicodeGlyphs } from "../../src/trace/glyphs.ts";
import { laneLine } from "../../src/trace/lane-cells.ts";
import { foldLanes } from "../../src/trace/lanes.ts";
import { timeScale } from "../../src/trace/time-axis.ts";
import { change, declared, end, textOf, trace, webApp } from "./traces.ts";

const crashed = {
  type: "sync",
  reason: "round",
  actions: [
    { action: "crashed", ...webApp, id: "c1", exitCode: 1, wait: 2, waitUntil: 6, restarts: 1 },
  ],
} as const;

const signal = { type: "signal", ...webApp, id: "c1", run: 1, signal: "TERM" } as const;

/** The lanes with a cell for each second. */
function picture(records: readonly TraceRecord[]): string {
  const { lanes, endMs } = foldLanes(records);
  const scale = timeScale(endMs, endMs / 1000);
  return textOf(lanes.map((lane) => laneLine(lane, scale, unicodeGlyphs)));
}

describe("a lane", () => {
  it("rises with life and falls with death", () => {
    const records = trace(
      [0, declared("added")],
      [1, change("Creating")],
      [3, change("Running")],
      [6, change("Exited", { exitCode: 1 })],
      [8, change("Removed")],
      [8, crashed],
      [10, change("Creating", { id: "c2", run: 2 })],
      [11, change("Running", { id: "c2", run: 2 })],
      [13, end],
    );
    expect(picture(records)).toBe("·▃▃▇▇▇✗▁~~▃▇▇\n");
    expect(foldLanes(records).lanes[0]?.restarts).toBe(1);
  });

  it("of a stray has no restarts, however many of its name come", () => {
    const records = trace(
      [1, change("Creating")],
      [1, change("Running")],
      [3, change("Removed")],
      [4, change("Creating", { id: "c2", run: 2 })],
      [5, end],
    );
    expect(foldLanes(records).lanes[0]?.restarts).toBe(0);
  });

  it("shows who runs though nobody declares it, and who was told to stop", () => {
    const records = trace(
      [0, change("Creating")],
      [0, change("Running")],
      [3, signal],
      [5, change("Exited", { exitCode: 143 })],
      [5, change("Removed")],
      [7, end],
    );
    expect(picture(records)).toBe("░░░▒▒×\n");
  });

  it("stays low after a good end", () => {
    const records = trace(
      [0, declared("added")],
      [0, change("Creating")],
      [0, change("Running")],
      [2, change("Exited", { exitCode: 0 })],
      [5, end],
    );
    expect(picture(records)).toBe("▇▇✓▁▁\n");
  });

  it("shows the liveliest of several containers of one name", () => {
    const records = trace(
      [0, declared("added")],
      [0, change("Creating")],
      [0, change("Running")],
      [2, change("Creating", { id: "c2", run: 2 })],
      [4, change("Removed")],
      [6, end],
    );
    expect(picture(records)).toBe("▇▇▇▇▃▃\n");
  });

  it("counts crashes that fall into one cell", () => {
    const records = trace(
      [0, declared("added")],
      [0.2, change("Creating")],
      [0.2, change("Exited", { exitCode: 1 })],
      [0.3, change("Creating", { id: "c2" })],
      [0.4, change("Exited", { id: "c2", exitCode: 1 })],
      [2, end],
    );
    expect(picture(records)).toBe("2▁\n");
  });

  it("is missing from the moment on that a second kubelet has read it", () => {
    const records = trace(
      [0, { type: "kubelet", change: "started" }],
      [0, declared("added")],
      [2, { type: "kubelet", change: "stopped" }],
      [4, { type: "kubelet", change: "started" }],
      [5, declared("added")],
      [6, end],
    );
    expect(picture(records)).toBe("···· ·\n");
    expect(foldLanes(records).kubelet.map(({ state }) => state)).toEqual(["up", "down", "up"]);
  });

  it("marks an event that was lost", () => {
    const lost = { event: "ContainerStarted", id: "c1", delivered: "glitch" } as const;
    const records = trace(
      [0, declared("added")],
      [1, { type: "runtimeEvent", ...webApp, ...lost }],
      [2, end],
    );
    expect(picture(records)).toBe("·!\n");
  });
});
