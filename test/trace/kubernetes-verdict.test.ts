import { describe, expect, it } from "vitest";
import type { TraceBody, VerdictRow } from "../../src/model/trace.ts";
import { renderPodVerdict } from "../../src/trace/kubernetes/render-pod-verdict.ts";
import { container, event, pod, podIs, runs, signal, status } from "./kubernetes-traces.ts";
import { change, textOf, trace, view } from "./traces.ts";

const counters = { lists: 9, creates: 2, removes: 1, events: 0 };

function verdictOf(bodies: readonly TraceBody[], rows: readonly VerdictRow[] = []): string {
  const verdict = { type: "verdict", agrees: true, rows, counters } as const;
  const records = trace(...bodies.map((body) => [1, body] as const), [90, verdict]);
  return textOf(renderPodVerdict(verdict, records, view(100)));
}

function killedBy(reason: string, id: string, run: number): readonly TraceBody[] {
  return [
    {
      type: "sync",
      ...pod,
      reason: "sync",
      actions: [{ action: "kill", id, container: "app", reason }],
    },
    { ...signal("TERM"), id },
    change("Exited", { id, exitCode: 143 }),
    change("Creating", { id: `c${run}`, run }),
  ];
}

const started = [podIs("added"), change("Creating"), change("Running")];

describe("the verdict on pods", () => {
  it("says how the pod is and what restarted its containers", () => {
    const text = verdictOf([
      ...started,
      ...killedBy("liveness", "c1", 2),
      ...killedBy("liveness", "c2", 3),
      event("Killing", "Container app failed liveness probe, will be restarted"),
      status([runs("c3", true, { restartCount: 2 })]),
    ]);
    expect(text).toMatchInlineSnapshot(`
      "POD    STATE    READY  RESTARTS
      web    Running  1/1    2
        app  Running  yes    2

      ✓ web is Running and Ready; app was restarted 2 times by its liveness probe.
      1m30s simulated · 9 list calls · 2 creates · 1 remove · 1 Kubernetes Event
      "
    `);
  });

  it("says of a pod that is gone which of its containers never started", () => {
    const waiting = { ...runs("c1", false), state: { waiting: { reason: "PodInitializing" } } };
    const text = verdictOf([podIs("added"), status([waiting]), podIs("removed")]);
    expect(text).toContain("✓ web is gone; app never started.\n");
    const ran = [...started, status([runs("c1", true)]), podIs("removed")];
    expect(verdictOf(ran)).not.toContain("never started");
  });

  it("says of a second run beside the first that nothing had stopped it", () => {
    const text = verdictOf([
      ...started,
      change("Creating", { id: "c2", run: 2 }),
      status([runs("c2", true, { restartCount: 1 })]),
    ]);
    expect(text).toContain("app was restarted once while it was still running.\n");
  });

  it("tells of what is left of a pod that terminates once, with the pod", () => {
    const left = { ...pod, container: "app", id: "c1", state: "Running", verdict: "undeclared" };
    const row = left as unknown as VerdictRow;
    const leaving = verdictOf(
      [...started, podIs("terminating"), status([runs("c1", true)])],
      [row],
    );
    expect(leaving).toContain("web is terminating");
    expect(leaving).not.toContain("nobody declares");
    const gone = verdictOf([...started, podIs("removed"), status([runs("c1", true)])], [row]);
    expect(gone).toContain("✗ 1 container that nobody declares.");
  });

  it("counts causes apart, and says what it waits for", () => {
    const text = verdictOf([
      ...started,
      ...killedBy("startup", "c1", 2),
      change("Exited", { id: "c2", exitCode: 1 }),
      change("Creating", { id: "c3", run: 3 }),
      change("Exited", { id: "c3", exitCode: 1 }),
      status([container({ state: { waiting: { reason: "CrashLoopBackOff" } }, restartCount: 2 })]),
    ]);
    expect(text).toContain(
      "✗ web is Running, not Ready; app was restarted 2 times (1 by its startup probe, 1 after a crash)",
    );
    expect(text).toContain(" and\n  now waits in CrashLoopBackOff.\n");
  });

  it("shows init containers and sidecars, of which the first are never ready", () => {
    const over = { terminated: { exitCode: 0, reason: "Completed" } };
    const text = verdictOf([
      podIs("added"),
      status([runs("c3", true)], {
        initContainerStatuses: [
          container({ name: "migrate", state: over, ready: true }),
          runs("c2", true, { name: "proxy" }),
        ],
      }),
    ]);
    expect(text).toMatchInlineSnapshot(`
      "POD                STATE               READY  RESTARTS
      web                Running             2/2    0
        migrate (init)   Completed (exit 0)         0
        proxy (sidecar)  Running             yes    0
        app              Running             yes    0

      ✓ web is Running and Ready.
      1m30s simulated · 9 list calls · 2 creates · 1 remove · 0 Kubernetes Events
      "
    `);
  });

  it.each<[string, readonly TraceBody[], string]>([
    ["nobody takes up", [podIs("added")], "✗ web is Pending: the kubelet has not taken it up."],
    ["is gone", [...started, podIs("removed")], "✓ web is gone.\n"],
    [
      "had to be killed",
      [...started, signal("TERM"), signal("KILL"), change("Exited"), podIs("removed")],
      "✓ web is gone; app was ended by SIGKILL.",
    ],
    [
      "has failed",
      [podIs("added"), status([], { phase: "Failed", reason: "Evicted" })],
      "✗ web has Failed (Evicted).",
    ],
    [
      "is not ready",
      [...started, status([runs("c1", false)])],
      "✗ web is Running, not Ready; app is not ready.",
    ],
    [
      "the API has old news of",
      [...started, status([container()], { sent: true }), status([runs("c1", true)])],
      "✓ web is Running and Ready; the API still has it as Running, not Ready.",
    ],
    [
      "took the place of another",
      [...started, podIs("removed"), podIs("added", { uid: "u2" })],
      "✗ web is Pending: the kubelet has not taken it up.\n90s",
    ],
  ])("speaks of a pod that %s", (_, bodies, expected) => {
    expect(verdictOf(bodies)).toContain(expected.replace("90s", "1m30s"));
  });

  it("tells of many pods by what they share", () => {
    const pods = Array.from({ length: 30 }, (_, index) => ({ pod: `p${index}`, uid: `u${index}` }));
    const bodies = pods.flatMap((each, index) => [
      podIs("added", each),
      status([index < 4 ? container() : runs("c1", true)], each),
    ]);
    expect(verdictOf(bodies)).toMatchInlineSnapshot(`
      "POD     STATE              READY  RESTARTS
      p0 +3   Running            0/1    0
        app   ContainerCreating  no     0
      p4 +25  Running            1/1    0
        app   Running            yes    0

      ✗ 26 of 30 pods are ready, done or gone.
      ✗ p0 is Running, not Ready. So with 3 more pods.
      1m30s simulated · 9 list calls · 2 creates · 1 remove · 0 Kubernetes Events
      "
    `);
  });

  it("names what nobody declares", () => {
    const stray = {
      namespace: "default",
      pod: "other",
      container: "x",
      state: "Running",
      verdict: "undeclared",
    } as const;
    const text = verdictOf([...started, status([runs("c1", true)])], [stray]);
    expect(text).toContain("other/x  Running, nobody declares it");
    expect(text).toContain("✗ 1 container that nobody declares.");
  });
});
