/** Runs the input once, and writes why that happened which was asked about. */
import { explain } from "../explain/explain.ts";
import { explanationsAsJson } from "../explain/explanation-json.ts";
import { NoAnswer } from "../explain/no-answer.ts";
import { type Question, answersTo, choiceText } from "../explain/question.ts";
import { renderExplanation } from "../explain/render-explanation.ts";
import { Story } from "../explain/story.ts";
import { renderWhyNot } from "../explain/why-not/render-why-not.ts";
import { type WhyNotQuestion, whyNot } from "../explain/why-not/why-not.ts";
import { whyNotAsJson } from "../explain/why-not/why-not-json.ts";
import type { Paint } from "../trace/line.ts";
import type { View } from "../trace/view.ts";
import { CallError } from "./call-error.ts";
import type { ExplainFlags } from "./explain.ts";
import { overridesOf } from "./flags.ts";
import { headingOf } from "./heading.ts";
import { Output, looksOf, tell } from "./output.ts";
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
  const answer = orCallError(() =>
    "whyNot" in question ? whyNotAnswer(story, question) : explanationAnswer(story, question),
  );
  const choice = "whyNot" in question ? undefined : choiceText(story, question);
  if (choice !== undefined) tell(`note: --of: ${choice}`);
  const out = new Output(flags.out);
  if (output === "json") out.write(answer.json());
  else {
    const { view, paint } = looksOf(flags);
    out.write(headingOf(input.scenario, view, paint));
    out.write(answer.texts(view, paint).join("\n"));
  }
  out.end();
}

interface Answer {
  readonly json: () => string;
  readonly texts: (view: View, paint: Paint) => readonly string[];
}

function explanationAnswer(story: Story, question: Question): Answer {
  const explanations = answersTo(story, question).map((record) => explain(story, record));
  return {
    json: () => explanationsAsJson(explanations),
    texts: (view, paint) => explanations.map((each) => renderExplanation(each, view, paint)),
  };
}

function whyNotAnswer(story: Story, question: WhyNotQuestion): Answer {
  const all = whyNot(story, question);
  return {
    json: () => whyNotAsJson(story, all),
    texts: (view, paint) => all.map((each) => renderWhyNot(story, each, view, paint)),
  };
}

function questionOf(flags: ExplainFlags): Question | WhyNotQuestion {
  const { of, at, event, seq, pod, whyNot: state } = flags;
  const one = pod === undefined ? {} : { pod };
  const moment = at === undefined ? {} : { at };
  // Beside --why-not a moment is no question of its own.
  const asked = { of, event, seq, "why-not": state, ...(state === undefined && { at }) };
  const given = Object.entries(asked).filter(([, value]) => value !== undefined);
  const [first, second] = given;
  if (first === undefined) {
    const all = "--of, --at, --event, --seq or --why-not";
    throw new CallError(`nothing is asked: give ${all}; see relist explain --help`);
  }
  if (second !== undefined) {
    throw new CallError(`--${first[0]} and --${second[0]} are two questions; give one of them`);
  }
  if (state !== undefined) return { whyNot: state, ...moment, ...one };
  if (at !== undefined) return { at, ...one };
  if (event !== undefined) return { event, ...one };
  if (pod !== undefined) {
    throw new CallError("--pod goes with --at, --event or --why-not; --of names its pod");
  }
  return of === undefined ? { seq: seq ?? 0 } : { of };
}

function orCallError<Result>(ask: () => Result): Result {
  try {
    return ask();
  } catch (error) {
    if (error instanceof NoAnswer) throw new CallError(error.message);
    throw error;
  }
}
