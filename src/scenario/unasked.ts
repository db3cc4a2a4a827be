/** Warns of answers to probes that no manifest asks for: they change nothing. */
import type { Manifest } from "../manifest/manifest.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { errorAt } from "./issues.ts";
import { type ContainerReference, formatContainer } from "./reference.ts";
import type { Scenario, StimulusOf } from "./scenario.ts";

export function noteUnasked(scenario: Scenario, pods: readonly Manifest[]): Diagnostic[] {
  return scenario.stimuli.flatMap((stimulus) => {
    if (stimulus.action !== "setProbe") return [];
    const { probe, place } = stimulus;
    return stimulus.of.flatMap((of) => {
      if (isAsked(of, probe, pods)) return [];
      const missing = `${formatContainer(of)} has no ${probe} probe in its manifest`;
      const message = `${missing}, so this changes nothing`;
      const finding = errorAt(scenario.document, [...place.path, "probe"], { message });
      return [{ ...finding, severity: "warning" as const }];
    });
  });
}

/** What no manifest declares, such as a pod that a file brings, may ask. */
function isAsked(
  of: ContainerReference,
  probe: StimulusOf<"setProbe">["probe"],
  pods: readonly Manifest[],
): boolean {
  const meant = pods
    .filter(({ pod }) => of.pod === undefined || of.pod.name === pod.metadata.name)
    .flatMap(({ pod: { spec } }) => [...(spec.initContainers ?? []), ...spec.containers])
    .filter(({ name }) => name === of.container);
  return meant.length === 0 || meant.some((container) => container[`${probe}Probe`] !== undefined);
}
