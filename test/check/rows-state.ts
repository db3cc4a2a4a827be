/** Rows for the checks of states. */
import {
  type Row,
  containerStatus,
  event,
  node,
  phases,
  pod,
  row,
  run,
  status,
  stimulus,
  traceOf,
} from "./trace-builder.ts";

const phase = "{check: state, path: pod.status.phase, equals: Failed, ";
const failedAt = (t: number, until?: number) =>
  traceOf(phases([1, "Running"], [t, "Failed"], ...(until ? [[until, "Running"] as const] : [])));
const ready = (value: string, more = {}) => ({
  conditions: [{ type: "Ready", status: value, ...more }],
});
const unready = traceOf(
  pod(0, "added"),
  status(1, ready("True")),
  status(9, ready("False", { reason: "ContainersNotReady", message: "unready: [app]" })),
);
const app = (state: object, more = {}) => ({
  containerStatuses: [containerStatus({ state, ...more })],
});
const waiting = traceOf(
  pod(0, "added"),
  status(1),
  status(5, app({ waiting: { reason: "CrashLoopBackOff", message: "back-off 10s" } })),
);

const spans: readonly Row[] = [
  row("all the time", `${phase}during: [10, 20]}`, failedAt(10), true),
  row("from a moment too late", `${phase}during: [10, 20]}`, failedAt(10.1), "Running from 10s"),
  row(
    "to a moment too early",
    `${phase}during: [10, 20]}`,
    failedAt(5, 19.9),
    "Running from 19.9s",
  ),
  row("until the very end of it", `${phase}during: [10, 20]}`, failedAt(5, 20), true),
  row("not between", `${phase}during: [10, 20]}`, failedAt(15, 15.1), "Failed from 15s, Running"),
  row(
    "beyond the end",
    `${phase}during: [10, 200]}`,
    failedAt(5),
    "after the end of the simulation",
  ),
  row(
    "the last of several changes at one moment",
    `${phase}during: [10, 20]}`,
    traceOf(phases([10, "Failed"], [12, "Running"], [12, "Failed"])),
    true,
  ),
  row(
    "not the first of several changes at one moment",
    `${phase}during: [10, 20]}`,
    traceOf(phases([10, "Failed"], [10, "Running"])),
    "Running from 10s",
  ),
  row("becomes so", `${phase}eventually: [10, 20]}`, failedAt(10), true),
  row("becomes so at last", `${phase}eventually: [10, 20]}`, failedAt(20), true),
  row("becomes so too early", `${phase}eventually: [10, 20]}`, failedAt(9), "it became so at 9s"),
  row("becomes so too late", `${phase}eventually: [10, 20]}`, failedAt(21), "it became so at 21s"),
  row("never becomes so", `${phase}eventually: [10, 20]}`, failedAt(99), "Running from 10s"),
  row(
    "is so before, and is told so again",
    `${phase}eventually: [10, 20]}`,
    traceOf(phases([9, "Failed"], [15, "Failed"])),
    "it became so at 9s",
  ),
  row("at some point", `${phase}atSomePoint: [10, 20]}`, failedAt(5, 11), true),
  row("at the last point", `${phase}atSomePoint: [10, 20]}`, failedAt(20), true),
  row("at no point", `${phase}atSomePoint: [10, 20]}`, failedAt(5, 9.9), "Running from 9.999s"),
  row(
    "at no point, however short",
    `${phase}atSomePoint: [10, 20]}`,
    traceOf(phases([12, "Failed"], [12, "Running"])),
    "Running from 12s",
  ),
  row("at a moment", `${phase}at: 10}`, failedAt(10), true),
  row("not at that moment", `${phase}at: 10}`, failedAt(10.1), /^Running$/),
  row(
    "just before what changes then",
    "{check: state, path: pod.status.phase, equals: Running, at: 10}",
    failedAt(10),
    true,
  ),
  row(
    "and not what was before that",
    "{check: state, path: pod.status.phase, equals: Running, at: 10}",
    failedAt(9.9),
    /^Failed/,
  ),
  row("at a moment never reached", `${phase}at: del+1s}`, failedAt(5), "del was never reached"),
  row("at the end", `${phase}atEnd: true}`, failedAt(100), true),
  row("not at the end", `${phase}atEnd: true}`, failedAt(5, 99), /^Running$/),
];

