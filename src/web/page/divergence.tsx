/** How far each of the kubelets is from what is declared, over time; a drag moves the scrubber. */
import { apartAt } from "../divergence.ts";
import type { Pair } from "../pair.ts";
import { useDrawing } from "./canvas.ts";
import { useDrag } from "./drag.ts";
import { drawDivergence, drawPartings } from "./draw-divergence.ts";
import { msAt } from "./drawing.ts";
import type { Palette } from "./palette.ts";
import type { Stage } from "./stage.ts";

const height = 46;

interface Props extends Stage {
  readonly pair: Pair;
  readonly width: number;
  readonly palette: Palette;
}

export function Divergence({ pair, window, theme, width, palette, place, goTo }: Props) {
  const canvas = useDrawing(
    { width, height },
    (context) => {
      const drawing = { context, palette, window, width };
      drawPartings(drawing, pair, height);
      drawDivergence(drawing, pair, height);
    },
    [pair, window, theme],
  );
  const move = (x: number): void => goTo(msAt(window, width, x));
  const drag = useDrag({ onStart: move, onMove: move });
  const numbers = pair.names.map(
    (name, side) => `${name} ${apartAt(pair.divergence[side] ?? [], place.ms)}`,
  );
  return (
    <canvas
      class="divergence"
      role="img"
      aria-label={`Containers apart: ${numbers.join(", ")}`}
      style={{ height: `${height}px` }}
      ref={canvas}
      {...drag}
    />
  );
}

/** What the lines are, beside them. */
export function DivergenceKey({
  pair,
  place,
}: {
  readonly pair: Pair;
  readonly place: Stage["place"];
}) {
  return (
    <div class="divergence-key">
      <span class="faint">containers apart</span>
      {pair.names.map((name, side) => (
        <span key={name}>
          <i class={`line side-${side}`} /> {name}{" "}
          <b>{apartAt(pair.divergence[side] ?? [], place.ms)}</b>
        </span>
      ))}
    </div>
  );
}
