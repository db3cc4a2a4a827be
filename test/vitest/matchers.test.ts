import { describe, expect, expectTypeOf, it } from "vitest";
import { overSeeds } from "../../src/library/over-seeds.ts";
import { type SimulateOptions, simulate } from "../../src/library/simulate.ts";
import type { SimulatedNode } from "../../src/library/simulated-node.ts";
import { CallError } from "../../src/model/call-error.ts";
import { InputError } from "../../src/model/diagnostic.ts";
// oxlint-disable-next-line import/no-unassigned-import -- to import it is enough.
import "../../src/vitest/index.ts";
import type { Window } from "../../src/vitest/window.ts";

const manifest = `
apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  terminationGracePeriodSeconds: 10
  containers:
  - name: app
    image: example.com/web:1
    readinessProbe: {periodSeconds: 1, tcpSocket: {port: 80}}
  - name: proxy
    image: example.com/proxy:1
`;

const node = (options: SimulateOptions = {}): SimulatedNode => simulate(manifest, options);
/** Ready at 5 s, ends at 20 s and again after so long a run. */
const flaky = (seed = 1): SimulatedNode =>
  node({ seed, behave: "app: ready 5s, exit 1 after 20s" }).advance("2m");
const once = node({ behave: "app: ready 5s" }).advance("20s");
/** Outlives the grace of its deletion at 20 s. */
const stubborn = (): SimulatedNode =>
  node({ behave: "app: sigterm ignored" })
    .advance("20s")
    .apply({ action: "deletePod", pod: "web" })
    .advance("20s");

