/** How the pods of two inputs differ: field by field, and for all pods of an owner at once. */
import type { Manifest } from "../../manifest/manifest.ts";
import type { Pod } from "../../manifest/pod-types.ts";
import { workloadOf } from "../../manifest/workloads.ts";
import type { PreparedInput } from "../../scenario/prepare.ts";
import { byOwner } from "./pair-pods.ts";
import { isEqual, shown, valueAt, valueDifferences, withValue } from "./value-differences.ts";
import type { InputDifference, Variant } from "./variant.ts";

export function podDifferences(a: PreparedInput, b: PreparedInput): readonly InputDifference[] {
  const [before, after] = [groups(a.pods), groups(b.pods)];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name) => {
    const [from = [], to = []] = [before.get(name), after.get(name)];
    const names = new Set([...from, ...to].map(nameOf));
    const [first, other] = [from[0], to[0]];
    return [
      ...(names.size === from.length && names.size === to.length ? [] : [number(name, from, to)]),
      ...(first && other ? fieldDifferences(name, first, other, names) : []),
    ];
  });
}

/** Pods that have one template together, and each other one by itself. */
function groups(pods: readonly Manifest[]): ReadonlyMap<string, readonly Manifest[]> {
  const alone = pods.filter(({ owner }) => owner === undefined);
  return new Map([...alone.map((pod) => [nameOf(pod), [pod]] as const), ...byOwner(pods)]);
}

function fieldDifferences(
  name: string,
  first: Manifest,
  other: Manifest,
  names: ReadonlySet<string>,
): readonly InputDifference[] {
  const path = first.owner ? workloadOf(first.owner.kind).template : [];
  const prefix = path.map((step) => `${step}.`).join("");
  const to = { ...other.pod, metadata: { ...other.pod.metadata, name: first.pod.metadata.name } };
  return valueDifferences(first.pod, to).map(({ path: field, text, a: left, b: right }) => ({
    what: `${name}: ${prefix}${text}`,
    a: shown(left),
    b: shown(right),
    applyTo: (variant: Variant) =>
      withPods(variant, (pods) =>
        pods.map((manifest) =>
          names.has(nameOf(manifest)) && isEqual(valueAt(manifest.pod, field), left)
            ? { ...manifest, pod: withValue(manifest.pod, field, right) as Pod }
            : manifest,
        ),
      ),
  }));
}

/** That a pod comes or goes, or how many pods an owner has. */
function number(name: string, from: readonly Manifest[], to: readonly Manifest[]): InputDifference {
  const isOwner = (from[0] ?? to[0])?.owner !== undefined;
  const alone = (count: number): string => (count === 0 ? "not declared" : "declared");
  const word = (pods: readonly Manifest[]): string =>
    isOwner ? String(pods.length) : alone(pods.length);
  const [template] = from;
  const added = to
    .filter((pod) => !from.some((each) => nameOf(each) === nameOf(pod)))
    .map((pod) => {
      if (template === undefined) return pod;
      // More of the same: what else is new in them is a difference of its own.
      const { name: podName } = pod.pod.metadata;
      const metadata = { ...template.pod.metadata, name: podName };
      return { ...template, pod: { ...template.pod, metadata } };
    });
  const gone = new Set(from.map(nameOf).filter((pod) => !to.some((each) => nameOf(each) === pod)));
  return {
    what: isOwner ? `pods of ${name}` : `pod ${name}`,
    a: word(from),
    b: word(to),
    applyTo: (variant) =>
      withPods(variant, (pods) => [
        ...pods.filter((manifest) => !gone.has(nameOf(manifest))),
        ...(pods === variant.input.pods ? added : []),
      ]),
  };
}

function nameOf({ pod: { metadata } }: Manifest): string {
  const { namespace, name } = metadata;
  return namespace === "default" ? name : `${namespace}/${name}`;
}

/** A pod that is written into a file of the kubelet is among the pods, and in the file. */
function withPods(
  { input, ...variant }: Variant,
  change: (pods: readonly Manifest[]) => readonly Manifest[],
): Variant {
  const files = [...input.files].map(
    ([stimulus, file]) =>
      [stimulus, file.kind === "pods" ? { ...file, pods: change(file.pods) } : file] as const,
  );
  return { ...variant, input: { ...input, pods: change(input.pods), files: new Map(files) } };
}
