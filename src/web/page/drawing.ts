/** What every part of the timeline draws with: where, in which colours, and which times. */
import type { TimeWindow } from "../time-window.ts";
import type { Palette } from "./palette.ts";

export interface Drawing {
  readonly context: CanvasRenderingContext2D;
  readonly palette: Palette;
  readonly window: TimeWindow;
  readonly width: number;
}

export function xOf({ window: { fromMs, toMs }, width }: Drawing, atMs: number): number {
  return ((atMs - fromMs) / (toMs - fromMs)) * width;
}

/** Back from a place to its time. */
export function msAt({ fromMs, toMs }: TimeWindow, width: number, x: number): number {
  return fromMs + (x / Math.max(1, width)) * (toMs - fromMs);
}
