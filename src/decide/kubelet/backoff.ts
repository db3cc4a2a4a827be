/**
 * How long a container that exited, or an image that could not be pulled, is left alone.
 *
 * Models: kubernetes/pkg/kubelet/kuberuntime/kuberuntime_manager.go doBackOff;
 * kubernetes/staging/src/k8s.io/client-go/util/flowcontrol/backoff.go Backoff.
 */
import type { KubeContainer, KubePod } from "../../model/kube-pod.ts";
import type { RuntimeContainerStatus, RuntimePodStatus } from "../../model/kube-runtime.ts";
import { hashContainer } from "./container-hash.ts";
import type { KubeletFeatures } from "./features.ts";

export interface BackoffEntry {
  readonly durationMs: number;
  /** When it was made or raised: for a crash the moment of the start that followed. */
  readonly lastUpdateMs: number;
}

export interface BackoffLimits {
  readonly initialMs: number;
  readonly maxMs: number;
  /** An entry is void for what happened longer than this after its last update. */
  readonly expiryMs: number;
}

export type BackoffDecision =
  | {
      readonly inBackoff: true;
      readonly durationMs: number;
      readonly expiresAtMs: number;
    }
  | { readonly inBackoff: false; readonly next?: BackoffEntry };

type PodIdentity = Pick<KubePod, "namespace" | "name" | "uid">;

const defaultMaxMs = 300_000;
const defaultInitialMs = 10_000;

/**
 * The expiry does not follow the cap: a run of ten minutes clears the record whatever the cap is.
 * Models: kubernetes/pkg/kubelet/kubelet.go newCrashLoopBackOff.
 */
export function crashBackoffLimits(maxContainerRestartPeriodMs = defaultMaxMs): BackoffLimits {
  return {
    initialMs: Math.min(defaultInitialMs, maxContainerRestartPeriodMs),
    maxMs: maxContainerRestartPeriodMs,
    expiryMs: 600_000,
  };
}

export const imagePullBackoffLimits: BackoffLimits = {
  initialMs: defaultInitialMs,
  maxMs: defaultMaxMs,
  expiryMs: 2 * defaultMaxMs,
};

/**
 * Whether a container may start now. `finishedAtMs` is the end of its newest exited run in the
 * snapshot that the sync began with: after a probe's kill in the same sync, the run before.
 */
export function decideBackoff(
  entry: BackoffEntry | undefined,
  finishedAtMs: number | undefined,
  nowMs: number,
  limits: BackoffLimits,
): BackoffDecision {
  // No exited run, no entry either: this is why the first restarts by a probe never wait.
  if (finishedAtMs === undefined) return { inBackoff: false };
  const known = hasExpired(entry, finishedAtMs, limits) ? undefined : entry;
  if (known !== undefined && nowMs - finishedAtMs < known.durationMs) {
    const { durationMs } = known;
    return { inBackoff: true, durationMs, expiresAtMs: finishedAtMs + durationMs };
  }
  return { inBackoff: false, next: nextBackoff(entry, finishedAtMs, nowMs, limits) };
}

/**
 * Whether an image may be pulled now: its wait counts from the last failure, and asking changes
 * nothing. A failed pull is followed by `nextBackoff`, a successful one by nothing.
 * Models: client-go/util/flowcontrol/backoff.go IsInBackOffSinceUpdate.
 */
export function isInBackoffSinceUpdate(
  entry: BackoffEntry | undefined,
  nowMs: number,
  limits: BackoffLimits,
): boolean {
  if (entry === undefined || hasExpired(entry, nowMs, limits)) return false;
  return nowMs - entry.lastUpdateMs < entry.durationMs;
}

export function nextBackoff(
  entry: BackoffEntry | undefined,
  eventMs: number,
  nowMs: number,
  limits: BackoffLimits,
): BackoffEntry {
  const isNew = entry === undefined || hasExpired(entry, eventMs, limits);
  const durationMs = isNew ? limits.initialMs : Math.min(2 * entry.durationMs, limits.maxMs);
  return { durationMs, lastUpdateMs: nowMs };
}

