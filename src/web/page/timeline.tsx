/** The timeline: overview, axis and rows, with the scrubber through all of them. */
import { useMemo, useRef, useState } from "preact/hooks";
import { targetOf } from "../acted-on.ts";
import type { PictureRow } from "../picture.ts";
import { recordAt } from "../record-at.ts";
import { useSize } from "./canvas.ts";
import { Divergence, DivergenceKey } from "./divergence.tsx";
import { rowHeight } from "./draw-row.ts";
import { Overview } from "./overview.tsx";
import { readPalette } from "./palette.ts";
import { Partings } from "./partings.tsx";
import { RowNames } from "./row-names.tsx";
import { Rows } from "./rows.tsx";
import { Ruler } from "./ruler.tsx";
import { Scrubber } from "./scrubber.tsx";
import type { Stage } from "./stage.ts";

export function Timeline(stage: Stage) {
  const { picture, pair, theme, filter, place, choose, aim, lookAt } = stage;
  const all = picture.rows;
  const axis = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const [scrollTop, setScrollTop] = useState(0);
  const [chosenRow, setChosenRow] = useState<PictureRow>();
  const { width } = useSize(axis);
  const view = useSize(scroller);
  const palette = useMemo(readPalette, [theme]);
  const rows = useMemo(
    () => all.filter(({ name }) => name.toLowerCase().includes(filter.toLowerCase())),
    [all, filter],
  );
  const full = Math.max(1, rows.length) * rowHeight + 4;
  const common = { ...stage, width, palette };
  const pick = (row: PictureRow): void => {
    setChosenRow(row);
    if (row.key !== undefined) aim(targetOf(row.key));
  };
  const askWhy = (row: PictureRow): void => {
    pick(row);
    if (row.side !== undefined && row.side !== place.side) lookAt(row.side);
    const record = recordAt(row, place.ms, 0);
    if (record) choose(record.seq, row.side);
  };
  return (
    <section class={pair ? "timeline paired" : "timeline"} aria-label="Timeline">
      <div class="fixed">
        <div class="corner">
          <div>{`${rows.length} of ${all.length} lanes`}</div>
          {pair && <DivergenceKey pair={pair} place={place} />}
        </div>
        <div class="axis" ref={axis}>
          <Overview {...common} />
          <Ruler {...common} />
          {pair && <Divergence {...common} pair={pair} />}
        </div>
      </div>
      {pair && <Partings {...stage} pair={pair} />}
      <div
        class="rows"
        ref={scroller}
        onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}
      >
        <div class="tall" style={{ height: `${full}px` }}>
          <RowNames rows={rows} chosen={chosenRow} names={pair?.names} onPick={askWhy} />
          <Rows
            {...common}
            rows={rows}
            size={{ width, height: Math.min(view.height, full) }}
            scrollTop={scrollTop}
            onPick={pick}
          />
        </div>
      </div>
      <Scrubber {...stage} width={width} />
    </section>
  );
}
