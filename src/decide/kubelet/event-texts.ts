/**
 * The Events that the kubelet writes about pods and their containers; those of probes stand in
 * `probe-texts.ts`.
 *
 * Models: kubernetes/pkg/kubelet/events/event.go, and the places that record each of them.
 */
import type { KubePod } from "../../model/kube-pod.ts";
import { crashLoopBackoffEventText, imagePullBackoffText } from "./backoff.ts";
import type { KubeletFeatures } from "./features.ts";
import { goDuration } from "./go-duration.ts";

export interface KubeletEvent {
  readonly eventType: "Normal" | "Warning";
  readonly reason: string;
  readonly message: string;
}

type PodName = Pick<KubePod, "namespace" | "name" | "uid">;

/** Models: kubernetes/pkg/kubelet/util/format/pod.go Pod. */
export function formatPod({ namespace, name, uid }: PodName): string {
  return `${name}_${namespace}(${uid})`;
}

// Of a container's image. Models: kubernetes/pkg/kubelet/images/image_manager.go.

export function pulling(image: string): KubeletEvent {
  return normal("Pulling", `Pulling image "${image}"`);
}

export interface Pull {
  readonly image: string;
  readonly pullMs: number;
  /** From the moment it stood in line. */
  readonly totalMs: number;
  readonly sizeBytes: number;
}

export function pulled({ image, pullMs, totalMs, sizeBytes }: Pull): KubeletEvent {
  const took = `${goDuration(pullMs)} (${goDuration(totalMs)} including waiting)`;
  const size = `Image size: ${sizeBytes} bytes.`;
  return normal("Pulled", `Successfully pulled image "${image}" in ${took}. ${size}`);
}

export function imageIsPresent(
  image: string,
  features: Pick<KubeletFeatures, "pulledTextTellsAccess">,
): KubeletEvent {
  const access = features.pulledTextTellsAccess ? " and can be accessed by the pod" : "";
  return normal("Pulled", `Container image "${image}" already present on machine${access}`);
}

export function imageIsAbsent(image: string): KubeletEvent {
  const message = `Container image "${image}" is not present with pull policy of Never`;
  return warning("ErrImageNeverPull", message);
}

export function imageNameIsInvalid(image: string, error: string): KubeletEvent {
  return warning("InspectFailed", `Failed to apply default image tag "${image}": ${error}`);
}

export function imageInspectionFailed(image: string, error: string): KubeletEvent {
  return warning("InspectFailed", `Failed to inspect image "${image}": ${error}`);
}

export function pullFailed(image: string, error: string): KubeletEvent {
  return warning("Failed", `Failed to pull image "${image}": ${error}`);
}

/** The only back-off that is told as Normal. */
export function pullBackOff(image: string): KubeletEvent {
  return normal("BackOff", imagePullBackoffText(image));
}

export function pullSecretsAreMissing(names: readonly string[]): KubeletEvent {
  const list = names.join(", ");
  return warning(
    "FailedToRetrieveImagePullSecret",
    `Unable to retrieve some image pull secrets (${list}); ` +
      "attempting to pull the image may not succeed.",
  );
}

// Of a container. Models: kubernetes/pkg/kubelet/kuberuntime/kuberuntime_container.go.

type NamingFeatures = Pick<KubeletFeatures, "eventsWithoutNames">;

export function created(container: string, { eventsWithoutNames }: NamingFeatures): KubeletEvent {
  const message = eventsWithoutNames ? "Container created" : `Created container: ${container}`;
  return normal("Created", message);
}

export function started(container: string, { eventsWithoutNames }: NamingFeatures): KubeletEvent {
  const message = eventsWithoutNames ? "Container started" : `Started container ${container}`;
  return normal("Started", message);
}

/** Of creating and of starting; for an image `error` is the waiting reason. */
export function containerFailed(error: string): KubeletEvent {
  return warning("Failed", `Error: ${error}`);
}

/** `why` is the plan's, such as `Container app failed liveness probe, will be restarted`. */
export function killing(container: string, why?: string): KubeletEvent {
  return normal("Killing", why ?? `Stopping container ${container}`);
}

