/** Finds the place of a value in the text by its path. */
import { isAlias, isMap, isScalar, isSeq } from "yaml";
import type { Alias, Node, Pair, YAMLMap } from "yaml";
import type { Path } from "./document.ts";
import { isMergeKey, keyText, offsetOf } from "./to-value.ts";

type Targets = ReadonlyMap<Alias, Node>;

/** A step taken: the node reached, and the key that led there (of a list's item, the item). */
interface Place {
  readonly node: Node | null;
  readonly keyOffset: number;
}

function behindAlias(node: Node | null, targets: Targets): Node | null {
  return isAlias(node) ? (targets.get(node) ?? null) : node;
}

function findPair(map: YAMLMap, key: string, targets: Targets): Pair | undefined {
  const own = map.items.find((pair) => keyText(pair) === key && !isMergeKey(pair));
  if (own) return own;
  for (const pair of map.items.filter(isMergeKey)) {
    const sources = behindAlias(pair.value as Node | null, targets);
    const parts = isSeq(sources) ? (sources.items as (Node | null)[]) : [sources];
    for (const part of parts) {
      const source = behindAlias(part, targets);
      const found = isMap(source) ? findPair(source, key, targets) : undefined;
      if (found) return found;
    }
  }
  return undefined;
}

function step(from: Node | null, key: string | number, targets: Targets): Place | undefined {
  const node = behindAlias(from, targets);
  if (isMap(node)) {
    const pair = findPair(node, String(key), targets);
    if (!pair || !isScalar(pair.key)) return undefined;
    return { node: pair.value as Node | null, keyOffset: offsetOf(pair.key) };
  }
  if (isSeq(node) && typeof key === "number" && key >= 0 && key < node.items.length) {
    const item = node.items[key] as Node | null;
    return { node: item, keyOffset: offsetOf(item ?? node) };
  }
  return undefined;
}

/** The offset of what `path` leads to, or of the key of the nearest ancestor that exists. */
export function locateOffset(
  root: Node,
  targets: Targets,
  path: Path,
  of: "key" | "value",
): number {
  let place: Place = { node: root, keyOffset: offsetOf(root) };
  for (const key of path) {
    const next = step(place.node, key, targets);
    if (!next) return place.keyOffset;
    place = next;
  }
  return of === "key" || !place.node ? place.keyOffset : offsetOf(place.node);
}
