/** What a run shows of a node that is away, with and without somebody who watches over it. */
import { describe, expect, it } from "vitest";
import { prepareInput } from "../../src/scenario/prepare.ts";
import { runScenario } from "../../src/scenario/run-scenario.ts";
import { unicodeGlyphs } from "../../src/trace/glyphs.ts";
import { laneLine } from "../../src/trace/lane-cells.ts";
import { foldLanes } from "../../src/trace/lanes.ts";
import { renderLog } from "../../src/trace/render-log.ts";
import { timeScale } from "../../src/trace/time-axis.ts";
import { parseYaml } from "../../src/yaml/parse-yaml.ts";
import { textOf, view } from "./traces.ts";

function outage(actions: readonly [string, string], upAt: string, isWatched = true) {
  const [down, up] = actions;
  const input = prepareInput(
    parseYaml({
      file: "s.yaml",
      text: `
apiVersion: v1
kind: Pod
metadata: {name: web}
spec: {containers: [{name: app, image: "a:1"}]}
---
apiVersion: relist.dev/v1alpha1
kind: Scenario
metadata: {name: outage}
spec:
  duration: 12m
  requires: ${isWatched ? "[nodeLifecycle]" : "[]"}
  stimuli:
  - {at: 60s, action: ${down}}
  - {at: ${upAt}, action: ${up}}
`,
    }),
  );
  const { records } = runScenario(input);
  const { lanes, endMs } = foldLanes(records);
  const [lane] = lanes;
  if (lane === undefined) throw new Error("no lane");
  return {
    notes: input.diagnostics,
    log: textOf(renderLog(records, view(200))),
    lane: textOf([laneLine(lane, timeScale(endMs, 24), unicodeGlyphs)]).trim(),
  };
}

describe("a node that is down", () => {
  it("takes its kubelet and its containers along, and comes up without them", () => {
    const { log } = outage(["nodeDown", "nodeUp"], "80s");
    expect(log).toContain("1m  ✗ node-1   down: its kubelet and all of its containers end\n");
    expect(log).toContain("✗ web/app  ended with the node after 1m (exit 255)\n");
    expect(log).toContain("✓ node-1   up again: its kubelet starts, and no container runs\n");
    expect(log).not.toMatch(/live on|killed by the scenario/);
  });

  it("is tainted, and the log tells which taint is taken away and which one stays", () => {
    const { log } = outage(["nodeDown", "nodeUp"], "3m");
    const [noSchedule, noExecute] = ["NoSchedule", "NoExecute"].map(
      (effect) => `node.kubernetes.io/unreachable:${effect}`,
    );
    expect(log).toContain(`! node-1   tainted ${noSchedule}, ${noExecute}\n`);
    expect(log).toContain(`✓ node-1   no more tainted ${noSchedule}; still ${noExecute}\n`);
    expect(log).toContain("✓ node-1   no taint is left\n");
  });

  it.each([
    ["8m", false, ["note: nobody watches over the node here"]],
    ["8m", true, []],
    ["80s", false, []],
  ])("until %s, watched: %s, is worth a note where pods stay on it", (upAt, isWatched, said) => {
    const { notes } = outage(["nodeDown", "nodeUp"], upAt, isWatched);
    const told = notes.map(({ severity, message }) => `${severity}: ${message.split(":")[0]}`);
    expect(told).toEqual(said);
  });
});

describe("the lane of a pod on a node that is not heard of", () => {
  // Of half a minute each.
  it("is not ready from when the controller says so until the kubelet is heard of", () => {
    const { lane } = outage(["apiDown", "apiUp"], "3m");
    expect(lane).toBe("▇▇▇▇▅▅▅▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇");
  });
});
