/**
 * The priority of a pod by its class: every API server has two, and no others are read here.
 *
 * Models: kubernetes/plugin/pkg/admission/priority/admission.go admitPod;
 * kubernetes/pkg/apis/scheduling/v1/helpers.go SystemPriorityClasses.
 */
import type { Diagnostic } from "../model/diagnostic.ts";
import type { KubePodSpec } from "../model/kube-pod.ts";
import type { Cursor } from "./cursor.ts";
import type { Model } from "./support-rows.ts";

const systemClasses: ReadonlyMap<string, number> = new Map([
  ["system-cluster-critical", 2_000_000_000],
  ["system-node-critical", 2_000_001_000],
]);

type Prioritized = Pick<KubePodSpec, "priority" | "priorityClassName">;

/** A spec as the API server keeps it; the same one where nothing is to be filled in. */
export function withPriority(spec: KubePodSpec): KubePodSpec {
  const priority = systemClasses.get(spec.priorityClassName ?? "");
  return priority === undefined || spec.priority !== undefined ? spec : { ...spec, priority };
}

/** Why the API server refuses a pod whose priority is not that of its class. */
export function priorityRefusal({ priority, priorityClassName }: Prioritized): string | undefined {
  const computed = systemClasses.get(priorityClassName ?? "");
  if (computed === undefined || priority === undefined || priority === computed) return undefined;
  return (
    `the integer value of priority (${priority}) must not be provided in pod spec; ` +
    `priority admission controller computed ${computed} from the given PriorityClass name`
  );
}

/** Warns of classes of which nobody says the priority. */
export function notePriorityClasses(
  templates: readonly Cursor[],
  model: Model,
): readonly Diagnostic[] {
  if (model === "textbook") return [];
  const found = templates.flatMap((template) => {
    const className = template.get("spec", "priorityClassName");
    const name = className.text() ?? "";
    const isKnown = name === "" || systemClasses.has(name);
    return isKnown || template.get("spec", "priority").exists ? [] : [className];
  });
  const [first] = found;
  if (first === undefined) return [];
  return [
    {
      severity: "warning",
      position: first.position("key"),
      path: "spec.priorityClassName",
      message: "no PriorityClass is read, so that the pod has no priority",
      fix: "write the value of its class to spec.priority, too",
      ...(found.length > 1 ? { found: `in ${found.length} places` } : {}),
    },
  ];
}
