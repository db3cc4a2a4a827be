/** Judges every expectation of a scenario by the trace of its run, and by nothing else. */
import type { Assertion } from "../scenario/assertion-text.ts";
import { type KubernetesVersion, isInRange } from "../scenario/kubernetes-version.ts";
import type { Expectation, Place, Scenario } from "../scenario/scenario.ts";
import type { Position } from "../model/diagnostic.ts";
import type { TraceRecord } from "../model/trace.ts";
import { CannotTell } from "./cannot-tell.ts";
import { checkConcurrent } from "./check-concurrent.ts";
import { checkCount, checkEvents } from "./check-counts.ts";
import { checkEventObjects } from "./check-event-objects.ts";
import {
  checkExists,
  checkGone,
  checkMirror,
  checkMirrorGone,
  checkNoContainer,
  checkRejected,
} from "./check-objects.ts";
import { checkGap, checkOrder, checkSpread } from "./check-order.ts";
import { checkHappens, checkHappensNot, checkPull } from "./check-runs.ts";
import { checkNever, checkState } from "./check-state.ts";
import type { Answer, CheckContext } from "./context.ts";
import { expectedText, timesInWords } from "./expected-text.ts";
import { factsOf } from "./facts.ts";
import { Moments, baseOf } from "./moments.ts";
import type { Fact } from "./trace-extras.ts";

/** `skipped`: it is about other versions of Kubernetes than the one that was simulated. */
export type Outcome = "passed" | "failed" | "skipped";

export interface CheckResult {
  readonly expectation: Expectation | Assertion;
  readonly outcome: Outcome;
  /** What was asked for, with the times of this run. */
  readonly expected: string;
  /** What the trace has of it; empty where it was skipped. */
  readonly seen: string;
  readonly place: Place;
  /** Of what was said on the command line: where the pod or container stands that it is about. */
  readonly about?: Position;
  /** Of several seeds: those in which it failed, ascending, and of which the texts tell. */
  readonly failedSeeds?: readonly number[];
  readonly seed?: number;
}

export interface CheckOptions {
  /** The version that was imitated; absent: none was, and what is said of versions is skipped. */
  readonly kubernetesVersion?: KubernetesVersion;
  readonly nodeName: string;
}

export interface CheckResults {
  /** In the order of the file. */
  readonly results: readonly CheckResult[];
}

/** `records` may carry facts beyond the types of the trace, see `trace-extras.ts`. */
export function checkExpectations(
  scenario: Scenario,
  records: readonly TraceRecord[] | readonly Fact[],
  { kubernetesVersion, nodeName }: CheckOptions,
): CheckResults {
  const facts = factsOf(scenario, records, nodeName);
  const { expectations } = scenario;
  const results = expectations.map((expectation, index): CheckResult => {
    const { place } = expectation;
    const what = expectedText(expectation, scenario);
    if (!applies(expectation, kubernetesVersion)) {
      return { expectation, outcome: "skipped", expected: what, seen: "", place };
    }
    const moments = new Moments(facts, baseOf(expectations, index));
    const { passed, when = "", seen } = answerTo(expectation, { facts, moments });
    const expected = when === "" ? what : `${what}, ${when}`;
    return { expectation, outcome: passed ? "passed" : "failed", expected, seen, place };
  });
  return { results };
}

function applies({ kubernetes }: Expectation, version: KubernetesVersion | undefined): boolean {
  if (kubernetes === undefined) return true;
  return version !== undefined && isInRange(version, kubernetes);
}

function answerTo(expectation: Expectation, context: CheckContext): Answer {
  try {
    return answer(expectation, context);
  } catch (error) {
    // What cannot be told is a failure with a reason, not a fault of the program.
    if (!(error instanceof CannotTell)) throw error;
    return { passed: false, when: timesInWords(expectation), seen: error.message };
  }
}

function answer(expectation: Expectation, context: CheckContext): Answer {
  switch (expectation.check) {
    case "start":
    case "exit":
    case "sigterm":
    case "preStop":
    case "postStart":
      return checkHappens(expectation, context);
    case "noStart":
    case "noSigterm":
      return checkHappensNot(expectation, context);
    case "pull":
      return checkPull(expectation, context);
    case "state":
      return checkState(expectation, context);
    case "never":
      return checkNever(expectation, context);
    case "event":
      return checkEvents(expectation, context);
    case "count":
      return checkCount(expectation, context);
    case "concurrent":
      return checkConcurrent(expectation, context);
    case "eventObjects":
      return checkEventObjects(expectation, context);
    case "order":
      return checkOrder(expectation, context);
    case "gap":
      return checkGap(expectation, context);
    case "spread":
      return checkSpread(expectation, context);
    case "gone":
      return checkGone(expectation, context);
    case "exists":
      return checkExists(expectation, context);
    case "mirror":
      return checkMirror(expectation, context);
    case "mirrorGone":
      return checkMirrorGone(expectation, context);
    case "noContainer":
      return checkNoContainer(expectation, context);
    case "rejected":
      return checkRejected(expectation, context);
  }
}
