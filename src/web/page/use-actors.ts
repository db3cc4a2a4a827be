/** The actors of the run that is looked at, played once more in pieces between two pictures. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { PreparedInput } from "../../scenario/prepare.ts";
import type { ActorLog } from "../actor-log.ts";
import { ActorReplay } from "../actor-replay.ts";
import type { Run } from "../run.ts";

/** Of the host's time, so that the page stays at hand; and of virtual time, in one go. */
const pieceMs = 30;
const strideMs = 1000;

export interface Actors {
  readonly log: ActorLog;
  /** From 0 to 1. */
  readonly progress: number;
}

interface Kept {
  readonly input: PreparedInput;
  readonly replay: ActorReplay;
}

/** Nothing before somebody wants them: a long run takes as long as it took the first time. */
export function useActors(run: Run, isWanted: boolean): Actors | undefined {
  const kept = useRef<Kept | undefined>(undefined);
  const [actors, setActors] = useState<Actors>();
  useEffect(() => {
    if (!isWanted) return;
    const { input, applied } = run.origin;
    const endMs = Math.round(run.endMs);
    const known = kept.current;
    const isUsable = known?.input === input && known.replay.isBefore(applied, endMs);
    const replay = isUsable ? known.replay : new ActorReplay(input);
    kept.current = { input, replay };
    let timer = 0;
    const work = (): void => {
      const until = performance.now() + pieceMs;
      do replay.advanceTo(Math.min(endMs, replay.nowMs + strideMs), applied);
      while (replay.nowMs < endMs && performance.now() < until);
      setActors({ log: replay, progress: endMs === 0 ? 1 : replay.nowMs / endMs });
      if (replay.nowMs < endMs) timer = window.setTimeout(work);
    };
    work();
    return () => clearTimeout(timer);
  }, [run, isWanted]);
  return actors;
}
