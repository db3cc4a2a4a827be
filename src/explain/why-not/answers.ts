/** What the world answers, as the ground of a lack. */
import { runScript } from "../../decide/container-script.ts";
import { formatTime } from "../../trace/times.ts";
import { behaviourGround, behaviourOf, exitGround, runPath } from "../behaviour-grounds.ts";
import { type Ground, granted } from "../ground.ts";
import type { Of, PodRecord, Story } from "../story.ts";
import { tellProbe } from "../tell-probe.ts";

type Run = PodRecord & { readonly container: string; readonly run: number };

/** What a probe was answered. */
export function answerAt(story: Story, record: Of<"probe">): Ground {
  return tellProbe(story, record).grounds?.at(-1) ?? granted("a probe succeeds");
}

/** How long a run stays Creating. */
export function startupGround(story: Story, run: Run): Ground {
  const { startupMs, startHangs } = runScript(behaviourOf(story, run), run.run);
  const key = startHangs ? "startHangs" : "startup";
  const text = startHangs ? "its start hangs" : `it stays Creating for ${formatTime(startupMs)}`;
  return behaviourGround(story, run, [...runPath(story, run), key], text);
}

/** How a run ends by itself, or that it does not. */
export function endGround(story: Story, run: Run): Ground {
  const { exitAfterMs } = runScript(behaviourOf(story, run), run.run);
  if (exitAfterMs !== undefined) return exitGround(story, run);
  return behaviourGround(story, run, runPath(story, run), "it runs for ever");
}
