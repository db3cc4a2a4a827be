/**
 * The rules that the kubernetes model follows, as data: each has a test whose title names its id.
 * S were written down from upstream's source, A and B were seen in recorded runs of real kubelets:
 * A where they contradicted the source's reading, B where they sharpened it. S52, A14 to A17 are of
 * evented PLEG: a scenario that asks for that is refused.
 */
export interface Rule {
  readonly id: string;
  readonly rule: string;
  /** File and symbol upstream (pkg/kubelet unless said), or which recorded run. */
  readonly source: string;
}

const statements: readonly (readonly [string, string])[] = [
  ["the first exit is followed by a restart at once, and no back-off", "doBackOff"],
  ["within a back-off: no start, Warning BackOff, CrashLoopBackOff with its length", "doBackOff"],
  ["waits of 10, 20, 40, 80, 160, 300, 300 s", "client-go backoff.go"],
  ["a run of more than 600 s wipes the back-off out", "hasExpired"],
  ["a run of 599 s does not", "hasExpired"],
  ["exit code 0 under Always backs off alike", "doBackOff"],
  ["OnFailure and 0: over, Succeeded, its sandbox stopped", "computePodActions, getPhase"],
  ["Never and 3: Failed, Ready False with PodFailed", "getPhase, status/generate.go"],
  ["Always, all ended with 0: Running", "getPhase"],
  ["in a back-off: phase Running, waiting, with lastState", "convertToAPIContainerStatuses"],
  ["the sync that finds the back-off still shows terminated", "SyncPod"],
  ["up to 1.34 a blocked sync comes again after 10 to 16 s", "completeWork"],
  ["from 1.35 when the back-off is over, in steps of at most 60 s times 1 to 1.5", "completeWork"],
  ["postStart holds back the next container, probes and the status", "startContainer"],
  ["a failed postStart kills its container with preStop; the next starts", "startContainer"],
  ["a missing image keeps no other container from starting; Pending", "SyncPod, getPhase"],
  ["a failed init container under Never fails the pod", "computeInitContainerActions"],
  ["under Always it is tried again with the back-off; Pending", "computeInitContainerActions"],
  ["the end of an init container starts the next", "pleg/generic.go"],
  ["what follows a sidecar waits for its startup probe", "computeInitContainerActions"],
  ["a sidecar that ends with 0 is restarted under Never, too", "computeInitContainerActions"],
  ["all regular containers over: sidecars are stopped, the pod is over", "computePodActions"],
  ["a deletion stops main first, then sidecars from the last", "kuberuntime_termination_order.go"],
  ["preStop spends the grace", "killContainer"],
  ["preStop longer than the grace leaves 2 s", "killContainer"],
  ["a grace of 1 s is 2 s for the runtime", "minimumGracePeriodInSeconds"],
  ["an exit by itself runs no preStop and no Killing", "killContainer"],
  ["the phase of a deleted pod is by the exit codes", "getPhase"],
  ["the object goes only after everything has stopped", "canBeDeleted"],
  ["a forced deletion takes the object at once (and see A1)", "calculateEffectiveGracePeriod"],
  ["not yet probed: not ready, ContainersNotReady with its name", "worker.go, generate.go"],
  ["with a liveness probe only: ready and started before it ran", "prober_manager.go"],
  ["a startup probe that has not passed: neither started nor ready", "worker.go doProbe"],
  ["a liveness probe kills at its third failure in a row", "worker.go, computePodActions"],
  ["the probe's own grace counts for its kills, not for deletions", "setTerminationGracePeriod"],
  ["the first kills of a liveness probe restart at once", "doBackOff"],
  ["a probe that could not run changes nothing", "worker.go doProbe"],
  ["readiness goes on while the pod terminates", "SyncTerminatingPod"],
  ["until the API has been heard nothing is cleaned up", "syncLoopIteration, deletePod"],
  ["a pod that only the runtime knows is killed with 2 s", "HandlePodCleanups"],
  ["an edited static pod starts when the old one has ended", "allowStaticPodStart"],
  ["a comment in a static pod's file changes nothing", "config/common.go applyDefaults"],
  ["a deleted mirror pod is made anew, containers untouched", "tryReconcileMirrorPods"],
  ["of two files with one name one pod runs", "config/file.go, config.go"],
  ["no cpu left: OutOfcpu, with the numbers", "lifecycle/predicate.go, rejectPod"],
  ["no room for one more pod: OutOfpods", "lifecycle/predicate.go"],
  ["no list for 3 min: PLEG is not healthy, the node is not ready", "pleg/generic.go Healthy"],
  ["created and dead within one relist: one ContainerDied", "generateEvents"],
  ["a dead sandbox under Always: a new one, from the first init container", "PodSandboxChanged"],
  ["under Never with records: no new one, the pod ends", "computePodActions"],
  ["an idle pod is synced again after 60 to 90 s", "completeWork"],
];

