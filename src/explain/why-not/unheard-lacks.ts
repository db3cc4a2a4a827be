/** The kubelet has not heard how its pod is: an event of it was lost, or is late. */
import { plegPaces } from "../../decide/kubelet/evented-pleg.ts";
import { formatTime, toMs } from "../../trace/times.ts";
import { keptText, tellsOf, unheardNews } from "../lost-news.ts";
import type { Of } from "../story.ts";
import type { Lack } from "./lack.ts";
import type { Scene } from "./scene.ts";

/** Of each container whose newest run has begun or ended unheard. */
export function unheardLacks(scene: Scene): readonly Lack[] {
  const { initContainers = [], containers = [], ephemeralContainers = [] } = scene.spec ?? {};
  const all = [...initContainers, ...containers, ...ephemeralContainers];
  return all.flatMap(({ name }) => unheardOf(scene, name));
}

export function unheardOf(scene: Scene, container: string): readonly Lack[] {
  const run = scene.run(container);
  const state = run && scene.stateOf(run);
  if (run === undefined || state === "Creating") return [];
  const hasEnded = state === "Exited";
  const event = hasEnded ? ("ContainerDied" as const) : ("ContainerStarted" as const);
  const news = unheardNews(scene.story, scene.about, { id: run.id, event });
  if (news === undefined) return [];
  const name = scene.story.name({ ...scene.about, container, run: run.run });
  const is = hasEnded ? `has ended with ${run.exitCode ?? 0}` : "runs";
  const fault = scene.lastOfNode("stimulus", ({ id }) => id === news.delivered);
  return [
    {
      what: `${name} ${is}, and its kubelet does not know`,
      since: news,
      needs: needsOf(scene, news),
      details: [keptText(scene.story, news), heldText(scene, container)],
      rule: "wait/unheard",
      grounds: fault ? [scene.story.stimulusGround(fault)] : [],
      later: scene.nextOfAny((record) => tellsOf(record, news)),
    },
  ];
}

/** What the API server goes on saying. */
function heldText(scene: Scene, container: string): string {
  const { running, terminated } = scene.status(container)?.state ?? {};
  const is = running ? "running" : terminated ? "ended" : "waiting";
  const { phase = "Pending", conditions = [] } = scene.view?.status ?? {};
  const isReady = conditions.some(({ type, status }) => type === "Ready" && status === "True");
  const ready = isReady ? "Ready" : "not Ready";
  return `the API has ${container} as ${is}, and the pod as ${phase} and ${ready}`;
}

function needsOf({ story }: Scene, { due }: Of<"runtimeEvent">): string {
  const other = "another event of that pod";
  if (due !== undefined) return `the event to come, at ${formatTime(toMs(due))}, or ${other}`;
  const { observe } = story.input.scenario;
  const { relistMs } = plegPaces[observe];
  if (relistMs === Infinity) return `${other}: this kubelet lists at its start only`;
  return `the next list, which comes every ${formatTime(relistMs)}, or ${other}`;
}
