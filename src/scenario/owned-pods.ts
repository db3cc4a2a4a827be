/** The pods of a Deployment or another workload by its name, where a flag names it as a pod. */
import type { Manifest } from "../manifest/manifest.ts";
import type { Diagnostic, Position } from "../model/diagnostic.ts";
import { matchesName } from "../model/name-pattern.ts";
import { commonPattern } from "./name-pattern.ts";

export interface OwnedPods {
  /** Matches these names, and no other pod's. */
  readonly pattern: string;
  readonly names: readonly string[];
}

/** Absent: a pod has that name, no workload has it, or its pods have no beginning of their own. */
export function ownedPods(name: string, pods: readonly Manifest[]): OwnedPods | undefined {
  if (pods.some(({ pod }) => pod.metadata.name === name)) return undefined;
  const isOwned = ({ owner }: Manifest): boolean => owner?.name === name;
  const names = pods.filter(isOwned).map(({ pod }) => pod.metadata.name);
  if (names.length === 0) return undefined;
  const pattern = commonPattern(names);
  const isOthers = pods.some(
    (manifest) => !isOwned(manifest) && matchesName(pattern, manifest.pod.metadata.name),
  );
  return isOthers ? undefined : { pattern, names };
}

/** Says of a flag that names a pod that a workload has that name, too. */
export function noteNamesake(
  name: string,
  pods: readonly Manifest[],
  position: Position,
): readonly Diagnostic[] {
  const owned = pods.filter(({ owner }) => owner?.name === name);
  const [first] = owned;
  const isPod = pods.some((one) => one.owner === undefined && one.pod.metadata.name === name);
  if (first?.owner === undefined || !isPod) return [];
  const pattern = commonPattern(owned.map(({ pod }) => pod.metadata.name));
  const whose = `${first.owner.kind} ${name}`;
  const message = `${name} is the Pod of that name, and the pods of ${whose} go by ${pattern}`;
  return [{ severity: "note", position, message }];
}
