/** The state of the page around one run. */
import { useEffect, useMemo, useState } from "preact/hooks";
import type { TraceRecord } from "../../model/trace.ts";
import { isNews } from "../news.ts";
import type { Run } from "../run.ts";
import { type TimeWindow, revealed, wholeRun } from "../time-window.ts";
import type { Live } from "./live.ts";
import type { Stage } from "./stage.ts";
import { type PlaceControls, usePlace } from "./use-place.ts";

export interface PageState {
  readonly stage: Stage;
  readonly time: PlaceControls;
  /** The records that are listed and stepped through: all, or those that are news. */
  readonly listed: readonly TraceRecord[];
  readonly isAll: boolean;
  readonly setAll: (isAll: boolean) => void;
  readonly setFilter: (filter: string) => void;
}

export function useStage(run: Run, theme: string, live: Live | undefined): PageState {
  const [isAll, setAll] = useState(false);
  const listed = useMemo(() => (isAll ? run.records : run.records.filter(isNews)), [run, isAll]);
  const time = usePlace(run, listed, live);
  const [window, setWindow] = useState<TimeWindow>(wholeRun(run.spanMs));
  const [chosen, choose] = useState<number>();
  const [filter, setFilter] = useState("");
  const { place, goTo, goToRecord } = time;
  // Whatever moves it, the moment stays in sight.
  useEffect(() => setWindow((old) => revealed(old, place.ms, run.spanMs)), [place.ms, run]);
  const stage = {
    run,
    place,
    window,
    chosen,
    filter,
    theme,
    goTo,
    goToRecord,
    choose,
    setWindow,
  };
  return { stage, time, listed, isAll, setAll, setFilter };
}
