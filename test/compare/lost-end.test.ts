/**
 * The end of a container that is not to run again: declared is what is actual, and yet a kubelet
 * that never heard of it shows the pod as Running for good.
 */
import { describe, expect, it } from "vitest";
import { type AnyActorLogic, type AnyEventObject, setup } from "xstate";
import { type CompareOptions, compareVariants } from "../../src/compare/compare.ts";
import { differenceText } from "../../src/compare/difference.ts";
import { renderComparison } from "../../src/compare/render-compare.ts";
import { shrink } from "../../src/compare/shrink/shrink.ts";
import { variantOf } from "../../src/compare/variant.ts";
import type { DeclaredPod } from "../../src/model/pod.ts";
import { prepareInput } from "../../src/scenario/prepare.ts";
import { runScenario } from "../../src/scenario/run-scenario.ts";
import { plain } from "../../src/trace/line.ts";
import { Pair } from "../../src/web/pair.ts";
import { Run } from "../../src/web/run.ts";
import { parseYaml } from "../../src/yaml/parse-yaml.ts";
import { view } from "../trace/traces.ts";

interface Case {
  readonly model: "textbook" | "kubernetes";
  readonly policy?: "Never" | "OnFailure";
  readonly duration?: string;
  readonly fault?: string;
}

const glitch = "- {id: glitch, at: 8s, action: dropEvents, for: 5s}";

function inputOf({ model, policy = "Never", duration = "1m", fault = glitch }: Case) {
  const text = [
    "apiVersion: relist.dev/v1alpha1",
    "kind: Scenario",
    "metadata: {name: job}",
    `spec:`,
    `  model: ${model}`,
    `  duration: ${duration}`,
    "  behaviour: {app: {runs: [{exitAfter: 10s, exitCode: 0}]}}",
    "  stimuli:",
    `  ${fault}`,
    "---",
    "apiVersion: v1",
    "kind: Pod",
    "metadata: {name: job}",
    `spec: {restartPolicy: ${policy}, containers: [{name: app, image: a}]}`,
  ].join("\n");
  const documents = parseYaml({ file: "x.yaml", text });
  return { documents, input: prepareInput(documents) };
}

function compared(of: Case, options: CompareOptions = { observe: ["level", "edge"] }) {
  return compareVariants(inputOf(of).input, options);
}

const models = ["textbook", "kubernetes"] as const;

