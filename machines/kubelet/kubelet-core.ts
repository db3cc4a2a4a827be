/**
 * What the parts of a kubelet share: its memory and its ways to the world. All of it is lost when the
 * kubelet stops.
 *
 * Changed in place by the actors of one kubelet, one turn at a time; the decisions only read it.
 */
import type { BackoffEntry } from "../../src/decide/kubelet/backoff.ts";
import type { KubeletFeatures } from "../../src/decide/kubelet/features.ts";
import type { NodeEvent } from "../../src/model/events.ts";
import type { KubePod } from "../../src/model/kube-pod.ts";
import type { EventTrace } from "../../src/model/trace.ts";
import { PullQueue } from "./image-manager.ts";
import type { ProbeManager } from "./probe-manager.ts";
import { RuntimeCache } from "./runtime-cache.ts";
import type { StatusManager } from "./status-manager.ts";

export interface KubeletInput {
  readonly features: KubeletFeatures;
  readonly nodeName: string;
  /** Whether there is an API server at all. */
  readonly hasApi: boolean;
  /** Virtual milliseconds. */
  readonly now: () => number;
  /** Cuts a time to whole seconds of the node's wall clock. */
  readonly toApiTime: (ms: number) => number;
  /** In [0, 1), from the stream of that name. */
  readonly draw: (stream: string) => number;
  readonly publish: (fact: NodeEvent) => void;
  /** How long it has been up when the simulation begins; its tickers have phases by then. */
  readonly upForMs: number;
}

/** What the kubelet tells of a container: the field path of the object that an Event is about. */
export interface EventSubject {
  readonly pod: KubePod;
  readonly container?: string;
}

export class KubeletCore {
  readonly input: KubeletInput;
  readonly cache = new RuntimeCache();
  readonly crashBackoffs = new Map<string, BackoffEntry>();
  readonly imageBackoffs = new Map<string, BackoffEntry>();
  /** The last pull error, by the key of its back-off. */
  readonly pullErrors = new Map<string, string>();
  readonly pulls = new PullQueue();
  /** Models: kubernetes/pkg/kubelet/reason_cache.go; by pod UID, then container name. */
  readonly reasons = new Map<string, Map<string, { reason: string; message: string }>>();
  readonly startedAtMs: number;
  statuses!: StatusManager;
  probes!: ProbeManager;
  /** Asks for a relist of one pod now. */
  requestRelist: (uid: string) => void = () => {};

  constructor(input: KubeletInput) {
    this.input = input;
    this.startedAtMs = input.now() - input.upForMs;
  }

  get features(): KubeletFeatures {
    return this.input.features;
  }

  now(): number {
    return this.input.now();
  }

  reasonsOf(uid: string): ReadonlyMap<string, { readonly reason: string; readonly message: string }> {
    return this.reasons.get(uid) ?? new Map();
  }

  setReason(uid: string, container: string, reason: string, message: string): void {
    const known = this.reasons.get(uid);
    if (known) known.set(container, { reason, message });
    else this.reasons.set(uid, new Map([[container, { reason, message }]]));
  }

  clearReason(uid: string, container: string): void {
    this.reasons.get(uid)?.delete(container);
  }

  /** Writes a Kubernetes Event. */
  record(
    { pod, container }: EventSubject,
    eventType: EventTrace["eventType"],
    reason: string,
    message: string,
  ): void {
    const about =
      container === undefined ? {} : { container, object: fieldPath(pod, container) };
    const { namespace, name, uid } = pod;
    this.input.publish({
      type: "event",
      namespace,
      pod: name,
      uid,
      ...about,
      eventType,
      reason,
      message,
    });
  }
}

/** Models: kubernetes/pkg/kubelet/container/ref.go fieldPath. */
function fieldPath({ spec }: KubePod, container: string): string {
  const isIn = (list: readonly { readonly name: string }[] | undefined): boolean =>
    list?.some(({ name }) => name === container) ?? false;
  if (isIn(spec.initContainers)) return `spec.initContainers{${container}}`;
  if (isIn(spec.ephemeralContainers)) return `spec.ephemeralContainers{${container}}`;
  return `spec.containers{${container}}`;
}
