/** All rules, by the type of the record and the reason that they are about. */
import { objectRules } from "./rules/objects.ts";
import { reportingRules } from "./rules/reporting.ts";
import { startingRules } from "./rules/starting.ts";
import { stoppingRules } from "./rules/stopping.ts";
import { textbookRules } from "./rules/textbook.ts";
import { waitingRules } from "./rules/waiting.ts";

export const rules = {
  ...startingRules,
  ...stoppingRules,
  ...reportingRules,
  ...objectRules,
  ...waitingRules,
  ...textbookRules,
};

export type RuleName = keyof typeof rules;
