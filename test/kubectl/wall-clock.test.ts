/** The calendar of a run, against the host's own. */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { TraceRecord } from "../../src/model/trace.ts";
import { WallClock, rfc1123z, rfc3339 } from "../../src/kubectl/wall-clock.ts";

it("writes a time as the API and as describe do", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_102_444_800 }), (time) => {
      const date = new Date(time * 1000);
      expect(rfc3339(time)).toBe(date.toISOString().replace(".000", ""));
      expect(rfc1123z(time)).toBe(date.toUTCString().replace("GMT", "+0000"));
    }),
  );
});

it("begins within the first second of 2026, as far in it as the API's times tell", () => {
  const record = {
    type: "pod",
    metadata: { creationTimestamp: -0.59 },
  } as unknown as TraceRecord;
  const clock = new WallClock([record]);
  expect([-590, 0, 409, 410, 2410].map((ms) => rfc3339(clock.at(ms)))).toEqual([
    "2026-01-01T00:00:00Z",
    "2026-01-01T00:00:00Z",
    "2026-01-01T00:00:00Z",
    "2026-01-01T00:00:01Z",
    "2026-01-01T00:00:03Z",
  ]);
});
