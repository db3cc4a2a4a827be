/** The line through the timeline at the moment that is looked at; a slider for the keyboard. */
import { formatTime } from "../../trace/times.ts";
import type { Stage } from "./stage.ts";

export function Scrubber({ run, place, window, width }: Stage & { readonly width: number }) {
  const { fromMs, toMs } = window;
  const isSeen = place.ms >= fromMs && place.ms <= toMs;
  const x = ((place.ms - fromMs) / (toMs - fromMs)) * width;
  return (
    <div
      class="scrubber"
      role="slider"
      tabIndex={0}
      aria-label="Moment"
      aria-valuemin={0}
      aria-valuemax={run.endMs}
      aria-valuenow={place.ms}
      aria-valuetext={`${formatTime(place.ms)}, record ${place.count}`}
      style={{
        transform: `translateX(calc(var(--names) + ${x}px))`,
        visibility: isSeen ? "visible" : "hidden",
      }}
    >
      <i />
    </div>
  );
}