/** The entries that housekeeping keeps; the same map where all are. */
export function collectBackoffs(
  entries: ReadonlyMap<string, BackoffEntry>,
  nowMs: number,
  limits: BackoffLimits,
): ReadonlyMap<string, BackoffEntry> {
  const kept = [...entries].filter(([, entry]) => !hasExpired(entry, nowMs, limits));
  return kept.length === entries.size ? entries : new Map(kept);
}

function hasExpired(
  entry: BackoffEntry | undefined,
  eventMs: number,
  limits: BackoffLimits,
): boolean {
  return entry !== undefined && eventMs - entry.lastUpdateMs > limits.expiryMs;
}

/** The run whose end counts: the newest that has exited, even under a newer one that runs. */
export function newestExited(
  podStatus: RuntimePodStatus,
  containerName: string,
): RuntimeContainerStatus | undefined {
  return podStatus.containers.find(
    ({ name, state }) => name === containerName && state === "exited",
  );
}

/**
 * What shares a wait. A new image or, in newer kubelets, new resources begin afresh.
 * Models: kubernetes/pkg/kubelet/kuberuntime/helpers.go GetBackoffKey.
 */
export function backoffKey(
  pod: PodIdentity,
  container: KubeContainer,
  features: Pick<KubeletFeatures, "backoffKeyHasResources">,
): string {
  const { name, namespace, uid } = pod;
  // Upstream hashes the newer key; readable, it names the same things.
  return features.backoffKeyHasResources
    ? [name, namespace, uid, container.name, container.image, resourcesText(container)].join("/")
    : [name, namespace, uid, container.name, hashContainer(container)].join("_");
}

function resourcesText({ resources = {} }: KubeContainer): string {
  // By hand and sorted: a manifest that only names them in another order is the same.
  const sorted = (list: Readonly<Record<string, string>> = {}): string =>
    Object.keys(list)
      .toSorted()
      .map((name) => `${name}=${list[name]}`)
      .join(",");
  return `limits:${sorted(resources.limits)};requests:${sorted(resources.requests)}`;
}

/** The image as the spec writes it: `app` and `app:latest` wait apart. */
export function imagePullBackoffKey(podUid: string, image: string): string {
  return `${podUid}_${image}`;
}

/** The message of the waiting state `CrashLoopBackOff`; it names the whole wait, not the rest. */
export function crashLoopBackoffMessage(
  durationMs: number,
  containerName: string,
  pod: PodIdentity,
): string {
  const duration = goDuration(durationMs);
  return `back-off ${duration} restarting failed container=${containerName} pod=${podText(pod)}`;
}

/** The Warning event `BackOff`, one for each sync that is held up. */
export function crashLoopBackoffEventText(containerName: string, pod: PodIdentity): string {
  return `Back-off restarting failed container ${containerName} in pod ${podText(pod)}`;
}

/**
 * The Normal event `BackOff`; as the message of `ImagePullBackOff` the last error follows it.
 * Models: kubernetes/pkg/kubelet/images/image_manager.go EnsureImageExists.
 */
export function imagePullBackoffText(image: string, lastError?: string): string {
  const text = `Back-off pulling image ${JSON.stringify(image)}`;
  return lastError === undefined ? text : `${text}: ${lastError}`;
}

/** Models: kubernetes/pkg/kubelet/util/format/pod.go Pod. */
function podText({ name, namespace, uid }: PodIdentity): string {
  return `${name}_${namespace}(${uid})`;
}

/** As Go prints it: `10s`, `1m20s`, `5m0s`, `1h0m0s`, `500ms`. */
function goDuration(ms: number): string {
  if (ms > 0 && ms < 1_000) return `${ms}ms`;
  const hours = Math.floor(ms / 3_600_000);
  const minutes = Math.floor(ms / 60_000) % 60;
  const seconds = `${(ms % 60_000) / 1_000}s`;
  if (hours > 0) return `${hours}h${minutes}m${seconds}`;
  return minutes > 0 ? `${minutes}m${seconds}` : seconds;
}
