/**
 * Brings one pod in the runtime into line with its spec, in upstream's order: kill, prune, sandbox,
 * ephemeral, init and regular containers; each start ends before the next begins.
 *
 * Models: kubernetes/pkg/kubelet/kuberuntime/kuberuntime_manager.go SyncPod.
 */
import {
  type PodActions,
  computePodActions,
} from "../../src/decide/kubelet/compute-pod-actions.ts";
import { sandboxChanged, sandboxFailed } from "../../src/decide/kubelet/event-texts.ts";
import { isRestartableInitContainer } from "../../src/decide/kubelet/container-restart.ts";
import type { KubeContainer, KubePod } from "../../src/model/kube-pod.ts";
import type { RuntimePodStatus } from "../../src/model/kube-runtime.ts";
import * as cri from "./cri-calls.ts";
import { killContainer, killPod } from "./kill-container.ts";
import type { KubeletCore } from "./kubelet-core.ts";
import type { Procedure } from "./procedure.ts";
import { doBackoff, startContainer } from "./start-container.ts";
import { SyncCauses } from "./sync-causes.ts";

export interface SyncOutcome {
  /** Why it did not all work out; empty where it did. */
  readonly errors: readonly string[];
  /** The earliest end of a crash back-off among them. */
  readonly backoffExpiresAtMs?: number;
  /** Something in the runtime was changed. */
  readonly acted: boolean;
}

export function* syncRuntimePod(
  core: KubeletCore,
  pod: KubePod,
  podStatus: RuntimePodStatus,
): Procedure<SyncOutcome> {
  const actions = computePodActions(pod, podStatus, core.probes.results, core.features);
  const sync = new RuntimeSync(core, pod, podStatus, actions);
  if (actions.createSandbox && actions.sandboxId !== "") {
    core.record({ pod }, sandboxChanged());
  }
  if (!(yield* sync.killWhatIsToGo())) return sync.outcome;
  if (actions.containersToReset.length > 0) {
    yield* sync.reset();
    return sync.outcome;
  }
  yield* sync.prune();
  const sandboxId = yield* sync.sandbox();
  if (sandboxId === undefined) return sync.outcome;
  const { ephemeralContainers = [], initContainers = [], containers } = pod.spec;
  for (const index of actions.ephemeralContainersToStart) {
    yield* sync.start(ephemeralContainers[index], sandboxId);
  }
  for (const index of actions.initContainersToStart) {
    const container = initContainers[index];
    const started = yield* sync.start(container, sandboxId);
    // A sidecar that does not start is passed over; an ordinary one ends the sync.
    if (!started && container && !isRestartableInitContainer(container)) return sync.outcome;
  }
  for (const index of actions.containersToStart) {
    yield* sync.start(containers[index], sandboxId);
  }
  return sync.outcome;
}

class RuntimeSync {
  readonly #core: KubeletCore;
  readonly #pod: KubePod;
  #podStatus: RuntimePodStatus;
  readonly #actions: PodActions;
  readonly #causes: SyncCauses;
  readonly #errors: string[] = [];
  #backoffExpiresAtMs: number | undefined = undefined;
  #acted = false;

  constructor(core: KubeletCore, pod: KubePod, podStatus: RuntimePodStatus, actions: PodActions) {
    this.#core = core;
    this.#pod = pod;
    this.#podStatus = podStatus;
    this.#actions = actions;
    this.#causes = new SyncCauses(core, pod, podStatus, actions);
    this.#causes.tell();
  }

  get outcome(): SyncOutcome {
    const expiry = this.#backoffExpiresAtMs;
    return {
      errors: this.#errors,
      acted: this.#acted,
      ...(expiry === undefined ? {} : { backoffExpiresAtMs: expiry }),
    };
  }

