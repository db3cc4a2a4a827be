/**
 * Folds a trace into lanes: for each container name of each pod, what it was and when, and what
 * happened to it. A key that is declared and not there has spans too.
 */
import { type ContainerKey, containerKey } from "../model/container-key.ts";
import type { PodTrace, TraceRecord } from "../model/trace.ts";
import { foldKubernetesLanes } from "./kubernetes/fold-lanes.ts";
import { isKubernetesTrace } from "./kubernetes/is-kubernetes.ts";
import { isLost } from "./lost.ts";
import { LaneBuilder, type LaneSubject } from "./lane-builder.ts";
import type { Lanes } from "./lane.ts";
import { toMs } from "./times.ts";
import { UptimeBuilder } from "./uptime-builder.ts";

export function foldLanes(records: readonly TraceRecord[]): Lanes {
  if (isKubernetesTrace(records)) return foldKubernetesLanes(records);
  const folder = new LaneFolder();
  for (const record of records) folder.take(record, toMs(record.t));
  return folder.finish(toMs(records.at(-1)?.t ?? 0));
}

class LaneFolder {
  readonly #lanes = new Map<ContainerKey, LaneBuilder>();
  readonly #podLanes = new Map<ContainerKey, LaneBuilder[]>();
  readonly #link = new UptimeBuilder();
  readonly #kubelet = new UptimeBuilder();

  take(record: TraceRecord, atMs: number): void {
    switch (record.type) {
      case "container":
        return this.#lane(record).change(record, atMs);
      case "signal":
        return this.#lane(record).signal(record.id, atMs);
      case "runtimeEvent":
        if (isLost(record)) this.#lane(record).mark("lost", atMs);
        return;
      case "pod":
        return this.#declare(record, atMs);
      case "sync":
        for (const action of record.actions) {
          if (action.action === "crashed") this.#lane(action).wait(atMs);
        }
        return;
      case "link":
        return this.#link.set(record.up, atMs);
      case "kubelet":
        // A new kubelet knows of no declaration until it has read its sources again.
        if (record.change === "started") {
          for (const lane of this.#lanes.values()) lane.forgetDeclarations(atMs);
        }
        return this.#kubelet.set(record.change === "started", atMs);
      default:
        return;
    }
  }

  finish(endMs: number): Lanes {
    const lanes = [...this.#lanes].map(([key, lane]) => lane.finish(key, endMs));
    return {
      model: "textbook",
      endMs,
      lanes: lanes.filter(({ spans, marks }) => spans.length > 0 || marks.length > 0),
      link: this.#link.finish(endMs),
      kubelet: this.#kubelet.finish(endMs),
    };
  }

  #declare({ namespace, pod, uid = "", change, containers }: PodTrace, atMs: number): void {
    const declared = change === "added" || change === "updated" ? containers : [];
    for (const container of declared) {
      this.#lane({ namespace, pod, container }).declare(uid, true, atMs);
    }
    // An update may leave out a container that the pod had before.
    for (const lane of this.#podLanes.get(podKey(namespace, pod)) ?? []) {
      if (!declared.includes(lane.subject.container)) lane.declare(uid, false, atMs);
    }
  }

  #lane(subject: LaneSubject): LaneBuilder {
    const { namespace, pod, container } = subject;
    const key = containerKey(namespace, pod, container);
    const known = this.#lanes.get(key);
    if (known) return known;
    const lane = new LaneBuilder({ namespace, pod, container });
    this.#lanes.set(key, lane);
    const ofPod = this.#podLanes.get(podKey(namespace, pod));
    if (ofPod) ofPod.push(lane);
    else this.#podLanes.set(podKey(namespace, pod), [lane]);
    return lane;
  }
}

function podKey(namespace: string, pod: string): ContainerKey {
  return containerKey(namespace, pod, "");
}
