/** What must hold: the `expect` list, one schema for each check. */
import { z } from "zod";
import { parseRange, rangeExpected } from "./kubernetes-version.ts";
import { parseStatePath, statePathExpected } from "./state-path.ts";
import {
  count,
  duration,
  exitCode,
  moment,
  namePattern,
  namePatterns,
  podReference,
  pullReference,
  runReference,
  scalar,
  span,
  strict,
  text,
  window,
} from "./schema-parts.ts";

const common = {
  note: z.string().describe("Shown when the expectation fails.").optional(),
  confidence: z
    .enum(["high", "medium"])
    .describe("How sure the author is. Only documents.")
    .optional(),
  kubernetes: text(rangeExpected, parseRange)
    .describe('Applies only to these versions, such as ">=1.35". Absent: to all.')
    .optional(),
};

/** Which keys a check takes beyond those of every check. */
function check<Name extends string, Shape extends z.core.$ZodLooseShape>(
  name: Name,
  description: string,
  shape: Shape,
) {
  return strict({ check: z.literal(name).describe(description), ...shape, ...common });
}

const inWindow = {
  window: window
    .describe("[a, b]: each a time after `from`, or a moment. Absent: at any time.")
    .optional(),
  from: moment.describe("What the times of `window` count from. Default: t0.").prefault("t0"),
};

const ofRun = { of: runReference.describe("The run, such as app#2 or pod/app#1."), ...inWindow };

const numbers = {
  min: count.describe("The least number.").optional(),
  max: count.describe("The greatest number.").optional(),
};
const exactOrNumbers = {
  equals: count.describe("The exact number.").optional(),
  ...numbers,
};

const runChecks = [
  check("start", "The run starts, in the window.", ofRun),
  check("noStart", "The run never starts, or not in the window.", ofRun),
  check("exit", "The run ends, in the window.", {
    ...ofRun,
    code: exitCode.describe("With this exit code.").optional(),
    nonZero: z.literal(true).describe("With any exit code but 0.").optional(),
    reason: z.string().describe("With this reason, such as Error or OOMKilled.").optional(),
  }),
  check("sigterm", "The run gets SIGTERM, in the window.", ofRun),
  check("noSigterm", "The run never gets SIGTERM, or not in the window.", ofRun),
  check("preStop", "The run's preStop hook starts, in the window.", ofRun),
  check("postStart", "The run's postStart hook starts, in the window.", ofRun),
  check("pull", "The pull of the image starts, in the window.", {
    ...ofRun,
    of: pullReference.describe("The pull, such as app.pull#1."),
  }),
] as const;

const statePath = text(statePathExpected, parseStatePath);
const valueHelp = "the words present and absent stand for any value and for none";

const stateChecks = [
  check("state", "A part of a state has a value.", {
    path: statePath.describe("What is looked at, such as pod.status.phase or app.restartCount."),
    equals: z
      .union([z.array(scalar).min(1), scalar], { error: "a value, or a list of values" })
      .transform((value) => (Array.isArray(value) ? value : [value]))
      .describe(`The value, or a list of which it is any; ${valueHelp}.`)
      .optional(),
    unchanged: z.literal(true).describe("The value is the one it had at first.").optional(),
    differsFrom: statePath.describe("A path whose value is another one.").optional(),
    reason: z.string().describe("The condition's or state's reason beside it.").optional(),
    message: z.string().describe("The message beside it.").optional(),
    contains: z.string().describe("A part of the message beside it.").optional(),
    during: span.describe("[a, b]: it holds all that time.").optional(),
    eventually: span.describe("[a, b]: it becomes true within.").optional(),
    atSomePoint: span.describe("[a, b]: it is true at some moment of that time.").optional(),
    at: moment.describe("It is true at that moment.").optional(),
    atEnd: z.literal(true).describe("It is true at the end.").optional(),
  }),
  check("never", "A part of a state never has a value.", {
    path: statePath.describe("What is looked at."),
    value: scalar.describe(`The value it never has; ${valueHelp}.`),
  }),
] as const;

const recordFields = z.record(z.string(), scalar);

