/**
 * The place of a statechart that may be larger than its room: as large as it fits while it can be
 * read, larger and smaller by hand, and scrolled to the state that was entered last.
 */
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { ChartBox, ChartPicture } from "../machines/chart-layout.ts";
import { type Size, useSize } from "./canvas.ts";

/** Smaller letters are not read without effort. */
const leastReadable = 0.85;
const step = 1.25;
const most = 3;

interface Props {
  /** What a reader of screens is told in place of the picture. */
  readonly name: string;
  readonly picture: ChartPicture;
  /** The paths of the innermost states that are active. */
  readonly active: readonly string[];
  readonly children: ComponentChildren;
}

export function ChartPlace({ name, picture, active, children }: Props) {
  const { width, height } = picture;
  const place = useRef<HTMLDivElement>(null);
  const room = useSize(place);
  const [chosen, setChosen] = useState<number>();
  const whole = Math.min(1, room.width / width, room.height / height);
  const scale = chosen ?? Math.max(leastReadable, whole);
  const show = useLit(place, picture, active, scale, room);
  const resize = (to: number): void => setChosen(Math.min(most, Math.max(whole, to)));
  return (
    <div class="chart-place">
      <div class="chart-tools" role="group" aria-label="Size of the chart">
        <button type="button" aria-label="Smaller" onClick={() => resize(scale / step)}>
          −
        </button>
        <button type="button" aria-label="Larger" onClick={() => resize(scale * step)}>
          +
        </button>
        <button type="button" aria-label="Whole chart" onClick={() => setChosen(whole)}>
          Whole
        </button>
        {active.length > 0 && (
          <button type="button" aria-label="Active state" onClick={show}>
            Active
          </button>
        )}
      </div>
      <div
        class="chart-scroll"
        ref={place}
        role="region"
        aria-label="Picture of the states"
        tabIndex={0}
        data-keys
      >
        <svg
          class="chart"
          role="img"
          aria-label={name}
          viewBox={`0 0 ${width} ${height}`}
          width={width * scale}
          height={height * scale}
        >
          {children}
        </svg>
      </div>
    </div>
  );
}

/** Keeps the state that was entered last in sight; gives a way to bring it back there. */
function useLit(
  place: { readonly current: HTMLDivElement | null },
  { boxes }: ChartPicture,
  active: readonly string[],
  scale: number,
  { width, height }: Size,
): () => void {
  const before = useRef(active);
  const last = useRef<string>(undefined);
  const show = (): void => {
    const box = boxes.find(({ path }) => path === last.current);
    if (place.current && box) bringIntoSight(place.current, box, scale);
  };
  useLayoutEffect(() => {
    const entered = active.find((path) => !before.current.includes(path));
    const isLeft = last.current === undefined || !active.includes(last.current);
    if (entered !== undefined || isLeft) last.current = entered ?? active[0];
    before.current = active;
    show();
  }, [active.join(), scale, boxes, width, height]);
  return show;
}

function bringIntoSight(place: HTMLDivElement, box: ChartBox, scale: number): void {
  const [left, top] = [box.x * scale, box.y * scale];
  const [wide, high] = [box.width * scale, box.height * scale];
  const { scrollLeft, scrollTop, clientWidth, clientHeight } = place;
  const isSeen =
    left >= scrollLeft &&
    top >= scrollTop &&
    left + wide <= scrollLeft + clientWidth &&
    top + high <= scrollTop + clientHeight;
  if (isSeen) return;
  place.scrollLeft = left + wide / 2 - clientWidth / 2;
  place.scrollTop = top + high / 2 - clientHeight / 2;
}
