/** What all parts of the page share: the run, the moment that is looked at, and how to move it. */
import type { Run } from "../run.ts";
import type { TimeWindow } from "../time-window.ts";

/** `count`: how many records have happened; between two of them time goes on. */
export interface Place {
  readonly ms: number;
  readonly count: number;
}

export interface Stage {
  readonly run: Run;
  readonly place: Place;
  readonly window: TimeWindow;
  /** The record whose causes are shown. */
  readonly chosen: number | undefined;
  /** Rows that carry this in their name are shown. */
  readonly filter: string;
  /** Changes when colours do. */
  readonly theme: string;
  readonly goTo: (ms: number) => void;
  /** To the moment right after a record. */
  readonly goToRecord: (seq: number) => void;
  readonly choose: (seq: number) => void;
  readonly setWindow: (window: TimeWindow) => void;
}
