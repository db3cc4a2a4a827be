/** Joins what files and API declare into one set of containers, each key taken once. */
import { type ContainerKey, compareBytes, containerKey } from "../model/container-key.ts";
import type { DeclaredContainer, DeclaredPod } from "../model/pod.ts";

/** One container that should be, or, of a pod under deletion, the grace that is left to it. */
export interface Declaration {
  readonly key: ContainerKey;
  readonly pod: DeclaredPod;
  readonly container: DeclaredContainer;
  /** Its place in the order in which pods are walked: by name, files first, as declared inside. */
  readonly order: number;
}

/** A key that is declared a second time; `kept` is in force. */
export interface DuplicateDeclaration {
  readonly kept: Declaration;
  readonly dropped: Declaration;
}

export interface Declarations {
  /** In the order of the runtime's list, so that the two can be compared side by side. */
  readonly inListOrder: readonly Declaration[];
  /** Their keys, side by side: comparing a list of thousands then reads one array. */
  readonly keys: readonly ContainerKey[];
  readonly byKey: ReadonlyMap<ContainerKey, Declaration>;
  /** Containers of pods under deletion: not wanted, but their grace is known. */
  readonly withdrawn: ReadonlyMap<ContainerKey, Declaration>;
  readonly duplicates: readonly DuplicateDeclaration[];
}

export const noDeclarations: Declarations = {
  inListOrder: [],
  keys: [],
  byKey: new Map(),
  withdrawn: new Map(),
  duplicates: [],
};

/**
 * The order in which the kubelet walks its pods: by namespace and name (bytes), files before API;
 * pods of one name and source stay as they came.
 */
export function walkOrder(
  filePods: readonly DeclaredPod[],
  apiPods: readonly DeclaredPod[],
): readonly DeclaredPod[] {
  return [...filePods, ...apiPods].toSorted(
    (a, b) => compareBytes(a.namespace, b.namespace) || compareBytes(a.name, b.name),
  );
}

/**
 * A key declared twice is taken once: the first in walking order, so the file's before the API's.
 */
export function joinDeclarations(
  filePods: readonly DeclaredPod[],
  apiPods: readonly DeclaredPod[],
): Declarations {
  const byKey = new Map<ContainerKey, Declaration>();
  const withdrawn = new Map<ContainerKey, Declaration>();
  const duplicates: DuplicateDeclaration[] = [];
  let order = 0;
  for (const pod of walkOrder(filePods, apiPods)) {
    for (const container of pod.containers) {
      const key = containerKey(pod.namespace, pod.name, container.name);
      const declaration: Declaration = { key, pod, container, order: order++ };
      const kept = byKey.get(key);
      if (pod.deletionGraceMs !== undefined) withdrawn.set(key, declaration);
      else if (kept) duplicates.push({ kept, dropped: declaration });
      else byKey.set(key, declaration);
    }
  }
  const inListOrder = [...byKey.values()].toSorted((a, b) => compareBytes(a.key, b.key));
  const keys = inListOrder.map((declaration) => declaration.key);
  return { inListOrder, keys, byKey, withdrawn, duplicates };
}