const values: readonly Row[] = [
  row(
    "one of a list",
    "{check: state, path: app.restartCount, equals: [1, 2], atEnd: true}",
    traceOf(pod(0, "added"), status(1, app({}, { restartCount: 2 }))),
    true,
  ),
  row(
    "none of a list",
    "{check: state, path: app.restartCount, equals: [1, 2], atEnd: true}",
    traceOf(pod(0, "added"), status(1, app({}, { restartCount: 3 }))),
    /^3$/,
  ),
  row(
    "a number is no text",
    '{check: state, path: app.restartCount, equals: "2", atEnd: true}',
    traceOf(pod(0, "added"), status(1, app({}, { restartCount: 2 }))),
    /^2$/,
  ),
  row("a state", "{check: state, path: app.state, equals: waiting, atEnd: true}", waiting, true),
  row(
    "another state",
    "{check: state, path: app.state, equals: running, atEnd: true}",
    waiting,
    "waiting (CrashLoopBackOff)",
  ),
  row(
    "a reason in a state",
    "{check: state, path: app.state.waiting.reason, equals: CrashLoopBackOff, at: 5}",
    waiting,
    true,
  ),
  row(
    "a part of a message beside a state",
    "{check: state, path: app.state, equals: waiting, contains: back-off 1, atEnd: true}",
    waiting,
    true,
  ),
  row(
    "another part of a message",
    "{check: state, path: app.state, equals: waiting, contains: back-off 2, atEnd: true}",
    waiting,
    "waiting",
  ),
  row(
    "a condition, its reason and message",
    "{check: state, path: pod.conditions.Ready, equals: 'False', reason: ContainersNotReady, " +
      "message: 'unready: [app]', eventually: [8, 10]}",
    unready,
    true,
  ),
  row(
    "a condition with another reason",
    "{check: state, path: pod.conditions.Ready, equals: 'False', reason: PodFailed, atEnd: true}",
    unready,
    "False (ContainersNotReady)",
  ),
  row(
    "a condition with another message",
    "{check: state, path: pod.conditions.Ready, message: 'unready: [b]', atEnd: true}",
    unready,
    "False (ContainersNotReady)",
  ),
  row(
    "a phase before the kubelet wrote any",
    "{check: state, path: pod.status.phase, equals: Pending, at: 0.5}",
    unready,
    true,
  ),
  row(
    "no state before a container has one",
    "{check: state, path: app.state, equals: absent, during: [0, 1]}",
    unready,
    true,
  ),
  row(
    "a state that is there",
    "{check: state, path: app.state, equals: absent, during: [0, 2]}",
    unready,
    "running from 1s",
  ),
  row(
    "present",
    "{check: state, path: pod.metadata.deletionTimestamp, equals: present, eventually: [9, 9]}",
    traceOf(pod(0, "added"), pod(9, "terminating")),
    true,
  ),
  row(
    "not present",
    "{check: state, path: pod.metadata.deletionTimestamp, equals: present, atEnd: true}",
    traceOf(pod(0, "added")),
    /^absent$/,
  ),
  row(
    "of an object that is gone",
    "{check: state, path: pod.status.phase, equals: Running, atEnd: true}",
    traceOf(phases([1, "Running"]), pod(50, "removed"), status(60)),
    /^absent$/,
  ),
  row(
    "unchanged",
    "{check: state, path: pod.metadata.uid, unchanged: true, atEnd: true}",
    traceOf(phases([1, "Running"])),
    true,
  ),
  row(
    "changed",
    "{check: state, path: pod.metadata.uid, unchanged: true, atEnd: true}",
    traceOf(pod(0, "added"), pod(5, "removed"), pod(6, "added", { uid: "web-2" })),
    /^web-2$/,
  ),
  row(
    "of what never was",
    "{check: state, path: pod.metadata.uid, unchanged: true, atEnd: true}",
    traceOf(),
    /^absent$/,
  ),
  row(
    "different from another",
    "{check: state, path: app.image, differsFrom: sidecar.image, atEnd: true}",
    traceOf(
      pod(0, "added"),
      status(1, {
        containerStatuses: [
          containerStatus(),
          containerStatus({ name: "sidecar", image: "proxy:1" }),
        ],
      }),
    ),
    true,
  ),
  row(
    "the same as another",
    "{check: state, path: app.image, differsFrom: sidecar.image, atEnd: true}",
    traceOf(
      pod(0, "added"),
      status(1, { containerStatuses: [containerStatus(), containerStatus({ name: "sidecar" })] }),
    ),
    /^app:1$/,
  ),
  row(
    "different from nothing",
    "{check: state, path: app.image, differsFrom: sidecar.image, atEnd: true}",
    traceOf(pod(0, "added"), status(1)),
    /^app:1$/,
  ),
];

