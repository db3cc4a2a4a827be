/** The names of the rows, each a button that asks why its row is as it is. */
import { useMemo } from "preact/hooks";
import type { PictureRow } from "../picture.ts";
import { rowHeight } from "./draw-row.ts";

interface Props {
  readonly rows: readonly PictureRow[];
  readonly chosen: string | undefined;
  readonly onPick: (row: PictureRow) => void;
}

export function RowNames({ rows, chosen, onPick }: Props) {
  return useMemo(
    () => (
      <div class="names">
        {rows.map((row, index) => (
          <button
            key={row.name}
            type="button"
            class={`name ${row.kind} ${row.name === chosen ? "chosen" : ""}`}
            style={{ top: `${index * rowHeight}px` }}
            title={row.name}
            aria-label={row.name}
            onClick={() => onPick(row)}
          >
            <RowName name={row.kind === "part" ? row.name.replace(/^.*\//, "") : row.name} />
            {row.restarts > 0 && (
              <span class="restarts" title={`${row.restarts} restarts`}>{`↻${row.restarts}`}</span>
            )}
          </button>
        ))}
      </div>
    ),
    [rows, chosen, onPick],
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
