import { describe, expect, it } from "vitest";
import { type Comparison, compareVariants } from "../../src/compare/compare.ts";
import { differenceText } from "../../src/compare/difference.ts";
import { renderComparison } from "../../src/compare/render-compare.ts";
import { prepareInput } from "../../src/scenario/prepare.ts";
import { plain, textWidth } from "../../src/trace/line.ts";
import { parseYaml } from "../../src/yaml/parse-yaml.ts";
import {
  type ExampleName,
  exampleInput,
  exampleNames,
  kubernetesExampleNames,
  view,
} from "../trace/traces.ts";

const lost = compareVariants(exampleInput("lost-event"));
const two = compareVariants(exampleInput("lost-event"), { observe: ["level", "edge"] });

function rendered(comparison: Comparison, name: ExampleName, columns = 80): string {
  const { durationMs } = exampleInput(name).scenario;
  return renderComparison(comparison, durationMs, view(columns), plain);
}

describe("a comparison", () => {
  it("shows on one screen where kubelets part, and why", async () => {
    await expect(rendered(lost, "lost-event")).toMatchFileSnapshot("lost-event-compare.txt");
  });

  it("shows two of them alone as well", async () => {
    await expect(rendered(two, "lost-event")).toMatchFileSnapshot("lost-event-two.txt");
  });

  it("points at a late parting from the left", () => {
    const partings = two.partings.map((parting) => ({ ...parting, t: 19 }));
    const text = rendered({ ...two, partings }, "lost-event");
    expect(text).toMatch(/they part at 19s ▲$/m);
  });

  it("tells of containers that part in one way once, and counts what was lost", () => {
    const [parting] = two.partings;
    const first = parting?.lost;
    if (parting === undefined || first === undefined) throw new Error("an event is lost");
    const other = { ...first, pod: "other", t: 9.5 };
    const partings = [parting, { ...parting, name: "other/app", lost: other }];
    const text = rendered({ ...two, partings }, "lost-event");
    expect(text).toContain("lost   ContainerDied of web/app at 8.5s, other/app at 9.5s (glitch)");
    expect(text.match(/^edge {3}was not told in time/gm)).toHaveLength(1);
    expect(differenceText({ ...two, partings })).toContain("was lost to glitch, and 1 more");
  });

  it("says of what is gone that it is removed", () => {
    const partings = two.partings.map(({ healedAt: _, ...parting }) => ({
      ...parting,
      end: { ...parting.end, level: undefined },
    }));
    const text = rendered({ ...two, partings }, "lost-event");
    expect(text).toContain("level  its list of 9s shows what is, and it is removed\n");
  });

  it("tells late from lost", () => {
    const partings = two.partings.map((parting) => {
      const held = parting.lost && { lost: { ...parting.lost, due: 9 } };
      return { ...parting, ...held };
    });
    const text = rendered({ ...two, partings }, "lost-event");
    expect(text).toContain("late   ContainerDied of web/app at 8.5s");
    expect(text.replaceAll("\n", " ")).toContain("was held back by glitch");
  });

  it("says why none has converged", () => {
    const comparison = compareVariants(exampleInput("crash-loop-textbook"), { isExact: true });
    expect(differenceText(comparison)).toBe(
      "level, edge and evented did not converge: web/app missing (in back-off). " +
        "No event was lost.",
    );
  });

  it("says of a pod that was refused what for", () => {
    const text = [
      "apiVersion: relist.dev/v1alpha1",
      "kind: Scenario",
      "metadata: {name: full}",
      "spec: {duration: 20s, node: {allocatable: {cpu: 1}}}",
      "---",
      "apiVersion: v1",
      "kind: Pod",
      "metadata: {name: big}",
      "spec: {containers: [{name: a, image: a, resources: {requests: {cpu: 900}}}]}",
    ].join("\n");
    const input = prepareInput(parseYaml({ file: "x.yaml", text }));
    expect(differenceText(compareVariants(input, { observe: ["level"] }))).toBe(
      "level did not converge: big/a missing (OutOfcpu). No event was lost.",
    );
  });

  it("marks a cell that is cut", () => {
    expect(rendered(two, "lost-event", 40)).toContain("✗ exited (1…\n");
  });

  it("says so where nothing differs", () => {
    const text = rendered(compareVariants(exampleInput("pod")), "pod");
    expect(text).toContain("web/app   all    ");
    expect(text).toContain("level, edge and evented converged by the last disturbance. No event");
  });
});

const names = [...exampleNames.filter((name) => name !== "many-pods"), ...kubernetesExampleNames];

it.each(names)("%s fits any width", (name) => {
  const comparison = compareVariants(exampleInput(name), { isExact: true });
  for (const columns of [40, 60, 80, 140, 200]) {
    const widths = rendered(comparison, name, columns).split("\n").map(textWidth);
    expect(Math.max(...widths)).toBeLessThanOrEqual(columns);
  }
});
