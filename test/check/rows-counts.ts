/** Rows for the checks of numbers. */
import {
  type Row,
  containerStatus,
  event,
  object,
  phases,
  pod,
  row,
  run,
  status,
  stimulus,
  traceOf,
} from "./trace-builder.ts";

const unhealthy = { reason: "Unhealthy", message: "Liveness probe failed: 500" };
const three = traceOf(event(10), event(20), event(30), event(15, unhealthy));

const events: readonly Row[] = [
  row("one by itself", "{check: event, reason: Unhealthy}", three, true),
  row("none", "{check: event, reason: Killing}", three, "reasons there are: BackOff, Unhealthy"),
  row("enough", "{check: event, reason: BackOff, min: 3}", three, true),
  row("too few", "{check: event, reason: BackOff, min: 4}", three, /^3: 10s web "Back-off/),
  row("not too many", "{check: event, reason: BackOff, min: 0, max: 3}", three, true),
  row("too many", "{check: event, reason: BackOff, max: 2}", three, /^3: /),
  row("none wanted", "{check: event, reason: Killing, max: 0}", three, true),
  row("none wanted, but one", "{check: event, reason: Unhealthy, max: 0}", three, /^1: 15s web/),
  row("of a type", "{check: event, reason: BackOff, type: Warning}", three, true),
  row("of another type", "{check: event, reason: BackOff, type: Normal}", three, "of that reason"),
  row("with a part", "{check: event, reason: Unhealthy, contains: probe failed}", three, true),
  row("without it", "{check: event, reason: Unhealthy, contains: errored}", three, "none"),
  row("about a pod", "{check: event, reason: BackOff, pod: [web]}", three, true),
  row("about a pattern", "{check: event, reason: BackOff, pod: w*}", three, true),
  row(
    "about another pod",
    "{check: event, reason: BackOff, pod: web}",
    traceOf(event(10, { pod: "api" })),
    "none; others of that reason: 10s api",
  ),
  row("in a window", "{check: event, reason: BackOff, min: 2, window: [20, 30]}", three, true),
  row(
    "out of the window",
    "{check: event, reason: BackOff, min: 3, window: [10.1, 30]}",
    three,
    /^2: 20s/,
  ),
  row(
    "at other times",
    "{check: event, reason: BackOff, window: [31, 40]}",
    three,
    "none; at other times 10s web",
  ),
  row(
    "none until a moment that has one as its consequence",
    "{check: event, reason: BackOff, max: 0, window: [0, go]}",
    traceOf(stimulus(10, "go"), event(10)),
    true,
  ),
  row(
    "none until a moment, but one",
    "{check: event, reason: BackOff, max: 0, window: [0, go]}",
    traceOf(stimulus(10, "go"), event(9.9)),
    "9.9s",
  ),
  row(
    "none until a time after the end",
    "{check: event, reason: BackOff, max: 0, window: [0, 500]}",
    traceOf(),
    "after the end of the simulation",
  ),
];

const runs = traceOf(
  run({ start: 1, exit: 20 }),
  run({ run: 2, start: 21, exit: 30, removed: 40 }),
  run({ container: "sidecar", start: 1 }),
);
const running = "type: container, pod: web, container: app, to: Running";

const counts: readonly Row[] = [
  row("exactly", `{check: count, of: {${running}}, equals: 2}`, runs, true),
  row("not exactly", `{check: count, of: {${running}}, equals: 1}`, runs, /^2 records.*: 1s, 21s$/),
  row("at least", `{check: count, of: {${running}}, min: 3}`, runs, /^2 records/),
  row("at most", `{check: count, of: {type: container, to: Running}, max: 2}`, runs, /^3 records/),
  row(
    "by a pattern",
    "{check: count, of: {type: container, pod: w*, run: 2}, equals: 4}",
    runs,
    true,
  ),
  row("by a number", `{check: count, of: {${running}, run: 2}, equals: 1}`, runs, true),
  row("in a window", `{check: count, of: {${running}}, equals: 0, window: [2, 21]}`, runs, true),
  row(
    "not in the window",
    `{check: count, of: {${running}}, equals: 0, window: [2, 21.1]}`,
    runs,
    /^1 records.*: 21s$/,
  ),
];

const both = "{check: concurrent, of: {kind: container, pod: web, state: Running}, ";
const terminating = traceOf(
  phases([1, "Running"]),
  pod(30, "terminating"),
  pod(40, "removed"),
  pod(50, "added", { uid: "web-2", pod: "web-5d4-x7x" }),
);

const concurrents: readonly Row[] = [
  row("never more", `${both}max: 2}`, runs, true),
  row("once more", `${both}max: 1}`, runs, /^2 at 1s; between 0 and 2/),
  row("never fewer", `${both}min: 1, window: [1, 100]}`, runs, true),
  row("never fewer, from t0 on", `${both}min: 1}`, traceOf(run({ start: 0 })), true),
  row("once fewer", `${both}min: 2, window: [1, 100]}`, runs, /^1 at 20s; between 1 and 2/),
  row("fewer outside of the window only", `${both}min: 2, window: [1, 20]}`, runs, true),
  row(
    "none for no time",
    `${both}min: 1, window: [2, 50]}`,
    traceOf(run({ start: 1, exit: 20 }), run({ run: 2, start: 20 })),
    true,
  ),
  row(
    "containers there are",
    "{check: concurrent, of: {kind: container, container: app}, max: 1, window: [0, 20]}",
    runs,
    true,
  ),
  row(
    "containers there are, also exited ones",
    "{check: concurrent, of: {kind: container, container: app}, max: 1}",
    runs,
    /^2 at 21s/,
  ),
  row(
    "ready containers",
    "{check: concurrent, of: {kind: container, container: app, ready: true}, min: 1, window: [5, 9]}",
    traceOf(
      pod(0, "added"),
      run({ start: 1 }),
      status(2),
      status(7, { containerStatuses: [containerStatus({ ready: false })] }),
    ),
    /^0 at 7s/,
  ),
  row(
    "pods",
    "{check: concurrent, of: {kind: pod}, min: 1, max: 1, window: [0, 40]}",
    terminating,
    true,
  ),
  row(
    "no pods",
    "{check: concurrent, of: {kind: pod}, min: 1, window: [0, 50]}",
    terminating,
    /^0 at 40s/,
  ),
  row(
    "pods that go",
    "{check: concurrent, of: {kind: pod, deleting: true}, max: 0}",
    terminating,
    /^1 at 30s/,
  ),
  row(
    "pods by phase",
    "{check: concurrent, of: {kind: pod, phase: Pending}, max: 0, window: [1, 50]}",
    terminating,
    true,
  ),
  row(
    "pods that are ready",
    "{check: concurrent, of: {kind: pod, ready: true}, min: 1, window: [2, 10]}",
    traceOf(
      pod(0, "added"),
      status(2, { conditions: [{ type: "Ready", status: "True" }] }),
      status(9, { conditions: [{ type: "Ready", status: "False" }] }),
    ),
    /^0 at 9s/,
  ),
  row(
    "pods of a Deployment",
    "{check: concurrent, of: {kind: pod, deployment: web}, max: 0}",
    terminating,
    /^1 at 50s/,
  ),
];

const thrice = traceOf(
  pod(0, "added"),
  object(10),
  object(20, { count: 2, change: "updated" }),
  object(30, { count: 3, change: "updated" }),
  object(30, { ...unhealthy, name: "web.2" }),
);
const backOffs = "{check: eventObjects, pod: web, reason: BackOff, ";

const objects: readonly Row[] = [
  row("equal Events are one object", `${backOffs}equals: 1, atEnd: true}`, thrice, true),
  row("two objects", "{check: eventObjects, equals: 2, at: 30}", thrice, true),
  row("not two yet", "{check: eventObjects, equals: 2, at: 29}", thrice, /^1: web BackOff .* ×2/),
  row("its count", `${backOffs}field: count, min: 3, atEnd: true}`, thrice, true),
  row("another count", `${backOffs}field: count, max: 2, atEnd: true}`, thrice, "×3"),
  row(
    "the count of several",
    "{check: eventObjects, field: count, min: 1, atEnd: true}",
    thrice,
    /^2: /,
  ),
  row("the count of none", `${backOffs}field: count, max: 9, at: 5}`, thrice, "none at 5s"),
  row("all the time", `${backOffs}equals: 1, during: [10, 100]}`, thrice, true),
  row("not all the time", `${backOffs}equals: 1, during: [9, 100]}`, thrice, "none at 9s"),
  row(
    "with a part",
    "{check: eventObjects, contains: probe, equals: 1, atEnd: true}",
    thrice,
    true,
  ),
  row("about no other pod", `${backOffs}equals: 0, atEnd: true}`, thrice, /^1: /),
  row(
    "one that is removed after its hour",
    `${backOffs}equals: 0, at: 40}`,
    traceOf(object(10), object(40, { change: "removed" })),
    true,
  ),
  row(
    "occurrences that were not stored",
    `${backOffs}equals: 0, atEnd: true}`,
    traceOf(event(10), event(20)),
    true,
  ),
  row(
    "two of one reason",
    `${backOffs}equals: 2, atEnd: true}`,
    traceOf(object(10), object(20, { name: "web.2" })),
    true,
  ),
];

export const countRows: readonly Row[] = [...events, ...counts, ...concurrents, ...objects];
