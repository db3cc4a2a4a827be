/**
 * The three stages of a pod, each as one sync that its worker carries out.
 *
 * Models: kubernetes/pkg/kubelet/kubelet.go SyncPod, SyncTerminatingPod, SyncTerminatedPod.
 */
import {
  deadlineExceeded,
  deadlineExceededEvent,
  isPastActiveDeadline,
} from "../../src/decide/kubelet/active-deadline.ts";
import {
  generateAPIPodStatus,
  overridePodStatus,
} from "../../src/decide/kubelet/generate-api-pod-status.ts";
import { isTerminalPhase } from "../../src/decide/kubelet/get-phase.ts";
import { killPodFailed } from "../../src/decide/kubelet/event-texts.ts";
import type { PodWork } from "../../src/decide/kubelet/pod-worker-steps.ts";
import type { SyncOutcome } from "../../src/decide/kubelet/work-queue.ts";
import type { KubePod } from "../../src/model/kube-pod.ts";
import type { RuntimePodStatus } from "../../src/model/kube-runtime.ts";
import { type PodApiStatus, emptyPodStatus } from "../../src/model/kube-status.ts";
import { getPodStatus } from "./cri-calls.ts";
import { killPod } from "./kill-container.ts";
import type { KubeletCore } from "./kubelet-core.ts";
import { syncMirrorPod } from "./mirror-pods.ts";
import { type Procedure, sleep } from "./procedure.ts";
import { syncRuntimePod } from "./sync-runtime-pod.ts";

export interface SyncInput {
  readonly core: KubeletCore;
  readonly uid: string;
  readonly work: PodWork;
  readonly podStatus: RuntimePodStatus;
}

export function* syncWork(input: SyncInput): Procedure<SyncOutcome> {
  const { core, uid } = input;
  // Not from what made the cache newer.
  core.causes.current = core.workers.causeOf(uid);
  switch (input.work.workType) {
    case "SyncPod":
      return yield* syncPod(input);
    case "TerminatingPod":
      return yield* syncTerminatingPod(input);
    case "TerminatedPod":
      return yield* syncTerminatedPod(input);
  }
}

const transition: SyncOutcome = { kind: "phaseTransition" };

function* syncPod({ core, work, podStatus }: SyncInput): Procedure<SyncOutcome> {
  const { pod } = work.update;
  if (pod === undefined) return { kind: "success" };
  const status = generate(core, pod, podStatus, false);
  yield* setPodStatus(core, pod, status);
  if (isTerminalPhase(status.phase)) return transition;
  const { current } = core.causes;
  if (pod.source === "file" && core.input.hasApi) {
    yield* syncMirrorPod(core, pod, work.update.mirrorPod ?? core.mirrorOf(pod.uid));
    // The mirror shows the pod; what is done for the pod does not follow from it.
    core.causes.current = current;
  }
  const isMounted = yield* core.volumes.waitForAttachAndMount(pod);
  core.causes.current = current;
  if (!isMounted) return { kind: "error" };
  core.probes.addPod(pod);
  const { errors, backoffExpiresAtMs, acted } = yield* syncRuntimePod(core, pod, podStatus);
  if (errors.length === 0) {
    if (acted && core.features.relistOnDemand) core.requestRelist(pod.uid);
    return { kind: "success" };
  }
  const expiries = backoffExpiresAtMs === undefined ? [] : [backoffExpiresAtMs];
  return { kind: "error", backoffExpiriesMs: expiries };
}

function* syncTerminatingPod(input: SyncInput): Procedure<SyncOutcome> {
  const { core, uid, work, podStatus } = input;
  const { pod, runningPod, killPodOptions } = work.update;
  const override = core.workers.acknowledgeTerminating(uid);
  const grace = killPodOptions?.gracePeriodSecondsOverride;
  if (pod === undefined) {
    // Known to the runtime alone: no hooks and no grace of its own, so the least of graces.
    if (runningPod === undefined) return transition;
    return yield* kill(core, orphan(runningPod, podStatus), podStatus, 1);
  }
  const generated = generate(core, pod, podStatus, false);
  const nowMs = core.input.toApiTime(core.now());
  const status = override ? overridePodStatus(generated, override, nowMs) : generated;
  yield* setPodStatus(core, pod, status);
  core.probes.stopLivenessAndStartup(pod);
  const killed = yield* kill(core, pod, podStatus, grace);
  if (killed.kind === "error") return killed;
  core.probes.removePod(uid);
  const stopped = yield* getPodStatus(pod);
  if (stopped === undefined || stopped.containers.some(({ state }) => state === "running"))
    return { kind: "error" };
  core.statuses.setPodStatus(pod, generate(core, pod, stopped, true));
  return transition;
}

function* kill(
  core: KubeletCore,
  pod: KubePod,
  podStatus: RuntimePodStatus,
  graceSeconds: number | undefined,
): Procedure<SyncOutcome> {
  const error = yield* killPod(core, pod, podStatus, graceSeconds);
  if (error === undefined) return transition;
  core.record({ pod }, killPodFailed(error));
  return { kind: "error" };
}

function* syncTerminatedPod({ core, work, podStatus }: SyncInput): Procedure<SyncOutcome> {
  const { pod } = work.update;
  if (pod === undefined) return transition;
  core.statuses.setPodStatus(pod, generate(core, pod, podStatus, true));
  const { current } = core.causes;
  yield* core.volumes.waitForUnmount(pod);
  core.causes.current = current;
  core.statuses.terminatePod(pod);
  return transition;
}

function generate(
  core: KubeletCore,
  pod: KubePod,
  podStatus: RuntimePodStatus,
  podIsTerminal: boolean,
): PodApiStatus {
  const oldStatus = core.statuses.get(pod.uid) ?? pod.status;
  const { features, input } = core;
  const startTimeMs = oldStatus.startTimeMs ?? pod.status.startTimeMs;
  const isOverdue = isPastActiveDeadline(pod, startTimeMs, core.now());
  if (isOverdue) core.record({ pod }, deadlineExceededEvent);
  const { status, poked } = generateAPIPodStatus({
    ...(isOverdue ? { override: deadlineExceeded } : {}),
    pod,
    podStatus,
    oldStatus,
    podIsTerminal,
    reasons: core.reasonsOf(pod.uid),
    probes: core.probes.knowledge(pod.uid),
    features,
    toApiTime: input.toApiTime,
  });
  // Before the new status is stored, as upstream does it.
  core.probes.poke(pod.uid, poked);
  return status;
}

/** A readiness worker that was poked for the new status may find the old one until then. */
function* setPodStatus(core: KubeletCore, pod: KubePod, status: PodApiStatus): Procedure<void> {
  const { current } = core.causes;
  yield* sleep(core.input.storeMs());
  core.causes.current = current;
  core.statuses.setPodStatus(pod, status);
}

/** Models: kubernetes/pkg/kubelet/container/runtime.go Pod.ToAPIPod. */
function orphan(
  { uid, namespace, name }: { uid: string; namespace: string; name: string },
  { containers }: RuntimePodStatus,
): KubePod {
  const running = containers.filter(({ state }) => state === "running");
  return {
    uid,
    namespace,
    name,
    source: "api",
    spec: {
      containers: running.map((container) => ({
        name: container.name,
        image: container.image,
        imagePullPolicy: "IfNotPresent",
      })),
      restartPolicy: "Never",
      terminationGracePeriodSeconds: 1,
    },
    status: emptyPodStatus,
  };
}
