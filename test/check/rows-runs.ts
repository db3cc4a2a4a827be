/** Rows for the checks of runs, pulls and moments. */
import { type Row, pull, row, run, stimulus, traceOf } from "./trace-builder.ts";

const appAt = (start: number) => traceOf(stimulus(10, "go"), run({ start }));
const ended = (facts: object) => traceOf(run({ start: 2, exit: 20, ...facts }));
const two = traceOf(run({ start: 2, exit: 20 }), run({ run: 2, start: 30 }));
const start = "{check: start, of: app#1, window: [3, 5], from: go}";
const noStart = "{check: noStart, of: app#2, window: [go, del]}";
const secondAt = (at: number) =>
  traceOf(stimulus(10, "go"), stimulus(20, "del"), run({ run: 2, start: at }));
const twoPods = `apiVersion: v1
kind: Pod
metadata: {name: web}
spec: {containers: [{name: app, image: "app:1"}]}
---
apiVersion: v1
kind: Pod
metadata: {name: api}
spec: {containers: [{name: app, image: "app:1"}]}
`;

export const runRows: readonly Row[] = [
  row("at the first moment", start, appAt(13), true),
  row("within the tolerance before", start, appAt(12.999), true),
  row("just before", start, appAt(12.998), "app#1 started at 12.998s (2.998s after go)"),
  row("at the last moment", start, appAt(15), true),
  row("within the tolerance after", start, appAt(15.001), true),
  row("just after", start, appAt(15.002), "app#1 started at 15.002s (5.002s after go)"),
  row("never", start, traceOf(stimulus(10, "go")), "app#1 never started; no run of app started"),
  row("not the run that is meant", "{check: start, of: app#3}", two, "runs of app: #1 2s to 20s"),
  row("at any time", "{check: start, of: app#2}", two, true),
  row(
    "before what was never reached",
    start,
    traceOf(run({ start: 13 })),
    /^go was never reached$/,
  ),
  row(
    "after a run that never ended",
    "{check: start, of: app#2, window: [0, 3], from: app#1.exit}",
    traceOf(run({ start: 1 }), run({ run: 2, start: 5 })),
    /^app#1.exit was never reached$/,
  ),
  row(
    "in a window that ends before it begins",
    "{check: start, of: app#2, window: [app#2.start, app#1.exit]}",
    two,
    "ends at 20s, before it begins at 30s",
  ),
  row(
    "of the other pod",
    "{check: start, of: api/app#1}",
    traceOf(run({ start: 2 })),
    "api/app#1 never started",
    twoPods,
  ),
  row(
    "of the second pod of that name",
    "{check: start, of: web@2/app#1, window: [30, 30]}",
    traceOf(run({ start: 2 }), run({ uid: "web-2", start: 30 })),
    true,
  ),
  row(
    "of a second pod that there is not",
    "{check: start, of: web@2/app#1}",
    traceOf(run({ start: 2 })),
    "never started",
  ),
  row("before the window", noStart, secondAt(9.9), true),
  row("at the first moment it must not", noStart, secondAt(10), "app#2 started at 10s"),
  row("in the window it must not", noStart, secondAt(19.999), "app#2 started at 19.999s"),
  row("as a consequence of the window's end", noStart, secondAt(20), true),
  row("no other run", "{check: noStart, of: app#2}", appAt(1), true),
  row("another run", "{check: noStart, of: app#2}", two, "app#2 started at 30s"),
  row(
    "at the very end",
    "{check: noStart, of: app#2, window: [go, end]}",
    secondAt(100),
    "started at 1m40s",
  ),
  row(
    "no start, as far as the trace goes",
    "{check: noStart, of: app#2, window: [0, 101]}",
    appAt(1),
    "1m41s is after the end of the simulation at 1m40s",
  ),
  row(
    "no start before a moment that was never reached",
    noStart,
    traceOf(stimulus(10, "go")),
    /^del was never reached$/,
  ),

  row("an end", "{check: exit, of: app#1, code: 1, reason: Error}", ended({}), true),
  row("another code", "{check: exit, of: app#1, code: 0}", ended({}), "with code 1 (Error)"),
  row(
    "another reason",
    "{check: exit, of: app#1, code: 137, reason: Error}",
    ended({ code: 137, reason: "OOMKilled" }),
    "with code 137 (OOMKilled)",
  ),
  row("not 0", "{check: exit, of: app#1, nonZero: true}", ended({ code: 7 }), true),
  row("0", "{check: exit, of: app#1, nonZero: true}", ended({ code: 0 }), "with code 0"),
  row(
    "an end too late",
    "{check: exit, of: app#1, window: [15, 17], from: app#1.start}",
    ended({}),
    "ended at 20s (18s after app#1.start)",
  ),
  row("no end", "{check: exit, of: app#1}", appAt(1), "app#1 never ended"),

  row("SIGTERM", "{check: sigterm, of: app#1, window: [9, 10]}", ended({ term: 10 }), true),
  row(
    "SIGTERM too early",
    "{check: sigterm, of: app#1, window: [9, 10]}",
    ended({ term: 8 }),
    "got SIGTERM at 8s",
  ),
  row(
    "SIGTERM once more",
    "{check: sigterm, of: app#1, window: [9, 10]}",
    traceOf(run({ start: 2, term: 8 }), run({ start: 2, term: 10 })),
    "got SIGTERM at 8s",
  ),
  row("no SIGTERM", "{check: sigterm, of: app#1}", ended({}), "never got SIGTERM"),
  row("none wanted", "{check: noSigterm, of: app#1}", ended({}), true),
  row("none wanted", "{check: noSigterm, of: app#1}", ended({ term: 9 }), "got SIGTERM at 9s"),
  row("SIGKILL is another", "{check: noSigterm, of: app#1}", ended({ code: 137 }), true),

  row("preStop", "{check: preStop, of: app#1, window: [8, 9]}", ended({ preStop: 9 }), true),
  row(
    "preStop too late",
    "{check: preStop, of: app#1, window: [8, 9]}",
    ended({ preStop: 9.5 }),
    "had its preStop hook started at 9.5s",
  ),
  row(
    "no preStop",
    "{check: preStop, of: app#1}",
    ended({ postStart: 2 }),
    "never had its preStop",
  ),
  row("postStart", "{check: postStart, of: app#1, window: [2, 2]}", ended({ postStart: 2 }), true),
  row("no postStart", "{check: postStart, of: app#1}", ended({ preStop: 9 }), "never had"),

  row(
    "the second pull",
    "{check: pull, of: app.pull#2, window: [10, 18], from: app.pull#1.end}",
    traceOf(pull(0, 1), pull(12, 13)),
    true,
  ),
  row(
    "a pull too early",
    "{check: pull, of: app.pull#2, window: [10, 18], from: app.pull#1.end}",
    traceOf(pull(0, 1), pull(10.9)),
    "pull 2 started at 10.9s; pulls started at 0s, 10.9s",
  ),
  row("no pull", "{check: pull, of: app.pull#1}", traceOf(), "no pull started"),
];

