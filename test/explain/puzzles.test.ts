/** What docs/puzzles.md answers: the step that holds the point of each, by its example. */
import { describe, expect, it } from "vitest";
import { explain } from "../../src/explain/explain.ts";
import { answersTo } from "../../src/explain/question.ts";
import { Story } from "../../src/explain/story.ts";
import { play, readScenario } from "../support/scenario-files.ts";

function stepsOf(name: string, of: string) {
  const input = readScenario(`docs/examples/${name}.yaml`);
  if (input === undefined) throw new Error(`${name} can not be read`);
  const story = new Story(input, play(input));
  const steps = answersTo(story, { of }).flatMap((record) => explain(story, record).steps);
  return steps.map(({ what, details, rule }) => ({ what, details, rule: rule?.name }));
}

describe("the explanation", () => {
  // Issue 141155; row 10.
  it("tells of a probe that does not wait for the startup probe of its run", () => {
    const name = "liveness-before-startup";
    const [probe] = stepsOf(name, "app#2.sigterm").filter(({ rule }) => rule === "probe/early");
    expect(probe?.details).toContain("it is asked before the startup probe of this run has passed");
    const waits = stepsOf(name, "app#1.sigterm").map(({ rule }) => rule);
    expect(waits).toContain("probe/failure");
    expect(waits).not.toContain("probe/early");
  });

  // kuberuntime_manager.go doBackOff: the sync that kills has an older list of what has ended.
  it.each([
    ["app#2.start", "no back-off: no run of it had exited when the sync began"],
    [
      "app#3.start",
      "no back-off: the sync knew only the end before, at 30s, and after the first there is none",
    ],
    [
      "app#4.start",
      "no wait: the sync knew only the end before, at 1m, and the back-off of 10s after that was over",
    ],
  ])("tells why %s has no back-off to wait for", (of, text) => {
    const steps = stepsOf("liveness-kills-without-back-off", of);
    expect(steps.flatMap(({ details }) => details)).toContain(text);
  });

  // Issue 125880; kuberuntime_termination_order.go newTerminationOrdering.
  it("tells of a sidecar that none of those runs that it would wait for", () => {
    const [signal] = stepsOf("sidecars-told-to-stop", "mesh#1.sigterm");
    expect(signal?.rule).toBe("signal/order");
    expect(signal?.details).toContain("it waits for no other container: app, logs do not run");
  });

  // config/file.go extractFromDir: one pod a name.
  it("tells which file takes the place of a static pod's", () => {
    const [, gone] = stepsOf("static-pod-backup-file", "app#1.sigterm");
    expect(gone).toMatchObject({
      what: "web gives way to another pod of its name, of web.yaml~",
      rule: "pod/replaced",
    });
  });
});
