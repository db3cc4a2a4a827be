/** A binary heap of timers, ordered by due time, then rank, then order of arming. */

export interface Timer {
  readonly dueMs: number;
  readonly rank: number;
  readonly order: number;
  readonly cause: number | undefined;
  /** The clock that it was armed at. */
  readonly owner?: object;
  /** Cleared timers stay in the heap, dead, until they surface or are swept out. */
  run: (() => void) | undefined;
}

function isBefore(a: Timer, b: Timer): boolean {
  if (a.dueMs !== b.dueMs) return a.dueMs < b.dueMs;
  if (a.rank !== b.rank) return a.rank < b.rank;
  return a.order < b.order;
}

export class TimerHeap {
  #timers: Timer[] = [];
  #dead = 0;

  /** Timers that will still fire. */
  get size(): number {
    return this.#timers.length - this.#dead;
  }

  push(timer: Timer): void {
    this.#timers.push(timer);
    this.#siftUp(this.#timers.length - 1);
  }

  /** Ends a timer; sweeps when more than half of the heap is dead, so that memory stays bounded. */
  kill(timer: Timer): void {
    if (timer.run === undefined) return;
    timer.run = undefined;
    this.#dead++;
    if (this.#dead > 64 && this.#dead * 2 > this.#timers.length) this.#sweep();
  }

  peek(): Timer | undefined {
    for (let first = this.#timers[0]; first; first = this.#timers[0]) {
      if (first.run !== undefined) return first;
      this.#removeFirst();
      this.#dead--;
    }
    return undefined;
  }

  pop(): Timer | undefined {
    const first = this.peek();
    if (first) this.#removeFirst();
    return first;
  }

  #sweep(): void {
    this.#timers = this.#timers.filter((timer) => timer.run !== undefined);
    this.#dead = 0;
    for (let index = (this.#timers.length >> 1) - 1; index >= 0; index--) this.#siftDown(index);
  }

  #removeFirst(): void {
    const last = this.#timers.pop();
    if (last === undefined || this.#timers.length === 0) return;
    this.#timers[0] = last;
    this.#siftDown(0);
  }

  #siftUp(start: number): void {
    const timers = this.#timers;
    const timer = timers[start];
    if (timer === undefined) return;
    let index = start;
    while (index > 0) {
      const parentIndex = (index - 1) >> 1;
      const parent = timers[parentIndex];
      if (parent === undefined || !isBefore(timer, parent)) break;
      timers[index] = parent;
      index = parentIndex;
    }
    timers[index] = timer;
  }

  #siftDown(start: number): void {
    const timers = this.#timers;
    const timer = timers[start];
    if (timer === undefined) return;
    let index = start;
    for (;;) {
      const left = timers[2 * index + 1];
      const right = timers[2 * index + 2];
      if (left === undefined) break;
      const rightFirst = right !== undefined && isBefore(right, left);
      const child = rightFirst ? right : left;
      if (!isBefore(child, timer)) break;
      timers[index] = child;
      index = 2 * index + (rightFirst ? 2 : 1);
    }
    timers[index] = timer;
  }
}
