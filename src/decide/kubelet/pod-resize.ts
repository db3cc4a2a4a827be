/**
 * Whether the API server would take other resources for the containers of a pod that is there. What
 * may be in a pod at all, and that nothing else changes, others have looked at.
 *
 * Models: kubernetes/pkg/apis/core/validation/validation.go ValidatePodResize,
 * validateContainerResize (v1.36, where the gate for init containers is off).
 */
import type { KubeContainer, KubePod, KubePodSpec } from "../../model/kube-pod.ts";
import { computePodQos, getPodQos } from "./qos.ts";

type Resources = NonNullable<KubeContainer["resources"]>;

const groups = ["requests", "limits"] as const;
const resizable = new Set(["cpu", "memory"]);

/** In the API server's words; absent where it takes them, or where they are what they were. */
export function podResizeRefusal(pod: KubePod, spec: KubePodSpec): string | undefined {
  const lists = ["initContainers", "containers"] as const;
  const resized = lists.flatMap((list) =>
    (spec[list] ?? []).flatMap((container, index) => {
      const before = pod.spec[list]?.[index]?.resources ?? {};
      const after = container.resources ?? {};
      const path = `spec.${list}[${index}]`;
      return textOf(before) === textOf(after) ? [] : [{ list, container, path, before, after }];
    }),
  );
  if (resized.length === 0) return undefined;
  const causes: string[] = [];
  const was = getPodQos(pod);
  if (was !== computePodQos([...spec.containers, ...(spec.initContainers ?? [])])) {
    const words = "Pod QOS Class may not change as a result of resizing";
    causes.push(`spec: Invalid value: "${was}": ${words}`);
  }
  for (const { list, container, path, before, after } of resized) {
    const isSidecar = container.restartPolicy === "Always";
    if (list === "initContainers" && !isSidecar) {
      causes.push("spec: Forbidden: resources for non-sidecar init containers are immutable");
      continue;
    }
    for (const group of groups) {
      if (Object.keys(before[group] ?? {}).every((name) => name in (after[group] ?? {}))) continue;
      causes.push(`${path}.resources.${group}: Forbidden: resource ${group} cannot be removed`);
    }
    if (textOf(others(before)) !== textOf(others(after))) {
      causes.push("spec: Forbidden: only cpu and memory resources are mutable");
    }
  }
  if (causes.length === 0) return undefined;
  const text = causes.length === 1 ? causes[0] : `[${causes.join(", ")}]`;
  return `Pod ${JSON.stringify(pod.name)} is invalid: ${text}`;
}

/** Without what may change. */
function others(resources: Resources): Resources {
  const kept = groups.map((group) => {
    const entries = Object.entries(resources[group] ?? {}).filter(([name]) => !resizable.has(name));
    return [group, Object.fromEntries(entries)] as const;
  });
  return Object.fromEntries(kept);
}

/** Whatever the order in which they are written. */
function textOf(resources: Resources): string {
  const parts = groups.map((group) =>
    Object.entries(resources[group] ?? {})
      .map(([name, quantity]) => `${name}=${quantity}`)
      .toSorted()
      .join(),
  );
  return parts.join(";");
}
