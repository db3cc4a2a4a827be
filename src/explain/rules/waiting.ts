/** Why something has not happened yet: what else has to be first. */
import type { Rules } from "../rule.ts";

const pods = "kubelet_pods.go";
const policy = "container/helpers.go";

export const waitingRules = {
  "wait/readiness": {
    says: "A container with a readiness probe is not ready until that has passed",
    file: "prober/prober_manager.go",
    symbol: "UpdatePodStatus",
  },
  "wait/startup": {
    says:
      "While its startup probe has not passed a container counts as not started, and no other " +
      "probe of it is made",
    file: "prober/prober_manager.go",
    symbol: "isContainerStarted",
  },
  "wait/noRestart": {
    says: "A container that ended stays as it is where its restartPolicy asks for no more",
    file: policy,
    symbol: "ShouldContainerBeRestarted",
  },
  "wait/phase": {
    says: "A pod is Pending until each of its containers has run once",
    file: pods,
    symbol: "getPhase",
  },
  "wait/ended": {
    says: "A pod has Succeeded or Failed when none of its containers runs or is to run again",
    file: pods,
    symbol: "getPhase",
  },
  "wait/oneByOne": {
    says: "The containers of a pod are started one after the other, each with its pull and hook",
    file: "kuberuntime/kuberuntime_manager.go",
    symbol: "SyncPod",
  },
  "wait/pulls": {
    says: "Images are pulled one at a time on a node",
    file: "images/puller.go",
    symbol: "serialImagePuller",
  },
  "wait/volumes": {
    says:
      "The sync of a pod waits for its volumes before it does anything: for 2 min 3 s at a time, " +
      "and then it begins again",
    file: "volumemanager/volume_manager.go",
    symbol: "WaitForAttachAndMount",
  },
  "wait/worker": {
    says: "The worker of a pod does one thing after the other: what is next waits for its sync",
    file: "pod_workers.go",
    symbol: "podWorkerLoop",
  },
  "wait/deleted": {
    says: "In a pod that is deleted, or that nobody declares any more, nothing is started",
    file: "kubelet.go",
    symbol: "SyncTerminatingPod",
  },
  "wait/kubelet": {
    says: "Without its kubelet a pod goes on as it is: nobody looks, starts or reports",
    file: "kubelet.go",
    symbol: "syncLoop",
  },
  "wait/preemption": {
    says:
      "A kubelet that makes room for a critical pod waits until each pod that has to go is dead, " +
      "and its sync loop takes up nothing else until then",
    file: "preemption/preemption.go",
    symbol: "evictPodsToFreeRequests",
  },
  "wait/runtime": {
    says: "A kubelet whose runtime does not answer skips the syncs of its pods",
    file: "runtime.go",
    symbol: "runtimeState",
  },
  "wait/link": {
    says: "What a kubelet could not send to the API server is sent when it can be reached again",
    file: "status/status_manager.go",
    symbol: "syncBatch",
  },
  "wait/reflector": {
    says:
      "A kubelet that cannot list its pods tries again after 0.8 s, then after twice as long " +
      "each time, up to 30 s; chance makes each wait up to twice as long",
    file: "client-go/tools/cache/reflector.go",
    symbol: "NewReflectorWithOptions",
  },
  "wait/seen": {
    says: "What happened to a container counts when the next list has shown it to the kubelet",
    observed: {
      evented: "What happened to a container counts when an event or a list has told the kubelet",
      edge: "What happened to a container counts when an event has told the kubelet",
    },
    file: "pleg/generic.go",
    symbol: "GenericPLEG.Relist",
  },
  "wait/unheard": {
    says:
      "A kubelet that watches events takes a pod to be as the last of them told, until another " +
      "event of that pod or a list tells otherwise",
    file: "pleg/evented.go",
    symbol: "processCRIEvent",
  },
  "wait/sync": {
    says:
      "A pod is looked at when something of it changes, when a back-off of it is over, and " +
      "otherwise after 60 to 90 s",
    file: "pod_workers.go",
    symbol: "completeWork",
  },
  "wait/sending": {
    says:
      "The kubelet sends a status when it has changed; one that was not sent, or that the API " +
      "server has otherwise, goes with the round every 10 s",
    file: "status/status_manager.go",
    symbol: "syncBatch",
  },
  "wait/collector": {
    says:
      "What is dead is kept until a later run has died, too, or until the garbage collector " +
      "comes by, once a minute",
    file: "kuberuntime/kuberuntime_gc.go",
    symbol: "evictContainers",
  },
  "wait/staticName": {
    says: "A static pod waits until the one of its name that was there before has ended",
    file: "pod_workers.go",
    symbol: "allowStaticPodStart",
  },
  "wait/deadline": {
    says: "It comes when the pod has been active for activeDeadlineSeconds",
    file: "active_deadline.go",
    symbol: "activeDeadlineHandler",
  },
  "wait/files": {
    says: "The folder of static pods is read when a file changes, and every 20 s besides",
    file: "config/file.go",
    symbol: "sourceFile",
  },
} as const satisfies Rules;
