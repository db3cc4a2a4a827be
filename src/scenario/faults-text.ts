/**
 * The language of `--faults`: `drop=0.05,delay=2s@0.3`. Each part is a fault on the runtime's
 * events from the first moment to the last, and what is read is what the file would have said.
 */
import { InputError, type Position } from "../model/diagnostic.ts";
import { describeValue, oneOf } from "./issues.ts";
import { parseDuration } from "./duration.ts";
import type { Scenario, Stimulus } from "./scenario.ts";
import { stimulusSchema } from "./schema-stimuli.ts";

const actions = {
  drop: "dropEvents",
  delay: "delayEvents",
  duplicate: "duplicateEvents",
  reorder: "reorderEvents",
} as const;

type Kind = keyof typeof actions;

const kinds = Object.keys(actions) as Kind[];
const flag = "--faults";

/** Such faults take what the scenario's own leave. */
export function isOfFlag({ place }: Stimulus): boolean {
  return place.position?.file === flag;
}

/** Adds to the scenario's faults. Throws an `InputError` with the first error. */
export function withFaults(scenario: Scenario, text: string): Scenario {
  let column = 1;
  const said = new Set<Kind>();
  const faults = text.split(",").map((part, index): Stimulus => {
    const position: Position = { file: flag, line: 1, column };
    column += part.length + 1;
    const [word = "", value = ""] = part.trim().split(/=(.*)/su);
    const kind = kinds.find((known) => known === word);
    if (kind !== undefined && said.has(kind)) throw wrong(position, word, "each kind once");
    if (kind === undefined) throw wrong(position, word, `${oneOf(kinds)}, such as drop=0.05`);
    said.add(kind);
    const written = { at: 0, action: actions[kind], ...readValue(kind, value, position) };
    const { data } = stimulusSchema.safeParse(written);
    if (data === undefined) throw new Error(`${flag} makes a stimulus that is none`);
    const path = ["spec", "stimuli", flag, index];
    return { ...data, label: `${flag} ${kind}`, place: { path, position } } as Stimulus;
  });
  return { ...scenario, stimuli: [...faults, ...scenario.stimuli] };
}

function readValue(kind: Kind, value: string, position: Position): object {
  if (kind === "drop" || kind === "duplicate") {
    return { probability: chance(value, position, "a chance from 0 to 1: drop=0.05") };
  }
  const [by = "", probability] = value.split("@");
  const expected = "a time, and a chance where not all are hit: delay=2s, reorder=500ms@0.3";
  if (parseDuration(by) === undefined) throw wrong(position, value, expected);
  return {
    by,
    ...(probability === undefined ? {} : { probability: chance(probability, position, expected) }),
  };
}

function chance(text: string, position: Position, expected: string): number {
  const value = Number(text);
  if (/^[\d.]+$/u.test(text) && value >= 0 && value <= 1) return value;
  throw wrong(position, text, expected);
}

function wrong(position: Position, found: string, expected: string): InputError {
  const message = "is not understood";
  return new InputError([
    { severity: "error", position, message, found: describeValue(found), expected },
  ]);
}
