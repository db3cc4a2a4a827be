/** Makes the pods of an object: itself, or those that its controller would create. */
import type { Cursor } from "./cursor.ts";
import { setDefaultsPod } from "./defaults.ts";
import type { Manifest } from "./manifest.ts";
import type { FoundObject } from "./objects.ts";
import type { NameGenerator } from "./pod-names.ts";
import type { Pod, PodMetadata } from "./pod-types.ts";
import { workloadOf } from "./workloads.ts";

export interface Expansion {
  readonly object: FoundObject;
  readonly manifests: readonly Manifest[];
}

export function namespaceOf(object: Cursor): string {
  return object.get("metadata", "namespace").text() || "default";
}

export function expandObject(
  object: FoundObject,
  nodes: number,
  generator: NameGenerator,
): Expansion {
  const { cursor, kind } = object;
  const { count, names, template } = workloadOf(kind);
  const source = cursor.get(...template);
  const written = source.part();
  // All pods of an object share one spec: a hundred thousand replicas are as many names.
  const spec = setDefaultsPod(source.get("spec").value);
  const name = cursor.get("metadata", "name");
  const position = (name.exists ? name : cursor.get("metadata", "generateName")).position();
  const owner = kind === "Pod" ? {} : { owner: { kind, name: name.text() ?? "" } };
  const rest = restOfMetadata(source.get("metadata"));
  const namespace = namespaceOf(cursor);
  const manifests = names(cursor, count(cursor, nodes), generator).map((podName): Manifest => {
    const metadata: PodMetadata = { name: podName, namespace, ...rest };
    const pod: Pod = { apiVersion: "v1", kind: "Pod", metadata, spec };
    return { pod, position, source: written, ...owner };
  });
  return { object, manifests };
}

function restOfMetadata(metadata: Cursor): Omit<PodMetadata, "name" | "namespace"> {
  const labels = metadata.get("labels");
  const finalizers = metadata.get("finalizers");
  const annotations = metadata.get("annotations");
  return {
    ...(labels.exists ? { labels: { ...(labels.value as Record<string, string>) } } : {}),
    ...(finalizers.exists ? { finalizers: [...(finalizers.value as readonly string[])] } : {}),
    ...(annotations.exists
      ? { annotations: { ...(annotations.value as Record<string, string>) } }
      : {}),
  };
}
