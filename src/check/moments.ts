/** When the moments happened that an expectation names. */
import {
  type Reference,
  type RunMoment,
  type RunReference,
  formatReference,
  formatRun,
} from "../scenario/reference.ts";
import type { Expectation } from "../scenario/scenario.ts";
import { toMs } from "../trace/times.ts";
import { CannotTell } from "./cannot-tell.ts";
import type { Facts } from "./facts.ts";
import type { ContainerRun } from "./runs.ts";

const momentKeys = {
  start: "startMs",
  exit: "exitMs",
  sigterm: "sigtermMs",
  preStop: "preStopMs",
  postStart: "postStartMs",
} as const satisfies Record<RunMoment, keyof ContainerRun>;

export function runMomentMs(run: ContainerRun, moment: RunMoment): number | undefined {
  return run[momentKeys[moment]];
}

/** Whether a moment is one of `app#next`. */
function speaksOfNext(moment: Reference): boolean {
  return moment.kind === "run" && typeof moment.run.run !== "number";
}

/** The moments of one expectation: `next` counts from its `from`. */
export class Moments {
  readonly #facts: Facts;
  /** What `next` counts from; absent: this expectation has no `from` of its own. */
  readonly #base: Reference | undefined;

  constructor(facts: Facts, base: Reference | undefined) {
    this.#facts = facts;
    this.#base = base;
  }

  /** In ms after `t0`; throws `CannotTell` where it was not reached. */
  ms(moment: Reference): number {
    const ms = this.#anchorMs(moment);
    if (ms !== undefined) return ms + moment.offsetMs;
    const anchor = formatReference({ ...moment, offsetMs: 0 });
    throw new CannotTell(`${anchor} was never reached`);
  }

  run(reference: RunReference): ContainerRun | undefined {
    const { runs } = this.#facts;
    if (typeof reference.run === "number") return runs.numbered(reference, reference.run);
    const base = this.#base ?? { kind: "t0", offsetMs: 0 };
    const baseRun = this.#runStartedBy(base);
    const later = runs
      .startingFrom(reference, this.ms(base))
      .filter((run) => run.id !== baseRun?.id);
    return later[reference.run.next - 1];
  }

  /** The run whose very start is what `next` counts from: it is not the next one. */
  #runStartedBy(base: Reference): ContainerRun | undefined {
    const isStart = base.kind === "run" && base.moment === "start" && base.offsetMs === 0;
    return isStart ? this.run(base.run) : undefined;
  }

  #anchorMs(moment: Reference): number | undefined {
    const facts = this.#facts;
    switch (moment.kind) {
      case "t0":
        return 0;
      case "end":
        return facts.endMs;
      case "stimulus":
        return facts.stimuliMs.get(moment.id);
      case "run": {
        const run = this.run(moment.run);
        return run && runMomentMs(run, moment.moment);
      }
      case "pull": {
        const pull = facts.runs.pull(moment.pull);
        return moment.moment === "start" ? pull?.startMs : pull?.endMs;
      }
      case "podStart":
        return podStartMs(moment, facts);
    }
  }
}

function podStartMs(
  { pod }: Extract<Reference, { readonly kind: "podStart" }>,
  { pods, byPod }: Facts,
): number | undefined {
  for (const { key } of pods.owners(pod)) {
    for (const record of byPod.get(key) ?? []) {
      if (record.type === "status" && record.startTime !== undefined) return toMs(record.startTime);
    }
  }
  return undefined;
}

/**
 * What `next` counts from in the expectation at `index`: its own `from`. Where that is a moment of
 * `next` itself, or absent, it is what the last expectation about a `next` counts from: two of them
 * tell of `app#next`, then of `app#next2` after `app#next.exit`, and mean the same runs.
 */
export function baseOf(expectations: readonly Expectation[], index: number): Reference | undefined {
  const own = expectations[index];
  if (own && "from" in own && !speaksOfNext(own.from)) return own.from;
  const before = expectations.slice(0, index).findLast((expectation) => {
    if (!("from" in expectation) || !("of" in expectation)) return false;
    const { of } = expectation;
    return "run" in of && typeof of.run === "object" && !speaksOfNext(expectation.from);
  });
  return before && "from" in before ? before.from : undefined;
}

/** `app#2`, and of `app#next` which run that is. */
export function runName(reference: RunReference, run: ContainerRun | undefined): string {
  const name = formatRun(reference);
  return typeof reference.run === "number" || run === undefined ? name : `${name} (#${run.run})`;
}
