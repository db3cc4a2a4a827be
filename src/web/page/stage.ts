/** What all parts of the page share: the run, the moment that is looked at, and how to move it. */
import type { TraceRecord } from "../../model/trace.ts";
import type { Target } from "../acted-on.ts";
import type { Point } from "../actor-log.ts";
import type { Pair } from "../pair.ts";
import type { Picture } from "../picture.ts";
import type { Place } from "../place.ts";
import type { Run } from "../run.ts";
import type { TimeWindow } from "../time-window.ts";

export interface Stage {
  /** The one that is looked at. */
  readonly run: Run;
  /** All of them, where there are several. */
  readonly pair: Pair | undefined;
  /** Of the run, or of all. */
  readonly picture: Picture;
  readonly place: Place;
  readonly window: TimeWindow;
  /** The record whose causes are shown. */
  readonly chosen: number | undefined;
  /** Whom acts are about; undefined: nobody has been there yet. */
  readonly target: Target | undefined;
  /** Rows that carry this in their name are shown. */
  readonly filter: string;
  /** Changes when colours do. */
  readonly theme: string;
  /** Of a run, to all that happened by then; of frames, to the one with that number. */
  readonly goTo: (ms: number, count?: number) => void;
  /** To the moment right after a record; of the run that is looked at, unless said. */
  readonly goToRecord: (record: TraceRecord, side?: number) => void;
  readonly choose: (seq: number, side?: number) => void;
  readonly aim: (target: Target) => void;
  /** Looks at another run, at the same moment. */
  readonly lookAt: (side: number) => void;
  readonly setWindow: (window: TimeWindow) => void;
}

/** What the views of actors need of it. */
export interface ActorStage extends Pick<Stage, "window" | "filter" | "goTo"> {
  readonly place: Point;
}
