/** Runs a scenario and judges it: what `relist check` does with each. */
import { newestKubeletVersion } from "../decide/kubelet/versions.ts";
import { InputError } from "../model/diagnostic.ts";
import { errorAt } from "../scenario/issues.ts";
import { type KubernetesVersion, parseVersion } from "../scenario/kubernetes-version.ts";
import type { TraceRecord } from "../model/trace.ts";
import type { PreparedInput } from "../scenario/prepare.ts";
import { type RunOptions, runScenario } from "../scenario/run-scenario.ts";
import type { Scenario } from "../scenario/scenario.ts";
import { defaultNodeName } from "../scenario/schema.ts";
import { type CheckResult, checkExpectations } from "./check-expectations.ts";
import type { CheckedScenario } from "./checked-scenario.ts";
import { runWarnings } from "./run-warnings.ts";

/** Throws an `InputError` where nothing is expected: such a check would always be good news. */
export function checkScenario(input: PreparedInput, options: RunOptions = {}): CheckedScenario {
  refuseNothing(input);
  const { records } = runScenario(input, options);
  const { scenario } = input;
  return { scenario, results: checkRecords(input, records), warnings: runWarnings(records) };
}

export function refuseNothing({ scenario }: PreparedInput): void {
  if (scenario.expectations.length === 0) throw new InputError([nothingExpected(scenario)]);
}

/** Judges the expectations of the scenario by the records of its run. */
export function checkRecords(
  { scenario }: PreparedInput,
  records: readonly TraceRecord[],
): readonly CheckResult[] {
  const version = imitatedVersion(scenario);
  const { results } = checkExpectations(scenario, records, {
    ...(version === undefined ? {} : { kubernetesVersion: version }),
    nodeName: scenario.nodes[0]?.name ?? defaultNodeName,
  });
  return results;
}

function nothingExpected({ document }: Scenario) {
  const message = "nothing is expected, so there is nothing to check";
  const fix = "add what is expected as docs/scenarios.md shows, or use --assert or `relist run`";
  return errorAt(document, ["spec", "expect"], { message, fix }, "key");
}

/** The textbook imitates none. */
function imitatedVersion({ model, kubernetes }: Scenario): KubernetesVersion | undefined {
  return model === "kubernetes" ? (kubernetes ?? parseVersion(newestKubeletVersion)) : undefined;
}
