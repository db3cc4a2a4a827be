/** Checks one object against all rules, and sorts out the pods that are meant to be refused. */
import type { Cursor } from "./cursor.ts";
import { ErrorList } from "./error-list.ts";
import { namespaceOf } from "./expand.ts";
import type { Rejection } from "./manifest.ts";
import type { FoundObject } from "./objects.ts";
import { checkRelease } from "./release-rules.ts";
import type { Release } from "./releases.ts";
import { checkType } from "./structure.ts";
import { workloadOf } from "./workloads.ts";

export function checkObject({ kind, cursor }: FoundObject, release: Release): void {
  checkType(cursor, { kind: "object", name: kind });
  checkRelease(cursor.get(...workloadOf(kind).template, "spec"), release);
  const isNamed = (field: string) => {
    const name = cursor.get("metadata", field);
    return name.exists && name.value !== "";
  };
  if (isNamed("name") || (kind === "Pod" && isNamed("generateName"))) return;
  const expected = kind === "Pod" ? "a name, or generateName" : "a name";
  const message = `a ${kind} without a name`;
  cursor.get("metadata", "name").error({ message, expected, fix: "add metadata.name" });
}

/** Why the API server would refuse the pod; absent where it would take it. */
export function rejectionOf(
  object: FoundObject,
  release: Release,
  maxErrors: number,
): Rejection | undefined {
  const errors = new ErrorList(maxErrors);
  const cursor = object.cursor.asDocument(errors);
  checkObject({ ...object, cursor }, release);
  const { refusals } = errors;
  if (refusals.length === 0) return undefined;
  const name = cursor.get("metadata", "name");
  // Models: k8s.io/apimachinery/pkg/api/errors NewInvalid; apimachinery/pkg/util/errors Aggregate.
  const causes = refusals.length === 1 ? refusals[0] : `[${refusals.join(", ")}]`;
  return {
    name: nameOf(cursor),
    namespace: namespaceOf(cursor),
    message: `${object.kind} ${JSON.stringify(nameOf(cursor))} is invalid: ${causes}`,
    position: name.position(),
  };
}

export function nameOf(object: Cursor): string {
  return object.get("metadata", "name").text() ?? "";
}
