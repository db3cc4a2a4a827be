import { describe, expect, it } from "vitest";
import type { TraceBody } from "../../src/model/trace.ts";
import { unicodeGlyphs } from "../../src/trace/glyphs.ts";
import { renderPodVerdict } from "../../src/trace/kubernetes/render-pod-verdict.ts";
import { laneLine } from "../../src/trace/lane-cells.ts";
import { foldLanes } from "../../src/trace/lanes.ts";
import { renderLog } from "../../src/trace/render-log.ts";
import { timeScale } from "../../src/trace/time-axis.ts";
import { container, event, podEvent, podIs, runs, signal, status } from "./kubernetes-traces.ts";
import { change, textOf, trace, view } from "./traces.ts";

type Moments = readonly (readonly [number, TraceBody])[];

const counters = { lists: 9, creates: 2, removes: 1, events: 0 };
const verdict = { type: "verdict", agrees: true, rows: [], counters } as const;

function lanesOf(moments: Moments): string {
  const { lanes, endMs } = foldLanes(trace(...moments));
  const scale = timeScale(endMs, endMs / 1000);
  return lanes
    .map((lane) => `${textOf([laneLine(lane, scale, unicodeGlyphs)]).trimEnd()} ${lane.name}`)
    .join("\n");
}

function logOf(moments: Moments): string {
  return textOf(renderLog(trace(...moments), view(90)));
}

function verdictOf(moments: Moments): string {
  return textOf(renderPodVerdict(verdict, trace(...moments), view(100)));
}

/** The line of a container in the table: its state, whether it is ready, its restarts. */
const stateOf = (text: string, name: string) =>
  new RegExp(`^  ${name} +(.*)$`, "m").exec(text)?.[1];

const started: Moments = [
  [0, podIs("added", { containers: ["app", "b"] })],
  [0, change("Creating")],
  [0, change("Running")],
];
const isFailed = { phase: "Failed", reason: "DeadlineExceeded", message: "too long" } as const;
const exited = container({ name: "b", state: { terminated: { exitCode: 0 } } });
const failedPod = { sent: true, ...isFailed } as const;

/** The deadline is over at 4s; `app` goes on until 7s, though it was told to end. */
const deadline: Moments = [
  ...started,
  [0, change("Creating", { container: "b", id: "c2" })],
  [0, change("Running", { container: "b", id: "c2" })],
  [0, status([runs("c1", true), runs("c2", true, { name: "b" })])],
  [2, change("Exited", { container: "b", id: "c2", exitCode: 0 })],
  [2, { ...event("BackOff", "Back-off restarting failed container"), container: "b" }],
  [2, status([runs("c1", true), waiting()])],
  [4, podEvent("DeadlineExceeded", "too long")],
  [4, status([runs("c1", true), waiting()], isFailed)],
  [4, status([runs("c1", true), waiting()], { sent: true })],
  [4, signal("TERM")],
];
const ended: Moments = [
  [7, signal("KILL")],
  [7, change("Exited", { exitCode: 137 })],
  [7, status([container({ state: { terminated: { exitCode: 137 } } }), exited], isFailed)],
  [7, status([container({ state: { terminated: { exitCode: 137 } } }), exited], failedPod)],
];

function waiting() {
  return container({ name: "b", state: { waiting: { reason: "CrashLoopBackOff" } } });
}

