/** The moment that is looked at, and how it moves: by hand, by steps, and by itself. */
import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { TraceRecord } from "../../model/trace.ts";
import { toMs } from "../../trace/times.ts";
import { type HeldPlace, type Place, endPlace, held, placeIn } from "../place.ts";
import type { Run, Runs } from "../run.ts";
import { countUpTo } from "../search.ts";
import type { Live } from "./live.ts";
import type { Controls } from "./transport.tsx";

/** How long the whole run takes at full speed. */
const fastestMs = 4000;

export interface PlaceControls extends Controls {
  readonly place: Place;
  readonly run: Run;
  /** The records that are listed and stepped through: all, or those that are news. */
  readonly listed: readonly TraceRecord[];
  readonly goTo: (ms: number) => void;
  readonly goToRecord: (record: TraceRecord, side?: number) => void;
  readonly lookAt: (side: number) => void;
}

/** Of runs that go on, their end moves on with them. */
export function usePlace(runs: Runs, isAll: boolean, live: Live | undefined): PlaceControls {
  const [place, setPlace] = useHeldPlace(runs, live?.state.current);
  const { side } = place;
  const run = runs[side] ?? runs[0];
  const isAtEnd = place.count >= run.records.length;
  const listed = isAll ? run.records : run.news;
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(live?.state.speed ?? 5);
  const latest = useRef(place);
  latest.current = place;
  const goTo = useCallback(
    (ms: number) => {
      const within = Math.max(0, Math.min(run.endMs, ms));
      setPlace({ ms: within, count: run.countAt(within), side });
    },
    [run, setPlace],
  );
  const goToRecord = useCallback(
    ({ t, seq }: TraceRecord, of: number = side) =>
      setPlace({ ms: Math.max(0, toMs(t)), count: seq, side: of }),
    [side, setPlace],
  );
  const lookAt = (to: number): void => {
    const { ms } = latest.current;
    setPlace({ ms, count: runs[to]?.countAt(ms) ?? 0, side: to });
  };
  usePlaying(isPlaying && !isAtEnd, speed, run, latest, goTo);
  const isMoved = live !== undefined && live.state.isPlaying;
  const canPlay = live?.isConnected !== false || !(isMoved || isAtEnd);
  const toggle = (): void => {
    if (!canPlay) return;
    if (live && (isMoved || isAtEnd)) return live.send({ do: isMoved ? "pause" : "play" });
    if (!isPlaying && isAtEnd) goTo(0);
    setPlaying(!isPlaying || isAtEnd);
  };
  /** Beyond what has happened: the run goes on, and is looked at where it comes to. */
  const goOn = (to: "record" | "list"): void => {
    if (live?.isConnected !== true) return;
    setPlace({ ms: run.endMs, count: run.records.length, side });
    live.send({ do: "step", to, of: side });
  };
  return {
    place,
    run,
    listed,
    goTo,
    goToRecord,
    lookAt,
    isPlaying: isMoved || (isPlaying && !isAtEnd),
    speed: live?.state.speed ?? speed,
    toggle,
    canPlay,
    setSpeed: (to) => {
      setSpeed(to);
      live?.send({ do: "speed", speed: to });
    },
    ...stepsOf(run, listed, latest, goToRecord, goOn),
  };
}

function useHeldPlace(
  runs: Runs,
  branch: number | undefined,
): readonly [Place, (to: Place) => void] {
  const [at, setAt] = useState<HeldPlace>(() => endPlace(runs, branch));
  const place = useMemo(() => placeIn(runs, branch, at), [runs, branch, at]);
  const setPlace = useCallback((to: Place) => setAt(held(to, runs, branch)), [runs, branch]);
  // Whoever comes back to a branch looks at its end, too.
  useEffect(() => {
    setAt((old) => (old.branch === branch ? old : held(place, runs, branch)));
  }, [branch]);
  return [place, setPlace];
}

/** From record to record, and from list to list; `goOn`: beyond what has happened. */
function stepsOf(
  run: Run,
  listed: readonly TraceRecord[],
  latest: { readonly current: Place },
  goToRecord: (record: TraceRecord) => void,
  goOn: (to: "record" | "list") => void,
): Pick<Controls, "stepRecord" | "stepList"> {
  return {
    stepRecord: (by) => {
      const { count } = latest.current;
      const here = countUpTo(listed.length, (at) => listed[at]?.seq ?? 0, count) - 1;
      // Between two that are listed, a step back leads to the one before.
      const isThere = listed[here]?.seq === count;
      const next = listed[by === 1 || isThere ? here + by : here];
      if (next !== undefined) goToRecord(next);
      else if (by === 1) goOn("record");
    },
    stepList: (by) => {
      const list = run.listBeside(latest.current.count, by);
      if (list !== undefined) goToRecord(list);
      else if (by === 1) goOn("list");
    },
  };
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
