/** What became of the assertions of `run`, which shows what happens beside them. */
import { type CheckedScenario, countsOf } from "../check/checked-scenario.ts";
import { renderChecks } from "../check/render-checks.ts";
import { exitStatus } from "./call-error.ts";
import type { Flags } from "./flags.ts";
import { type Output, looksOf, tell } from "./output.ts";
import { plain } from "../trace/line.ts";

/** The exit status. Below a text for people; beside data on standard error. */
export function tellAsserted(checked: CheckedScenario, flags: Flags, out: Output): number {
  const { results } = checked;
  if (results.length === 0) return exitStatus.ok;
  const { view, paint } = looksOf(flags);
  if (flags.output === "text") out.write(`\n${renderChecks(checked, view, paint)}`);
  else tell(renderChecks(checked, view, plain).trimEnd());
  return countsOf(results).failed > 0 ? exitStatus.differs : exitStatus.ok;
}
