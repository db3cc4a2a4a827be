/** The names of the rows, each a button that asks why its row is as it is. */
import { useMemo } from "preact/hooks";
import { counted } from "../../trace/times.ts";
import type { PictureRow } from "../picture.ts";
import { rowHeight } from "./draw-row.ts";
import { useRoving } from "./roving.ts";

interface Props {
  readonly rows: readonly PictureRow[];
  readonly chosen: PictureRow | undefined;
  /** Of two runs, what each is called. */
  readonly names: readonly string[] | undefined;
  readonly onPick: (row: PictureRow) => void;
}

export function RowNames({ rows, chosen, names, onPick }: Props) {
  const here = rows.findIndex((row) => isSame(row, chosen));
  const { list, item } = useRoving(rows.length, here);
  const stop = rows.findIndex((_, index) => item(index).tabindex === 0);
  return useMemo(
    () => (
      <div class="names" role="group" aria-label="Lanes" {...list}>
        {rows.map((row, index) => {
          const side = row.side === undefined ? undefined : names?.[row.side];
          const title = side === undefined ? row.name : `${row.name}, ${side}`;
          const chosenClass = index === here ? "chosen" : "";
          const restarts = row.restarts === 0 ? "" : `, ${counted(row.restarts, "restart")}`;
          return (
            <button
              key={title}
              type="button"
              class={`name ${row.kind} side-${row.side ?? "both"} ${chosenClass}`}
              style={{ top: `${index * rowHeight}px` }}
              title={title}
              aria-label={title + restarts}
              {...item(index)}
              onClick={() => onPick(row)}
            >
              <RowName name={row.kind === "part" ? row.name.replace(/^.*\//, "") : row.name} />
              {side !== undefined && <span class="side"> {side}</span>}
              {row.restarts > 0 && (
                <span class="restarts" title={counted(row.restarts, "restart")}>
                  {` ↻${row.restarts}`}
                </span>
              )}
            </button>
          );
        })}
      </div>
    ),
    [rows, here, stop, names, onPick],
  );
}

function isSame(row: PictureRow, other: PictureRow | undefined): boolean {
  return row.name === other?.name && row.side === other.side;
}

/** Names of one Deployment differ at their end: of what is too long the middle is left out. */
const tailLength = 9;
/** Of the parts of `namespace/pod/container`, where one of them is very long. */
const shortTailLength = 4;
const longPart = 40;

function RowName({ name }: { readonly name: string }) {
  const parts = name.split(/(?<=\/)/);
  const isLong = parts.some(({ length }) => length > longPart);
  if (!isLong) return <Label parts={[name]} tail={tailLength} />;
  return <Label parts={parts} tail={parts.length === 1 ? tailLength : shortTailLength} />;
}

function Label({ parts, tail }: { readonly parts: readonly string[]; readonly tail: number }) {
  return (
    <span class="label">
      {parts.map((part, index) => {
        const at = Math.max(0, part.length - tail);
        return (
          <span key={index}>
            <span>{part.slice(0, at)}</span>
            <span>{part.slice(at)}</span>
          </span>
        );
      })}
    </span>
  );
}
