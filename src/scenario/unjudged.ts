/** Says of a scenario's expectations that a command leaves them unjudged. */
import type { Diagnostic } from "../model/diagnostic.ts";
import { errorAt } from "./issues.ts";
import type { Scenario } from "./scenario.ts";

export function noteUnjudged({ document, expectations }: Scenario): readonly Diagnostic[] {
  if (expectations.length === 0) return [];
  const count = expectations.length === 1 ? "1 is" : `${expectations.length} are`;
  const finding = {
    message: `${count} not judged here: a run shows what happens`,
    fix: "use relist check, which says what does not hold",
  };
  return [{ ...errorAt(document, ["spec", "expect"], finding, "key"), severity: "note" }];
}
