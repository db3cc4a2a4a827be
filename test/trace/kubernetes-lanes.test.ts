import { describe, expect, it } from "vitest";
import type { TraceRecord } from "../../src/model/trace.ts";
import { unicodeGlyphs } from "../../src/trace/glyphs.ts";
import { laneLine } from "../../src/trace/lane-cells.ts";
import { foldLanes } from "../../src/trace/lanes.ts";
import { timeScale } from "../../src/trace/time-axis.ts";
import {
  app,
  container,
  event,
  hook,
  pod,
  podIs,
  probe,
  pulls,
  runs,
  signal,
  status,
} from "./kubernetes-traces.ts";
import { change, end, textOf, trace } from "./traces.ts";

/** The lanes with a cell for each second, and their names. */
function picture(records: readonly TraceRecord[]): string {
  const { lanes, endMs } = foldLanes(records);
  const scale = timeScale(endMs, endMs / 1000);
  return lanes
    .map((lane) => `${textOf([laneLine(lane, scale, unicodeGlyphs)]).trimEnd()} ${lane.name}`)
    .join("\n");
}

describe("a lane of the kubernetes model", () => {
  it("waits, pulls, and stands lower while it is not ready", () => {
    const records = trace(
      [0, podIs("added")],
      [1, status([container()], { phase: "Pending" })],
      [2, pulls("start")],
      [4, pulls("end")],
      [4, change("Creating")],
      [5, change("Running")],
      [5, status([runs("c1", false)])],
      [7, status([runs("c1", true)])],
      [9, end],
    );
    expect(picture(records)).toBe("··»»▃▅▅▇▇ web/app");
  });

  it("shows hooks, the signal that did not help, and the one that did", () => {
    const records = trace(
      [0, podIs("added")],
      [0, change("Running")],
      [0, status([runs("c1", true)])],
      [2, podIs("terminating")],
      [2, event("Killing", "Stopping container app", "Normal")],
      [2, hook("preStop", "start")],
      [4, hook("preStop", "end")],
      [4, signal("TERM")],
      [7, signal("KILL")],
      [7, change("Exited", { exitCode: 137 })],
      [7, change("Removed")],
      [7, podIs("removed")],
      [9, end],
    );
    expect(picture(records)).toBe("▇▇▚▚T▒▒K web/app");
  });

  it("is in back-off from the event on, though the status says so later", () => {
    const records = trace(
      [0, podIs("added")],
      [0, change("Running")],
      [0, status([runs("c1", true)])],
      [1, change("Exited", { exitCode: 1 })],
      [2, event("BackOff", "Back-off restarting failed container app in pod web_default(u1)")],
      [5, status([container({ state: { waiting: { reason: "CrashLoopBackOff" } } })])],
      [6, change("Creating", { id: "c2", run: 2 })],
      [6, change("Running", { id: "c2", run: 2 })],
      [8, end],
    );
    expect(picture(records)).toBe("▇✗~~~~▅▅ web/app");
    expect(foldLanes(records).lanes[0]?.restarts).toBe(1);
  });

  it("marks where a probe begins to fail and where that decides, and no failure in between", () => {
    const failures = [1, 2, 3, 4].map(
      (at) => [at, probe("liveness", "failure", { failures: at, changed: at === 4 })] as const,
    );
    const records = trace(
      [0, podIs("added")],
      [0, change("Running")],
      [0, status([runs("c1", true)])],
      ...failures,
      [6, end],
    );
    expect(picture(records)).toBe("▇▾▇▇▾▇ web/app");
  });

  it("believes the kubelet, not what the API server has stored", () => {
    const records = trace(
      [0, podIs("added")],
      [0, change("Running")],
      [0, status([runs("c1", true)])],
      [1, status([runs("c1", false)], { sent: true })],
      [2, end],
    );
    expect(picture(records)).toBe("▇▇ web/app");
  });

  it("tells init containers, sidecars and ephemeral containers apart, under their pod", () => {
    const message = "containers with unready status: [proxy app]";
    const conditions = [{ type: "ContainersReady", status: "False", message }] as const;
    const init = [container({ name: "migrate" }), container({ name: "proxy" })];
    const debug = { ...app, container: "debug", id: "c9" };
    const records = trace(
      [0, podIs("added")],
      [0, status([container()], { phase: "Pending", initContainerStatuses: init, conditions })],
      [
        1,
        {
          ...event("Started", "", "Normal"),
          container: "debug",
          object: "spec.ephemeralContainers{debug}",
        },
      ],
      [1, { ...change("Running"), ...debug }],
      [2, end],
    );
    expect(picture(records)).toBe(
      "·· web\n·· web/migrate (init)\n·· web/proxy (sidecar)\n·· web/app\n ▇ web/debug (ephemeral)",
    );
  });

  it("takes a mirror pod for no pod of its own", () => {
    const file = { source: "file" } as const;
    const records = trace(
      [0, podIs("added", file)],
      [0, change("Running")],
      [0, status([runs("c1", true)])],
      [1, podIs("added", { uid: "mirror/default/web/1" })],
      [2, podIs("removed", { uid: "mirror/default/web/1" })],
      [3, end],
    );
    expect(picture(records)).toBe("▇▇▇ web/app");
  });

  it("is over with its pod, though it never was", () => {
    const failed = { phase: "Failed", reason: "OutOfpods" } as const;
    const records = trace([0, podIs("added")], [1, status([], failed)], [3, end]);
    expect(picture(records)).toBe("·▁▁ web/app");
  });

  it("is undeclared where no pod has it", () => {
    const records = trace(
      [0, { type: "sandbox", ...pod, id: "s1", attempt: 0, to: "Ready" }],
      [0, change("Running", { pod: "stray" })],
      [2, end],
    );
    expect(picture(records)).toBe("░░ stray/app");
  });
});
