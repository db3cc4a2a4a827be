/** A run that goes on: what would end it. */
import { times } from "../told.ts";
import { answerAt, endGround } from "./answers.ts";
import type { Lack } from "./lack.ts";
import type { Scene } from "./scene.ts";
import { stopOf } from "./stop-lacks.ts";

/** `next`: the number of the run that is waited for. */
export function endOf(scene: Scene, container: string, next?: number): readonly Lack[] {
  const run = scene.run(container);
  if (run === undefined) return [];
  const about = { ...scene.about, container, run: run.run };
  const isToEnd = scene.isTerminating || scene.overdue !== undefined;
  if (isToEnd || (run.sigtermMs ?? Infinity) <= scene.atMs) {
    return [stopOf(scene, container)];
  }
  const more =
    next === undefined || next === run.run + 1 ? "" : `, and so do those before #${next}`;
  const liveness = scene.last("probe", ({ id, probe }) => id === run.id && probe === "liveness");
  const threshold = scene.story.containerField(about, "livenessProbe", "failureThreshold");
  const answers = liveness ? [...threshold, answerAt(scene.story, liveness)] : [];
  const details =
    liveness?.result === "failure"
      ? [`its liveness probe has failed ${times(liveness.failures)} in a row`]
      : [];
  return [
    {
      what: `${scene.story.name(about)} runs`,
      since: scene.last("container", ({ id, to }) => id === run.id && to === "Running"),
      needs: `it to end: by itself, or by a probe that fails too often${more}`,
      details,
      rule: "container/world",
      grounds: [endGround(scene.story, about), ...answers],
      later: scene.next("container", ({ id, to }) => id === run.id && to === "Exited"),
    },
  ];
}
