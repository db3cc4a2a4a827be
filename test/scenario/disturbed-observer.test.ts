/**
 * The classic three of controller testing, in both models: a controller that restarts in the middle
 * of what it does, a state that was never observed, and a view that is older than what is. Each is
 * a stimulus with its record, and a kubelet that lists gets over each.
 */
import { describe, expect, it } from "vitest";
import type { TraceRecord } from "../../src/model/trace.ts";
import { prepareInput } from "../../src/scenario/prepare.ts";
import { runScenario } from "../../src/scenario/run-scenario.ts";
import { parseYaml } from "../../src/yaml/parse-yaml.ts";

const models = ["textbook", "kubernetes"] as const;
type Model = (typeof models)[number];

function play(model: Model, spec: string, observe = "level"): readonly TraceRecord[] {
  const text = `
apiVersion: relist.dev/v1alpha1
kind: Scenario
metadata: {name: disturbed}
spec:
  model: ${model}
  observe: ${observe}
${spec.trim().replaceAll(/^/gm, "  ")}
---
apiVersion: v1
kind: Pod
metadata: {name: web}
spec: {containers: [{name: app, image: "example.com/app:1"}]}
`;
  return runScenario(prepareInput(parseYaml({ file: "disturbed.yaml", text }))).records;
}

type Of<Type extends TraceRecord["type"]> = Extract<TraceRecord, { readonly type: Type }>;

function of<Type extends TraceRecord["type"]>(
  records: readonly TraceRecord[],
  type: Type,
): readonly Of<Type>[] {
  return records.filter((record): record is Of<Type> => record.type === type);
}

/** The ids of the containers of a name that run at the end. */
function running(records: readonly TraceRecord[], name: string): readonly string[] {
  const last = new Map<string, string>();
  for (const { id, container, to } of of(records, "container")) {
    if (container === name) last.set(id, to);
  }
  return [...last].flatMap(([id, to]) => (to === "Running" ? [id] : []));
}

describe.each(models)("%s: a controller that restarts in the middle", (model) => {
  const spec = `
duration: 60s
runtime: {latency: {create: 2s, start: 1s}}
stimuli:
- {id: fall, at: 20s, action: killContainer, of: web/app#1}
- {id: again, at: fall+3s, action: kubeletRestart, downFor: 500ms}`;

  it("finds the container that it had asked for, and makes no other", () => {
    const records = play(model, spec);
    const restart = of(records, "stimulus").find(({ id }) => id === "again");
    expect(restart).toBeDefined();
    expect(of(records, "kubelet").map(({ change }) => change)).toContain("stopped");
    expect(running(records, "app")).toHaveLength(1);
    const made = of(records, "container").filter(({ to }) => to === "Creating");
    expect(made.length).toBeLessThanOrEqual(3);
  });
});

describe.each(models)("%s: a state that was never observed", (model) => {
  // A stray comes and goes between two lists, which are a second apart.
  const spec = `
duration: 40s
stimuli:
- {id: come, at: 20.3s, action: addContainer, pod: ghost, container: stray}
- {id: go, at: 20.4s, action: removeContainer, of: [ghost/stray#1]}`;

  const lists = (records: readonly TraceRecord[], id: string): boolean =>
    of(records, "relist").some(({ changes }) => changes?.[id] !== undefined);

  it("is in the trace, in no list, and nothing comes of it", () => {
    const records = play(model, spec);
    const [stray] = of(records, "container").filter(({ container }) => container === "stray");
    const stimuli = of(records, "stimulus").map(({ id }) => id);
    expect(stimuli).toEqual(expect.arrayContaining(["come", "go"]));
    expect(lists(records, stray?.id ?? "")).toBe(false);
    // Whoever took it away killed it; nobody asked it to stop.
    expect(of(records, "signal").map(({ signal }) => signal)).not.toContain("TERM");
    expect(running(records, "app")).toHaveLength(1);
  });
});

describe("a view that is older than what is", () => {
  const fall = `
duration: 60s
stimuli:
- {id: fog, at: 19s, action: delayEvents, by: 10s, for: 5s}
- {id: fall, at: 20s, action: killContainer, of: web/app#1}`;

  it.each(models)("%s: events that come late make it so for one that watches", (model) => {
    const records = play(model, fall, "edge");
    const kept = of(records, "runtimeEvent").filter(({ delivered }) => delivered === "fog");
    expect(kept.map(({ due }) => due)).toContain(30);
    const again = of(records, "container").find(({ to, t }) => to === "Creating" && t > 20);
    expect(again?.t).toBeGreaterThanOrEqual(30);
    expect(running(records, "app")).toHaveLength(1);
  });

  it.each(models)("%s: one that lists is not told by them, and acts within seconds", (model) => {
    const again = of(play(model, fall), "container").find(
      ({ to, t }) => to === "Creating" && t > 20,
    );
    expect(again?.t).toBeLessThan(24);
  });

  it("kubernetes: a list that fails leaves the last one, until there is another", () => {
    const records = play(
      "kubernetes",
      `
duration: 60s
stimuli:
- {id: blind, at: 19s, action: listFails, until: 35s}
- {id: fall, at: 20s, action: killContainer, of: web/app#1}`,
    );
    const again = of(records, "container").find(({ to, t }) => to === "Creating" && t > 20);
    expect(again?.t).toBeGreaterThanOrEqual(35);
    expect(again?.t).toBeLessThan(37.5);
    expect(running(records, "app")).toHaveLength(1);
  });

  it.each(models)("%s: declarations of before the link was cut are acted on", (model) => {
    const records = play(
      model,
      `
duration: 120s
stimuli:
- {id: cut, at: 10s, action: apiDown}
- {id: delete, at: 15s, action: deletePod, pod: web, graceSeconds: 1}
- {id: fall, at: 20s, action: killContainer, of: web/app#1}
- {id: back, at: 40s, action: apiUp}`,
    );
    const starts = of(records, "container").filter(({ to }) => to === "Running");
    expect(starts.some(({ t }) => t > 20 && t < 40)).toBe(true);
    expect(running(records, "app")).toEqual([]);
  });
});
