/** Reads the trace of a kubelet as Kubernetes runs it into lanes, those of a pod together. */
import { type ContainerKey, containerKey } from "../../model/container-key.ts";
import type {
  ContainerTrace,
  EventTrace,
  PodTrace,
  StatusTrace,
  TraceRecord,
} from "../../model/trace.ts";
import type { Lane, Lanes } from "../lane.ts";
import { UptimeBuilder } from "../uptime-builder.ts";
import { ContainerLane, type ContainerLaneSubject } from "./container-lane.ts";
import type { ContainerKinds } from "./container-kinds.ts";
import { condemned } from "./condemned.ts";
import { DelayedPhases, isOver } from "./delayed-phases.ts";
import { isMirror } from "./mirrors.ts";
import { isLost } from "../lost.ts";
import { PodLane } from "./pod-lane.ts";
import { containersOf, isReady } from "./pod-status.ts";

interface PodLanes {
  readonly namespace: string;
  readonly name: string;
  readonly own: PodLane;
  readonly containers: Map<string, ContainerLane>;
  /** The names as the pod's status has them, init containers first. */
  order: readonly string[];
}

export class KubernetesLaneFolder {
  readonly #kinds: ContainerKinds;
  readonly #pods = new Map<ContainerKey, PodLanes>();
  /** A kubelet goes on writing the status of a pod that nobody declares any more. */
  readonly #gone = new Set<string>();
  readonly #phases = new DelayedPhases();
  readonly #link = new UptimeBuilder();
  readonly #kubelet = new UptimeBuilder();

  /** `kinds`: of all containers that are going to be in it. */
  constructor(kinds: ContainerKinds) {
    this.#kinds = kinds;
  }

  take(record: TraceRecord, atMs: number): void {
    switch (record.type) {
      case "container":
        return this.#container(record, atMs);
      case "signal":
        return this.#lane(record).signal(record, atMs);
      case "hook":
        return this.#lane(record).hook(record, atMs);
      case "pull":
        return this.#lane(record).pull(record.phase === "start", atMs);
      case "probe":
        return this.#lane(record).probe(record, atMs);
      case "event":
        return this.#event(record, atMs);
      case "sync":
        if (record.uid === undefined) return;
        for (const { id, container } of condemned(record)) {
          this.#lane({ ...record, container }).condemn(id);
        }
        return;
      case "runtimeEvent":
        if (isLost(record)) this.#lane(record).lost(atMs);
        return;
      case "pod":
        return this.#declare(record, atMs);
      case "status":
        // What the API server stores may be older than what the kubelet knows.
        if (!record.sent) this.#status(record, atMs);
        else if (isReady(record)) this.#markNotReady(record.namespace, record.pod, false, atMs);
        return;
      case "link":
        return this.#link.set(record.up, atMs);
      case "kubelet":
        return this.#kubelet.set(record.change === "started", atMs);
      default:
        return;
    }
  }

  /** As it is known by then; it may go on. */
  until(endMs: number): Lanes {
    const lanes = [...this.#pods].flatMap(([key, pod]) => podLanes(key, pod, endMs));
    return {
      model: "kubernetes",
      endMs,
      lanes: lanes.filter(({ spans, marks }) => spans.length > 0 || marks.length > 0),
      link: this.#link.until(endMs),
      kubelet: this.#kubelet.until(endMs),
    };
  }

  #container(record: ContainerTrace, atMs: number): void {
    this.#phases.container(record);
    const lane = this.#lane(record);
    const { namespace, pod, container, uid = "" } = record;
    const kind = this.#kinds.get(containerKey(namespace, pod, container));
    // No pod is declared with one: it is added to a pod that is there.
    if (kind === "ephemeral" && !this.#gone.has(uid)) lane.declare(uid, true, atMs);
    lane.change(record, atMs);
  }

  #declare(record: PodTrace, atMs: number): void {
    if (isMirror(record)) return;
    const { namespace, pod, uid = "", change, containers } = record;
    const isGone = change === "removed";
    if (isGone) this.#gone.add(uid);
    const lanes = this.#pod(namespace, pod);
    for (const container of containers) {
      this.#lane({ namespace, pod, container }).declare(uid, !isGone, atMs);
    }
    if (change === "terminating") for (const lane of lanes.containers.values()) lane.ends(atMs);
    if (isGone) for (const lane of lanes.containers.values()) lane.declare(uid, false, atMs);
    lanes.own.take(record, atMs);
  }

  #status(record: StatusTrace, atMs: number): void {
    const { namespace, pod, uid = "" } = record;
    const lanes = this.#pod(namespace, pod);
    const statuses = containersOf(record);
    lanes.order = statuses.map(({ name }) => name);
    for (const status of statuses) {
      const lane = this.#lane({ namespace, pod, container: status.name });
      if (!this.#gone.has(uid)) lane.declare(uid, true, atMs);
      lane.status(status, atMs);
    }
    // What an admission or an eviction has ended has no containers to tell of.
    if (isOver(record)) {
      for (const lane of lanes.containers.values()) lane.podEnded(atMs);
    }
    lanes.own.status(record, this.#phases.told(record), atMs);
  }

  #event({ namespace, pod, container, reason }: EventTrace, atMs: number): void {
    if (reason === "NodeNotReady") this.#markNotReady(namespace, pod, true, atMs);
    if (container === undefined) return;
    const lane = this.#lane({ namespace, pod, container });
    if (reason === "Killing") lane.killing(atMs);
    if (reason === "BackOff") lane.backOff(atMs);
  }

  /** What the controller of nodes makes of a pod, until its kubelet is heard of again. */
  #markNotReady(namespace: string, pod: string, isMarked: boolean, atMs: number): void {
    const { own, containers } = this.#pod(namespace, pod);
    own.markNotReady(isMarked, atMs);
    if (containers.size > 1) return;
    for (const lane of containers.values()) lane.markNotReady(isMarked, atMs);
  }

  #pod(namespace: string, name: string): PodLanes {
    const key = containerKey(namespace, name, "");
    const known = this.#pods.get(key);
    if (known) return known;
    const pod = { namespace, name, own: new PodLane(), containers: new Map(), order: [] };
    this.#pods.set(key, pod);
    return pod;
  }

  #lane({ namespace, pod, container }: ContainerLaneSubject): ContainerLane {
    const { containers } = this.#pod(namespace, pod);
    const known = containers.get(container);
    if (known) return known;
    const kind = this.#kinds.get(containerKey(namespace, pod, container));
    const lane = new ContainerLane({ namespace, pod, container }, kind);
    containers.set(container, lane);
    return lane;
  }
}

/** A pod of one container needs no lane of its own: the container's tells the same. */
function podLanes(key: ContainerKey, pod: PodLanes, endMs: number): readonly Lane[] {
  const { namespace, name, own, containers, order } = pod;
  const place = (container: string): number => {
    const index = order.indexOf(container);
    return index < 0 ? order.length : index;
  };
  const lanes = [...containers]
    .toSorted(([a], [b]) => place(a) - place(b))
    .map(([container, lane]) => lane.until(containerKey(namespace, name, container), endMs));
  return lanes.length > 1 ? [own.until(namespace, name, key, endMs), ...lanes] : lanes;
}
