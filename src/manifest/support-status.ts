/**
 * Which fields of a pod's status the models work out. What a manifest says of its status is not
 * looked at; "unsupported" is here what a kubelet would write and the model does not.
 */
import * as row from "./support-rows.ts";
import type { Rows } from "./support-rows.ts";

const addresses = "there is one address, and the node has none";
const devices = "there are no devices";
const resizing = "other resources are taken at once, and what came of it is not told";

export const statusSupport = {
  PodStatus: {
    ...row.kubernetesOnly("where the pod is in its life", "phase"),
    ...row.kubernetesOnly("why, where the kubelet itself ended or refused it", "message", "reason"),
    ...row.kubernetesOnly("what holds of the pod, and since when", "conditions"),
    ...row.kubernetesOnly(
      "container by container",
      "containerStatuses",
      "ephemeralContainerStatuses",
      "initContainerStatuses",
    ),
    ...row.kubernetesOnly("when the kubelet first saw it", "startTime"),
    ...row.kubernetesOnly("of the sandbox", "podIP"),
    ...row.kubernetesOnly("by what its containers ask for", "qosClass"),
    ...row.kubernetesOnly("from 1.34 on", "observedGeneration"),
    ...row.unsupported(addresses, "hostIP", "hostIPs", "podIPs"),
    ...row.unsupported(
      devices,
      "extendedResourceClaimStatus",
      "nodeAllocatableResourceClaimStatuses",
      "resourceClaimStatuses",
    ),
    ...row.unsupported(resizing, "allocatedResources", "resize", "resources"),
    ...row.ignored("written by the scheduler", "nominatedNodeName"),
  },
  PodCondition: {
    ...row.kubernetesOnly("what holds, since when and why", "type", "status", "reason", "message"),
    ...row.kubernetesOnly("the last change of its status", "lastTransitionTime"),
    ...row.kubernetesOnly("from 1.34 on", "observedGeneration"),
    ...row.ignored("a kubelet leaves it empty", "lastProbeTime"),
  },
  ContainerStatus: {
    ...row.kubernetesOnly("who it is", "containerID", "image", "name"),
    ...row.kubernetesOnly("what it does, and what it did before", "lastState", "state"),
    ...row.kubernetesOnly("by its probes", "ready", "started"),
    ...row.kubernetesOnly("how often it was started again", "restartCount"),
    ...row.unsupported("the digest of the image", "imageID"),
    ...row.unsupported("as the runtime has them", "stopSignal", "user", "volumeMounts"),
    ...row.unsupported(resizing, "allocatedResources", "allocatedResourcesStatus", "resources"),
  },
  ContainerState: row.kubernetesOnly("one of the three", "running", "terminated", "waiting"),
  ContainerStateWaiting: row.kubernetesOnly("what it waits for", "message", "reason"),
  ContainerStateRunning: row.kubernetesOnly("when it started", "startedAt"),
  ContainerStateTerminated: {
    ...row.kubernetesOnly("which run it was", "containerID", "finishedAt", "startedAt"),
    ...row.kubernetesOnly("how it ended", "exitCode", "message", "reason"),
    ...row.ignored("runtimes tell it as an exit code above 128", "signal"),
  },
} as const satisfies Record<string, Rows>;
