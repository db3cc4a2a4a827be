/** Creating n containers from one file, until all run, and removing them all again. */
import { type Spread, collectGarbage, cpuNs, progress, spread, times } from "./measure.ts";
import { declare, emptyNode, expectRunning, periodMs, podsFor } from "./population.ts";

interface Figure {
  readonly containers: number;
  readonly microsecondsPerContainer: Spread;
}

export interface CreateRemoveFigures {
  readonly create: readonly Figure[];
  readonly remove: readonly Figure[];
}

/** `timed` names the containers that hold a timer each; `*` is all of them. */
export function measureCreateRemove(
  sizes: readonly number[],
  repetitions: number,
  timed?: string,
): CreateRemoveFigures {
  const rows = sizes.map((containers) => {
    progress(
      `create and remove ${containers} containers${timed === "*" ? ", all with timers" : ""}`,
    );
    // Small counts are over before they are measured well, so there are more of them.
    const count = repetitions * Math.min(3 * repetitions, Math.ceil(10_000 / containers));
    const runs = times(count, () => once(containers, timed));
    return {
      containers,
      create: spread(runs.map(({ create }) => create)),
      remove: spread(runs.map(({ remove }) => remove)),
    };
  });
  const figures = (verb: "create" | "remove"): Figure[] =>
    rows.map((row) => ({ containers: row.containers, microsecondsPerContainer: row[verb] }));
  return { create: figures("create"), remove: figures("remove") };
}

function once(containers: number, timed?: string): { create: number; remove: number } {
  const node = emptyNode(timed);
  const pods = podsFor(containers);
  collectGarbage();
  const createNs = cpuNs(() => {
    declare(node, pods);
    node.advanceBy(periodMs);
  });
  expectRunning(node, containers);
  collectGarbage();
  const removeNs = cpuNs(() => {
    declare(node, []);
    node.advanceBy(periodMs);
  });
  expectRunning(node, 0);
  return { create: createNs / containers / 1000, remove: removeNs / containers / 1000 };
}
