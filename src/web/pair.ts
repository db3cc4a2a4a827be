/**
 * Kubelets on one world and seed, next to each other: their lanes together, how far each of them is
 * from what is declared, and where they part.
 */
import { type PartingRun, findPartings } from "../compare/compare.ts";
import { hearsEvents } from "../compare/variant.ts";
import type { RuntimeEventTrace, TraceStamp } from "../model/trace.ts";
import { isLost } from "../trace/lost.ts";
import type { ApartStep } from "./divergence.ts";
import type { Picture, PictureRow } from "./picture.ts";
import type { Run, Runs } from "./run.ts";

/** A container that one of the others has otherwise than the first does, and since when. */
export interface PairParting {
  readonly side: number;
  readonly name: string;
  /** Seconds of virtual time. */
  readonly t: number;
  /** Its state as it is now: of the first, and of that other one; absent: it is not there. */
  readonly states: readonly [string | undefined, string | undefined];
  /** It ended, and that other one takes it for running. */
  readonly unheard?: true;
  /** What one of the two did not hear, and which of them. */
  readonly lost?: TraceStamp & RuntimeEventTrace;
  readonly missedBy?: number;
}

/** Not for its time alone: one of the two never gets what would have told it. */
export function isForGood({ lost }: PairParting): boolean {
  return lost !== undefined && isLost(lost);
}

export class Pair {
  readonly runs: Runs;
  /** What each of them is called: how its kubelet observes. */
  readonly names: readonly string[];
  readonly picture: Picture;
  /** Those for good first. */
  readonly partings: readonly PairParting[];

  constructor(runs: Runs) {
    this.runs = runs;
    this.names = runs.map(({ input }) => input.scenario.observe);
    this.picture = pairedPicture(runs.map(({ picture }) => picture));
    this.partings = partingsFrom(runs);
  }

  /** Of each of them. */
  get divergence(): readonly (readonly ApartStep[])[] {
    return this.runs.map(({ divergence }) => divergence);
  }
}

function partingsFrom([first, ...others]: Runs): readonly PairParting[] {
  const told = (run: Run, name: string): PartingRun => {
    const { records, states, ends, input } = run;
    return { name, records, states, ends, mayMiss: hearsEvents(input.scenario) };
  };
  const one = told(first, "0");
  const all = others.flatMap((other, index) =>
    findPartings(one, told(other, "1")).map(({ name, t, end, lost, missedBy, unheard }) => ({
      side: index + 1,
      name,
      t,
      states: [end["0"], end["1"]] as const,
      ...(unheard ? { unheard } : {}),
      ...(lost ? { lost, missedBy: missedBy === "0" ? 0 : index + 1 } : {}),
    })),
  );
  return all.toSorted((a, b) => Number(isForGood(b)) - Number(isForGood(a)) || a.t - b.t);
}

/** Each lane of one under the same of the one before; what the world does stands there once. */
function pairedPicture(pictures: readonly Picture[]): Picture {
  const [first] = pictures;
  if (first === undefined) throw new Error("a pair has runs");
  const links = first.rows.filter(({ kind }) => kind === "link");
  const byName = new Map<string, PictureRow[]>();
  for (const [side, { rows }] of pictures.entries()) {
    for (const row of rows.filter(({ kind }) => kind !== "link")) {
      const known = byName.get(row.name) ?? [];
      known.push({ ...row, side });
      byName.set(row.name, known);
    }
  }
  const endMs = Math.max(...pictures.map((picture) => picture.endMs));
  return { ...first, endMs, rows: [...links, ...[...byName.values()].flat()] };
}
