/** The names a scenario may use: those of its manifests, and those its stimuli bring to be. */
import { InputError } from "../model/diagnostic.ts";
import { parseYaml } from "../yaml/parse-yaml.ts";
import { inventoryOf } from "./inventory.ts";
import type { Inventory, InventoryPod } from "./inventory.ts";
import { listsBy } from "./lists-by-key.ts";
import { matchesName } from "../model/name-pattern.ts";
import { patternsMeet } from "./name-pattern.ts";
import type { PodReference } from "./reference.ts";
import type { Scenario, Stimulus } from "./scenario.ts";

export interface Names {
  readonly inventory: Inventory;
  readonly pods: readonly InventoryPod[];
  readonly stimuli: ReadonlySet<string>;
  /** Those of the static pod folder that are written at some time. */
  readonly files: ReadonlySet<string>;
  /** How many pods of that name, or of names that the pattern meets, there can be in turn. */
  readonly instancesMax: (name: string) => number;
}

export function namesOf(
  scenario: Scenario,
  inventory: Inventory,
  stimuli: Iterable<string>,
): Names {
  const pods = inventory.pods.map(({ name, containers }) => ({ name, containers }));
  for (const stimulus of scenario.stimuli) addNamesOf(stimulus, scenario, inventory, pods);
  const files = scenario.stimuli.flatMap((each) => (each.action === "writeFile" ? each.path : []));
  return {
    inventory,
    pods,
    stimuli: new Set(stimuli),
    files: new Set(files),
    instancesMax: (name) => instancesMax(scenario, name),
  };
}

/** Of pods in files others are made by what is in them, and strays are of any pod. */
function instancesMax({ stimuli }: Scenario, name: string): number {
  let created = 0;
  for (const stimulus of stimuli) {
    if (stimulus.action === "writeFile" || stimulus.action === "addContainer") return Infinity;
    const names =
      stimulus.action === "createPod"
        ? stimulus.pod.map((pod) => pod.name)
        : stimulus.action === "createPods"
          ? [`${stimulus.template.name}-*`]
          : [];
    if (names.some((made) => patternsMeet(made, name))) created += 1;
  }
  return Math.max(created, 1);
}

/** Pods that a stimulus brings: such a pod is not there at `t0`. */
export function podsOfStimuli(scenario: Scenario): ReadonlySet<string> {
  const names = new Set<string>();
  for (const stimulus of scenario.stimuli) {
    if (stimulus.action === "createPod") for (const { name } of stimulus.pod) names.add(name);
    if (stimulus.action === "createPods") names.add(stimulus.template.name);
    if (stimulus.action === "writeFile" && stimulus.content !== undefined) {
      names.add(stimulus.content);
    }
  }
  return names;
}

/** More than that are named by a pattern: a scenario may create thousands. */
const createdPodsListed = 100;

function addNamesOf(
  stimulus: Stimulus,
  scenario: Scenario,
  inventory: Inventory,
  pods: InventoryPod[],
): void {
  switch (stimulus.action) {
    case "createPods": {
      const { template, count } = stimulus;
      const containers = podsNamed(inventory.pods, template).flatMap((pod) => pod.containers);
      const numbers = Array.from({ length: Math.min(count, createdPodsListed) }, (_, i) => i + 1);
      const tails = count > createdPodsListed ? [...numbers, "*"] : numbers;
      pods.push(...tails.map((tail) => ({ name: `${template.name}-${tail}`, containers })));
      return;
    }
    case "addContainer":
      pods.push({ name: stimulus.pod.name, containers: [stimulus.container.name] });
      return;
    case "addEphemeral":
      for (const { name } of stimulus.pod)
        pods.push({ name, containers: [stimulus.container.name] });
      return;
    case "writeFile": {
      const { content = "" } = stimulus;
      const declared = indexOf(inventory.pods).byName.get(content) ?? [];
      const written = declared.length > 0 ? declared : podsOfText(content);
      // The API server knows a static pod by its mirror, which has the node's name at its end.
      const mirrors = written.flatMap(({ name, containers }) =>
        scenario.nodes.map((node) => ({ name: `${name}-${node.name}`, containers })),
      );
      pods.push(...(declared.length > 0 ? [] : written), ...mirrors);
      return;
    }
    default:
  }
}

function podsOfText(text: string): readonly InventoryPod[] {
  try {
    return inventoryOf(parseYaml({ file: "content", text })).pods;
  } catch (error) {
    // A file with errors is a thing to simulate; it names nothing.
    if (error instanceof InputError) return [];
    throw error;
  }
}

export function podsNamed(
  pods: readonly InventoryPod[],
  { name }: Pick<PodReference, "name">,
): readonly InventoryPod[] {
  const { byName, patterns } = indexOf(pods);
  const named = byName.get(name) ?? [];
  return patterns.length === 0
    ? named
    : [...named, ...patterns.filter((pod) => matchesName(pod.name, name))];
}

export function podsMeeting(
  pods: readonly InventoryPod[],
  pattern: string,
): readonly InventoryPod[] {
  if (!pattern.endsWith("*")) return podsNamed(pods, { name: pattern });
  if (pattern === "*") return pods;
  return pods.filter((pod) => patternsMeet(pod.name, pattern));
}

export function containersNamed(pods: readonly InventoryPod[]): ReadonlySet<string> {
  let containers = containersOf.get(pods);
  if (containers === undefined) {
    containers = new Set(pods.flatMap((pod) => pod.containers));
    containersOf.set(pods, containers);
  }
  return containers;
}

interface PodIndex {
  readonly byName: ReadonlyMap<string, readonly InventoryPod[]>;
  /** Those of workloads, whose name is a pattern. */
  readonly patterns: readonly InventoryPod[];
}

// Each stimulus asks for names, and there may be thousands of both.
const indexes = new WeakMap<readonly InventoryPod[], PodIndex>();
const containersOf = new WeakMap<readonly InventoryPod[], ReadonlySet<string>>();

function indexOf(pods: readonly InventoryPod[]): PodIndex {
  const known = indexes.get(pods);
  if (known !== undefined) return known;
  const byName = listsBy(pods, ({ name }) => name);
  const index = { byName, patterns: pods.filter(({ name }) => name.endsWith("*")) };
  indexes.set(pods, index);
  return index;
}
