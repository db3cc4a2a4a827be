/** The moment that is looked at, and how it moves: by hand, by steps, and by itself. */
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { TraceRecord } from "../../model/trace.ts";
import type { Run } from "../run.ts";
import { countUpTo } from "../search.ts";
import type { Live } from "./live.ts";
import type { Place } from "./stage.ts";
import type { Controls } from "./transport.tsx";

/** How long the whole run takes at full speed. */
const fastestMs = 4000;

export interface PlaceControls extends Controls {
  readonly place: Place;
  readonly goTo: (ms: number) => void;
  readonly goToRecord: (seq: number) => void;
}

/** `listed`: the records that steps go through. Of a run that goes on, its end moves on with it. */
export function usePlace(
  run: Run,
  listed: readonly TraceRecord[],
  live: Live | undefined,
): PlaceControls {
  const [place, setPlace] = useState<Place>({ ms: run.endMs, count: run.records.length });
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(live?.state.speed ?? 5);
  const latest = useRef(place);
  latest.current = place;
  const isAtEnd = useFollowing(run, live?.state.current, place, setPlace);
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
  usePlaying(isPlaying && !isAtEnd, speed, run, latest, goTo);
  const isMoved = live !== undefined && live.state.isPlaying;
  const toggle = (): void => {
    if (live && (isMoved || isAtEnd)) return live.send({ do: isMoved ? "pause" : "play" });
    if (!isPlaying && isAtEnd) goTo(0);
    setPlaying(!isPlaying || isAtEnd);
  };
  /** Beyond what has happened: the run goes on, and is looked at where it comes to. */
  const goOn = (to: "record" | "list"): void => {
    if (live === undefined) return;
    setPlace({ ms: run.endMs, count: run.records.length });
    live.send({ do: "step", to });
  };
  return {
    place,
    goTo,
    goToRecord,
    isPlaying: isMoved || (isPlaying && !isAtEnd),
    speed: live?.state.speed ?? speed,
    toggle,
    setSpeed: (to) => {
      setSpeed(to);
      live?.send({ do: "speed", speed: to });
    },
    ...stepsOf(run, listed, latest, goToRecord, goOn),
  };
}

/** From record to record, and from list to list; `goOn`: beyond what has happened. */
function stepsOf(
  run: Run,
  listed: readonly TraceRecord[],
  latest: { readonly current: Place },
  goToRecord: (seq: number) => void,
  goOn: (to: "record" | "list") => void,
): Pick<Controls, "stepRecord" | "stepList"> {
  return {
    stepRecord: (by) => {
      const { count } = latest.current;
      const here = countUpTo(listed.length, (at) => listed[at]?.seq ?? 0, count) - 1;
      // Between two that are listed, a step back leads to the one before.
      const isThere = listed[here]?.seq === count;
      const next = listed[by === 1 || isThere ? here + by : here];
      if (next !== undefined) goToRecord(next.seq);
      else if (by === 1) goOn("record");
    },
    stepList: (by) => {
      const seq = run.listBeside(latest.current.count, by);
      if (seq !== undefined) goToRecord(seq);
      else if (by === 1) goOn("list");
    },
  };
}

/** Whoever looks at the end goes on looking at it; another branch is looked at where it ends. */
function useFollowing(
  run: Run,
  branch: number | undefined,
  place: Place,
  setPlace: (place: Place) => void,
): boolean {
  const seen = useRef({ run, branch });
  const isOther = seen.current.run !== run;
  const isFollowing =
    seen.current.branch !== branch || place.count >= seen.current.run.records.length;
  useEffect(() => {
    if (!isOther) return;
    seen.current = { run, branch };
    if (isFollowing) setPlace({ ms: run.endMs, count: run.records.length });
  }, [run]);
  return isOther ? isFollowing : place.count >= run.records.length;
}

function usePlaying(
  isPlaying: boolean,
  speed: number,
  run: Run,
  latest: { readonly current: Place },
  goTo: (ms: number) => void,
): void {
  useEffect(() => {
    if (!isPlaying) return;
    let frame = 0;
    let before = performance.now();
    const tick = (now: number): void => {
      const rate = speed === 0 ? run.endMs / fastestMs : speed;
      const ms = latest.current.ms + (now - before) * rate;
      before = now;
      goTo(ms);
      if (ms < run.endMs) frame = requestAnimationFrame(tick);
    };
    frame = requestAnimationFrame(tick);
    return () => cancelAnimationFrame(frame);
  }, [isPlaying, speed, goTo, run]);
}
