/** The language of `--delete`: `web at 60s` deletes that pod through the API at that time. */
import type { Manifest } from "../manifest/manifest.ts";
import { InputError, type Position } from "../model/diagnostic.ts";
import { parseDuration } from "./duration.ts";
import { describeValue, oneOf } from "./issues.ts";
import { didYouMean } from "./nearest.ts";
import { ownedPods } from "./owned-pods.ts";
import type { Scenario, Stimulus } from "./scenario.ts";
import { stimulusSchema } from "./schema-stimuli.ts";

const flag = "--delete";

/** Adds to the scenario's stimuli. Throws an `InputError` with the first error. */
export function withDeletions(
  scenario: Scenario,
  texts: readonly string[],
  pods: readonly Manifest[],
): Scenario {
  const names = [...new Set(pods.map(({ pod }) => pod.metadata.name))];
  const deletions = texts.map((text, index): Stimulus => {
    const position: Position = { file: flag, line: index + 1, column: 1 };
    const [, name = "", time = ""] = /^\s*(\S+)\s+at\s+(\S+)\s*$/u.exec(text) ?? [];
    if (parseDuration(time) === undefined) {
      throw wrong(position, "is not understood", text, "a pod and a time: web at 60s");
    }
    const owned = ownedPods(name, pods)?.names;
    if (owned === undefined && !names.includes(name)) {
      throw wrong(position, "names no pod", name, oneOf(names), didYouMean(name, names));
    }
    const { data } = stimulusSchema.safeParse({
      at: time,
      action: "deletePod",
      pod: owned ?? name,
    });
    if (data === undefined) throw new Error(`${flag} makes a stimulus that is none`);
    const path = ["spec", "stimuli", flag, index];
    return { ...data, label: `${flag} ${name}`, place: { path, position } } as Stimulus;
  });
  return { ...scenario, stimuli: [...scenario.stimuli, ...deletions] };
}

function wrong(
  position: Position,
  message: string,
  found: string,
  expected: string,
  fix?: string,
): InputError {
  const finding = { message, found: describeValue(found), expected, ...(fix && { fix }) };
  return new InputError([{ severity: "error", position, ...finding }]);
}
