/**
 * Refuses what a kubelet does not start with.
 *
 * Models: kubernetes/pkg/kubelet/apis/config/validation/validation.go ValidateKubeletConfiguration.
 */
import {
  type KubeletVersion,
  featuresOf,
  newestKubeletVersion,
  parseKubeletVersion,
  rowOfFeature,
} from "../decide/kubelet/versions.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { errorAt } from "./issues.ts";
import { formatVersion } from "./kubernetes-version.ts";
import type { Scenario } from "./scenario.ts";

const path = ["spec", "kubelet", "crashLoopBackOff", "maxContainerRestartPeriod"];

export function refuseConfiguration(scenario: Scenario): Diagnostic[] {
  const period = scenario.kubelet?.crashLoopBackOff?.maxContainerRestartPeriod;
  if (period === undefined) return [];
  const { document } = scenario;
  const without = kubeletsOf(scenario).find((version) => !featuresOf(version).crashBackoffMax);
  if (without !== undefined) {
    const message = `not in Kubernetes ${without}: the longest crash back-off`;
    const { first = newestKubeletVersion } = rowOfFeature("crashBackoffMax") ?? {};
    const expected = `Kubernetes ${first} or later`;
    return [errorAt(document, path, { message, expected, fix: "remove it" }, "key")];
  }
  if (period.ms >= 1_000 && period.ms <= 300_000) return [];
  return [errorAt(document, path, { message: "out of range", expected: "1s to 300s" })];
}

/** The one that the run begins with, and those that take its place; an unknown one is told of. */
function kubeletsOf({ kubernetes, stimuli }: Scenario): readonly KubeletVersion[] {
  const later = stimuli.flatMap((stimulus) =>
    stimulus.action === "kubeletUpgrade" ? stimulus.to : [],
  );
  const texts = [kubernetes, ...later].map((version) =>
    version === undefined ? newestKubeletVersion : formatVersion(version),
  );
  return texts.flatMap((text) => {
    const version = parseKubeletVersion(text);
    return typeof version === "string" ? version : [];
  });
}
