/** Why probes run, and why statuses, conditions, Events and nodes say what they say. */
import type { Rules } from "../rule.ts";

const status = "status/status_manager.go";
const conditions = "status/generate.go";
const pods = "kubelet_pods.go";

export const reportingRules = {
  "probe/failure": {
    says: "A probe counts as failed when it has failed failureThreshold times in a row",
    file: "prober/worker.go",
    symbol: "worker.doProbe",
  },
  "probe/success": {
    says: "A probe counts as passed when it has passed successThreshold times in a row",
    file: "prober/worker.go",
    symbol: "worker.doProbe",
  },
  "probe/early": {
    says:
      "The other probes wait until the status says `started`, which a container takes over from " +
      "the one of its name that was killed, until its startup probe has been tried",
    file: pods,
    symbol: "convertToAPIContainerStatuses",
    rows: [10],
  },
  "probe/error": {
    says: "A probe that could not be carried out counts for nothing",
    file: "prober/worker.go",
    symbol: "worker.doProbe",
  },
  "status/made": {
    says: "The kubelet makes the status anew from what runs, at each sync of the pod",
    file: pods,
    symbol: "generateAPIPodStatus",
  },
  "status/sent": {
    says: "The kubelet sends a status that has changed to the API server",
    file: status,
    symbol: "syncBatch",
    rows: [26],
  },
  "status/controlPlane": {
    says: "The control plane marks the pods of a node that is silent, and those that it evicts",
    file: "pkg/controller/util/node/controller_utils.go",
    symbol: "MarkPodsNotReady",
  },
  "status/others": {
    says: "Conditions that are not the kubelet's are for others to set",
    file: status,
    symbol: "mergePodStatus",
  },
  "status/probe": {
    says: "What a probe found is put into the status at once",
    file: status,
    symbol: "SetContainerReadiness",
  },
  "status/backOff": {
    says: "A container that waits for its back-off is shown as waiting, with CrashLoopBackOff",
    file: pods,
    symbol: "convertToAPIContainerStatuses",
    rows: [2],
  },
  "status/image": {
    says: "A container whose image cannot be had is shown as waiting, with the reason",
    file: pods,
    symbol: "convertToAPIContainerStatuses",
  },
  "status/sandbox": {
    says: "That the sandbox is up is put into the status at once",
    file: "kubelet.go",
    symbol: "OnPodSandboxReady",
    rows: [23],
  },
  "status/deadline": {
    says: "A pod that has been active for activeDeadlineSeconds has failed",
    file: "active_deadline.go",
    symbol: "activeDeadlineHandler",
  },
  "status/rejected": {
    says: "A pod for which the node has no room, or that does not suit it, has failed",
    file: "lifecycle/predicate.go",
    symbol: "Admit",
    rows: [34],
  },
  "condition/Ready": {
    says: "A pod is Ready when all its containers are, and its readiness gates are True",
    file: conditions,
    symbol: "Generate…Condition",
  },
  "condition/ContainersReady": {
    says: "ContainersReady is True when every container runs and its probes have passed",
    file: conditions,
    symbol: "Generate…Condition",
  },
  "condition/Initialized": {
    says: "A pod is initialised when its init containers have ended well and sidecars started",
    file: conditions,
    symbol: "Generate…Condition",
    rows: [28],
  },
  "condition/other": {
    says: "A condition is made anew with each status, and its time moves with its value",
    file: conditions,
    symbol: "Generate…Condition",
  },
  "event/BackOff": {
    says: "Each sync that finds a container in its back-off tells so with an Event",
    file: "kuberuntime/kuberuntime_manager.go",
    symbol: "doBackOff",
    rows: [3],
  },
  "event/pullBackOff": {
    says: "Each sync that finds an image in its back-off tells so with an Event",
    file: "images/image_manager.go",
    symbol: "EnsureImageExists",
  },
  "event/Unhealthy": {
    says: "Each probe that does not pass is told with an Event",
    file: "prober/prober.go",
    symbol: "probe",
    rows: [7],
  },
  "event/Killing": {
    says: "The Event comes when the kubelet begins to stop a container, before hook and signal",
    file: "kuberuntime/kuberuntime_container.go",
    symbol: "killContainer",
  },
  "event/NodeNotReady": {
    says: "The pods of a node that has fallen silent are marked as not ready, each with an Event",
    file: "pkg/controller/util/node/controller_utils.go",
    symbol: "MarkPodsNotReady",
  },
  "event/TaintManagerEviction": {
    says: "An Event tells that a pod is deleted for a taint of its node, or that it may stay",
    file: "pkg/controller/tainteviction/taint_eviction.go",
    symbol: "emitPodDeletionEvent",
  },
  "event/other": {
    says: "The kubelet tells of it with an Event",
    file: "events/event.go",
    symbol: "",
    rows: [5, 6],
  },
  eventObject: {
    says: "Events that are alike are folded into one object with a count",
    file: "client-go/tools/record/events_cache.go",
    symbol: "EventCorrelate",
  },
  relist: {
    says: "The kubelet lists all containers every second, and at once after a sync did something",
    observed: {
      evented:
        "A kubelet that watches events lists all containers every 300 s, and at once where the " +
        "stream of events fails",
      edge: "A kubelet that lives by events alone lists all containers at its start only",
    },
    file: "pleg/generic.go",
    symbol: "GenericPLEG.Relist",
    rows: [22],
  },
  "node/heartbeat": {
    says: "The kubelet looks every 10 s how its node is, and reports changes, and all each 5 min",
    file: "kubelet_node_status.go",
    symbol: "syncNodeStatus",
    rows: [39],
  },
  "node/taints": {
    says: "A node that is not ready or not heard of is tainted until it is ready again",
    file: "pkg/controller/nodelifecycle/node_lifecycle_controller.go",
    symbol: "processTaintBaseEviction",
    rows: [40],
  },
  "node/silent": {
    says: "A node whose lease was not renewed for 50 s is Unknown",
    file: "pkg/controller/nodelifecycle/node_lifecycle_controller.go",
    symbol: "monitorNodeHealth",
  },
  "node/pleg": {
    says: "A node whose list of containers has not come for 3 minutes is not ready",
    file: "nodestatus/setters.go",
    symbol: "ReadyCondition",
  },
} as const satisfies Rules;
