/** Where a pod or a container is declared, for what a command line says of it. */
import type { Manifest } from "../manifest/manifest.ts";
import type { Position } from "../model/diagnostic.ts";
import { type Path, displayFile } from "../yaml/document.ts";
import { type Thing, plainName } from "./happenings.ts";

/** Of a pod whose name only the run has, and of none, the first that is declared. */
export function declaredAt(
  thing: Thing | undefined,
  pods: readonly Manifest[],
): Position | undefined {
  const name = thing === undefined ? undefined : plainName(thing.pod);
  const found = pods.find(({ pod }) => pod.metadata.name === name) ?? pods[0];
  if (found === undefined) return undefined;
  const position = found.source.locate(pathOf(found, thing?.container), "value");
  return { ...position, file: displayFile(position.file) };
}

function pathOf({ pod: { spec } }: Manifest, container: string | undefined): Path {
  for (const list of ["initContainers", "containers"] as const) {
    const index = spec[list]?.findIndex(({ name }) => name === container) ?? -1;
    if (index >= 0) return ["spec", list, index];
  }
  return ["metadata", "name"];
}