  /** Whether it worked out; else nothing is started. */
  *killWhatIsToGo(): Procedure<boolean> {
    if (this.#actions.killPod) return yield* this.#killAll();
    for (const kill of this.#actions.containersToKill) {
      if (!(yield* this.#kill(kill))) return false;
    }
    return true;
  }

  *#killAll(): Procedure<boolean> {
    this.#acted = true;
    const error = yield* killPod(this.#core, this.#pod, this.#podStatus);
    if (error !== undefined) {
      this.#errors.push(error);
      return false;
    }
    if (!this.#actions.createSandbox) return true;
    // Models: purgeInitContainers: the records and logs of all init containers go.
    const { initContainers = [] } = this.#pod.spec;
    const names = new Set(initContainers.map(({ name }) => name));
    for (const record of this.#podStatus.containers.filter(({ name }) => names.has(name))) {
      yield* cri.removeContainer(record.id);
      this.#core.forgetLog(this.#pod.uid, record);
    }
    return true;
  }

  *#kill({ id, name, message, reason }: PodActions["containersToKill"][number]) {
    this.#acted = true;
    this.#causes.follow(name);
    const request = { message, reason };
    const error = yield* killContainer(this.#core, this.#pod, { id, name }, request);
    this.#causes.goOn(name);
    if (error !== undefined) this.#errors.push(error);
    return error === undefined;
  }

  *reset(): Procedure<void> {
    this.#acted = true;
    for (const { id, name, kill } of this.#actions.containersToReset) {
      this.#causes.follow(name);
      if (kill) {
        const request = { message: "killing", gracePeriodOverrideSeconds: 0 };
        yield* killContainer(this.#core, this.#pod, { id, name }, request);
      }
      yield* cri.removeContainer(id);
      // Upstream means to keep the log; a recorded run began at attempt 0 all the same.
      const record = this.#podStatus.containers.find((one) => one.id === id);
      if (record) this.#core.forgetLog(this.#pod.uid, record);
    }
  }

  /** Models: pruneInitContainersBeforeStart: of each one's dead records the newest stays. */
  *prune(): Procedure<void> {
    for (const { name } of this.#pod.spec.initContainers ?? []) {
      const dead = this.#podStatus.containers.filter(
        (record) => record.name === name && record.state === "exited",
      );
      for (const { id } of dead.slice(1)) yield* cri.removeContainer(id);
    }
  }

  /** The sandbox to start containers in; undefined where there is to be none. */
  *sandbox(): Procedure<string | undefined> {
    const { createSandbox, sandboxId, killPod: isKilled, attempt } = this.#actions;
    if (!createSandbox) return isKilled ? undefined : sandboxId;
    this.#acted = true;
    const { namespace, name: pod, uid: podUid, spec } = this.#pod;
    const hostNetwork = spec.hostNetwork === true;
    const id = yield* cri.runPodSandbox({ namespace, pod, podUid, attempt, hostNetwork });
    if (typeof id !== "string") {
      const error = cri.errorText(id);
      this.#errors.push(error);
      // Of a pod that is to end meanwhile it is no error.
      const isOver = this.#core.workers.status(podUid)?.terminatingAtMs !== undefined;
      if (!isOver) this.#core.record({ pod: this.#pod }, sandboxFailed(error));
      return undefined;
    }
    this.#causes.goOnAll();
    if (this.#core.features.readyToStartWithSandbox) this.#core.statuses.sandboxReady(this.#pod);
    return id;
  }

  /** Whether it came up. */
  *start(container: KubeContainer | undefined, sandboxId: string): Procedure<boolean> {
    if (container === undefined || this.#core.workers.isCancelled(this.#pod.uid)) return false;
    this.#causes.follow(container.name);
    const request = { pod: this.#pod, container, podStatus: this.#podStatus, sandboxId };
    const heldUp = doBackoff(this.#core, request);
    if (heldUp) {
      const known = this.#backoffExpiresAtMs ?? Infinity;
      this.#backoffExpiresAtMs = Math.min(known, heldUp.expiresAtMs);
    } else this.#acted = true;
    const failure = heldUp?.failure ?? (yield* startContainer(this.#core, request));
    const { uid } = this.#pod;
    if (failure === undefined) {
      this.#core.clearReason(uid, container.name);
      return true;
    }
    this.#core.setReason(uid, container.name, failure.reason, failure.message);
    this.#errors.push(failure.reason);
    return false;
  }
}
