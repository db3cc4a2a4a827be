/** The first line of a text: what was simulated, and how to get the same again. */
import { newestKubeletVersion } from "../decide/kubelet/versions.ts";
import type { Scenario } from "../scenario/scenario.ts";
import { type Line, type Paint, lineWidth, shortenMiddle, span, toText } from "../trace/line.ts";
import type { View } from "../trace/view.ts";

export function headingOf(
  { title, name, model, kubernetes, observe, seed }: Scenario,
  { columns, glyphs }: View,
  paint: Paint,
  how: { readonly variants?: string; readonly version?: string; readonly chance?: string } = {},
): string {
  const { variants = observe, chance = `seed ${seed}` } = how;
  const own = kubernetes ? `${kubernetes.major}.${kubernetes.minor}` : newestKubeletVersion;
  const which = model === "textbook" ? [model, variants] : [`${model} ${how.version ?? own}`];
  const right: Line = [span([...which, chance].join(glyphs.dot), "faint")];
  const room = columns - lineWidth(right) - 2;
  const what = span(shortenMiddle(title ?? name, room, glyphs.ellipsis), "title");
  const gap = Math.max(2, columns - lineWidth([what]) - lineWidth(right));
  return toText([[what, span(" ".repeat(Math.min(gap, room))), ...right], []], paint);
}
