/** Whom the acts of a page are about: one container, by name, through all that becomes of it. */
import { type ContainerKey, containerKey } from "../model/container-key.ts";
import type { VerdictRow } from "../model/trace.ts";

export interface Target extends Pick<VerdictRow, "namespace" | "pod"> {
  /** Absent of the lane of a pod: the first of its containers. */
  readonly container?: string;
  /** Which of several of one name. */
  readonly id?: string;
}

/** What a lane is about, by its key. */
export function targetOf(key: ContainerKey): Target {
  const [namespace = "", pod = "", container = ""] = key.split("\u0000");
  return { namespace, pod, ...(container === "" ? {} : { container }) };
}

/**
 * Its row: of several of one name the one that was chosen, else the one that came last. Undefined
 * where nothing of that name is there: an act is never done to another one in its place.
 */
export function actedOn(
  rows: readonly VerdictRow[],
  target: Target | undefined,
): VerdictRow | undefined {
  if (target === undefined) return rows[0];
  const { namespace, pod, container } = target;
  if (container === undefined) {
    return rows.find((row) => row.namespace === namespace && row.pod === pod);
  }
  const key = containerKey(namespace, pod, container);
  const own = rows.filter((row) => containerKey(row.namespace, row.pod, row.container) === key);
  return own.find(({ id }) => id === target.id) ?? own.at(-1);
}
