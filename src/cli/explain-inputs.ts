/** Runs the input once, and writes why that happened which was asked about. */
import { explain } from "../explain/explain.ts";
import { explanationsAsJson } from "../explain/explanation-json.ts";
import { NoAnswer, type Question, answersTo } from "../explain/question.ts";
import { renderExplanation } from "../explain/render-explanation.ts";
import { Story } from "../explain/story.ts";
import { CallError } from "./call-error.ts";
import type { ExplainFlags } from "./explain.ts";
import { overridesOf } from "./flags.ts";
import { headingOf } from "./heading.ts";
import { Output, looksOf } from "./output.ts";
import { play } from "./play.ts";
import { readInput } from "./read-input.ts";

export async function explainInputs(
  paths: readonly string[],
  { output, ...own }: ExplainFlags,
): Promise<void> {
  const flags = { ...own, output };
  const question = questionOf(flags);
  const input = readInput(paths, overridesOf(flags), "explain");
  const { records } = await play(input, flags);
  const story = new Story(input, records);
  const explanations = answers(story, question).map((record) => explain(story, record));
  const out = new Output(flags.out);
  if (output === "json") out.write(explanationsAsJson(explanations));
  else {
    const { view, paint } = looksOf(flags);
    out.write(headingOf(input.scenario, view, paint));
    const texts = explanations.map((each) => renderExplanation(each, view, paint));
    out.write(texts.join("\n"));
  }
  out.end();
}

function questionOf({ of, at, event, seq, pod }: ExplainFlags): Question {
  const given = Object.entries({ of, at, event, seq }).filter(([, value]) => value !== undefined);
  const [first, second] = given;
  if (first === undefined) {
    throw new CallError(
      "nothing is asked: give --of, --at, --event or --seq; see relist explain --help",
    );
  }
  if (second !== undefined) {
    throw new CallError(`--${first[0]} and --${second[0]} are two questions; give one of them`);
  }
  const one = pod === undefined ? {} : { pod };
  if (at !== undefined) return { at, ...one };
  if (event !== undefined) return { event, ...one };
  if (pod !== undefined) throw new CallError("--pod goes with --at or --event; --of names its pod");
  return of === undefined ? { seq: seq ?? 0 } : { of };
}

function answers(story: Story, question: Question) {
  try {
    return answersTo(story, question);
  } catch (error) {
    if (error instanceof NoAnswer) throw new CallError(error.message);
    throw error;
  }
}
