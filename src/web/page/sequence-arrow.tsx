/** One message of the sequence diagram: an arrow from a lane to a lane, to be chosen as a whole. */
import { formatTime } from "../../trace/times.ts";
import { type Message, messageText } from "../actor-log.ts";
import type { Item } from "./roving.ts";

export const rowHeight = 26;
/** What comes from no actor. */
export const outside = "outside";

interface Props {
  readonly message: Message;
  readonly index: number;
  /** Where the arrow begins, where it ends, and how wide the diagram is. */
  readonly fromX: number;
  readonly toX: number;
  readonly width: number;
  /** Where its time ends; absent: that of the one before it holds. */
  readonly timeX: number | undefined;
  readonly isLater: boolean;
  readonly isNow: boolean;
  readonly item: Item;
  readonly onPick: () => void;
}

export function SequenceArrow(props: Props) {
  const { message, index, fromX, toX, width, timeX, isLater, isNow, item, onPick } = props;
  const { ms, from = outside, to, type } = message;
  const y = (index + 0.78) * rowHeight;
  const isSelf = from === to;
  const path = isSelf
    ? `M${fromX} ${y - 8}h16v9h-14`
    : `M${fromX} ${y}L${toX + (toX > fromX ? -2 : 2)} ${y}`;
  return (
    <g
      class={`sent ${isLater ? "later" : ""} ${from === outside ? "outside" : ""}`}
      role="option"
      aria-selected={isNow}
      aria-label={`${formatTime(ms)}: ${messageText(type)}, from ${from} to ${to}`}
      {...item}
      onClick={onPick}
      onKeyDown={(event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        onPick();
      }}
    >
      <rect x={1} y={index * rowHeight + 1} width={width - 2} height={rowHeight - 1} rx={4} />
      {timeX !== undefined && (
        <text class="time" x={timeX} y={y} text-anchor="end">
          {formatTime(ms)}
        </text>
      )}{" "}
      <path d={path} marker-end="url(#head)" />
      <text
        x={isSelf ? fromX + 22 : (fromX + toX) / 2}
        y={isSelf ? y : y - 6}
        text-anchor={isSelf ? "start" : "middle"}
      >
        {messageText(type)}
      </text>
    </g>
  );
}
