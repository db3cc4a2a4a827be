/**
 * What the API server changes of a pod that it takes, and does not say; it is said here.
 *
 * Models: kubernetes/pkg/apis/core/v1/conversion.go Convert_v1_Pod_To_core_Pod;
 * kubernetes/pkg/api/pod/util.go dropDisabledFields; kubernetes/pkg/api/pod/warnings.go.
 */
import type { Diagnostic } from "../model/diagnostic.ts";
import type { KubeContainer, KubePodSpec } from "../model/kube-pod.ts";
import { fieldPath } from "../yaml/document.ts";
import type { Cursor } from "./cursor.ts";
import { type Release, drops } from "./releases.ts";

const lists = ["containers", "initContainers", "ephemeralContainers"] as const;

/** A spec as the API server of that minor keeps it; the same one where it drops nothing. */
export function withoutDropped(spec: KubePodSpec, release: Release): KubePodSpec {
  if (!drops("containerRestartPolicy", release)) return spec;
  const kept = lists.flatMap((list) => {
    const given = spec[list];
    const isInUse = given?.some((container) => fieldsToDrop(list, container).length > 0);
    return isInUse === true ? [[list, given?.map((one) => without(list, one))] as const] : [];
  });
  return kept.length === 0 ? spec : { ...spec, ...Object.fromEntries(kept) };
}

type Written = Pick<KubeContainer, "restartPolicy" | "restartPolicyRules">;

/** What makes a sidecar of an init container is another gate's. */
function fieldsToDrop(list: string, container: Written): readonly (keyof Written)[] {
  const isSidecar = list === "initContainers" && container.restartPolicy === "Always";
  const fields = ["restartPolicy", "restartPolicyRules"] as const;
  return fields.filter(
    (field) => container[field] !== undefined && !(isSidecar && field === "restartPolicy"),
  );
}

function without(list: string, container: KubeContainer): KubeContainer {
  const dropped: readonly string[] = fieldsToDrop(list, container);
  const entries = Object.entries(container).filter(([field]) => !dropped.includes(field));
  return Object.fromEntries(entries) as unknown as KubeContainer;
}

/** `templates` have the pods' specs; each change is told once, with its first place. */
export function noteSilentChanges(
  templates: readonly Cursor[],
  release: Release,
): readonly Diagnostic[] {
  const specs = templates.map((template) => template.get("spec"));
  const negative = specs
    .map((spec) => spec.get("terminationGracePeriodSeconds"))
    .filter((grace) => (grace.number() ?? 0) < 0);
  const dropped = drops("containerRestartPolicy", release) ? specs.flatMap(droppedFrom) : [];
  return [
    ...warn("negative, and treated as 1 by the API server", negative),
    ...warn(
      `dropped by the API server of Kubernetes ${release.kubernetes} without a word, so it has no` +
        " effect there",
      dropped,
    ),
  ];
}

function droppedFrom(spec: Cursor): readonly Cursor[] {
  return lists.flatMap((list) =>
    spec
      .get(list)
      .items()
      .flatMap((container) => {
        const written = (container.value ?? {}) as Written;
        return fieldsToDrop(list, written).map((field) => container.get(field));
      }),
  );
}

function warn(message: string, [first, ...others]: readonly Cursor[]): readonly Diagnostic[] {
  if (first === undefined) return [];
  const found = others.length === 0 ? {} : { found: `in ${others.length + 1} places` };
  const place = { position: first.position("key"), path: fieldPath(first.path) };
  return [{ severity: "warning", ...place, message, ...found }];
}
