/**
 * Folds a trace into lanes: for each container name of each pod, what it was and when, and what
 * happened to it. A key that is declared and not there has spans too.
 */
import { type ContainerKey, containerKey } from "../model/container-key.ts";
import type { PodTrace, TraceRecord } from "../model/trace.ts";
import { type ContainerKind, takeKinds } from "./kubernetes/container-kinds.ts";
import { KubernetesLaneFolder } from "./kubernetes/fold-lanes.ts";
import { isKubernetesTrace } from "./kubernetes/is-kubernetes.ts";
import { isLost } from "./lost.ts";
import { LaneBuilder, type LaneSubject } from "./lane-builder.ts";
import type { Lanes } from "./lane.ts";
import { toMs } from "./times.ts";
import { UptimeBuilder } from "./uptime-builder.ts";

/** Of a trace that is there as a whole. */
export function foldLanes(records: readonly TraceRecord[]): Lanes {
  const reader = new LaneReader();
  reader.take(records);
  return reader.until(toMs(records.at(-1)?.t ?? 0));
}

/** Reads a trace piece by piece; what it comes to does not depend on the pieces. */
export class LaneReader {
  readonly #records: TraceRecord[] = [];
  readonly #kinds = new Map<ContainerKey, ContainerKind>();
  #isKubernetes = false;
  #folder: LaneFolder | KubernetesLaneFolder = new LaneFolder();

  take(records: readonly TraceRecord[]): void {
    let isOtherwise = false;
    for (const record of records) {
      this.#records.push(record);
      isOtherwise = takeKinds(record, this.#kinds) || isOtherwise;
    }
    if (!this.#isKubernetes && isKubernetesTrace(records)) {
      this.#isKubernetes = true;
      isOtherwise = true;
    }
    // What a container is may show only after a part of its lane has been read.
    if (isOtherwise) this.#folder = new KubernetesLaneFolder(this.#kinds);
    for (const record of isOtherwise ? this.#records : records) {
      this.#folder.take(record, toMs(record.t));
    }
  }

  /** As it is known by then; more may be read after. */
  until(endMs: number): Lanes {
    return this.#folder.until(endMs);
  }
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

  until(endMs: number): Lanes {
    const lanes = [...this.#lanes].map(([key, lane]) => lane.until(key, endMs));
    return {
      model: "textbook",
      endMs,
      lanes: lanes.filter(({ spans, marks }) => spans.length > 0 || marks.length > 0),
      link: this.#link.until(endMs),
      kubelet: this.#kubelet.until(endMs),
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
