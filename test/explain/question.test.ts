/** Which record a question means, and what is said where there is none. */
import { describe, expect, it } from "vitest";
import { NoAnswer } from "../../src/explain/no-answer.ts";
import { type Question, answersTo, choiceText } from "../../src/explain/question.ts";
import { Story } from "../../src/explain/story.ts";
import { prepareInput } from "../../src/scenario/prepare.ts";
import { parseYaml } from "../../src/yaml/parse-yaml.ts";
import { play, readScenario } from "../support/scenario-files.ts";

const input = readScenario("docs/examples/graceful-stop.yaml");
if (input === undefined) throw new Error("the example can not be read");
const story = new Story(input, play(input));

describe("a question", () => {
  it.each([
    [{ of: "app#1" }, { type: "container", container: "app", to: "Running" }],
    [{ of: "web/app#1.exit" }, { type: "container", container: "app", to: "Exited" }],
    [{ of: "app#1.sigterm" }, { type: "signal", container: "app", signal: "TERM" }],
    [{ of: "app#1.preStop" }, { type: "hook", hook: "preStop", phase: "start" }],
    [{ of: "app.pull#1.end" }, { type: "pull", container: "app", phase: "end" }],
    [{ of: "pod.status.startTime" }, { type: "status" }],
    [{ of: "goodbye" }, { type: "stimulus", id: "goodbye" }],
    [
      { at: "56s", pod: "web" },
      { type: "hook", phase: "start" },
    ],
    [{ event: "Killing" }, { type: "event", reason: "Killing", container: "app" }],
    [{ event: "Killing#2" }, { type: "event", reason: "Killing", container: "proxy" }],
    [{ seq: 2 }, { seq: 2 }],
  ] as const satisfies readonly (readonly [Question, object])[])("%j", (question, expected) => {
    expect(answersTo(story, question)).toMatchObject([expected]);
  });

  it.each([
    [{ of: "app#7" }, "app#7 never started; it started once: #1 at "],
    [{ of: "nobody#1" }, "there is no run of nobody; containers that ran: "],
    [{ of: "app#1.start+5s" }, "use --at app#1.start+5s"],
    [{ of: "?" }, "is not understood; expected a time"],
    [{ of: "farewell" }, "nothing is called farewell: stimuli are "],
    [{ of: "app.pull#9.end" }, "app.pull#9.end never was; there were 1 pulls for it"],
    [{ at: "2h" }, "is outside of the simulation"],
    [{ at: "app#3.start" }, "app#3.start was never reached"],
    [{ at: "56s", pod: "job" }, "there is no pod job; there is web"],
    [{ event: "Killing#9" }, "Killing occurred 2 times only"],
    [{ event: "Evicted" }, "there is no Event Evicted; reasons are "],
    [{ seq: 100_000 }, "no record has the seq 100000; they go to "],
  ] as const satisfies readonly (readonly [Question, string])[])("%j: %s", (question, said) => {
    expect(() => answersTo(story, question)).toThrow(NoAnswer);
    expect(() => answersTo(story, question)).toThrow(said);
  });
});

it("names a run of one of several pods, and says of which", () => {
  const list = ["a", "b", "c"]
    .map(
      (name) => `{apiVersion: v1, kind: Pod, metadata: {name: ${name}},
  spec: {containers: [{name: app, image: "a:1"}, {name: ${name}only, image: "a:1"}]}}`,
    )
    .join();
  const text = `apiVersion: v1
kind: List
items: [${list}]
`;
  const pods = prepareInput(parseYaml({ file: "f", text }), {
    overrides: { deletions: ["b at 1m"], durationMs: 120_000 },
  });
  const told = new Story(pods, play(pods));
  expect(choiceText(told, { of: "app#1.start" })).toBe(
    "app#1 is taken to be a/app#1; 2 other pods have it, too",
  );
  expect(choiceText(told, { of: "a/app#1" })).toBeUndefined();
  expect(choiceText(told, { of: "bonly#1.sigterm" })).toBeUndefined();
  expect(() => answersTo(told, { of: "app#1.sigterm" })).toThrow(
    "app#1 never got SIGTERM; it was created at 0s; app#1 is taken to be a/app#1; 2 other pods",
  );
});
