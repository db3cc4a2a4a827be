/** Ends what a kubelet of somebody else's would do for ever without virtual time going on. */
import { Refused } from "./guest-error.ts";

/**
 * A kubelet that has 10,000 containers to create and to start, and hears of each, comes to less.
 * The kernel's own limit is for whole nodes: what is copied and listed so often takes minutes.
 */
const mostAtInstant = 100_000;

/** Of what it did: the most frequent. */
const shownAtMost = 3;

export class InstantCounts {
  readonly #now: () => number;
  readonly #counts = new Map<string, number>();
  #instantMs = 0;
  #sum = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** `what` it did, as in `was told runtime.listed`. Throws `Refused` beyond the limit. */
  count(what: string): void {
    const nowMs = this.#now();
    if (nowMs !== this.#instantMs) {
      this.#instantMs = nowMs;
      this.#counts.clear();
      this.#sum = 0;
    }
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);
    if (++this.#sum <= mostAtInstant) return;
    const often = [...this.#counts].toSorted(([, a], [, b]) => b - a).slice(0, shownAtMost);
    const told = often.map(([each, times]) => `${each} ${times} times`).join(", ");
    throw new Refused(
      `goes on for ever at one moment of virtual time: there it ${told}; ` +
        "let it wait for a timer before it does the same again",
    );
  }
}
