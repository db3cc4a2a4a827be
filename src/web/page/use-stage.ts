/** The state of the page around one run, or around several. */
import { useCallback, useEffect, useMemo, useState } from "preact/hooks";
import type { TraceRecord } from "../../model/trace.ts";
import type { Target } from "../acted-on.ts";
import { Pair } from "../pair.ts";
import type { Run, Runs } from "../run.ts";
import { type TimeWindow, revealed, wholeRun } from "../time-window.ts";
import type { Live } from "./live.ts";
import type { Stage } from "./stage.ts";
import { type PlaceControls, usePlace } from "./use-place.ts";

export interface PageState {
  readonly stage: Stage;
  readonly time: PlaceControls;
  readonly isAll: boolean;
  readonly setAll: (isAll: boolean) => void;
  readonly setFilter: (filter: string) => void;
}

interface Chosen {
  readonly seq: number;
  readonly side: number;
  readonly record: TraceRecord | undefined;
}

/** On another branch another record may have its number. */
function isThere({ seq, record }: Chosen, { records }: Run): boolean {
  const now = records[seq - 1];
  return now === record || JSON.stringify(now) === JSON.stringify(record);
}

export function useStage(runs: Runs, theme: string, live: Live | undefined): PageState {
  const [isAll, setAll] = useState(false);
  const time = usePlace(runs, isAll, live);
  const { place, run, goTo, goToRecord, lookAt } = time;
  const pair = useMemo(() => (runs.length > 1 ? new Pair(runs) : undefined), [runs]);
  const [window, setWindow] = useState<TimeWindow>(wholeRun(run.spanMs));
  const [chosen, setChosen] = useState<Chosen>();
  const [target, aim] = useState<Target>();
  const [filter, setFilter] = useState("");
  // Whatever moves it, the moment stays in sight.
  useEffect(() => setWindow((old) => revealed(old, place.ms, run.spanMs)), [place.ms, runs]);
  const choose = useCallback(
    (seq: number, side = place.side) =>
      setChosen({ seq, side, record: runs[side]?.records[seq - 1] }),
    [place.side, runs],
  );
  const stage: Stage = {
    run,
    pair,
    picture: pair?.picture ?? run.picture,
    place,
    window,
    chosen: chosen?.side === place.side && isThere(chosen, run) ? chosen.seq : undefined,
    target,
    filter,
    theme,
    goTo,
    goToRecord,
    choose,
    aim,
    lookAt,
    setWindow,
  };
  return { stage, time, isAll, setAll, setFilter };
}
