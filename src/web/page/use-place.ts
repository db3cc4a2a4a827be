/** The moment that is looked at, and how it moves: by hand, by steps, and by itself. */
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { TraceRecord } from "../../model/trace.ts";
import type { Run } from "../run.ts";
import { countUpTo } from "../search.ts";
import type { Place } from "./stage.ts";
import type { Controls } from "./transport.tsx";

/** How long the whole run takes at full speed. */
const fastestMs = 4000;

export interface PlaceControls extends Controls {
  readonly place: Place;
  readonly goTo: (ms: number) => void;
  readonly goToRecord: (seq: number) => void;
}

/** `listed`: the records that steps go through. */
export function usePlace(run: Run, listed: readonly TraceRecord[]): PlaceControls {
  const [place, setPlace] = useState<Place>({ ms: run.endMs, count: run.records.length });
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(5);
  const latest = useRef(place);
  latest.current = place;
  const goTo = useCallback(
    (ms: number) => {
      const within = Math.max(0, Math.min(run.endMs, ms));
      setPlace({ ms: within, count: run.countAt(within) });
    },
    [run],
  );
  const goToRecord = useCallback(
    (seq: number) => setPlace({ ms: run.msOf(seq), count: seq }),
    [run],
  );
  useEffect(() => {
    if (!isPlaying) return;
    let frame = 0;
    let before = performance.now();
    const tick = (now: number): void => {
      const rate = speed === 0 ? run.endMs / fastestMs : speed;
      const ms = latest.current.ms + (now - before) * rate;
      before = now;
      goTo(ms);
      if (ms >= run.endMs) setPlaying(false);
      else frame = requestAnimationFrame(tick);
    };
    frame = requestAnimationFrame(tick);
    return () => cancelAnimationFrame(frame);
  }, [isPlaying, speed, goTo, run]);
  const toggle = useCallback(() => {
    if (!isPlaying && latest.current.ms >= run.endMs) goTo(0);
    setPlaying(!isPlaying);
  }, [isPlaying, run, goTo]);
  const stepRecord = useCallback(
    (by: 1 | -1) => {
      const { count } = latest.current;
      const here = countUpTo(listed.length, (at) => listed[at]?.seq ?? 0, count) - 1;
      // Between two that are listed, a step back leads to the one before.
      const isThere = listed[here]?.seq === count;
      const next = listed[by === 1 || isThere ? here + by : here];
      if (next !== undefined) goToRecord(next.seq);
    },
    [listed, goToRecord],
  );
  const stepList = useCallback(
    (by: 1 | -1) => {
      const seq = run.listBeside(latest.current.count, by);
      if (seq !== undefined) goToRecord(seq);
    },
    [run, goToRecord],
  );
  return { place, goTo, goToRecord, isPlaying, speed, toggle, setSpeed, stepRecord, stepList };
}
