/** The moment that is looked at, and how it moves: by hand, by steps, and by itself. */
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { TraceRecord } from "../../model/trace.ts";
import { toMs } from "../../trace/times.ts";
import type { Run, Runs } from "../run.ts";
import { countUpTo } from "../search.ts";
import type { Live } from "./live.ts";
import type { Place } from "./stage.ts";
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
  const [place, setPlace] = useState<Place>(() => endOf(runs[0], 0));
  const { side } = place;
  const run = runs[side] ?? runs[0];
  const listed = isAll ? run.records : run.news;
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(live?.state.speed ?? 5);
  const latest = useRef(place);
  latest.current = place;
  const isAtEnd = useFollowing(runs, live?.state.current, place, setPlace);
  const goTo = useCallback(
    (ms: number) => {
      const within = Math.max(0, Math.min(run.endMs, ms));
      setPlace({ ms: within, count: run.countAt(within), side });
    },
    [run],
  );
  const goToRecord = useCallback(
    ({ t, seq }: TraceRecord, of: number = side) =>
      setPlace({ ms: Math.max(0, toMs(t)), count: seq, side: of }),
    [side],
  );
  const lookAt = (to: number): void => {
    const { ms } = latest.current;
    setPlace({ ms, count: runs[to]?.countAt(ms) ?? 0, side: to });
  };
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
    setPlace(endOf(run, side));
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

function endOf({ endMs, records }: Run, side: number): Place {
  return { ms: endMs, count: records.length, side };
}

/** Whoever looks at the end goes on looking at it; another branch is looked at where it ends. */
function useFollowing(
  runs: Runs,
  branch: number | undefined,
  place: Place,
  setPlace: (change: (place: Place) => Place) => void,
): boolean {
  const seen = useRef({ runs, branch, counts: countsOf(runs) });
  const { runs: before, branch: branchBefore, counts } = seen.current;
  const isFollowing = ({ side, count }: Place): boolean =>
    branchBefore !== branch || count >= (counts[side] ?? 0);
  useEffect(() => {
    if (before === runs) return;
    seen.current = { runs, branch, counts: countsOf(runs) };
    // Of where it is by then: a person may have moved it since this was drawn.
    setPlace((now) => (isFollowing(now) ? endOf(runs[now.side] ?? runs[0], now.side) : now));
  }, [runs]);
  return isFollowing(place);
}

/** The lists of a run grow, so how long they were has to be kept. */
function countsOf(runs: Runs): readonly number[] {
  return runs.map(({ records }) => records.length);
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
