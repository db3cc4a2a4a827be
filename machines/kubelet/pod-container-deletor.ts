/**
 * Removes the records of dead containers that a death left over, one after the other.
 *
 * Models: kubernetes/pkg/kubelet/pod_container_deletor.go podContainerDeletor.
 */
import { removeContainer } from "./cri-calls.ts";
import type { KubeletCore } from "./kubelet-core.ts";
import { Latch, type Procedure, waitFor } from "./procedure.ts";

/** What finds no room is left to the collection of garbage. */
const bufferLimit = 50;

export interface DeadContainer {
  readonly podUid: string;
  readonly id: string;
  readonly name: string;
  readonly restartCount: number;
}

export class DeadContainers {
  #waiting: DeadContainer[] = [];
  #latch = new Latch();

  add(containers: readonly DeadContainer[]): void {
    this.#waiting.push(...containers.slice(0, bufferLimit - this.#waiting.length));
    if (this.#waiting.length > 0) this.#latch.open();
  }

  *next(): Procedure<DeadContainer> {
    for (;;) {
      yield* waitFor(this.#latch);
      const first = this.#waiting.shift();
      if (first !== undefined) return first;
      this.#latch = new Latch();
    }
  }
}

export interface DeletorInput {
  readonly core: KubeletCore;
  readonly dead: DeadContainers;
}

export function* runPodContainerDeletor({ core, dead }: DeletorInput): Procedure<void> {
  for (;;) {
    const container = yield* dead.next();
    core.forgetLog(container.podUid, container);
    core.causes.current = core.causes.of(container.id);
    yield* removeContainer(container.id);
  }
}
