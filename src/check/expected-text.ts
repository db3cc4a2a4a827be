/** What an expectation asks for, in words; the time it is asked for in stands apart. */
import { formatDuration } from "../scenario/duration.ts";
import { formatContainer, formatPod, formatReference, formatRun } from "../scenario/reference.ts";
import type { Expectation, Scenario } from "../scenario/scenario.ts";
import { type ExpectationOf, inWords, writtenText } from "./context.ts";
import { spanInWords, windowInWords } from "./windows.ts";

export function expectedText(expectation: Expectation, scenario: Scenario): string {
  switch (expectation.check) {
    case "start":
      return `${formatRun(expectation.of)} starts`;
    case "noStart":
      return `${formatRun(expectation.of)} does not start`;
    case "exit":
      return `${formatRun(expectation.of)} ends${exitText(expectation)}`;
    case "sigterm":
      return `${formatRun(expectation.of)} gets SIGTERM`;
    case "noSigterm":
      return `${formatRun(expectation.of)} gets no SIGTERM`;
    case "preStop":
    case "postStart":
      return `the ${expectation.check} hook of ${formatRun(expectation.of)} starts`;
    case "pull":
      return `pull ${expectation.of.pull} of ${formatContainer(expectation.of)}'s image starts`;
    case "state":
      return stateText(expectation, scenario);
    case "never":
      return `${writtenText(scenario, expectation, "path")} is never ${inWords(expectation.value)}`;
    case "event":
      return `${eventLimits(expectation)} Events${eventText(expectation)}`;
    case "count":
      return `${limitsText(expectation)} records with ${inWords(expectation.of)}`;
    case "concurrent":
      return `${limitsText(expectation)} with ${inWords(expectation.of)} at each moment`;
    case "eventObjects": {
      const what = expectation.field === undefined ? "Event objects" : "as count of the Event";
      return `${limitsText(expectation)} ${what}${eventText(expectation)}`;
    }
    case "order":
      return `in this order: ${expectation.sequence.map(formatReference).join(", ")}`;
    case "gap": {
      const { from, to, min, max } = expectation;
      return `from ${formatReference(from)} to ${formatReference(to)} ${times(min, max)}`;
    }
    case "spread": {
      const moments = expectation.of.map(formatReference).join(", ");
      return `within ${formatDuration(expectation.max.ms)}: ${moments}`;
    }
    case "gone":
      return `${expectation.kind} ${formatPod(expectation.pod)} disappears from the API`;
    case "exists":
      return `${expectation.kind} ${formatPod(expectation.pod)} is in the API`;
    case "mirror": {
      const what = expectation.newUid ? "a new mirror pod" : "the mirror pod";
      return `${what} of ${formatPod(expectation.pod)} appears`;
    }
    case "mirrorGone":
      return `the mirror pod of ${formatPod(expectation.pod)} disappears`;
    case "noContainer":
      return `no container of ${formatPod(expectation.pod)} is left`;
    case "rejected": {
      const saying = containing(expectation.contains);
      return `the API server refuses ${formatPod(expectation.pod)}${saying}`;
    }
  }
}

function exitText({ code, nonZero, reason }: ExpectationOf<"exit">): string {
  const parts = [
    ...(code === undefined ? [] : [`code ${code}`]),
    ...(nonZero ? ["a code that is not 0"] : []),
    ...(reason === undefined ? [] : [`reason ${reason}`]),
  ];
  return parts.length === 0 ? "" : ` with ${parts.join(" and ")}`;
}

function stateText(expectation: ExpectationOf<"state">, scenario: Scenario): string {
  const { equals, unchanged, differsFrom, reason, message, contains } = expectation;
  const { during, eventually, atSomePoint } = expectation;
  const path = writtenText(scenario, expectation, "path");
  const verb = eventually ? "becomes" : "is";
  const value = differsFrom
    ? `another value than ${writtenText(scenario, expectation, "differsFrom")}`
    : unchanged
      ? "what it was at first"
      : equals === undefined
        ? "there"
        : equals.map(inWords).join(" or ");
  const beside = [
    ...(reason === undefined ? [] : [`reason ${reason}`]),
    ...(message === undefined ? [] : [`message ${JSON.stringify(message)}`]),
    ...(contains === undefined ? [] : [`a message with ${JSON.stringify(contains)}`]),
  ];
  const besides = beside.length === 0 ? "" : ` with ${beside.join(" and ")}`;
  const how = during ? " all the time" : atSomePoint ? " at some moment" : "";
  return `${path} ${verb} ${value}${besides}${how}`;
}

function eventLimits({ min, max }: ExpectationOf<"event">): string {
  return limitsText({ min: min ?? (max === 0 ? 0 : 1), max });
}

function limitsText(limits: {
  readonly equals?: number | undefined;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}): string {
  const { equals, min, max } = limits;
  if (equals !== undefined) return `exactly ${equals}`;
  if (max === 0) return "no";
  if (max === undefined) return `at least ${min ?? 0}`;
  return min === undefined || min === 0 ? `at most ${max}` : `${min} to ${max}`;
}

function eventText(expectation: ExpectationOf<"event"> | ExpectationOf<"eventObjects">): string {
  const { reason, contains, pod } = expectation;
  const type = "type" in expectation ? expectation.type : undefined;
  const kind = type === undefined ? "" : ` (${type})`;
  const about = pod === undefined ? "" : ` about ${pod.join(" or ")}`;
  return `${reason === undefined ? "" : ` ${reason}`}${kind}${about}${containing(contains)}`;
}

function containing(contains: string | undefined): string {
  return contains === undefined ? "" : ` saying ${JSON.stringify(contains)}`;
}

function times(min: { readonly ms: number } | undefined, max: typeof min): string {
  const least = min === undefined ? "" : `at least ${formatDuration(min.ms)}`;
  const most = max === undefined ? "" : `at most ${formatDuration(max.ms)}`;
  return [least, most].filter((text) => text !== "").join(", ");
}

/** The time in question as the file has it: for where its moments were not reached. */
export function timesInWords(expectation: Expectation): string {
  if ("window" in expectation && expectation.window) {
    return windowInWords(expectation.window, expectation.from);
  }
  for (const key of ["during", "eventually", "atSomePoint"] as const) {
    const span = (expectation as Partial<ExpectationOf<"state">>)[key];
    if (span) return spanInWords(span);
  }
  if ("at" in expectation && expectation.at) return `at ${formatReference(expectation.at)}`;
  return "by" in expectation ? `from ${formatReference(expectation.by)} on` : "";
}
