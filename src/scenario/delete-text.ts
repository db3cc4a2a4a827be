/** The language of `--delete`: `web at 60s` deletes that pod through the API at that time. */
import type { Manifest } from "../manifest/manifest.ts";
import { type Diagnostic, InputError, type Position } from "../model/diagnostic.ts";
import { parseDuration } from "./duration.ts";
import { describeValue, oneOf } from "./issues.ts";
import { didYouMean } from "./nearest.ts";
import { ownedPods } from "./owned-pods.ts";
import type { Scenario, Stimulus } from "./scenario.ts";
import { stimulusSchema } from "./schema-stimuli.ts";
import { withoutNamespace } from "./without-namespace.ts";

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
    const [, written = "", time = ""] = /^\s*(\S+)\s+at\s+(\S+)\s*$/u.exec(text) ?? [];
    const name = withoutNamespace(written, pods);
    if (parseDuration(time) === undefined) {
      throw wrong(position, "is not understood", text, "a pod and a time: web at 60s");
    }
    const owned = ownedPods(name, pods)?.names;
    if (owned === undefined && !names.includes(name)) {
      throw wrong(position, "names no pod", written, oneOf(names), didYouMean(name, names));
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

/** A note on each name that stands for several pods: all of them go at once. */
export function noteSeveralDeleted({ stimuli }: Pick<Scenario, "stimuli">): readonly Diagnostic[] {
  return stimuli.flatMap((stimulus): Diagnostic[] => {
    const { label, place } = stimulus;
    if (stimulus.action !== "deletePod" || !label.startsWith(`${flag} `)) return [];
    const names = [stimulus.pod].flat().map(({ name }) => name);
    const [first = ""] = names;
    if (names.length < 2) return [];
    const message = `${label.slice(flag.length + 1)} is ${names.length} pods, and all are deleted`;
    const fix = `for one of them, name it: ${first}`;
    const { position } = place;
    return [{ severity: "note", ...(position && { position }), message, fix }];
  });
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
