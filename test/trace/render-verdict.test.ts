import { describe, expect, it } from "vitest";
import type { VerdictRow, VerdictTrace } from "../../src/model/trace.ts";
import { foldLanes } from "../../src/trace/lanes.ts";
import { renderVerdict } from "../../src/trace/render-verdict.ts";
import { textOf, trace, view } from "./traces.ts";

const counters = { lists: 1, creates: 2, removes: 1, events: 4 };
const app = { namespace: "default", container: "app" };

function verdictOf(rows: readonly VerdictRow[], columns = 80): string {
  const agrees = rows.every(({ verdict }) => verdict === "agrees");
  const verdict: VerdictTrace = { type: "verdict", agrees, rows, counters };
  const lanes = foldLanes(trace([90, verdict]));
  return textOf(renderVerdict(verdict, view(columns), lanes));
}

describe("the verdict", () => {
  it("names what is as declared and what is not", () => {
    const text = verdictOf([
      { ...app, pod: "a", source: "file", id: "c1", state: "Running", verdict: "agrees" },
      { ...app, pod: "b", source: "api", id: "c2", state: "Creating", verdict: "agrees" },
      { ...app, pod: "c", source: "api", verdict: "missing" },
      {
        ...app,
        pod: "d",
        source: "api",
        id: "c3",
        state: "Exited",
        exitCode: 1,
        verdict: "exited",
      },
      { ...app, pod: "e", id: "c4", state: "Running", verdict: "undeclared" },
      { ...app, pod: "f", source: "api", id: "c5", state: "Running", verdict: "duplicate" },
      {
        ...app,
        pod: "g",
        source: "api",
        id: "c6",
        state: "Exited",
        exitCode: 0,
        verdict: "agrees",
      },
    ]);
    expect(text).toMatchInlineSnapshot(`
      "DECLARED  BY   │ ACTUAL
      a/app     file │ running        ✓
      b/app     API  │ creating       ✓
      c/app     API  │ —              ✗ missing
      d/app     API  │ exited (1)     ✗ exited
      —              │ e/app running  ✗ undeclared
      f/app     API  │ running        ✗ duplicate
      g/app     API  │ exited (0)     ✓ stays so

      ✗ Declared and actual differ: 1 missing, 1 exited, 1 undeclared, 1 duplicate.
      1m30s simulated · 1 list call · 2 creates · 1 remove · 4 events
      "
    `);
  });

  it("shows of many rows those that disagree", () => {
    const rows = Array.from({ length: 100 }, (_, index): VerdictRow => {
      const row = { ...app, pod: `web-${index}`, source: "api" } as const;
      return index === 70
        ? { ...row, verdict: "missing" }
        : { ...row, id: `c${index}`, state: "Running", verdict: "agrees" };
    });
    const text = verdictOf(rows);
    expect(text).toContain(
      "web-70/app     API │ —        ✗ missing\nweb-0/app +98  API │ running  ✓\n",
    );
    expect(text).toContain("✗ Declared and actual differ: 1 missing.");
  });
});
