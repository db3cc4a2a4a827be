/** Refuses what a kubelet without an API server cannot be told: what comes to it by the API. */
import type { Manifest } from "../manifest/manifest.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { errorAt } from "./issues.ts";
import { podsOfStimuli } from "./names.ts";
import type { Scenario } from "./scenario.ts";
import type { StimulusAction } from "./schema-stimuli.ts";

const throughApi: ReadonlySet<StimulusAction> = new Set([
  "deletePod",
  "createPod",
  "createPods",
  "addEphemeral",
  "updateObject",
  "deleteObject",
  "apiDown",
  "apiUp",
]);

export function isStandalone({ kubelet }: Scenario): boolean {
  return kubelet?.standalone === true;
}

/** Nothing, unless the kubelet of the scenario is alone. */
export function refuseThroughApi(scenario: Scenario, pods: readonly Manifest[]): Diagnostic[] {
  if (!isStandalone(scenario)) return [];
  const { document, stimuli, requires } = scenario;
  const message = "there is no API server: spec.kubelet.standalone is true";
  const stimuliThere = stimuli.filter(({ action }) => throughApi.has(action));
  const fix = "write the pod into the static pod folder with writeFile";
  const written = podsOfStimuli(scenario);
  return [
    ...requires.map((_, index) => errorAt(document, ["spec", "requires", index], { message })),
    ...stimuliThere.map(({ place, action }) =>
      errorAt(document, [...place.path, "action"], { message, found: action }),
    ),
    ...pods.flatMap(({ pod, owner, position }): Diagnostic[] => {
      const name = owner?.name ?? pod.metadata.name;
      if (written.has(name)) return [];
      return [{ severity: "error", position, message, found: `pod ${name}`, fix }];
    }),
  ];
}
