/** Twenty moments of the scenarios in test/cases, explained: the texts are in moments/. */
import { describe, expect, it } from "vitest";
import { explain } from "../../src/explain/explain.ts";
import { type Question, answersTo } from "../../src/explain/question.ts";
import { renderExplanation } from "../../src/explain/render-explanation.ts";
import { Story } from "../../src/explain/story.ts";
import { plain } from "../../src/trace/line.ts";
import { unicodeGlyphs } from "../../src/trace/glyphs.ts";
import { play, readScenario } from "../support/scenario-files.ts";

const asked: readonly (readonly [string, Question])[] = [
  ["cb-01", { of: "app#5.start" }],
  ["cb-03", { event: "BackOff#2" }],
  ["crash-longest-back-off", { of: "app#4.start" }],
  ["deadline", { event: "DeadlineExceeded" }],
  ["delete-during-pull", { event: "Killing" }],
  ["ep-01", { at: "24s", pod: "stuck" }],
  ["hk-01", { of: "a/c2#1.start" }],
  ["hk-05", { of: "five/app#1.exit" }],
  ["im-01", { event: "BackOff" }],
  ["image-changed", { event: "Killing" }],
  ["in-01", { at: "30s" }],
  ["ph-02", { at: "30s", pod: "a" }],
  ["pr-04", { event: "Unhealthy" }],
  ["reboot", { of: "web/app#2.start" }],
  ["restart-all-containers", { at: "40s", pod: "all" }],
  ["rj-01", { event: "OutOfcpu" }],
  ["sb-01", { of: "always/app#2.start" }],
  ["sc-05", { at: "60s" }],
  ["st-06", { at: "62s", pod: "web" }],
  ["tm-04", { of: "b/app#1.exit" }],
];

describe("a moment", () => {
  it.each(asked)("of %s is explained: %j", async (name, question) => {
    const input = readScenario(`test/cases/${name}.yaml`);
    if (input === undefined) throw new Error(`${name} can not be read`);
    const story = new Story(input, play(input));
    const view = { columns: 80, glyphs: unicodeGlyphs };
    const texts = answersTo(story, question).map((record) =>
      renderExplanation(explain(story, record), view, plain),
    );
    await expect(texts.join("\n")).toMatchFileSnapshot(`moments/${name}.txt`);
  });
});
