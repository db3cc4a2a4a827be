/** What a container holds: its declaration, its actor, its picture, its place in the kubelet. */
import { collectGarbage, progress, rounded } from "./measure.ts";
import { nodeOf } from "./population.ts";

export interface MemoryFigure {
  readonly containers: number;
  readonly bytesPerContainer: number;
}

export function measureMemory(sizes: readonly number[]): MemoryFigure[] {
  return sizes.map((containers) => {
    progress(`memory of ${containers} containers`);
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    const node = nodeOf(containers);
    collectGarbage();
    const bytes = process.memoryUsage().heapUsed - before;
    // Used after the second reading, so that the node is not collected before it.
    if (node.list().length !== containers) throw new Error("the node is not complete");
    return { containers, bytesPerContainer: rounded(bytes / containers) };
  });
}