function messageOf(assert: () => void): string {
  try {
    assert();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  throw new Error("the assertion holds");
}

/** The first line: what was expected and what was seen. */
const said = (assert: () => void): string => messageOf(assert).split("\n\n")[0] ?? "";

describe("toBecomeReady", () => {
  it("holds of pods and of containers, in a window", () => {
    expect(flaky()).toBecomeReady();
    expect(flaky()).toBecomeReady("web", { within: "10s" });
    expect(flaky()).toBecomeReady("web/proxy", { within: 1 });
    expect(flaky()).toBecomeReady("app", { after: "app#2.start", within: "10s" });
    expect(flaky()).toBecomeReady("web", { before: "app#1.exit" });
    expect(flaky()).not.toBecomeReady("web", { within: "4s" });
    expect(node({ behave: "app: ready 5s" }).advance("4s")).not.toBecomeReady("web");
  });

  it.each<[string, (subject: SimulatedNode) => void]>([
    [
      "expected web to become Ready within 3s; web was Ready at X",
      (run) => expect(run).toBecomeReady("web", { within: "3s" }),
    ],
    [
      "expected each pod not to become Ready before 20s; web was Ready at X",
      (run) => expect(run).not.toBecomeReady("pod", { before: 20 }),
    ],
    [
      "expected app to become Ready within 1s after 10s; web/app was Ready at X",
      (run) => expect(run).toBecomeReady("app", { after: "10s", within: "1s" }),
    ],
  ])("says: %s", (text, assert) => {
    expect(said(() => assert(once)).replaceAll(/[\d.]+s$/g, "X")).toBe(text);
  });
});

describe("toRestart", () => {
  it("counts, in a window", () => {
    expect(flaky()).toRestart("app");
    expect(flaky()).toRestart("web", { times: 3 });
    expect(flaky()).toRestart("app", { within: "30s", times: 1 });
    expect(flaky()).toRestart("app", { times: 0, before: "app#1.exit" });
    expect(flaky()).not.toRestart("app", { times: 2 });
    expect(flaky()).not.toRestart("proxy");
    expect(node().advance("10m")).not.toRestart();
  });
});

describe("toReceiveSignal", () => {
  it("tells SIGTERM from SIGKILL", () => {
    expect(stubborn()).toReceiveSignal("app", "SIGTERM", { after: "20s", within: "1s", times: 1 });
    expect(stubborn()).toReceiveSignal("app", "SIGKILL", { after: "app#1.sigterm", within: "11s" });
    expect(stubborn()).not.toReceiveSignal("proxy", "SIGKILL");
    expect(stubborn()).not.toReceiveSignal("app", "SIGKILL", { before: "29s" });
    expect(() => expect(stubborn()).toReceiveSignal("app", "SIGHUP" as never)).toThrow(CallError);
  });
});

describe("a run that is not over", () => {
  const early = (): SimulatedNode => node({ behave: "app: ready 5s" }).advance("4s");

  it("is judged as soon as it is sure", () => {
    expect(early().advance("10s")).toBecomeReady("web", { within: "1h" });
    expect(flaky()).not.toRestart("app", { within: "1h", times: 2 });
  });

  it("decides nothing that may still come, whichever way it is asked", () => {
    const open = "that is open until 10s, and the run stands at 4s: advance it first";
    for (const assert of [
      () => expect(early()).toBecomeReady("web", { within: "10s" }),
      () => expect(early()).not.toBecomeReady("web", { within: "10s" }),
      () => expect(early()).toRestart("app", { within: "10s", times: 0 }),
    ]) {
      expect(said(assert)).toContain(open);
    }
  });

  it("has no window at a milestone that has not come, so that a slip of the pen is seen", () => {
    const slip = "app#1.ext has not happened by 4s";
    for (const window of [{ before: "app#1.ext" }, { after: "app#1.ext" }]) {
      expect(said(() => expect(early()).toBecomeReady("web", window))).toContain(slip);
      expect(said(() => expect(early()).not.toBecomeReady("web", window))).toContain(slip);
    }
  });
});

describe("many seeds", () => {
  it("hold where each of them does", () => {
    expect(overSeeds(5, flaky)).toRestart("app", { times: 3 });
    expect(overSeeds({ from: 7, to: 9 }, flaky)).not.toReceiveSignal("app", "SIGKILL");
  });

  it("name those that do not, and show the first of them", () => {
    const message = messageOf(() =>
      expect(overSeeds(8, flaky)).toRestart("app", { within: "20.3s", times: 1 }),
    );
    expect(message).toMatch(
      /^expected app to restart 1 time within 20\.3s; not so with \d+ of 8 seeds: 1, /,
    );
    expect(message).toContain("\nwith seed 1: 0 times: web/app#2 was started again at 20.");
    expect(message).toContain("kubernetes 1.36 · seed 1 · the run stands at 2m");
  });

  it.each([0, -1, 1.5, { from: 3, to: 2 }, "5" as never])("are not %j", (seeds) => {
    expect(() => overSeeds(seeds, flaky)).toThrow(CallError);
  });
});

describe("a failure", () => {
  it("shows the timeline, and the log around the moment", () => {
    expect(messageOf(() => expect(stubborn()).not.toReceiveSignal("app", "SIGKILL")))
      .toMatchInlineSnapshot(`
      "expected app not to receive SIGKILL; web/app#1 got SIGKILL at 30s

      kubernetes 1.36 · seed 1 · the run stands at 40s

                 0s        10s       20s       30s
                 ┬─────────┬─────────┬─────────┬─────────
      web        ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▒▒▒▒▒▒▒▒▒▒▒
      web/app    ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇T▒▒▒▒▒▒▒▒▒K
      web/proxy  ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇×▁▁▁▁▁▁▁▁▁▁
      ▇ running  ▒ stopping  ▁ exited  T SIGTERM  K SIGKILL  × stopped

           0s  • web                 added by the API
               ▇ web/app, web/proxy  started
               ✓ web/app             readiness probe succeeded; the pod is Running and
                                     Ready
          20s  × web                 terminating: deleted in the API
               × web/proxy           Killing: Stopping container; SIGTERM (exit 143)
               T web/app             Killing: Stopping container; SIGTERM
          30s  K web/app             SIGKILL: still running 10s after SIGTERM (exit
                                     137); the pod has Failed
      30.614s  × web                 removed from the API
      "
    `);
  });

  it("of what has another name is an error of the input", () => {
    expect(() => expect(flaky()).toRestart("ap")).toThrow(InputError);
    expect(() => expect(flaky()).not.toRestart("ap")).toThrow(
      'error: names no container or pod, found "ap", expected one of app, proxy, web, pod; did you ' +
        'mean "app"?',
    );
  });

  it("of what is no run is an error of the call", () => {
    const text = "expect() is to be given what simulate or overSeeds gives, got 5";
    expect(() => expect(5).toRestart("app")).toThrow(new CallError(text));
  });
});

it("has types", () => {
  expectTypeOf(expect(once).toBecomeReady).parameter(1).toEqualTypeOf<Window | undefined>();
  expectTypeOf(expect(once).not.toRestart).returns.toEqualTypeOf<SimulatedNode>();
  // @ts-expect-error: no such signal.
  expect(() => expect(flaky()).toReceiveSignal("app", "SIGHUP")).toThrow(CallError);
  // @ts-expect-error: a window has no such bound.
  expect(flaky()).toRestart("app", { until: "3m" });
});
