/** A pod has no sandbox: it waits for its volumes, or the runtime has not made it one. */
import { volumeTimeoutMs } from "../../decide/kubelet/volume-manager.ts";
import { formatTime, toMs } from "../../trace/times.ts";
import { volumeGrounds, volumeWait } from "../volume-wait.ts";
import type { Lack } from "./lack.ts";
import type { Scene } from "./scene.ts";

export function noSandbox(scene: Scene): Lack {
  const waits = volumeWait(scene.story, scene.about);
  if (waits !== undefined) {
    const waitedMs = scene.atMs - Math.max(0, toMs(waits.t));
    const longest = formatTime(volumeTimeoutMs);
    return {
      what: `the sync of ${scene.name} waits for its volumes to be mounted`,
      since: waits,
      needs: "its volumes to be mounted",
      details: [
        `it has waited ${formatTime(waitedMs)}; it gives up and begins again each ${longest}`,
      ],
      rule: "wait/volumes",
      grounds: volumeGrounds(scene.story, scene.about),
      later: scene.next("sync"),
    };
  }
  const began = scene.last("sync", ({ actions }) =>
    actions.some(({ action }) => action === "createSandbox"),
  );
  return {
    what: `${scene.name} has no sandbox`,
    since: scene.last("sandbox", ({ to }) => to === "NotReady") ?? began,
    needs: "the runtime to make one",
    rule: "sandbox/Ready",
    later: scene.next("sandbox", ({ to }) => to === "Ready"),
  };
}
