/** Actors as a tree: each below the one that made it, those of one parent in the order of names. */
import type { ActorLife } from "./actor-log.ts";

export interface ActorRow {
  readonly life: ActorLife;
  /** How many of those above it are shown. */
  readonly depth: number;
}

/** One whose parent is not among them stands at the top. */
export function treeOf(lives: readonly ActorLife[]): readonly ActorRow[] {
  const shown = new Set(lives.map(({ name }) => name));
  const below = new Map<string | undefined, ActorLife[]>();
  for (const life of lives.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const parent = life.parent !== undefined && shown.has(life.parent) ? life.parent : undefined;
    below.set(parent, [...(below.get(parent) ?? []), life]);
  }
  const rowsOf = (parent: string | undefined, depth: number): readonly ActorRow[] =>
    (below.get(parent) ?? []).flatMap((life) => [{ life, depth }, ...rowsOf(life.name, depth + 1)]);
  return rowsOf(undefined, 0);
}
