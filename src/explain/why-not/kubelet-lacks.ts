/** What keeps a kubelet from its pods: it, its runtime or its link to the API server is down. */
import type { TraceRecord } from "../../model/trace.ts";
import { isStandalone } from "../../scenario/standalone.ts";
import { displayFile } from "../../yaml/document.ts";
import { type Ground, granted } from "../ground.ts";
import type { Story } from "../story.ts";
import type { Lack } from "./lack.ts";
import { preemptionLacks } from "./preemption-lacks.ts";
import type { Scene } from "./scene.ts";
import { unheardLacks } from "./unheard-lacks.ts";

/** The kubelet or its runtime is down, or its sync loop is held up. */
export function kubeletLacks(scene: Scene): readonly Lack[] {
  const down = kubeletDown(scene);
  return [...down, ...runtimeDown(scene), ...(down.length > 0 ? [] : preemptionLacks(scene))];
}

function kubeletDown(scene: Scene): readonly Lack[] {
  const last = scene.lastOfNode("kubelet");
  if (last?.change !== "stopped") return [];
  const by = scene.story.causeOf(last);
  const isNode = by?.type === "stimulus" && by.action === "nodeDown";
  const what = isNode ? "the node is down" : "the kubelet is down";
  return [
    {
      what,
      since: last,
      needs: `${isNode ? "the node" : "it"} to come up again`,
      rule: "wait/kubelet",
      grounds: stimulusOf(scene.story, last),
      later: scene.nextOfNode("kubelet", ({ change }) => change === "started"),
    },
  ];
}

/** A list that hangs or fails is over when there is one again. */
function runtimeDown(scene: Scene): readonly Lack[] {
  const down = scene.lastOfNode("stimulus", ({ action }) => /^runtime(Down|Up)$/.test(action));
  const mute = scene.lastOfNode("stimulus", ({ action }) => /^list(Hangs|Fails)$/.test(action));
  const common = { needs: "it to answer again", rule: "wait/runtime" } as const;
  const isMute = mute && scene.lastOfNode("relist", ({ seq }) => seq > mute.seq) === undefined;
  const what = "the runtime does not list its containers";
  return [
    ...(down?.action === "runtimeDown"
      ? [
          {
            ...common,
            what: "the runtime is down",
            since: down,
            grounds: [scene.story.stimulusGround(down)],
            later: scene.nextOfNode("stimulus", ({ action }) => action === "runtimeUp"),
          },
        ]
      : []),
    ...(mute && isMute
      ? [
          {
            ...common,
            what,
            since: mute,
            grounds: [scene.story.stimulusGround(mute)],
            later: scene.nextOfNode("relist"),
          },
        ]
      : []),
  ];
}

/** What the kubelet knows does not come to the API server, or the other way round. */
export function linkLacks(scene: Scene): readonly Lack[] {
  const last = scene.lastOfNode("link");
  // What is down before a kubelet begins is no news of the link.
  const down = scene.lastOfNode("stimulus", ({ action }) => /^api(Down|Up)$/.test(action));
  const isDown = last ? !last.up : down?.action === "apiDown";
  if (!isDown) return [];
  return [
    {
      what: "the API server cannot be reached",
      since: last ?? down,
      needs: "it to be reachable again",
      rule: "wait/link",
      grounds: last
        ? stimulusOf(scene.story, last)
        : down
          ? [scene.story.stimulusGround(down)]
          : [],
      later: scene.nextOfNode("link", ({ up }) => up),
    },
  ];
}

/** The pod is in no source of the kubelet, or the kubelet has not taken it up. */
export function presenceLacks(scene: Scene): readonly Lack[] {
  const { name } = scene;
  const gone = scene.last("pod", ({ change }) => change === "removed");
  if (scene.view === undefined && gone !== undefined) {
    const later = scene.next("pod", ({ change }) => change === "added");
    const what = `${name} is gone`;
    return [{ what, since: gone, needs: "another pod", rule: "pod/removed", later }];
  }
  if (scene.view === undefined) {
    const later = scene.next("pod", ({ change }) => change === "added");
    const by = later && scene.story.nearest(later, "stimulus");
    const grounds = by ? [scene.story.stimulusGround(by)] : [];
    const lacks = scene.pod.source === "file" ? kubeletLacks(scene) : [];
    const what = `${name} is not there yet`;
    return [{ what, needs: "somebody to create it", rule: "kubelet/knows", grounds, later, lacks }];
  }
  if (scene.last("status") !== undefined) return [];
  const what = `no kubelet has taken up ${name} yet`;
  return [
    {
      what,
      since: scene.last("pod"),
      needs: "its kubelet to hear of it",
      rule: "kubelet/knows",
      later: scene.next("status"),
      lacks: [...kubeletLacks(scene), ...linkLacks(scene)],
    },
  ];
}

/** A static pod has no mirror: there is nowhere to show it, or the kubelet cannot. */
export function mirrorLacks(scene: Scene): readonly Lack[] {
  if (scene.view === undefined) return presenceLacks(scene);
  const what = `${scene.name} has no mirror, and the API server does not know it`;
  const { scenario } = scene.story.input;
  if (isStandalone(scenario)) {
    const path = ["spec", "kubelet", "standalone"];
    const position = scenario.document.locate(path, "key");
    const place = { ...position, file: displayFile(position.file) };
    const text = "standalone is true";
    const ground: Ground = { kind: "behaviour", text, path: path.join("."), position: place };
    return [{ what, needs: "an API server", rule: "pod/mirror", grounds: [ground] }];
  }
  const lacks = [...kubeletLacks(scene), ...linkLacks(scene)];
  const needs = "the kubelet to make it at a sync of the pod";
  return [{ what, since: scene.last("pod"), needs, rule: "pod/mirror", lacks }];
}

/** The API server has not got what the kubelet would say. */
export function reportLacks(scene: Scene): readonly Lack[] {
  const unheard = unheardLacks(scene);
  if (unheard.length > 0) return [...unheard, ...kubeletLacks(scene), ...linkLacks(scene)];
  const made = scene.last("status", ({ sent }) => !sent);
  const what = `the API server does not know yet how ${scene.name} is`;
  return [
    {
      what,
      since: made,
      needs: "the kubelet to look, and to send what it sees",
      rule: "status/sent",
      later: scene.next("status", ({ sent }) => sent === (scene.pod.source !== "file")),
      lacks: [...kubeletLacks(scene), ...linkLacks(scene)],
    },
  ];
}

/** The stimulus that is behind a record, with its place. */
function stimulusOf(story: Story, record: TraceRecord): readonly Ground[] {
  const stimulus = story.nearest(record, "stimulus");
  return stimulus ? [story.stimulusGround(stimulus)] : [granted("nothing in the scenario")];
}