const countChecks = [
  check("event", "Kubernetes Events are written.", {
    reason: z.string().describe("Their reason, such as BackOff."),
    type: z.enum(["Normal", "Warning"]).describe("Their type.").optional(),
    contains: z.string().describe("A part of their message.").optional(),
    pod: namePatterns.describe("About this pod: a name, a pattern (web-*), or a list.").optional(),
    min: count.describe("At least so many. Default: 1, or 0 where max is 0.").optional(),
    max: count.describe("At most so many.").optional(),
    ...inWindow,
  }),
  check("count", "The trace has a number of records.", {
    of: recordFields.describe("Fields the records have, such as {type: container, to: Running}."),
    ...exactOrNumbers,
    ...inWindow,
  }),
  check("concurrent", "At each moment of the window there is a number of things.", {
    of: strict({
      kind: z.enum(["container", "pod"]).describe("What is counted."),
      pod: namePattern.describe("The pod's name or a pattern.").optional(),
      container: namePattern.describe("The container's name or a pattern.").optional(),
      state: z.string().describe("The container's state, such as Running.").optional(),
      phase: z.string().describe("The pod's phase.").optional(),
      deployment: namePattern.describe("The Deployment it belongs to.").optional(),
      ready: z.boolean().describe("Whether it is ready.").optional(),
      deleting: z.boolean().describe("Whether the pod is being deleted.").optional(),
    }).describe("What is counted."),
    ...numbers,
    ...inWindow,
  }),
  check("eventObjects", "The API stores a number of Event objects.", {
    pod: namePatterns.describe("About this pod: a name, a pattern (web-*), or a list.").optional(),
    reason: z.string().describe("Their reason.").optional(),
    contains: z.string().describe("A part of their message.").optional(),
    field: z
      .literal("count")
      .describe("The `count` of the one Event, not their number.")
      .optional(),
    ...exactOrNumbers,
    during: span.describe("[a, b]: it holds all that time.").optional(),
    at: moment.describe("It holds at that moment.").optional(),
    atEnd: z.literal(true).describe("It holds at the end.").optional(),
  }),
] as const;

const orderChecks = [
  check("order", "Moments come in this order; equal times are allowed.", {
    sequence: z.array(moment).min(2).describe("The moments, two or more."),
  }),
  check("gap", "The time between two moments.", {
    from: moment.describe("The first moment."),
    to: moment.describe("The second moment."),
    min: duration.describe("At least so long.").optional(),
    max: duration.describe("At most so long.").optional(),
  }),
  check("spread", "Moments lie close together.", {
    of: z.array(moment).min(2).describe("The moments, two or more."),
    max: duration.describe("From the first to the last at most so long."),
  }),
] as const;

const onePod = podReference.describe("The pod's name.");
const kind = z.string().describe("The kind of the object. Default: Pod.").default("Pod");

const objectChecks = [
  check("gone", "The API object disappears, in the window.", { pod: onePod, kind, ...inWindow }),
  check("exists", "The API object is there all that time.", {
    pod: onePod,
    kind,
    during: span.describe("[a, b]: all that time."),
  }),
  check("mirror", "The mirror pod of a static pod appears, in the window.", {
    pod: podReference.describe("The static pod's name."),
    newUid: z
      .boolean()
      .describe("It is another object than before. Default: false.")
      .default(false),
    ...inWindow,
  }),
  check("mirrorGone", "The mirror pod of a static pod disappears, in the window.", {
    pod: podReference.describe("The static pod's name."),
    ...inWindow,
  }),
  check("noContainer", "No container of the pod is left.", {
    pod: onePod,
    by: moment.describe("From when on."),
  }),
  check("rejected", "The API server refuses the object.", {
    pod: podReference.describe("The name of the manifest."),
    contains: z.string().describe("A part of the message.").optional(),
  }),
] as const;

export const expectationSchema = z.discriminatedUnion("check", [
  ...runChecks,
  ...stateChecks,
  ...countChecks,
  ...orderChecks,
  ...objectChecks,
]);

export type ExpectationInput = z.output<typeof expectationSchema>;
export type CheckName = ExpectationInput["check"];
