/** What a matcher says when it fails: what was expected and seen, and the timeline around it. */
import type { SimulatedNode } from "../library/simulated-node.ts";
import { versionOf } from "../scenario/model-stage.ts";
import { unicodeGlyphs } from "../trace/glyphs.ts";
import { foldLanes } from "../trace/lanes.ts";
import { plain, toText } from "../trace/line.ts";
import { renderLog } from "../trace/render-log.ts";
import { renderTimeline } from "../trace/render-timeline.ts";
import { formatTime, toMs } from "../trace/times.ts";

const view = { columns: 80, glyphs: unicodeGlyphs };

/** Lanes of the whole run until now, and the log near the moment. */
export function timelineAround(node: SimulatedNode, atMs: number): string {
  const { trace, now, input } = node;
  const { model, seed } = input.scenario;
  const which = model === "textbook" ? model : `${model} ${versionOf(input.scenario)}`;
  const moment = [which, `seed ${seed}`, `the run stands at ${formatTime(toMs(now))}`];
  const lanes = foldLanes(trace);
  const picture = lanes.lanes.length > 0 ? [...renderTimeline(lanes, view), []] : [];
  const lines = [...picture, ...renderLog(trace, view, atMs)];
  return `${moment.join(unicodeGlyphs.dot)}\n\n${toText(lines, plain)}`;
}