const sources: readonly Row[] = [
  row(
    "only what reached the API",
    `${phase}atEnd: true}`,
    traceOf(phases([1, "Running"]), status(5, { phase: "Failed", sent: false })),
    /^Running$/,
  ),
  row(
    "of an ephemeral container",
    "{check: state, path: app.ready, equals: true, atEnd: true}",
    traceOf(
      pod(0, "added"),
      status(1, { containerStatuses: [], ephemeralContainerStatuses: [containerStatus()] }),
    ),
    true,
  ),
  row(
    "what the runtime says",
    "{check: state, path: 'runtime:app#1', equals: running, during: [2, 20]}",
    traceOf(run({ start: 2, exit: 20 })),
    true,
  ),
  row(
    "what the runtime says otherwise",
    "{check: state, path: 'runtime:app#1', equals: Running, during: [2, 20.1]}",
    traceOf(run({ start: 2, exit: 20, removed: 30 })),
    "running from 2s, exited (Error) from 20s",
  ),
  row(
    "of a removed container",
    "{check: state, path: 'runtime:app#1', equals: absent, at: 30}",
    traceOf(run({ start: 2, exit: 20, removed: 30 })),
    true,
  ),
  row(
    "the image in the runtime",
    "{check: state, path: 'runtime:app#1.image', equals: 'app:1', atEnd: true}",
    traceOf(run({ start: 2, image: "app:1" })),
    true,
  ),
  row(
    "an image that the trace has not",
    "{check: state, path: 'runtime:app#1.image', equals: absent, at: 3}",
    traceOf(run({ start: 2 })),
    "not in the trace: the image of a run",
  ),
  row(
    "metadata that the trace has",
    "{check: state, path: pod.metadata.deletionGracePeriodSeconds, equals: 10, atEnd: true}",
    traceOf(
      pod(0, "added"),
      pod(9, "terminating", { metadata: { deletionGracePeriodSeconds: 10 } }),
    ),
    true,
  ),
  row(
    "metadata that the trace has not",
    "{check: state, path: pod.metadata.labels, equals: absent, atEnd: true}",
    traceOf(pod(0, "added")),
    "not in the trace: metadata.labels",
  ),
  row(
    "a spec that the trace has not",
    "{check: state, path: 'pod.spec.containers[0].image', equals: absent, atEnd: true}",
    traceOf(pod(0, "added")),
    "not in the trace: the pod's spec",
  ),
  row(
    "a part of a status that the trace has not",
    "{check: state, path: pod.status.podIP, equals: absent, atEnd: true}",
    traceOf(phases([1, "Running"])),
    "not in the trace: status.podIP",
  ),
  row(
    "a condition of the node",
    "{check: state, path: node.conditions.Ready, equals: 'True', during: [0, 100]}",
    traceOf(node(0, "True"), event(5)),
    true,
  ),
  row(
    "another condition of the node",
    "{check: state, path: node.conditions.Ready, equals: 'True', during: [0, 100]}",
    traceOf(node(0, "True"), node(60, "False", { reason: "KubeletNotReady" })),
    "False (KubeletNotReady) from 1m",
  ),
  row(
    "a node that the trace has not",
    "{check: state, path: node.conditions.Ready, equals: absent, atEnd: true}",
    traceOf(),
    "not in the trace: the node's conditions",
  ),
];

const never = "{check: never, path: pod.status.phase, value: Failed}";

const nevers: readonly Row[] = [
  row("not once", never, traceOf(phases([1, "Running"], [9, "Succeeded"])), true),
  row("once", never, failedAt(5, 6), "Failed at 5s"),
  row("for no time", never, failedAt(5, 5), "Failed at 5s"),
  row("of what never was", never, traceOf(stimulus(1, "go")), "the trace never tells of it"),
  row(
    "of what the trace has not",
    "{check: never, path: pod.status.podIP, value: present}",
    traceOf(phases([1, "Running"])),
    "not in the trace: status.podIP",
  ),
  row(
    "present",
    "{check: never, path: pod.metadata.deletionTimestamp, value: present}",
    traceOf(pod(0, "added"), pod(9, "terminating")),
    "at 9s",
  ),
];

export const stateRows: readonly Row[] = [...spans, ...values, ...sources, ...nevers];
