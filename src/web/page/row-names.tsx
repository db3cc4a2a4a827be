/** The names of the rows, each a button that asks why its row is as it is. */
import { useMemo } from "preact/hooks";
import type { PictureRow } from "../picture.ts";
import { rowHeight } from "./draw-row.ts";

interface Props {
  readonly rows: readonly PictureRow[];
  readonly chosen: PictureRow | undefined;
  /** Of two runs, what each is called. */
  readonly names: readonly string[] | undefined;
  readonly onPick: (row: PictureRow) => void;
}

export function RowNames({ rows, chosen, names, onPick }: Props) {
  return useMemo(
    () => (
      <div class="names">
        {rows.map((row, index) => {
          const side = row.side === undefined ? undefined : names?.[row.side];
          const title = side === undefined ? row.name : `${row.name}, ${side}`;
          const isChosen = row.name === chosen?.name && row.side === chosen.side;
          return (
            <button
              key={title}
              type="button"
              class={`name ${row.kind} side-${row.side ?? "both"} ${isChosen ? "chosen" : ""}`}
              style={{ top: `${index * rowHeight}px` }}
              title={title}
              aria-label={title}
              onClick={() => onPick(row)}
            >
              <RowName name={row.kind === "part" ? row.name.replace(/^.*\//, "") : row.name} />
              {row.restarts > 0 && (
                <span class="restarts" title={`${row.restarts} restarts`}>
                  {`↻${row.restarts}`}
                </span>
              )}
              {side !== undefined && <span class="side">{side}</span>}
            </button>
          );
        })}
      </div>
    ),
    [rows, chosen, names, onPick],
  );
}

/** Names of one Deployment differ at their end: of one that is too long the middle is left out. */
const tailLength = 9;

function RowName({ name }: { readonly name: string }) {
  const at = Math.max(0, name.length - tailLength);
  return (
    <span class="label">
      <span>{name.slice(0, at)}</span>
      <span>{name.slice(at)}</span>
    </span>
  );
}
