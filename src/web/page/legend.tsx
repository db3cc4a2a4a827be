/** What the bars and signs of this run mean; those that do not occur are left out. */
import { useMemo } from "preact/hooks";
import type { LaneMark } from "../../trace/lane.ts";
import type { RowState } from "../picture.ts";
import { useDrawing } from "./canvas.ts";
import { drawSign, drawTriangle } from "./draw-marks.ts";
import { drawBar } from "./draw-row.ts";
import { readPalette } from "./palette.ts";
import type { Stage } from "./stage.ts";
import { markNames, stateNames } from "./state-words.ts";

const size = { width: 22, height: 14 };

export function Legend({ picture, theme }: Stage) {
  const { rows } = picture;
  const palette = useMemo(readPalette, [theme]);
  const [states, marks] = useMemo(
    () => [
      new Set<RowState>(rows.flatMap(({ spans }) => spans.map(({ state }) => state))),
      new Set<LaneMark>(rows.flatMap((row) => row.marks.map(({ mark }) => mark))),
    ],
    [picture],
  );
  const probes = rows.some((row) => row.probes.length > 0);
  return (
    <div class="legend" role="group" aria-label="Legend">
      {stateNames
        .filter(([state]) => states.has(state))
        .map(([state, name]) => (
          <Sample
            key={state}
            name={name}
            theme={theme}
            draw={(context) => drawBar({ context, palette }, state, 0, size.width, size.height)}
          />
        ))}
      {markNames
        .filter(([mark]) => marks.has(mark))
        .map(([mark, name]) => (
          <Sample
            key={mark}
            name={name}
            theme={theme}
            draw={(context) =>
              mark === "probe"
                ? drawTriangle({ context, palette }, 11, 7)
                : drawSign({ context, palette }, mark, 11, 7)
            }
          />
        ))}
      {probes && (
        <Sample
          name="probes: passed, failed"
          theme={theme}
          draw={(context) => {
            context.fillStyle = palette.colour("good");
            context.fillRect(6, 8, 1, 3);
            context.fillStyle = palette.colour("bad");
            context.fillRect(13, 6, 2, 6);
          }}
        />
      )}
    </div>
  );
}

interface SampleProps {
  readonly name: string;
  readonly theme: string;
  readonly draw: (context: CanvasRenderingContext2D) => void;
}

function Sample({ name, theme, draw }: SampleProps) {
  const canvas = useDrawing(size, draw, [theme]);
  return (
    <span>
      <canvas ref={canvas} />
      {name}
    </span>
  );
}
