/**
 * What differs between the kubelets that are imitated, and between the control planes beside them:
 * one switch for each difference.
 */

/** True: the behaviour of the newer ones. Which minor has which is data, in `versions.ts`. */
export interface KubeletFeatures {
  /** A sync held up by a crash back-off comes again when it is over, not after 10 s. */
  readonly requeueAtBackoffExpiry: boolean;
  /** "Container created" in place of "Created container: app". */
  readonly eventsWithoutNames: boolean;
  /** "… already present on machine and can be accessed by the pod". */
  readonly pulledTextTellsAccess: boolean;
  /** "… probe errored and resulted in … state: …". */
  readonly probeErrorTellsState: boolean;
  /** Readiness is kept over a restart of the kubelet. */
  readonly keepReadyOverKubeletRestart: boolean;
  /** `started` is taken from the old status by container name (issue 141155). */
  readonly keepStartedByName: boolean;
  /** Exec readiness probes are cancelled from the moment termination begins. */
  readonly cancelExecProbesOnTermination: boolean;
  /** A sidecar's probe workers go on after an exit in a pod that never restarts. */
  readonly sidecarProbesGoOn: boolean;
  /** A worker ends when its container would not be restarted, judged by rules and exit code. */
  readonly probeWorkerEndsByRestartRules: boolean;
  /** Static pods that name API objects are refused. */
  readonly refuseStaticApiReferences: boolean;
  /** `restartPolicy` and rules on containers that are no sidecars. */
  readonly containerRestartRules: boolean;
  /** The action RestartAllContainers. */
  readonly restartAllContainers: boolean;
  /** restartCount never falls, lastState outlives its record. */
  readonly statusOutlivesRecords: boolean;
  /** A sync that did something has its pod relisted at once. */
  readonly relistOnDemand: boolean;
  /** PodReadyToStartContainers is set when the sandbox is up. */
  readonly readyToStartWithSandbox: boolean;
  /** The lost record of an init container reads as Completed. */
  readonly lostInitRecordIsCompleted: boolean;
  readonly observedGeneration: boolean;
  /** A condition that vanished is sent. */
  readonly sendVanishedConditions: boolean;
  /** The key of a crash back-off contains the container's resources. */
  readonly backoffKeyHasResources: boolean;
  /** The API server makes 1 s of a second, shorter grace that is over already. */
  readonly expiredGraceIsOne: boolean;
  /** The longest crash back-off can be configured. */
  readonly crashBackoffMax: boolean;
  /** Whether a pod has initialised is read from the containers of its active sandbox. */
  readonly initialisedByActiveSandbox: boolean;
  /** A re-inspected pod without a change is synced. */
  readonly syncReinspectedPods: boolean;
  /** What a list finds of a pod is as new as the list, not as the question about that pod. */
  readonly podAsNewAsItsList: boolean;
  /** After a change, the first report of an unchanged node status comes at a random time. */
  readonly nodeReportIsSpread: boolean;
  /** A node that is found silent is queued for its NoExecute taint in the same round. */
  readonly taintsAtOnce: boolean;
}
