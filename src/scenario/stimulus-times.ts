/** When stimuli happen, as far as that is known before the run, and what can never happen. */
import { formatDuration } from "./duration.ts";
import type { NameChecker } from "./name-checker.ts";
import { formatReference } from "./reference.ts";
import type { Reference } from "./reference.ts";
import type { Scenario, Stimulus } from "./scenario.ts";

/** A moment of the run itself: the world brings it about, or the clock. */
export type Origin = Exclude<Reference, { readonly kind: "stimulus" }>;

/**
 * The moment that a reference means once stimuli are followed to what they wait for, with all
 * offsets added up; nothing where that is a loop or an unknown id.
 */
export function originOf(moment: Reference, stimuli: readonly Stimulus[]): Origin | undefined {
  const byId = new Map(stimuli.map((stimulus) => [stimulus.id, stimulus.at]));
  let offsetMs = 0;
  let current: Reference | undefined = moment;
  // Each stimulus is passed once at most, else it waits for itself.
  for (let hops = 0; current && hops <= byId.size; hops++) {
    offsetMs += current.offsetMs;
    if (current.kind !== "stimulus") return { ...current, offsetMs };
    current = byId.get(current.id);
  }
  return undefined;
}

/** The time of a moment in ms after `t0`, where the file alone tells it. */
export function knownTimeMs(
  moment: Reference,
  { stimuli, durationMs }: Pick<Scenario, "stimuli" | "durationMs">,
): number | undefined {
  const origin = originOf(moment, stimuli);
  if (origin?.kind === "t0") return origin.offsetMs;
  return origin?.kind === "end" ? durationMs + origin.offsetMs : undefined;
}

export function checkStimulusIds({ stimuli }: Scenario, checker: NameChecker): void {
  const first = new Map<string, Stimulus>();
  for (const stimulus of stimuli) {
    if (stimulus.id === undefined) continue;
    const other = first.get(stimulus.id);
    if (!other) first.set(stimulus.id, stimulus);
    else {
      const message = `is used twice, first at line ${other.place.position.line}`;
      const finding = { message, expected: "an id of its own" };
      checker.report([...stimulus.place.path, "id"], finding);
    }
  }
}

export function checkStimulusTimes(scenario: Scenario, checker: NameChecker): void {
  for (const stimulus of scenario.stimuli) checkTime(stimulus, scenario, checker);
}

function checkTime({ at, place }: Stimulus, scenario: Scenario, checker: NameChecker): void {
  const path = [...place.path, "at"];
  const origin = originOf(at, scenario.stimuli);
  if (!origin) {
    // An id that no stimulus has is reported with all other names.
    if (!isLoop(at, scenario.stimuli)) return;
    const finding = { message: "waits for itself", expected: "a moment that does not need it" };
    checker.report(path, finding);
    return;
  }
  if (origin.kind === "run" && typeof origin.run.run !== "number") {
    const message = "has no `from` that next could count from";
    checker.report(path, { message, expected: "the number of a run, such as app#2" });
    return;
  }
  const timeMs = knownTimeMs(at, scenario);
  if (timeMs !== undefined) checkKnownTime(timeMs, path, scenario, checker);
  else if (origin.offsetMs < 0) {
    const moment = formatReference({ ...origin, offsetMs: 0 });
    checker.report(path, {
      message: "is before a moment that nobody can foresee",
      expected: `${moment} or later`,
    });
  }
}

function checkKnownTime(
  timeMs: number,
  path: readonly (string | number)[],
  { durationMs }: Scenario,
  checker: NameChecker,
): void {
  if (timeMs < 0) {
    const found = `${formatDuration(-timeMs)} before t0`;
    checker.report(path, { message: "is before t0", found, expected: "t0 or later" });
  }
  if (timeMs > durationMs) {
    checker.warn(path, {
      message: "is after the end, so it never happens",
      found: formatDuration(timeMs),
      expected: `at most ${formatDuration(durationMs)}`,
      fix: "raise spec.duration, or let it happen earlier",
    });
  }
}

function isLoop(at: Reference, stimuli: readonly Stimulus[]): boolean {
  const byId = new Map(stimuli.map((stimulus) => [stimulus.id, stimulus.at]));
  let current: Reference | undefined = at;
  for (let hops = 0; current?.kind === "stimulus"; hops++) {
    if (hops > byId.size) return true;
    current = byId.get(current.id);
  }
  return false;
}