const nextTrace = (second: number) =>
  traceOf(
    stimulus(10, "go"),
    run({ start: 1, exit: 2 }),
    run({ run: 2, start: 12, exit: 13 }),
    run({ run: 3, start: second, exit: second + 1 }),
  );

export const momentRows: readonly Row[] = [
  row(
    "the next run",
    "{check: start, of: app#next, window: [2, 2], from: go}",
    nextTrace(25),
    true,
  ),
  row(
    "a next run too late",
    "{check: start, of: app#next2, window: [2, 3], from: go}",
    nextTrace(25),
    "app#next2 (#3) started at 25s",
  ),
  row(
    "the one after a run is not that run",
    "{check: start, of: app#next, window: [13, 13], from: app#2.start}",
    nextTrace(25),
    true,
  ),
  row(
    "no next run",
    "{check: start, of: app#next, window: [0, 9], from: app#3.start}",
    nextTrace(25),
    "app#next never started",
  ),
  row("in order", "{check: order, sequence: [app#1.exit, go, app#2.start]}", nextTrace(25), true),
  row("at one time", "{check: order, sequence: [app#2.start, app#2.start]}", nextTrace(25), true),
  row(
    "out of order",
    "{check: order, sequence: [app#1.exit, app#2.start, go]}",
    nextTrace(25),
    "go at 10s came before app#2.start at 12s",
  ),
  row(
    "a moment without order",
    "{check: order, sequence: [app#1.exit, del]}",
    nextTrace(25),
    "del was never reached",
  ),
  row("a gap", "{check: gap, from: app#2.exit, to: app#3.start, min: 12}", nextTrace(25), true),
  row(
    "a gap too small",
    "{check: gap, from: app#2.exit, to: app#3.start, min: 12}",
    nextTrace(24.9),
    "11.9s, from 13s to 24.9s",
  ),
  row(
    "a gap too big",
    "{check: gap, from: app#2.exit, to: app#3.start, max: 12}",
    nextTrace(25.1),
    "12.1s, from 13s to 25.1s",
  ),
  row(
    "a gap backwards",
    "{check: gap, from: app#3.start, to: app#2.exit, max: 20}",
    nextTrace(25),
    "-12s, from 25s to 13s",
  ),
  row("close together", "{check: spread, of: [go, app#2.start], max: 2}", nextTrace(25), true),
  row(
    "too far apart",
    "{check: spread, of: [app#2.start, go, app#1.exit], max: 9.9}",
    nextTrace(25),
    "10s: app#2.start 12s, go 10s, app#1.exit 2s",
  ),
];
