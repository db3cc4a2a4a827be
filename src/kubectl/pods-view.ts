/**
 * `kubectl get pods`: the table of a moment, and what a watch prints.
 *
 * Models: kubernetes/staging/src/k8s.io/cli-runtime/pkg/printers/tableprinter.go TablePrinter;
 * staging/src/k8s.io/kubectl/pkg/cmd/get/get.go GetOptions.watch.
 */
import type { PrintFeatures } from "./features.ts";
import { type NamespaceScope, noneFound } from "./namespaces.ts";
import { printPod } from "./print-pod.ts";
import { type PodChange, type StoredPod, podsAt } from "./stored-pods.ts";
import { TabWriter, tableTabs } from "./tab-writer.ts";
import { escapeTerminal } from "./escape-terminal.ts";

export interface PodsView {
  readonly scope: NamespaceScope;
  readonly features: PrintFeatures;
}

export function podsTable(changes: readonly PodChange[], ms: number, view: PodsView): string {
  const pods = podsAt(changes, ms);
  if (pods.length === 0) return noneFound("resources", view.scope);
  const rows = pods.map((pod) => rowOf(pod, ms, view));
  return new TabWriter(tableTabs).write([headOf(view), ...rows]);
}

/**
 * A line for each change, in the columns of the lines before it: a line that needs more room makes
 * them wider for all that follow.
 */
export function podsWatch(changes: readonly PodChange[], view: PodsView): string {
  const writer = new TabWriter(tableTabs, { remembers: true });
  return changes
    .map(({ atMs, pod }, index) => {
      const row = rowOf(pod, atMs, view);
      return writer.write(index === 0 ? [headOf(view), row] : [row]);
    })
    .join("");
}

function headOf({ scope }: PodsView): string {
  const columns = ["NAME", "READY", "STATUS", "RESTARTS", "AGE"];
  return (scope.isAll ? ["NAMESPACE", ...columns] : columns).join("\t");
}

function rowOf(pod: StoredPod, ms: number, { scope, features }: PodsView): string {
  const { name, ready, status, restarts, age } = printPod(pod, ms, features);
  const cells = [name, ready, status, restarts, age].map(escapeTerminal);
  return (scope.isAll ? [pod.namespace, ...cells] : cells).join("\t");
}
