import { describe, expect, it } from "vitest";
import type { TraceBody, TraceRecord } from "../../src/model/trace.ts";
import { renderLog } from "../../src/trace/render-log.ts";
import { change, declared, end, runExample, textOf, trace, view, webApp } from "./traces.ts";

function logOf(records: readonly TraceRecord[], columns = 100): string {
  return textOf(renderLog(records, view(columns)));
}

describe("the words of the log", () => {
  it("tell of a crash, once when it happens and once when a list shows it", () => {
    expect(logOf(runExample("job-that-fails").records)).toMatchInlineSnapshot(`
      "  0s  • once, until-done            declared by the API
            ▃ once/task, until-done/task  created
      0.5s  ▇ once/task, until-done/task  running after 0.5s
      3.5s  ✗ once/task, until-done/task  exited (exit 1)
        4s  ▁ once/task                   stays exited (1), as its restartPolicy says
            ~ until-done/task             seen exited: restart 1 in 1 tick, at 5s
        5s  ▃ until-done/task             created again, restart 1
      5.5s  ▇ until-done/task             running after 0.5s
      8.5s  ✓ until-done/task             completed (exit 0)
        9s  ▁ until-done/task             stays exited (0), as its restartPolicy says
      "
    `);
  });

  it("tell of signals and what came of them", () => {
    expect(logOf(runExample("slow-goodbye").records)).toMatchInlineSnapshot(`
      " 0s  • web                   declared by the API
           ▇ web/polite, web/deaf  created and running
       8s  • web                   being deleted, says the API
           × web/deaf, web/polite  told to stop: nobody declares it
      12s  × web/polite            stopped and removed (exit 0)
      18s  × web/deaf              killed: SIGKILL
           × web/deaf              stopped and removed (exit 137)
      "
    `);
  });

  it("tell of a kubelet that forgets, and not twice of what it reads again", () => {
    expect(logOf(runExample("kubelet-restart-textbook").records)).toMatchInlineSnapshot(`
      " 0s  ✓ API link             up: the kubelet asks the API
           • web, worker          declared by the API
           ▇ web/app, worker/app  created and running
       5s  ✗ API link             cut: what the API said last stands
       8s  ✗ kubelet              stopped: it forgets all, the containers live on
      10s  ✗ web/app              killed by the scenario (exit 137)
      16s  ✓ kubelet              started: it reads its sources and lists
           ~ web/app              seen exited: restart 1 in 1 tick, at 17s
      17s  ▇ web/app              created again and running, restart 1
      25s  ✓ API link             up: the kubelet asks the API
      "
    `);
  });

  it("tell of the lost event", () => {
    const text = logOf(runExample("lost-event", "edge").records);
    expect(text).toContain("! web/app                   ContainerDied is lost (glitch)");
    expect(text).toContain("killed by the scenario (exit 137): restart 1 in 1 tick, at 13.5s");
  });

  it.each<[TraceBody, string]>([
    [{ type: "warning", message: "twice" }, "note  twice"],
    [{ type: "source", source: "file", pods: 1, error: "a.yaml: bad" }, "not read: a.yaml: bad"],
    [{ type: "stimulus", id: "s", action: "removeFile", target: "a.yaml" }, "removes static pod a"],
    [{ type: "stimulus", id: "s", action: "danceAround" }, "scenario  danceAround"],
    [{ type: "fault", id: "f", action: "dropEvents", phase: "end" }, "drops no more events (f)"],
    [{ type: "signal", ...webApp, id: "c1", run: 1, signal: "KILL" }, "killed: SIGKILL"],
    [change("Exited", { exitCode: 137, reason: "OOMKilled" }), "exited (exit 137, OOMKilled)"],
    [change("Exited", { exitCode: 0 }), "✓ web/app  completed (exit 0)"],
    [change("Removed"), "× web/app  removed"],
    [declared("removed", "file"), "web  no longer declared by a file"],
  ])("%j", (body, expected) => {
    expect(logOf(trace([0, body], [1, end]))).toContain(expected);
  });

  it("wrap under their own column", () => {
    const message = "web/app is declared twice: the one of a file is in force";
    expect(logOf(trace([2.5, { type: "warning", message }]), 40)).toBe(
      [
        "2.5s  ! note  web/app is declared twice:",
        "              the one of a file is in",
        "              force",
        "",
      ].join("\n"),
    );
  });
});

describe("a long log", () => {
  it("folds a crash loop once it repeats itself", () => {
    const lines = logOf(runExample("crash-loop-textbook").records).trimEnd().split("\n");
    expect(lines).toHaveLength(14);
    expect(lines.at(-1)).toBe(
      "  19s  … web/app              398 more crashes like this, every 9s, until 59m53s",
    );
  });

  it("is cut in the middle", () => {
    const messages = Array.from({ length: 90 }, (_, index) => `number ${index}`);
    const records = messages.map((message, t) => [t, { type: "warning", message }] as const);
    const lines = logOf(trace(...records))
      .trimEnd()
      .split("\n");
    expect(lines).toHaveLength(40 + 1 + 15);
    expect(lines[40]).toBe("… 35 more lines (--output jsonl has everything)");
  });

  it("has of a long message its start, and says how much is left out", () => {
    const text = logOf(trace([1, { type: "warning", message: "x ".repeat(5000).trim() }]));
    expect(text).toMatch(/… 7999 more characters\n$/);
    expect(text.length).toBeLessThan(4000);
  });

  it("says once what happened to many", () => {
    const [records] = [runExample("many-pods").records];
    expect(logOf(records)).toMatch(/^2s {2}▇ web-\*\/app \(1000\) {2}running after 2s$/m);
  });
});
