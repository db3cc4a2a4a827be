/**
 * The examples of evented PLEG: what their explanations say, and that a PLEG that lists shows
 * nothing of it on the same input. Findings A14, A17 and B1 to B4 of the recordings.
 */
import { describe, expect, it } from "vitest";
import { explain } from "../../src/explain/explain.ts";
import { answersTo } from "../../src/explain/question.ts";
import { Story } from "../../src/explain/story.ts";
import { parseVersion } from "../../src/scenario/kubernetes-version.ts";
import type { PreparedInput } from "../../src/scenario/prepare.ts";
import { KubeRun } from "../support/kube-run.ts";
import { play, readScenario } from "../support/scenario-files.ts";

const versions = ["1.34", "1.35", "1.36"] as const;

function example(name: string): PreparedInput {
  const input = readScenario(`docs/examples/${name}.yaml`);
  if (input === undefined) throw new Error(`${name} can not be read`);
  return input;
}

function listed(name: string, version: string): KubeRun {
  const input = example(name);
  const kubernetes = parseVersion(version);
  if (kubernetes === undefined) throw new Error(`${version} is no version`);
  const scenario = { ...input.scenario, observe: "level" as const, kubernetes };
  return new KubeRun(play({ ...input, scenario }));
}

describe.each(versions)("a kubelet %s that lists", (version) => {
  it("starts the container once, however late its event", () => {
    expect(listed("started-twice", version).starts("app")).toHaveLength(1);
  });

  it("restarts within seconds what was lost, without a probe", () => {
    const run = listed("lost-exit", version);
    const ends = run.of("container").filter(({ to }) => to === "Exited");
    const starts = run.of("container").filter(({ to }) => to === "Running");
    expect(ends).toHaveLength(3);
    for (const { pod, t } of ends) {
      const again = starts.filter((start) => start.pod === pod && start.t > t);
      expect(again.map((start) => start.t - t < 2)).toEqual([true]);
    }
  });

  it("starts the static pod that came back, and does not show it without", () => {
    const run = listed("shown-running", version);
    const again = run.start("main", 2);
    expect(again).toBeLessThan(40);
    const shown = run.states("main").filter(({ t }) => t > 32 && t < again);
    expect(shown.map(({ state }) => state.split(" ")[0])).not.toContain("running");
  });

  it("kills within a second what a probe found", () => {
    const run = listed("late-kill", version);
    const failed = run.probes("liveness").find(({ failures }) => failures === 1);
    expect(run.sigterm("app") - (failed?.t ?? NaN)).toBeLessThan(1.1);
  });
});

describe("the explanation", () => {
  it.each([
    ["started-twice", "app#2.start", "kubernetes/kubernetes#121349, #123087"],
    ["started-twice", "app#2.start", "ContainerStarted of web/app, of 0.3s, was held by fog"],
    ["lost-exit", "plain/app#2.start", "ContainerDied of plain/app, of 20s, was lost to storm"],
    ["shown-running", "agent/main#2.start", "the list of 5m1.126s found it"],
    ["late-kill", "app#1.sigterm", "waited for the tick of the cache"],
  ])("of %s, %s, says: %s", (name, of, said) => {
    const input = example(name);
    const story = new Story(input, play(input));
    const [record] = answersTo(story, { of });
    if (record === undefined) throw new Error("there is no answer");
    const texts = explain(story, record).steps.flatMap(({ details, rule }) => [
      ...details,
      JSON.stringify(rule ?? ""),
    ]);
    expect(texts.join("\n")).toContain(said);
  });
});
