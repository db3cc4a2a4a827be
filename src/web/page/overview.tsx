/** The strip with the whole run: a drag over it chooses what the timeline shows. */
import { useRef, useState } from "preact/hooks";
import { type TimeWindow, wholeRun } from "../time-window.ts";
import { useDrawing } from "./canvas.ts";
import { useDrag } from "./drag.ts";
import { drawOverview } from "./draw-overview.ts";
import type { Palette } from "./palette.ts";
import type { Stage } from "./stage.ts";

const height = 34;

interface Props extends Stage {
  readonly width: number;
  readonly palette: Palette;
}

export function Overview({ run, picture, window, width, palette, theme, goTo, setWindow }: Props) {
  const whole = wholeRun(run.spanMs);
  const canvas = useDrawing(
    { width, height },
    (context) => drawOverview({ context, palette, width, window: whole }, picture, height),
    [picture, theme],
  );
  const start = useRef(0);
  const [chosen, setChosen] = useState<TimeWindow>();
  const msAt = (x: number): number => Math.max(0, Math.min(1, x / width)) * whole.toMs;
  const drag = useDrag({
    onStart: (x) => {
      start.current = msAt(x);
    },
    onMove: (x) => {
      const [a, b] = [start.current, msAt(x)];
      setChosen({ fromMs: Math.min(a, b), toMs: Math.max(a, b) });
    },
    onClick: (x) => goTo(msAt(x)),
    onEnd: () => {
      if (chosen && chosen.toMs - chosen.fromMs >= 50) setWindow(chosen);
      setChosen(undefined);
    },
  });
  const { fromMs, toMs } = chosen ?? window;
  const isWhole = fromMs === 0 && toMs >= whole.toMs;
  const left = `${(fromMs / whole.toMs) * 100}%`;
  return (
    <div class="overview" {...drag} onDblClick={() => setWindow(whole)}>
      <canvas ref={canvas} style={{ height: `${height}px` }} />
      {!isWhole && (
        <div class="sight" style={{ left, width: `${((toMs - fromMs) / whole.toMs) * 100}%` }} />
      )}
    </div>
  );
}