export function restartBackOff(container: string, pod: PodName): KubeletEvent {
  return warning("BackOff", crashLoopBackoffEventText(container, pod));
}

export function postStartHookFailed(): KubeletEvent {
  return warning("FailedPostStartHook", "PostStartHook failed");
}

export function preStopHookFailed(): KubeletEvent {
  return warning("FailedPreStopHook", "PreStopHook failed");
}

export function hookFellBackToHttp(host: string): KubeletEvent {
  return warning(
    "LifecycleHTTPFallback",
    `request to HTTPS lifecycle hook ${host} got HTTP response, retry with HTTP succeeded`,
  );
}

/**
 * An id in a message would make each a new one, so the name of the container stands for it.
 * Models: kubernetes/pkg/kubelet/kuberuntime/kuberuntime_container.go recordContainerEvent.
 */
export function withoutContainerId(
  event: KubeletEvent,
  containerId: string,
  container: string,
): KubeletEvent {
  if (containerId === "") return event;
  return { ...event, message: event.message.replaceAll(containerId, container) };
}

// Of a pod. Models: kubernetes/pkg/kubelet/kubelet.go SyncPod, SyncTerminatingPod.

export function sandboxChanged(): KubeletEvent {
  return normal("SandboxChanged", "Pod sandbox changed, it will be killed and re-created.");
}

export function sandboxFailed(error: string): KubeletEvent {
  return warning("FailedCreatePodSandBox", `Failed to create pod sandbox: ${error}`);
}

export function sandboxStatusFailed(error: string): KubeletEvent {
  return warning("FailedPodSandBoxStatus", `Unable to get pod sandbox status: ${error}`);
}

export function networkNotReady(error: string): KubeletEvent {
  return warning("NetworkNotReady", `network is not ready: ${error}`);
}

export function killPodFailed(error: string): KubeletEvent {
  return warning("FailedKillPod", `error killing pod: ${error}`);
}

export function podContainerFailed(error: string): KubeletEvent {
  return warning("FailedCreatePodContainer", `unable to ensure pod container exists: ${error}`);
}

export function dataDirectoriesFailed(error: string): KubeletEvent {
  return warning("Failed", `error making pod data directories: ${error}`);
}

export function mountFailed(error: string): KubeletEvent {
  return warning("FailedMount", `Unable to attach or mount volumes: ${error}`);
}

/** Models: kubernetes/pkg/kubelet/pod_workers.go podWorkerLoop. */
export function syncFailed(error: string): KubeletEvent {
  return warning("FailedSync", `error determining status: ${error}`);
}

/** Models: kubernetes/pkg/kubelet/pod_workers.go killPodNow. */
export function gracePeriodExceeded(): KubeletEvent {
  return warning(
    "ExceededGracePeriod",
    "Container runtime did not kill the pod within specified grace period.",
  );
}

/** Models: kubernetes/pkg/kubelet/kubelet.go rejectPod. */
export function rejected(reason: string, message: string): KubeletEvent {
  return warning(reason, message);
}

/** Models: kubernetes/pkg/kubelet/eviction/eviction_manager.go evictPod. */
export function evicted(message: string): KubeletEvent {
  return warning("Evicted", message);
}

/** Models: kubernetes/pkg/kubelet/preemption/preemption.go evictPodsToFreeRequests. */
export function preempted(): KubeletEvent {
  return warning("Preempting", "Preempted in order to admit critical pod");
}

/** Models: kubernetes/pkg/kubelet/config/config.go filterInvalidPods. */
export function nameIsTaken(pod: PodName, source: string): KubeletEvent {
  return warning(
    "FailedValidation",
    `Error validating pod ${formatPod(pod)} from ${source} ` +
      `due to duplicate pod name "${pod.name}", ignoring`,
  );
}

/** About the Node. Models: kubernetes/pkg/kubelet/kubelet.go BirthCry. */
export function startingKubelet(): KubeletEvent {
  return normal("Starting", "Starting kubelet.");
}

function normal(reason: string, message: string): KubeletEvent {
  return { eventType: "Normal", reason, message };
}

function warning(reason: string, message: string): KubeletEvent {
  return { eventType: "Warning", reason, message };
}
