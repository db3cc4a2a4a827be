/**
 * What each action of a sync follows from: not from what woke the sync, but from what made the
 * action right. One sync may restart a container that has died and kill another that fails.
 */
import { describeActions } from "../../src/decide/kubelet/describe-actions.ts";
import type { PodActions } from "../../src/decide/kubelet/compute-pod-actions.ts";
import { findContainerStatus } from "../../src/decide/kubelet/container-restart.ts";
import type { KubePod } from "../../src/model/kube-pod.ts";
import type { RuntimePodStatus } from "../../src/model/kube-runtime.ts";
import type { PodSyncAction } from "../../src/model/trace.ts";
import type { Cause, KubeletCore } from "./kubelet-core.ts";

export class SyncCauses {
  readonly #core: KubeletCore;
  readonly #pod: KubePod;
  readonly #podStatus: RuntimePodStatus;
  readonly #actions: PodActions;
  /** By container: the record of the decision about it, or where that has led by now. */
  readonly #decided = new Map<string, Cause>();

  constructor(core: KubeletCore, pod: KubePod, podStatus: RuntimePodStatus, actions: PodActions) {
    this.#core = core;
    this.#pod = pod;
    this.#podStatus = podStatus;
    this.#actions = actions;
  }

  /** Says what is decided: a record for each cause, and nothing where nothing is to be done. */
  tell(): void {
    const decided = describeActions(this.#actions);
    if (decided.length === 0) return;
    const { causes, input, workers } = this.#core;
    const { namespace, name: pod, uid } = this.#pod;
    const reason = workers.status(uid)?.activeUpdate?.updateType ?? "sync";
    for (const [cause, actions] of this.#byCause(decided)) {
      causes.current = cause;
      input.publish({ type: "sync", namespace, pod, uid, reason, actions });
      for (const action of actions) {
        const container = this.#containerOf(action);
        if (container !== undefined) this.#decided.set(container, causes.current);
      }
    }
  }

  /** What comes now is done to that container. */
  follow(container: string): void {
    if (this.#decided.has(container)) this.#core.causes.current = this.#decided.get(container);
  }

  /** What is done to it later follows from what was done to it now. */
  goOn(container: string): void {
    this.#decided.set(container, this.#core.causes.current);
  }

  /** The same of all. */
  goOnAll(): void {
    for (const container of this.#decided.keys()) this.goOn(container);
  }

  #byCause(decided: readonly PodSyncAction[]): ReadonlyMap<Cause, readonly PodSyncAction[]> {
    const { killPod, createSandbox } = this.#actions;
    if (killPod || createSandbox) return new Map([[this.#causeOfPod(), decided]]);
    const groups = new Map<Cause, PodSyncAction[]>();
    for (const action of decided) {
      const cause = this.#causeOf(action);
      const group = groups.get(cause);
      if (group) group.push(action);
      else groups.set(cause, [action]);
    }
    return groups;
  }

  /** A sandbox that is lost; or the last container that there was to live for. */
  #causeOfPod(): Cause {
    const { causes } = this.#core;
    const { sandboxes, containers } = this.#podStatus;
    const [sandbox] = sandboxes;
    if (sandbox && sandbox.state !== "SANDBOX_READY") return causes.of(sandbox.id);
    const failed = containers.map(({ id }) => this.#causeOfFailure(id)).find((cause) => cause);
    if (failed !== undefined) return failed;
    const [ended] = containers
      .filter(({ state }) => state === "exited")
      .toSorted((a, b) => (b.finishedAtMs ?? 0) - (a.finishedAtMs ?? 0));
    return (ended && causes.of(ended.id)) ?? causes.current;
  }

  #causeOf(action: PodSyncAction): Cause {
    const { causes, declaredBy } = this.#core;
    switch (action.action) {
      case "kill":
        if (action.reason === "definitionChanged") return declaredBy.get(this.#pod.uid);
        return this.#causeOfFailure(action.id) ?? causes.of(action.id);
      case "reset":
        // Whose exit asked for it is the last of them.
        return causes.of(this.#actions.containersToReset.at(-1)?.id ?? "");
      case "startEphemeral":
      case "startInit":
      case "start":
        return this.#causeOfStart(this.#containerOf(action) ?? "");
      default:
        return causes.current;
    }
  }

  /** What it died of; or why it could not be started; or what was to be done before it. */
  #causeOfStart(name: string): Cause {
    const { causes } = this.#core;
    const kill = this.#actions.containersToKill.find((killed) => killed.name === name);
    if (kill) return this.#causeOf({ action: "kill", container: name, ...kill });
    const failure = this.#core.reasonsOf(this.#pod.uid).get(name)?.cause;
    if (failure !== undefined) return failure;
    const newest = findContainerStatus(this.#podStatus, name);
    if (newest) return causes.of(newest.id) ?? causes.current;
    const before = this.#predecessorOf(name);
    if (before === undefined) return causes.current;
    const startup = this.#core.probes.causeOf("startup", before.id);
    return startup ?? causes.of(before.id) ?? causes.current;
  }

  /** The init container before it, or the last one before a regular container. */
  #predecessorOf(name: string) {
    const { initContainers = [], ephemeralContainers = [] } = this.#pod.spec;
    if (ephemeralContainers.some((container) => container.name === name)) return undefined;
    const index = initContainers.findIndex((container) => container.name === name);
    const before = initContainers.at(index === -1 ? -1 : index - 1);
    return index === 0 || before === undefined
      ? undefined
      : findContainerStatus(this.#podStatus, before.name);
  }

  #causeOfFailure(id: string): Cause {
    const { probes } = this.#core;
    const failed = (["liveness", "startup"] as const).find(
      (probeType) => probes.results[probeType].get(id) === "failure",
    );
    return failed && probes.causeOf(failed, id);
  }

  #containerOf(action: PodSyncAction): string | undefined {
    const { ephemeralContainers, initContainers, containers } = this.#pod.spec;
    const nameIn = (list: readonly { readonly name: string }[] | undefined, index: number) =>
      list?.[index]?.name;
    switch (action.action) {
      case "kill":
      case "reset":
        return action.container;
      case "startEphemeral":
        return nameIn(ephemeralContainers, action.index);
      case "startInit":
        return nameIn(initContainers, action.index);
      case "start":
        return nameIn(containers, action.index);
      default:
        return undefined;
    }
  }
}
