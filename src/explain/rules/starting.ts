/** Why containers and sandboxes are made and started. */
import type { Rules } from "../rule.ts";

const manager = "kuberuntime/kuberuntime_manager.go";
const container = "kuberuntime/kuberuntime_container.go";

export const startingRules = {
  "sync/newPod": {
    says: "A pod without a sandbox gets one, and then its containers",
    file: manager,
    symbol: "computePodActions",
  },
  "sync/newSandbox": {
    says: "A pod whose sandbox is not ready gets another one, and all of it begins again",
    file: "kuberuntime/util/util.go",
    symbol: "PodSandboxChanged",
  },
  "sync/first": {
    says: "A container that has not run yet is started, whatever its restartPolicy",
    file: "container/helpers.go",
    symbol: "ShouldContainerBeRestarted",
  },
  "sync/stale": {
    says:
      "A kubelet that watches events decides by its cache, which counts as new every 5 s, " +
      "whatever has not come yet (kubernetes/kubernetes#121349, #123087)",
    file: "pleg/evented.go",
    symbol: "updateGlobalCache",
    rows: [37],
  },
  "sync/always": {
    says: "A container that exited is started again, since its restartPolicy is Always",
    file: "container/helpers.go",
    symbol: "ShouldContainerBeRestarted",
  },
  "sync/onFailure": {
    says:
      "A container that exited with another code than 0 is started again, since its " +
      "restartPolicy is OnFailure",
    file: "container/helpers.go",
    symbol: "ShouldContainerBeRestarted",
  },
  "sync/restartRule": {
    says: "A container is started again where a rule of its restartPolicyRules takes its exit code",
    file: "pkg/api/v1/pod/util.go",
    symbol: "ContainerShouldRestart",
    rows: [17],
  },
  "sync/backOff": {
    says:
      "A container that keeps exiting waits: 10 s after the first restart, then twice as long " +
      "each time, 5 minutes at most or what the kubelet is configured to; a run of 10 minutes " +
      "begins it anew",
    file: manager,
    symbol: "doBackOff",
    rows: [1],
  },
  "sync/firstInit": {
    says: "Init containers run before all others, one after the other",
    file: container,
    symbol: "computeInitContainerActions",
  },
  "sync/afterInit": {
    says: "What follows an init container starts when that has ended with 0",
    file: container,
    symbol: "computeInitContainerActions",
    rows: [22],
  },
  "sync/afterSidecar": {
    says: "What follows a sidecar starts when that has started: when its startup probe says so",
    file: container,
    symbol: "computeInitContainerActions",
    rows: [22],
  },
  "sync/initAgain": {
    says: "An init container that failed is run again unless restartPolicy is Never",
    file: container,
    symbol: "computeInitContainerActions",
    rows: [18],
  },
  "sync/ephemeral": {
    says: "An ephemeral container is started once, whatever becomes of it",
    file: manager,
    symbol: "computePodActions",
  },
  "sync/pullAgain": {
    says: "A container whose image could not be had is tried again at the next sync of its pod",
    file: manager,
    symbol: "computePodActions",
    rows: [4],
  },
  "sync/reset": {
    says: "A container whose rule says RestartAllContainers takes its whole pod with it",
    file: "container/helpers.go",
    symbol: "ShouldAllContainersRestart",
    rows: [19],
  },
  "sandbox/Ready": {
    says: "The containers of a pod live in its sandbox, which is there before any of them",
    file: manager,
    symbol: "SyncPod",
  },
  "container/Creating": {
    says: "A container is created when its sandbox and its image are there",
    file: container,
    symbol: "startContainer",
  },
  "container/again": {
    says: "What was killed to be restarted is created again in the same sync",
    file: manager,
    symbol: "SyncPod",
  },
  "container/Running": {
    says: "A container that is created is started",
    file: container,
    symbol: "startContainer",
  },
  "container/world": {
    says: "The runtime reports a container that starts or ends, whoever made it do so",
    file: "cri-api/pkg/apis/runtime/v1/api.proto",
    symbol: "ContainerState",
  },
  "hook/postStart": {
    says: "A postStart hook runs right after the start, and what follows in the pod waits for it",
    file: container,
    symbol: "startContainer",
  },
  "pull/needed": {
    says: "An image is pulled before its container is created, as imagePullPolicy says",
    file: "images/image_manager.go",
    symbol: "EnsureImageExists",
  },
  "pull/again": {
    says:
      "A pull that failed is tried again after a back-off of 10 s, then twice as long each " +
      "time, 5 minutes at most",
    file: "images/image_manager.go",
    symbol: "EnsureImageExists",
    rows: [4],
  },
} as const satisfies Rules;
