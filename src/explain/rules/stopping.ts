/** Why containers are stopped, how long they are given, and what is removed. */
import type { Rules } from "../rule.ts";

const manager = "kuberuntime/kuberuntime_manager.go";
const container = "kuberuntime/kuberuntime_container.go";

export const stoppingRules = {
  "sync/liveness": {
    says: "A container whose liveness probe has failed too often in a row is killed",
    file: manager,
    symbol: "computePodActions",
  },
  "sync/startup": {
    says: "A container whose startup probe has failed too often in a row is killed",
    file: manager,
    symbol: "computePodActions",
  },
  "sync/definitionChanged": {
    says: "A container that is not as its spec is now is killed and started anew",
    file: "container/helpers.go",
    symbol: "HashContainer",
  },
  "sync/unknown": {
    says: "A container of which the runtime knows nothing certain is killed before it is restarted",
    file: manager,
    symbol: "computePodActions",
  },
  "sync/done": {
    says: "A pod none of whose containers runs or is to run again is stopped, its sidecars too",
    file: manager,
    symbol: "computePodActions",
  },
  "sync/lostSandbox": {
    says: "A pod that lost its sandbox is stopped for good where it may not begin again",
    file: "kuberuntime/util/util.go",
    symbol: "PodSandboxChanged",
  },
  "sync/initFailed": {
    says: "A pod whose init container failed for good, or may not run any more, is stopped",
    file: container,
    symbol: "computeInitContainerActions",
  },
  "signal/TERM": {
    says: "A container is stopped with SIGTERM, and with SIGKILL when its grace is over",
    file: container,
    symbol: "killContainer",
  },
  "signal/deleted": {
    says: "A pod that is deleted is stopped, with the grace of its deletion",
    file: "kubelet.go",
    symbol: "SyncTerminatingPod",
  },
  "signal/gone": {
    says: "A pod that no source declares any more is stopped",
    file: "kubelet_pods.go",
    symbol: "HandlePodCleanups",
  },
  "signal/hook": {
    says: "SIGTERM comes after the preStop hook, and the hook's time is taken from the grace",
    file: container,
    symbol: "executePreStopHook",
  },
  "signal/order": {
    says: "A sidecar is stopped when the containers that it stands by have ended, or at its grace",
    file: "kuberuntime/kuberuntime_termination_order.go",
    symbol: "newTerminationOrdering",
  },
  "signal/deadline": {
    says: "A pod that has been active for activeDeadlineSeconds is stopped, and has failed",
    file: "active_deadline.go",
    symbol: "activeDeadlineHandler",
  },
  "signal/orphan": {
    says: "A container that runs and that nobody declares is killed by the housekeeping",
    file: "kubelet_pods.go",
    symbol: "HandlePodCleanups",
  },
  "signal/postStart": {
    says: "A container whose postStart hook failed is killed",
    file: container,
    symbol: "startContainer",
  },
  "signal/KILL": {
    says: "SIGKILL ends what still runs when the grace is over, of which 2 s are the least",
    file: container,
    symbol: "killContainer",
  },
  "hook/preStop": {
    says: "A preStop hook runs before SIGTERM, within the grace",
    file: container,
    symbol: "executePreStopHook",
  },
  "container/record": {
    says: "Of the dead records of a container the newest is kept, the older ones are removed",
    file: "pod_container_deletor.go",
    symbol: "getContainersToDeleteInPod",
  },
  "container/removed": {
    says: "The dead records of a pod that is gone are removed",
    file: "kuberuntime/kuberuntime_gc.go",
    symbol: "evictContainers",
  },
  "sandbox/NotReady": {
    says: "A sandbox is stopped when the containers of its pod are",
    file: manager,
    symbol: "killPodWithSyncResult",
  },
  "sandbox/Removed": {
    says: "Sandboxes that nothing needs any more are removed by the garbage collector",
    file: "kuberuntime/kuberuntime_gc.go",
    symbol: "evictSandboxes",
  },
} as const satisfies Rules;
