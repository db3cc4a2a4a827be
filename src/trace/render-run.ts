/** A whole run as text: the timeline, the log beside or under it, the comparison at the end. */
import type { TraceRecord } from "../model/trace.ts";
import { renderPodVerdict } from "./kubernetes/render-pod-verdict.ts";
import { foldLanes } from "./lanes.ts";
import { type Line, type Paint, beside, clip, lineWidth, span, toText } from "./line.ts";
import { renderLog } from "./render-log.ts";
import { renderTimeline } from "./render-timeline.ts";
import { renderVerdict } from "./render-verdict.ts";
import type { View } from "./view.ts";

/** From here on the log has room beside the timeline. */
const wideColumns = 140;

export function renderRun(records: readonly TraceRecord[], view: View, paint: Paint): string {
  const lanes = foldLanes(records);
  const end = records.at(-1);
  const verdictLines = (width: View): readonly Line[] => {
    if (end?.type !== "verdict") return [];
    return lanes.model === "kubernetes"
      ? renderPodVerdict(end, records, width)
      : renderVerdict(end, width, lanes);
  };
  const picture = (width: View): readonly Line[] => [
    ...(lanes.lanes.length > 0 ? [...renderTimeline(lanes, width), []] : []),
    ...verdictLines(width),
  ];
  if (view.columns >= wideColumns) {
    const gap = [span("   ")];
    const left = picture({ ...view, columns: Math.floor(view.columns * 0.52) });
    const width = Math.max(...left.map(lineWidth));
    const right = renderLog(records, { ...view, columns: view.columns - width - 3 });
    return toText(beside(left, right, width, gap), paint);
  }
  const log = renderLog(records, view);
  const timeline = lanes.lanes.length > 0 ? [...renderTimeline(lanes, view), []] : [];
  const logBlock = log.length > 0 ? [...log, []] : [];
  const lines = [...timeline, ...logBlock, ...verdictLines(view)];
  return toText(
    lines.map((line) => clip(line, view.columns)),
    paint,
  );
}
