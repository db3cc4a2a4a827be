/** Runs an input once, and judges all that is said of it: in its file and on the command line. */
import { checkRecords, refuseNothing } from "../check/check-scenario.ts";
import type { CheckedScenario } from "../check/checked-scenario.ts";
import { runWarnings } from "../check/run-warnings.ts";
import type { Assertion } from "../scenario/assertion-text.ts";
import type { PreparedInput } from "../scenario/prepare.ts";
import { runScenario } from "../scenario/run-scenario.ts";
import { judgeAssertions } from "./judge-assertions.ts";
import { milestones } from "./milestones.ts";

export interface Judged {
  readonly input: PreparedInput;
  readonly assertions: readonly Assertion[];
}

/** Throws an `InputError` where nothing is said. */
export function checkRun({ input, assertions }: Judged): CheckedScenario {
  if (assertions.length === 0) refuseNothing(input);
  const { scenario } = input;
  const { records } = runScenario(input);
  const asserted = judgeAssertions(assertions, milestones(records), input);
  const results = [...checkRecords(input, records), ...asserted];
  return { scenario, results, warnings: runWarnings(records) };
}
