/** The rows that are in sight: a click asks why, a drag moves, Ctrl and the wheel zoom. */
import { useState } from "preact/hooks";
import { formatTime } from "../../trace/times.ts";
import { type PictureRow, stateAt } from "../picture.ts";
import { recordAt } from "../record-at.ts";
import { type TimeWindow, panned, zoomed } from "../time-window.ts";
import { type Size, useDrawing } from "./canvas.ts";
import { useDrag } from "./drag.ts";
import { drawPartings } from "./draw-divergence.ts";
import { drawGrid } from "./draw-overview.ts";
import { drawRow, rowHeight } from "./draw-row.ts";
import { msAt } from "./drawing.ts";
import type { Palette } from "./palette.ts";
import type { Stage } from "./stage.ts";
import { stateWords } from "./state-words.ts";

/** How far a click may miss a sign, in pixels. */
const nearPixels = 7;

interface Props extends Stage {
  readonly rows: readonly PictureRow[];
  readonly size: Size;
  readonly scrollTop: number;
  readonly palette: Palette;
  readonly onPick: (row: PictureRow) => void;
}

interface Hover {
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

export function Rows(props: Props) {
  const { picture, pair, window, theme, rows, size, scrollTop, palette } = props;
  const { width, height } = size;
  const [hover, setHover] = useState<Hover>();
  const canvas = useDrawing(
    size,
    (context) => {
      const drawing = { context, palette, window, width };
      drawGrid(drawing, picture, height);
      if (pair) drawPartings(drawing, pair, height);
      const first = Math.floor(scrollTop / rowHeight);
      const last = Math.ceil((scrollTop + height) / rowHeight);
      for (const [index, row] of rows.slice(first, last).entries()) {
        drawRow(drawing, row, (first + index) * rowHeight - scrollTop);
      }
    },
    [picture, window, theme, rows, scrollTop],
  );
  const point = ({ offsetX: x, offsetY: y }: PointerEvent): void => {
    const row = rowAt(props, y);
    const text =
      row &&
      hoverText(
        row,
        row.side === undefined ? undefined : pair?.names[row.side],
        msAt(window, width, x),
      );
    setHover(text === undefined ? undefined : { x, y, text });
  };
  const left = hover && Math.max(0, Math.min(hover.x + 12, width - 300));
  return (
    <div class="picture" onPointerLeave={() => setHover(undefined)}>
      <canvas
        ref={canvas}
        style={{ height: `${height}px` }}
        onWheel={(event) => wheel(event, props)}
        onPointerMove={point}
        {...useRowDrag(props)}
      />
      {hover && (
        <div class="tip" style={{ left: `${left}px`, top: `${hover.y + 14}px` }}>
          {hover.text}
        </div>
      )}
    </div>
  );
}

function rowAt({ rows, scrollTop }: Props, y: number): PictureRow | undefined {
  return rows[Math.floor((y + scrollTop) / rowHeight)];
}

function hoverText(row: PictureRow, side: string | undefined, atMs: number): string | undefined {
  const span = stateAt(row, atMs);
  if (span === undefined) return undefined;
  const { fromMs, toMs, state } = span;
  const whose = side === undefined ? "" : ` (${side})`;
  return `${row.name}${whose} ${stateWords[state]}, ${formatTime(fromMs)} to ${formatTime(toMs)}`;
}

function useRowDrag(props: Props) {
  const { run, window, size, goTo, goToRecord, choose, setWindow, onPick } = props;
  const { width } = size;
  return useDrag({
    onMove: (_, by) => setWindow(panned(window, (-by / width) * lengthOf(window), run.spanMs)),
    onClick: (x, y) => {
      const row = rowAt(props, y);
      const atMs = msAt(window, width, x);
      const record = row && recordAt(row, atMs, (nearPixels / width) * lengthOf(window));
      if (row) onPick(row);
      if (record === undefined) return goTo(atMs);
      goToRecord(record, row?.side);
      choose(record.seq, row?.side);
    },
  });
}

function wheel(event: WheelEvent, { run, window, size, setWindow }: Props): void {
  const { deltaX, deltaY, ctrlKey, metaKey, shiftKey, offsetX } = event;
  const { width } = size;
  if (ctrlKey || metaKey) {
    const at = msAt(window, width, offsetX);
    setWindow(zoomed(window, Math.exp(-deltaY / 300), at, run.spanMs));
  } else if (shiftKey || Math.abs(deltaX) > Math.abs(deltaY)) {
    const by = shiftKey && deltaX === 0 ? deltaY : deltaX;
    setWindow(panned(window, (by / width) * lengthOf(window), run.spanMs));
  } else return;
  event.preventDefault();
}

function lengthOf({ fromMs, toMs }: TimeWindow): number {
  return toMs - fromMs;
}