const contradicted: readonly (readonly [number, string, string])[] = [
  [1, "a forced deletion of a running pod stops it with 2 s", "api-force-delete"],
  [2, "a mirror deleted by force comes back at the next resync only", "api-mirror"],
  [3, "a liveness kill of the only container under Never: Stopping container app", "api-ph-02"],
  [4, "and it has the grace of the pod, not of the probe", "api-ph-02"],
  [5, "a manual trigger of readiness begins its period anew", "c07"],
  [6, "FailedPreStopHook is told when the container of a running hook is killed", "c10"],
  [7, "deleted within a short back-off the state is terminated from 1.35 on", "api-termination"],
  [
    8,
    "lists that fail stop the loop after a while, one that hangs blocks it at once",
    "c18, api-list-hang",
  ],
  [9, "the second restart comes up to a second later than half of its wait more", "c01"],
  [10, "a liveness kill follows its last failure at once", "c05, c19"],
  [11, "Ready is kept over a restart of the kubelet only with an API server", "c14"],
  [12, "each minor of the kubelet gives a static pod another UID", "v-c14, v-upgrade"],
  [13, "so over an upgrade each static pod starts anew beside the old one", "v-c14, v-upgrade"],
];

const sharpened: readonly (readonly [string, string])[] = [
  ["when CrashLoopBackOff is shown, by version and wait", "c01"],
  ["restart gaps, least and most", "c01, c19"],
  ["due times are taken by the first tick after them", "c01"],
  ["1.36 lists a pod again right after a sync that did something", "c06, c12"],
  ["started outlives a liveness kill until the startup worker's tick", "c06"],
  ["the failure that makes a pod unready has the probe run again at once", "c07"],
  ["a young kubelet's probe workers sleep first, and serve no trigger", "c14"],
  ["a sidecar's startup and liveness workers go on in a termination", "c12"],
  ["1.36.2 has readiness by exec go on in a termination", "api-termination"],
  ["a kill restarts at once if the run before it ended long enough ago", "c05"],
  ["pulls keep their own retry; the reason shown is the previous sync's", "c15, api-image"],
  ["a second delete counts from the first; over, it is 1", "api-termination"],
  ["with the grace used up waiting sidecars get SIGTERM together", "c12"],
  ["unknown pods are killed whatever their labels say", "c17"],
  ["who gets 2 s: an orphan; removed before the sources were ready: the grace", "c14, api-outage"],
  ["a terminal phase is told one relist after the containers' ends", "c03, api-ph-02"],
  ["init records gone and the only app container over: init runs again", "api-init"],
  ["an init container killed for memory under Never: Pending for good", "api-init"],
  ["1.36: attempts begin at 0, the status counts on", "api-sandbox"],
  ["RestartAllContainers stops with 2 s, in its order, without preStop", "api-restart-rules"],
  ["a broken file takes its pod at the next scan; repaired it starts at once", "c13"],
  ["a mirror made after a user's pod of its name goes again", "api-st-01-06"],
  ["a static pod first started in an outage gets its mirror at a resync", "api-outage"],
  ["a kubelet that starts without its API does nothing for API pods", "api-outage"],
  ["the deadline counts from whole seconds; its event comes with each status", "c20, api-ad-01"],
  ["counts of equal and of folded Events", "api-events"],
  ["an orphan gets 2 s whatever its annotation says", "c17"],
  ["killed while the runtime was away: exit code 255, then a restart", "c18"],
  ["a deletion waits for postStart", "c08"],
  ["a preStop sleep is not cut by the end of the process", "api-hk-05"],
  ["up to 1.34 a restart of the kubelet shows ready, and probes startup again", "c14"],
];

export const rules: readonly Rule[] = [
  ...statements.map(([rule, source], index) => ({ id: `S${index + 1}`, rule, source })),
  ...contradicted.map(([number, rule, source]) => ({ id: `A${number}`, rule, source })),
  ...sharpened.map(([rule, source], index) => ({ id: `B${index + 1}`, rule, source })),
];
