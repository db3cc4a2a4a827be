/** Stands regions that are side by side in lines, or the picture of many is wider than a screen. */
import type { ChartArrow, ChartBox, ChartPicture } from "./chart-layout.ts";

type Area = Pick<ChartBox, "x" | "y" | "width" | "height">;
type Point = Pick<ChartBox, "x" | "y">;
/** To the right, and down. */
type Move = readonly [number, number];

/** Between two regions, and around all of them. */
const gap = 14;
/** How much wider than its widest region a picture may be, before a line is broken. */
const slack = 1.1;

/**
 * `regions`: the paths of the frames that stand beside each other, with all else within them. Where
 * an arrow leads from one to another they stay where they are.
 */
export function inLines(picture: ChartPicture, regions: readonly string[]): ChartPicture {
  const frames = picture.boxes.filter(({ path }) => regions.includes(path));
  const most = Math.max(0, ...frames.map(({ width }) => width)) * slack + 2 * gap;
  const lines = linesOf(
    frames.toSorted((a, b) => a.x - b.x),
    most,
  );
  const moves = movesOf(lines);
  const regionAt = (point: Point | undefined): string =>
    frames.find((frame) => point && isIn(point, frame))?.path ?? "";
  const moveOf = (point: Point | undefined): Move => moves.get(regionAt(point)) ?? [0, 0];
  const isAcross = ({ points }: ChartArrow): boolean =>
    regionAt(points[0]) !== regionAt(points.at(-1));
  if (picture.arrows.some(isAcross)) return picture;
  return {
    ...picture,
    width: Math.max(...lines.map(widthOf)),
    height: gap + lines.reduce((sum, line) => sum + heightOf(line) + gap, 0),
    boxes: picture.boxes.map((box) => movedBox(box, moveOf(middleOf(box)))),
    arrows: picture.arrows.map((arrow) => movedArrow(arrow, moveOf(arrow.points[0]))),
  };
}

function linesOf(frames: readonly ChartBox[], most: number): readonly (readonly ChartBox[])[] {
  const lines: ChartBox[][] = [];
  for (const frame of frames) {
    const last = lines.at(-1);
    if (last && widthOf([...last, frame]) <= most) last.push(frame);
    else lines.push([frame]);
  }
  return lines;
}

function movesOf(lines: readonly (readonly ChartBox[])[]): ReadonlyMap<string, Move> {
  const moves = new Map<string, Move>();
  let y = gap;
  for (const line of lines) {
    let x = gap;
    for (const frame of line) {
      moves.set(frame.path, [x - frame.x, y - frame.y]);
      x += frame.width + gap;
    }
    y += heightOf(line) + gap;
  }
  return moves;
}

function isIn({ x, y }: Point, area: Area): boolean {
  const isBeside = x < area.x || x > area.x + area.width;
  return !isBeside && y >= area.y && y <= area.y + area.height;
}

function middleOf({ x, y, width, height }: Area): Point {
  return { x: x + width / 2, y: y + height / 2 };
}

function widthOf(line: readonly Area[]): number {
  return line.reduce((sum, { width }) => sum + width + gap, gap);
}

function heightOf(line: readonly Area[]): number {
  return Math.max(...line.map(({ height }) => height));
}

function movedBox(box: ChartBox, [dx, dy]: Move): ChartBox {
  return { ...box, x: box.x + dx, y: box.y + dy };
}

function movedArrow(arrow: ChartArrow, [dx, dy]: Move): ChartArrow {
  return {
    ...arrow,
    x: arrow.x + dx,
    y: arrow.y + dy,
    points: arrow.points.map(({ x, y }) => ({ x: x + dx, y: y + dy })),
  };
}
