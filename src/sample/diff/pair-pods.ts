/**
 * Gives the pods of the second input the names that the first has for them. A Deployment's pods are
 * named after a hash of their template: an edit renames them, and they would all come and go.
 */
import { isMapping } from "../../manifest/cursor.ts";
import type { Manifest } from "../../manifest/manifest.ts";
import { type PreparedInput, assumedAnew } from "../../scenario/prepare.ts";
import type { StimulusOf } from "../../scenario/scenario.ts";

/** The second input with those names; the same where there is nothing to rename. */
export function withNamesOf(a: PreparedInput, b: PreparedInput): PreparedInput {
  const names = pairedNames(a.pods, b.pods);
  if (names.size === 0) return b;
  const inPods = (pods: readonly Manifest[]): readonly Manifest[] =>
    pods.map((manifest) => {
      const { metadata } = manifest.pod;
      const name = manifest.owner && names.get(metadata.name);
      if (name === undefined) return manifest;
      return { ...manifest, pod: { ...manifest.pod, metadata: { ...metadata, name } } };
    });
  const { scenario } = b;
  const stimuli = scenario.stimuli.map((stimulus) => renamed(stimulus, names));
  const said = b.said.map((rule) => ({
    ...rule,
    pod: names.get(rule.pod) ?? rule.pod,
  }));
  const files = [...b.files].map(([stimulus, file]) => {
    const key = stimuli[scenario.stimuli.indexOf(stimulus)] as StimulusOf<"writeFile">;
    return [key, file.kind === "pods" ? { ...file, pods: inPods(file.pods) } : file] as const;
  });
  return assumedAnew({
    ...b,
    scenario: { ...scenario, stimuli },
    said,
    pods: inPods(b.pods),
    files: new Map(files),
  });
}

/** Under one key: the owner, as a reader would name it. */
export function byOwner(pods: readonly Manifest[]): ReadonlyMap<string, readonly Manifest[]> {
  const groups = new Map<string, Manifest[]>();
  for (const manifest of pods) {
    const { owner, pod } = manifest;
    if (owner === undefined) continue;
    const { namespace } = pod.metadata;
    const prefix = namespace === "default" ? "" : `${namespace}/`;
    const key = `${owner.kind} ${prefix}${owner.name}`;
    const group = groups.get(key);
    if (group) group.push(manifest);
    else groups.set(key, [manifest]);
  }
  return groups;
}

/** From the second input's names to the first's: the nth pod of an owner is the nth there. */
function pairedNames(a: readonly Manifest[], b: readonly Manifest[]): ReadonlyMap<string, string> {
  const before = byOwner(a);
  const taken = new Set(b.map(nameOf));
  const names = new Map<string, string>();
  for (const [owner, group] of byOwner(b)) {
    group.forEach((manifest, index) => {
      const first = before.get(owner)?.[index];
      if (first === undefined || taken.has(nameOf(first))) return;
      names.set(manifest.pod.metadata.name, first.pod.metadata.name);
    });
  }
  return names;
}

function nameOf({ pod: { metadata } }: Manifest): string {
  return `${metadata.namespace}/${metadata.name}`;
}

/** Wherever a name stands in it: names with a hash are nothing else by chance. */
function renamed<Value>(value: Value, names: ReadonlyMap<string, string>): Value {
  const change = (part: unknown): unknown => {
    if (typeof part === "string") return names.get(part) ?? part;
    if (Array.isArray(part)) return part.map(change);
    if (!isMapping(part)) return part;
    return Object.fromEntries(Object.entries(part).map(([key, field]) => [key, change(field)]));
  };
  return change(value) as Value;
}
