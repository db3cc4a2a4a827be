/** A run of one variant that is measured: it stands still wherever something may have changed. */
import type { TraceRecord, VerdictTrace } from "../model/trace.ts";
import type { PreparedInput } from "../scenario/prepare.ts";
import { ScenarioPlayer } from "../scenario/run-scenario.ts";
import { Meter } from "./meter.ts";
import type { Measured } from "./measures.ts";
import type { Variant } from "./variant.ts";

export interface MeasureOptions {
  readonly onRecord?: (record: TraceRecord) => void;
  /** False: the trace is only told to `onRecord`. */
  readonly keepRecords?: boolean;
}

export interface FinishedRun extends Measured {
  /** Empty where they were not kept. */
  readonly records: readonly TraceRecord[];
  readonly verdict: VerdictTrace;
}

export class MeasuredRun {
  readonly #player: ScenarioPlayer;
  readonly #meter: Meter;

  constructor(input: PreparedInput, variant: Variant, options: MeasureOptions = {}) {
    const { observe, kubelet } = variant;
    this.#meter = new Meter(variant);
    this.#player = new ScenarioPlayer(input, {
      ...options,
      observe,
      ...(kubelet ? { kubelet } : {}),
      onRecord: (record) => {
        options.onRecord?.(record);
        this.#meter.see(record);
      },
    });
  }

  /** Seconds, not before now. Throws a `SimulationError` where a limit is reached. */
  advanceTo(seconds: number): void {
    const endMs = Math.round(seconds * 1000);
    for (let dueMs = this.#player.nextDueMs; dueMs !== undefined && dueMs <= endMs;) {
      this.#player.advanceTo(dueMs);
      if (this.#meter.isDue) this.#meter.compare(dueMs, this.#player.verdict());
      dueMs = this.#player.nextDueMs;
    }
    this.#player.advanceTo(endMs);
  }

  finish(): FinishedRun {
    const verdict = this.#player.verdict();
    this.#player.finish();
    return {
      ...this.#meter.finish(this.#player.nowMs, verdict),
      records: this.#player.records,
      verdict,
    };
  }
}

/** Measures all of it, up to a time in seconds. */
export function measureRun(
  input: PreparedInput,
  variant: Variant,
  endSeconds: number,
  options?: MeasureOptions,
): FinishedRun {
  const run = new MeasuredRun(input, variant, options);
  run.advanceTo(endSeconds);
  return run.finish();
}
