import { describe, expect, it } from "vitest";
import type { TraceBody } from "../../src/model/trace.ts";
import { renderLog } from "../../src/trace/render-log.ts";
import {
  container,
  event,
  hook,
  pod,
  podEvent,
  podIs,
  probe,
  runs,
  signal,
  status,
} from "./kubernetes-traces.ts";
import { change, end, textOf, trace, view } from "./traces.ts";

function logOf(...moments: readonly (readonly [number, TraceBody])[]): string {
  return textOf(renderLog(trace(...moments), view(90)));
}

describe("the log of the kubernetes model", () => {
  it("says once what an event and a record both say", () => {
    const log = logOf(
      [0, podIs("added")],
      [0, event("Pulled", 'Container image "x" already present on machine', "Normal")],
      [0, change("Creating")],
      [0, event("Created", "Container created", "Normal")],
      [0, change("Running")],
      [0, event("Started", "Container started", "Normal")],
      [1, status([runs("c1", true)])],
      [2, end],
    );
    expect(log).toMatchInlineSnapshot(`
      "0s  • web      added by the API
          ▇ web/app  started
      1s  ▇ web      Running and Ready
      "
    `);
  });

  it("goes on with a line while it is one thing: hooks, signals, the exit, the pod", () => {
    const log = logOf(
      [0, podIs("added")],
      [0, change("Creating")],
      [0, change("Running")],
      [0, hook("postStart", "start")],
      [2, hook("postStart", "end")],
      [2, status([runs("c1", true)])],
      [5, podIs("terminating")],
      [5, event("Killing", "Stopping container app", "Normal")],
      [5, hook("preStop", "start")],
      [9, hook("preStop", "end")],
      [9, signal("TERM")],
      [14, signal("KILL")],
      [14, change("Exited", { exitCode: 137 })],
      [14, status([container()], { phase: "Failed" })],
      [15, podIs("removed")],
    );
    expect(log).toMatchInlineSnapshot(`
      " 0s  • web      added by the API
           ▇ web/app  started; postStart hook begins
       2s  ▚ web/app  postStart hook done after 2s; the pod is Running and Ready
       5s  × web      terminating: deleted in the API
           × web/app  Killing: Stopping container; preStop hook begins
       9s  T web/app  preStop hook done after 4s; SIGTERM
      14s  K web/app  SIGKILL: still running 5s after SIGTERM (exit 137); the pod has Failed
      15s  × web      removed from the API
      "
    `);
  });

  it("counts an event that repeats, as kubectl does, until something else happens", () => {
    const refused = event("Unhealthy", "Liveness probe failed: connection refused");
    const records = [10, 20, 30].map((at) => [at, refused] as const);
    const log = logOf(
      [0, podIs("added")],
      ...records,
      [30, event("Killing", "Container app failed liveness probe, will be restarted", "Normal")],
      [30, signal("TERM")],
      [30, change("Exited", { exitCode: 143 })],
      [40, refused],
      [41, end],
    );
    expect(log).toMatchInlineSnapshot(`
      " 0s  • web      added by the API
      10s  ▾ web/app  Unhealthy: Liveness probe failed: connection refused (x3 over 20s)
      30s  × web/app  Killing: Container failed liveness probe, will be restarted; SIGTERM (exit
                      143)
      40s  ▾ web/app  Unhealthy: Liveness probe failed: connection refused
      "
    `);
  });

  it("has the length of a back-off from the status that tells it later", () => {
    const message = "back-off 5m0s restarting failed container=app pod=web_default(u1)";
    const waiting = { reason: "CrashLoopBackOff", message };
    const log = logOf(
      [0, podIs("added")],
      [1, event("BackOff", "Back-off restarting failed container app in pod web_default(u1)")],
      [9, status([container({ state: { waiting } })])],
      [9, end],
    );
    expect(log).toContain("~ web/app  Back-off restarting failed container: waits 5m\n");
  });

  it("tells what of the status is not sent while the link is down, and when it is", () => {
    const log = logOf(
      [0, podIs("added")],
      [1, { type: "link", up: false }],
      [2, change("Creating")],
      [2, change("Running")],
      [2, status([runs("c1", true)])],
      [5, { type: "link", up: true }],
      [6, status([runs("c1", true)], { sent: true })],
      [7, end],
    );
    expect(log).toMatchInlineSnapshot(`
      "0s  • web       added by the API
      1s  ✗ API link  cut: what the API said last stands
      2s  ▇ web/app   started; the pod is Running and Ready (not sent: no link)
      5s  ✓ API link  up: the kubelet asks the API
      6s  • web       the API hears: Running and Ready
      "
    `);
  });

  it("tells of a readiness that is lost by one failure on the line of that failure", () => {
    const log = logOf(
      [0, podIs("added")],
      [1, status([runs("c1", true)])],
      [2, event("Unhealthy", "Readiness probe failed: ")],
      [2, probe("readiness", "failure", { changed: true })],
      [2, status([runs("c1", false)])],
      [4, status([runs("c1", true)])],
      [4, probe("readiness", "success", { changed: true })],
      [5, end],
    );
    expect(log).toMatchInlineSnapshot(`
      "0s  • web      added by the API
      1s  ▇ web      Running and Ready
      2s  ▾ web/app  Unhealthy: Readiness probe failed; the pod is not Ready
      4s  ✓ web/app  readiness probe succeeded; the pod is Ready
      "
    `);
  });

  it.each<[TraceBody, string]>([
    [
      event("Failed", 'Failed to pull image "x": gone'),
      '! web/app  Failed to pull image "x": gone',
    ],
    [event("FailedMount", "no such volume"), "! web/app  FailedMount: no such volume"],
    [podEvent("Evicted", "The node was low on memory."), "! web  Evicted: The node was low"],
    [
      change("Exited", { exitCode: 0, reason: "OOMKilled" }),
      "✗ web/app  exited after 0s (exit 0, OOM",
    ],
    [probe("startup", "success", { changed: true }), "✓ web/app  startup probe succeeded"],
    [
      probe("readiness", "failure", { changed: true, failures: 3 }),
      "▾ web/app  readiness probe failed 3 times in a row",
    ],
    [
      { type: "sandbox", ...pod, id: "s2", attempt: 1, to: "Ready" },
      "• web  a new sandbox, attempt 1",
    ],
    [podIs("added", { uid: "mirror/default/web/1" }), "• web  its mirror pod is in the API"],
    [podIs("removed", { source: "file" }), "× web  no file declares it any more"],
    [
      { type: "rejected", ...pod, message: "too long" },
      "! web  rejected by the API server: too long",
    ],
    [signal("KILL"), "K web/app  SIGKILL\n"],
  ])("%j", (body, expected) => {
    // A status makes it a trace of this model, and says nothing that is news.
    expect(logOf([0, status([container()], { phase: "Pending" })], [0, body], [1, end])).toContain(
      expected,
    );
  });

  it("gives the reason of a pod's end once", () => {
    const message = "Node didn't have enough resource: pods";
    const log = logOf(
      [0, podIs("added")],
      [0, podEvent("OutOfpods", message)],
      [0, status([], { phase: "Failed", reason: "OutOfpods", message })],
      [1, end],
    );
    expect(log).toContain(`! web  OutOfpods: ${message}; the pod has Failed\n`);
  });

  it("names the hook's event and not the event again", () => {
    const log = logOf(
      [0, podIs("added")],
      [0, hook("postStart", "start")],
      [3, hook("postStart", "end", "failure")],
      [3, event("FailedPostStartHook", "PostStartHook failed")],
      [4, end],
    );
    expect(log).toContain("postStart hook failed after 3s (FailedPostStartHook)\n");
    expect(log).not.toContain("PostStartHook failed\n");
  });

  it("tells of a node's condition that changes", () => {
    const node = (ready: "True" | "Unknown", reason: string) =>
      ({
        type: "node",
        change: "status",
        conditions: [
          {
            type: "Ready",
            status: ready,
            reason,
            message: "",
            lastHeartbeatTimeMs: 0,
            lastTransitionTimeMs: 0,
          },
        ],
        lease: { holderIdentity: "node-1", leaseDurationSeconds: 40, renewTimeMs: 0 },
        resourceVersion: "1",
      }) as const;
    const log = logOf(
      [0, node("True", "KubeletReady")],
      [50, node("Unknown", "NodeStatusUnknown")],
    );
    expect(log).toBe("50s  ! node-1  node condition Ready is Unknown: NodeStatusUnknown\n");
  });
});
