/** When stimuli happen, as far as that is known before the run, and what can never happen. */
import { formatDuration } from "./duration.ts";
import type { NameChecker } from "./name-checker.ts";
import { formatReference } from "./reference.ts";
import type { Reference } from "./reference.ts";
import type { Scenario, Stimulus } from "./scenario.ts";

/** A moment of the run itself: the world brings it about, or the clock. */
export type Origin = Exclude<Reference, { readonly kind: "stimulus" }>;

/** Why a moment has no origin: it waits for itself, or for an id that no stimulus has. */
type NoOrigin = "loop" | "unknown";

/**
 * The moment that a reference means once stimuli are followed to what they wait for, with all
 * offsets added up; nothing where that is a loop or an unknown id.
 */
export function originOf(moment: Reference, stimuli: readonly Stimulus[]): Origin | undefined {
  const origin = resolve(moment, stimuli);
  return typeof origin === "string" ? undefined : origin;
}

function resolve(moment: Reference, stimuli: readonly Stimulus[]): Origin | NoOrigin {
  if (moment.kind !== "stimulus") return moment;
  let chains = chainsOf.get(stimuli);
  if (chains === undefined) chainsOf.set(stimuli, (chains = new Chains(stimuli)));
  return later(chains.originOf(moment.id), moment.offsetMs);
}

/** Each scenario is asked once for every stimulus, by the checks and by the run. */
const chainsOf = new WeakMap<readonly Stimulus[], Chains>();

/** Follows ids; each is followed once, so that thousands in one chain cost no more than apart. */
class Chains {
  readonly #byId = new Map<string, Reference>();
  readonly #origins = new Map<string, Origin | NoOrigin>();

  constructor(stimuli: readonly Stimulus[]) {
    for (const { id, at } of stimuli) if (id !== undefined) this.#byId.set(id, at);
  }

  /** Without recursion, because a chain may be longer than the stack is deep. */
  originOf(id: string): Origin | NoOrigin {
    const followed = new Map<string, number>();
    let current = id;
    let origin = this.#origins.get(current);
    while (origin === undefined) {
      const at = this.#byId.get(current);
      if (followed.has(current)) origin = "loop";
      else if (at === undefined) origin = "unknown";
      else if (at.kind !== "stimulus") this.#origins.set(current, (origin = at));
      else {
        followed.set(current, at.offsetMs);
        current = at.id;
        origin = this.#origins.get(current);
      }
    }
    for (const [passed, offsetMs] of [...followed].toReversed()) {
      origin = later(origin, offsetMs);
      this.#origins.set(passed, origin);
    }
    return origin;
  }
}

function later(origin: Origin | NoOrigin, offsetMs: number): Origin | NoOrigin {
  if (typeof origin === "string") return origin;
  return { ...origin, offsetMs: origin.offsetMs + offsetMs };
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
      const { position } = other.place;
      const earlier = position ? `, first at line ${position.line}` : "";
      const message = `is used twice${earlier}`;
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
  const origin = resolve(at, scenario.stimuli);
  // An id that no stimulus has is reported with all other names.
  if (origin === "unknown") return;
  if (origin === "loop") {
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