// Upstream: mergePodStatus delays a terminal phase while containers could be running.
describe("the end of a pod of which a container still runs", () => {
  it("is told when the last container has ended", () => {
    const text = logOf([...deadline, ...ended, [9, verdict]]);
    expect(text.slice(text.indexOf("4s"))).toMatchInlineSnapshot(`
      "4s  ! web      DeadlineExceeded: too long
          T web/app  SIGTERM
      7s  K web/app  SIGKILL: still running 3s after SIGTERM (exit 137); the pod has Failed
                     (DeadlineExceeded: too long)
      "
    `);
  });

  it("shows the pod as stopping until then, and nothing of it as waiting", () => {
    expect(lanesOf([...deadline, ...ended, [9, verdict]])).toMatchInlineSnapshot(`
      "▇▇▅▅▒▒▒▁▁ web
      ▇▇▇▇T▒▒K▁ web/app
      ▇▇✓~▁▁▁▁▁ web/b"
    `);
  });

  it("is what the verdict says to come, and then what came", () => {
    expect(verdictOf([...deadline, [6, verdict]])).toContain(
      "✗ web is Running, not Ready, and being ended: Failed (DeadlineExceeded: too long).\n",
    );
    const text = verdictOf([...deadline, ...ended, [9, verdict]]);
    expect(text).toContain("✗ web has Failed (DeadlineExceeded: too long); app was ended by SIG");
    expect(text).not.toContain("back-off");
    expect(stateOf(text, "b")).toMatch(/^Exited \(exit 0\) /);
  });

  it("is told at once where nothing runs", () => {
    const rejected: Moments = [
      [0, podIs("added")],
      [1, podEvent("OutOfcpu", "not enough")],
      [1, status([], { phase: "Failed", reason: "OutOfcpu" })],
      [2, verdict],
    ];
    expect(logOf(rejected)).toContain("OutOfcpu: not enough; the pod has Failed\n");
  });

  it("does not make a pod `has not Ready` of one whose phase stays", () => {
    const failedAndReady = status([runs("c1", true)], isFailed);
    const text = logOf([
      ...started,
      [1, failedAndReady],
      [3, change("Exited", { exitCode: 137 })],
      [3, status([container({ state: { terminated: { exitCode: 137 } } })], isFailed)],
      [4, verdict],
    ]);
    expect(text).toContain("; the pod is not Ready\n");
    expect(text).not.toContain("has not");
  });
});

describe("a pod that is being deleted", () => {
  it("waits in no back-off", () => {
    const moments: Moments = [
      ...started,
      [0, status([runs("c1", true)])],
      [2, change("Exited", { exitCode: 1 })],
      [2, event("BackOff", "Back-off restarting failed container")],
      [2, status([container({ state: { waiting: { reason: "CrashLoopBackOff" } } })])],
      [4, podIs("terminating")],
      [5, status([container({ state: { waiting: { reason: "CrashLoopBackOff" } } })])],
      [7, verdict],
    ];
    expect(lanesOf(moments).split("\n").at(-2)).toBe("▇▇✗~▁▁▁ web/app");
    expect(verdictOf(moments)).toContain("✗ web is terminating (Running, not Ready).\n");
  });
});

describe("a container whose end the kubelet has not seen", () => {
  const unseen: Moments = [
    [0, podIs("added")],
    [0, change("Running")],
    [0, status([runs("c1", true)])],
    [0, status([runs("c1", true)], { sent: true })],
    [5, change("Exited", { exitCode: 1 })],
  ];

  it("makes a pod that is ready in the API only", () => {
    const text = verdictOf([...unseen, [90, verdict]]);
    expect(text).toMatchInlineSnapshot(`
      "POD    STATE                   READY  RESTARTS
      web    Running                 1/1    0
        app  Running (ended unseen)  yes    0

      ✗ web is Running and Ready in the API only; app ended unseen by the kubelet at 5s (exit 1).
      1m30s simulated · 9 list calls · 2 creates · 1 remove · 0 Kubernetes Events
      "
    `);
  });

  it("is dead in its lane, though a late sync spoke of a back-off before", () => {
    const backOff = event("BackOff", "Back-off restarting failed container");
    const moments: Moments = [
      ...unseen.slice(0, 2),
      [2, backOff],
      [3, status([runs("c1", true)])],
      [5, change("Exited", { exitCode: 1 })],
      [8, verdict],
    ];
    expect(lanesOf(moments)).toBe("▅▅▅▇▇✗▁▁ web/app");
    expect(verdictOf(moments)).not.toContain("back-off");
  });

  it("is told with the kubelet's own knowledge where the API has not even that", () => {
    const text = verdictOf([...unseen.slice(0, 3), ...unseen.slice(4), [90, verdict]]);
    expect(text).toContain("✗ web is Running and Ready in the kubelet's eyes only; app ended ");
  });
});