describe.each(models)("an end that nothing is to be done about, in %s", (model) => {
  it.each(["Never", "OnFailure"] as const)("is for edge to hear: %s", (policy) => {
    const { variants, partings } = compared({ model, policy });
    const { level, edge } = variants;
    expect(level).toMatchObject({ converged: true, verdict: { agrees: true } });
    expect(level?.measures).toMatchObject({ missedExits: 0 });
    expect(edge).toMatchObject({ converged: false, verdict: { agrees: true } });
    expect(edge?.measures).toMatchObject({ missedExits: 1, apart: 50 });
    expect(edge?.measures).not.toHaveProperty("converge");
    expect(edge?.divergence.at(-1)).toEqual([10, 1]);
    expect(partings).toMatchObject([
      {
        variant: "edge",
        name: "job/app",
        t: level?.ends[0]?.heardAt,
        end: { level: "Exited", edge: "Exited" },
        unheard: true,
        lost: { event: "ContainerDied", delivered: "glitch" },
      },
    ]);
  });

  it("is told with the event that was lost, and what is believed since", () => {
    const comparison = compared({ model });
    expect(differenceText(comparison)).toContain(
      "; edge did not converge, for ContainerDied of job/app at 10s was lost to glitch, " +
        "and it still takes job/app for running.",
    );
    const text = renderComparison(comparison, 60_000, view(100), plain);
    expect(text).toMatch(/^edge {3}was not told .*: takes it for running to the end$/m);
    expect(text).toMatch(/^job\/app +✓ exited \(0\) +✗ exited \(0\), unheard/m);
    expect(text).toMatch(/^converged +✓ yes +✗ no, 1 container/m);
  });

  it("counts for all where the run ends before anybody could know", () => {
    const early = { model, duration: "10s", fault: "- {id: none, at: 1s, action: apiUp}" };
    const { variants, partings } = compared(early, { observe: ["level"], isExact: true });
    // The textbook lists in the moment in which it ends; PLEG's list comes later.
    expect(variants["level"]?.converged).toBe(model === "textbook");
    expect(partings).toEqual([]);
  });

  it("is known to all where no event is lost", () => {
    const { variants } = compared({ model, fault: "- {id: none, at: 1s, action: apiUp}" });
    for (const { converged, measures } of Object.values(variants)) {
      expect([converged, measures.missedExits]).toEqual([true, 0]);
    }
  });

  it("can be shrunk to its one fault", () => {
    const { documents, input } = inputOf({ model });
    const variants = [variantOf("level"), variantOf("edge")];
    const smallest = shrink(documents, input, { variants, seeds: { from: 1, to: 1 } });
    expect(smallest?.after).toEqual({ pods: 1, containers: 1, events: 0, faults: 1 });
    expect(smallest?.text).toContain("event: ContainerDied");
  });

  it("parts the two on the page as well", () => {
    const { input } = inputOf({ model });
    const runs = (["level", "edge"] as const).map((observe) => {
      const scenario = { ...input.scenario, observe };
      const { records } = runScenario(input, { observe });
      return new Run({ ...input, scenario }, records);
    });
    const [level, edge] = runs;
    if (level === undefined || edge === undefined) throw new Error("there are two");
    const pair = new Pair([level, edge]);
    expect(pair.partings).toMatchObject([{ name: "job/app", side: 1, unheard: true }]);
    expect(pair.divergence[0]?.at(-1)?.apart ?? 0).toBe(0);
    expect(pair.divergence[1]?.at(-1)).toEqual({ atMs: 10_000, apart: 1 });
  });
});

it("is healed by the next list of evented, within five minutes", () => {
  const { variants } = compared({ model: "textbook" }, { observe: ["level", "evented"] });
  expect(variants["evented"]).toMatchObject({ converged: true, measures: { converge: 290 } });
});

describe("a kubelet of one's own, of which no decision is in the trace,", () => {
  const types = {} as { events: AnyEventObject; emitted: AnyEventObject };
  const { createMachine, emit, enqueueActions } = setup({ types });
  const list = emit({ type: "runtime.list", call: 0 });
  const create = enqueueActions(({ event, enqueue }) => {
    for (const { namespace, name: pod, uid: podUid } of event["pods"] as DeclaredPod[]) {
      const config = { namespace, pod, podUid, container: "app", image: "a", gracePeriodMs: 0 };
      enqueue.emit({ type: "runtime.create", call: 0, config });
    }
  });
  const start = emit(({ event }) => ({
    type: "runtime.start",
    call: 0,
    id: event["id"] as string,
  }));
  /** Starts what is declared; lists each second or never. */
  const guest = (lists: boolean): AnyActorLogic =>
    createMachine({
      on: { "source.pods": { actions: create }, "runtime.created": { actions: start } },
      initial: "waiting",
      states: {
        waiting: {
          after: { 1000: { target: "waiting", reenter: true, actions: lists ? list : [] } },
        },
      },
    });
  const none = "- {id: none, at: 1s, action: apiUp}";

  it.each([
    ["heard the event", false, none, 0],
    ["heard no event, but lists", true, glitch, 0],
    ["neither heard it nor lists", false, glitch, 1],
  ] as const)("knows what it was told: it %s", (_, lists, fault, missedExits) => {
    const own = { own: guest(lists) };
    const { variants } = compared({ model: "textbook", fault }, { observe: ["level"], own });
    expect(variants["own"]).toMatchObject({
      converged: missedExits === 0,
      measures: { missedExits },
    });
  });
});
