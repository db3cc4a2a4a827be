/** Rows for the checks of objects, mirrors and containers that are there or not. */
import { type Row, pod, row, run, status, stimulus, traceOf } from "./trace-builder.ts";

const lived = traceOf(
  stimulus(20, "del"),
  pod(0, "added"),
  pod(20, "terminating"),
  pod(25, "removed"),
);
const stays = traceOf(stimulus(20, "del"), pod(0, "added"), pod(20, "terminating"));

const objects: readonly Row[] = [
  row("gone", "{check: gone, pod: web, window: [5, 9], from: del}", lived, true),
  row(
    "gone too early",
    "{check: gone, pod: web, window: [5.1, 9], from: del}",
    lived,
    "gone at 25s",
  ),
  row(
    "gone too late",
    "{check: gone, pod: web, window: [0, 4.9], from: del}",
    lived,
    "gone at 25s",
  ),
  row(
    "not gone",
    "{check: gone, pod: web}",
    stays,
    "web is there to the end, deletion was asked for at 20s",
  ),
  row("never there", "{check: gone, pod: web}", traceOf(), "the API never had a pod web"),
  row(
    "of a kind without records",
    "{check: gone, pod: web, kind: ReplicaSet}",
    lived,
    "not in the trace: objects of kind ReplicaSet",
  ),
  row(
    "what a file no longer declares is no object",
    "{check: gone, pod: web}",
    traceOf(pod(0, "added", { source: "file" }), pod(9, "removed", { source: "file" })),
    "the API never had a pod web",
  ),
  row("there", "{check: exists, pod: web, during: [t0, 25]}", lived, true),
  row(
    "not there any more",
    "{check: exists, pod: web, during: [t0, 26]}",
    lived,
    "absent from 25s",
  ),
  row("not there", "{check: exists, pod: web, during: [t0, end]}", traceOf(), "absent from 0s"),
];

const file = { source: "file", pod: "web-node-1", uid: "static" };
const mirror = (uid: string) => ({ pod: "web-node-1", uid });
const mirrored = traceOf(
  stimulus(10, "go"),
  stimulus(20, "del"),
  pod(0, "added", file),
  run({ pod: "web-node-1", uid: "static", start: 1 }),
  pod(2, "added", mirror("m1")),
  pod(20, "removed", mirror("m1")),
  pod(22, "added", mirror("m2")),
);
const named = (metadata: object) =>
  traceOf(pod(0, "added", file), pod(2, "added", { ...mirror("m1"), metadata }));

const mirrors: readonly Row[] = [
  row("a mirror", "{check: mirror, pod: web, window: [0, 2]}", mirrored, true),
  row(
    "a mirror too late",
    "{check: mirror, pod: web, window: [0, 1]}",
    mirrored,
    "mirrors appeared at 2s (m1), 22s (m2)",
  ),
  row(
    "another mirror",
    "{check: mirror, pod: web, newUid: true, window: [0, 2], from: del}",
    mirrored,
    true,
  ),
  row(
    "the first mirror is no other one",
    "{check: mirror, pod: web, newUid: true, window: [0, 3]}",
    mirrored,
    "mirrors appeared",
  ),
  row("no mirror", "{check: mirror, pod: web}", traceOf(pod(0, "added", file)), "never was"),
  row(
    "a namesake that is no mirror by its annotations",
    "{check: mirror, pod: web}",
    named({ annotations: {} }),
    "there never was a mirror",
  ),
  row(
    "a mirror by its annotations",
    "{check: mirror, pod: web}",
    named({ annotations: { "kubernetes.io/config.mirror": "x" } }),
    true,
  ),
  row("a mirror gone", "{check: mirrorGone, pod: web, window: [0, 1], from: del}", mirrored, true),
  row(
    "a mirror gone too late",
    "{check: mirrorGone, pod: web, window: [0, 9], from: go}",
    mirrored,
    "mirrors disappeared at 20s",
  ),
  row(
    "no mirror gone",
    "{check: mirrorGone, pod: web}",
    traceOf(pod(0, "added", file), pod(2, "added", mirror("m1"))),
    "no mirror ever disappeared",
  ),
  row("a static pod by the name in its file", "{check: start, of: web/app#1}", mirrored, true),
  row(
    "a static pod runs as soon as the runtime says so",
    "{check: state, path: web/app.state, equals: running, during: [web/app#1.start, end]}",
    traceOf(
      pod(0, "added", file),
      status(0, {
        pod: "web-node-1",
        uid: "static",
        sent: false,
        containerStatuses: [
          { name: "app", state: { waiting: { reason: "ContainerCreating" } }, lastState: {} },
        ],
      }),
      run({ pod: "web-node-1", uid: "static", start: 1 }),
    ),
    true,
  ),
  row(
    "a static pod that comes back with another UID goes on counting",
    "{check: start, of: web/app#2, window: [50, 50]}",
    traceOf(
      pod(0, "added", file),
      run({ pod: "web-node-1", uid: "static", start: 1 }),
      pod(40, "added", { ...file, uid: "other" }),
      run({ pod: "web-node-1", uid: "other", start: 50 }),
    ),
    true,
  ),
];

const left = traceOf(stimulus(20, "del"), run({ start: 1, exit: 21, removed: 22 }));

const containers: readonly Row[] = [
  row("none left", "{check: noContainer, pod: web, by: del+2s}", left, true),
  row("one left", "{check: noContainer, pod: web, by: del+1.9s}", left, "there is app#1 (exited)"),
  row(
    "one that comes later",
    "{check: noContainer, pod: web, by: del+2s}",
    traceOf(stimulus(20, "del"), run({ start: 90 })),
    "there is app#1 (created at 1m30s)",
  ),
  row(
    "after the end",
    "{check: noContainer, pod: web, by: end+1s}",
    left,
    "after the end of the simulation",
  ),
];

const refused = traceOf([
  5,
  { type: "rejected", namespace: "default", pod: "web", message: "sleep: must be less than 30" },
]);

const refusals: readonly Row[] = [
  row("refused", "{check: rejected, pod: web, contains: less than 30}", refused, true),
  row(
    "refused for another reason",
    "{check: rejected, pod: web, contains: less than 31}",
    refused,
    "refused at 5s: sleep: must be less than 30",
  ),
  row(
    "not refused",
    "{check: rejected, pod: web}",
    lived,
    "no refusal of web: it was created at 0s",
  ),
];

export const objectRows: readonly Row[] = [...objects, ...mirrors, ...containers, ...refusals];
