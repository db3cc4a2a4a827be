/** Judges assertions by the milestones of a run, and by nothing else. */
import type { CheckResult } from "../check/check-expectations.ts";
import { listOf } from "../check/times.ts";
import { matchesName } from "../model/name-pattern.ts";
import {
  type Assertion,
  type AssertionSubject,
  type Comparison,
  podsOf,
} from "../scenario/assertion-text.ts";
import type { PreparedInput } from "../scenario/prepare.ts";
import { counted } from "../trace/times.ts";
import { expectedOf, neverText, pastText } from "./assertion-words.ts";
import {
  type Happening,
  type Thing,
  happenings,
  nameOf,
  plainName,
  thingsOf,
} from "./happenings.ts";
import { declaredAt } from "./declared-at.ts";
import type { Milestone } from "./milestone.ts";

export function judgeAssertions(
  assertions: readonly Assertion[],
  milestones: readonly Milestone[],
  input: Pick<PreparedInput, "scenario" | "pods">,
): readonly CheckResult[] {
  if (assertions.length === 0) return [];
  const there = thingsOf(milestones, podsOf(input));
  return assertions.map((assertion) => {
    const { place } = assertion;
    const { passed, seen, thing } = answerTo(assertion, milestones, there);
    const about = declaredAt(thing, input.pods);
    const judged = isEmpty(assertion, milestones, there) ? "skipped" : "passed";
    const outcome = passed ? judged : "failed";
    const expected = expectedOf(assertion);
    return { expectation: assertion, outcome, expected, seen, place, ...(about && { about }) };
  });
}

/** That nothing is killed says nothing where nothing was told to stop; nor does no second start. */
function isEmpty(
  assertion: Assertion,
  milestones: readonly Milestone[],
  there: readonly Thing[],
): boolean {
  const { subject, event, limit } = assertion;
  if (limit !== "never") return false;
  if (event === "SIGKILL") return milestones.every(({ kind }) => kind !== "signal");
  if (event !== "restart") return false;
  const starts = happenings({ ...assertion, event: "start" }, milestones, there);
  return !starts.some((one) => subject === undefined || isOf(subject, one));
}

interface Answer {
  readonly passed: boolean;
  readonly seen: string;
  /** The first that it is about: where it fails, in which it does. */
  readonly thing?: Thing;
}

function answerTo(
  assertion: Assertion,
  milestones: readonly Milestone[],
  there: readonly Thing[],
): Answer {
  const { subject, limit } = assertion;
  const all = happenings(assertion, milestones, there);
  if (limit === "never") {
    const wanted = all.filter((one) => subject === undefined || isOf(subject, one));
    const [first] = there.filter((one) => subject === undefined || isOf(subject, one));
    if (wanted.length === 0) {
      return { passed: true, seen: "it never happened", ...(first && { thing: first }) };
    }
    const [thing] = wanted;
    const seen = listOf(wanted.map((one) => pastText(assertion, one)));
    return { passed: false, seen, ...(thing && { thing }) };
  }
  const each = ofEach(assertion, there, all);
  if (each.length === 0) return { passed: false, seen: `${assertion.name} was never there` };
  const answers = each.map(({ thing, all: own }) => ({
    ...answerOf(assertion, thing, own),
    thing,
  }));
  const failures = answers.filter(({ passed }) => !passed);
  const shown = failures.length > 0 ? failures : answers;
  const [{ thing } = {}] = shown;
  const seen = listOf(shown.map((one) => one.seen));
  return { passed: failures.length === 0, seen, ...(thing && { thing }) };
}

/** What happened to one pod or container, in its order. */
export interface ThingHappenings {
  readonly thing: Thing;
  readonly all: readonly Happening[];
}

/** Of each pod or container that the assertion's subject stands for. */
export function happeningsOfEach(
  assertion: Assertion,
  milestones: readonly Milestone[],
  input: Pick<PreparedInput, "scenario" | "pods">,
): readonly ThingHappenings[] {
  const there = thingsOf(milestones, podsOf(input));
  return ofEach(assertion, there, happenings(assertion, milestones, there));
}

function ofEach(
  assertion: Assertion,
  there: readonly Thing[],
  all: readonly Happening[],
): readonly ThingHappenings[] {
  const { subject } = assertion;
  return there
    .filter((thing) => subject !== undefined && isMeant(subject, thing))
    .map((thing) => ({ thing, all: all.filter((one) => isIn(thing, one, assertion)) }));
}

/** Of one pod or container. */
function answerOf(assertion: Assertion, thing: Thing, all: readonly Happening[]): Answer {
  const { limit, code } = assertion;
  const [first] = all;
  if (limit !== undefined && limit !== "never" && limit.kind === "count") {
    const times = all.length === 0 ? "" : `: ${listOf(all.map((one) => pastText(assertion, one)))}`;
    const seen = `${nameOf(thing)}: ${counted(all.length, "time")}${times}`;
    return { passed: holds(all.length, limit.comparison, limit.count), seen };
  }
  if (first === undefined) return { passed: false, seen: neverText(assertion, thing) };
  const other = all.find(({ exitCode }) => code !== undefined && exitCode !== code);
  if (other !== undefined) return { passed: false, seen: pastText(assertion, other) };
  const isInTime =
    limit === undefined || limit === "never" || holds(first.ms, limit.comparison, limit.ms);
  return { passed: isInTime, seen: pastText(assertion, first) };
}

function holds(value: number, comparison: Comparison, limit: number): boolean {
  switch (comparison) {
    case "<":
      return value < limit;
    case "<=":
      return value <= limit;
    case "=":
      return value === limit;
    case ">=":
      return value >= limit;
    case ">":
      return value > limit;
  }
}

function isOf(subject: AssertionSubject, { pod, container }: Thing): boolean {
  if (!matchesName(subject.pod, plainName(pod))) return false;
  if (subject.kind === "pod") return true;
  return container !== undefined && matchesName(subject.container, container);
}

/** Whether the subject stands for this thing, and not for what it is in or what is in it. */
function isMeant(subject: AssertionSubject, thing: Thing): boolean {
  return (subject.kind === "pod") === (thing.container === undefined) && isOf(subject, thing);
}

/** What happens to its containers happens to a pod; but whether it is Ready it says itself. */
function isIn(thing: Thing, one: Happening, { event }: Assertion): boolean {
  if (thing.pod !== one.pod) return false;
  if (thing.container !== undefined) return thing.container === one.container;
  return event !== "ready" || one.container === undefined;
}
