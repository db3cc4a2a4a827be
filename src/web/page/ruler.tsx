/** The axis; a press or a drag on it moves the scrubber. */
import { useDrawing } from "./canvas.ts";
import { useDrag } from "./drag.ts";
import { drawRuler } from "./draw-overview.ts";
import { msAt } from "./drawing.ts";
import type { Palette } from "./palette.ts";
import type { Stage } from "./stage.ts";

const height = 27;

interface Props extends Stage {
  readonly width: number;
  readonly palette: Palette;
}

export function Ruler({ picture, window, theme, width, palette, goTo }: Props) {
  const canvas = useDrawing(
    { width, height },
    (context) => drawRuler({ context, palette, window, width }, picture, height),
    [picture, window, theme],
  );
  const move = (x: number): void => goTo(msAt(window, width, x));
  const drag = useDrag({ onStart: move, onMove: move });
  return <canvas class="ruler" style={{ height: `${height}px` }} ref={canvas} {...drag} />;
}
