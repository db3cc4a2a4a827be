/**
 * Housekeeping: forgets workers that have ended, starts again what is declared and has none,
 * deletes mirrors that mirror nothing, and kills what the runtime has and nobody declares.
 *
 * Models: kubernetes/pkg/kubelet/kubelet_pods.go HandlePodCleanups.
 */
import { isActivePod } from "../../src/decide/kubelet/admission.ts";
import { collectBackoffs, imagePullBackoffLimits } from "../../src/decide/kubelet/backoff.ts";
import {
  type HousekeepingStep,
  isPodTerminating,
  planHousekeeping,
} from "../../src/decide/kubelet/housekeeping.ts";
import { type RunningPod, podFullName } from "../../src/decide/kubelet/pod-worker.ts";
import type { SandboxReply } from "../../src/model/cri.ts";
import type { KubePod } from "../../src/model/kube-pod.ts";
import type { RuntimeReply } from "../../src/model/runtime.ts";
import type { KubeletCore } from "./kubelet-core.ts";
import { deleteMirror } from "./mirror-pods.ts";
import { type Procedure, all, callService } from "./procedure.ts";

export function* handlePodCleanups(core: KubeletCore): Procedure<void> {
  const { workers, pods, mirrors, statuses } = core;
  const known = workers.syncKnownPods(new Set(pods.keys()));
  const running = yield* runningPods();
  // A list that fails ends the round; the next one finds the same.
  if (running === undefined) return;
  const declared = [...pods.values()];
  const mirrorPods = [...mirrors.values()];
  const isOrphan = ({ namespace, name }: KubePod): boolean =>
    !core.podsByName.has(`${namespace}/${name}`);
  const steps = planHousekeeping({
    pods: declared,
    mirrorPods,
    orphanedMirrors: mirrorPods.filter(isOrphan).map(podFullName),
    known,
    running,
    isActive: (pod) => isActivePod(pod, statuses.get(pod.uid)?.phase, workers.status(pod.uid)),
    isTerminating: (fullName) =>
      workers.uids().some((uid) => {
        const worker = workers.status(uid);
        return worker?.fullName === fullName && isPodTerminating(worker);
      }),
  });
  const { causes, declaredBy } = core;
  const { current } = causes;
  for (const step of steps) {
    causes.current = current;
    if (step.step === "updatePod") {
      // Of one that is declared, what declared it; of an orphan, what brought it to life.
      const alive = running.find(({ uid }) => uid === step.uid);
      const isDeclared = declaredBy.has(step.uid);
      causes.current = isDeclared ? declaredBy.get(step.uid) : causes.of(alive?.id ?? "");
    }
    yield* carryOut(core, step);
  }
}

function* carryOut(core: KubeletCore, step: HousekeepingStep): Procedure<void> {
  switch (step.step) {
    case "keepProbes":
      return core.probes.keepOnly(step.uids);
    case "keepStatuses":
      return core.statuses.removeOrphans(step.uids);
    case "deleteMirrorPod": {
      const mirror = [...core.mirrors.values()].find((pod) => podFullName(pod) === step.fullName);
      if (mirror === undefined) return;
      const name = `${mirror.namespace}/${mirror.name}`;
      core.causes.current = core.removedBy.get(name) ?? core.causes.current;
      core.removedBy.delete(name);
      yield* deleteMirror(mirror);
      return;
    }
    case "updatePod":
      return core.workers.updatePod(step.update);
    case "collectBackoffs": {
      const { crashBackoffs, imageBackoffs } = core;
      keep(crashBackoffs, collectBackoffs(crashBackoffs, core.now(), core.input.crashBackoff));
      keep(imageBackoffs, collectBackoffs(imageBackoffs, core.now(), imagePullBackoffLimits));
    }
  }
}

/** Pods of which the runtime has a running container or a ready sandbox, and one of these. */
function* runningPods(): Procedure<readonly (RunningPod & { readonly id: string })[] | undefined> {
  const [sandboxes, containers] = (yield* all<unknown>([
    callService("sandboxes", { type: "sandbox.list" }),
    callService("runtime", { type: "runtime.list" }),
  ])) as [SandboxReply | RuntimeReply, RuntimeReply];
  if (sandboxes.type !== "sandbox.listed" || containers.type !== "runtime.listed") {
    return undefined;
  }
  const alive = [
    ...sandboxes.sandboxes.filter(({ state }) => state === "Ready"),
    ...containers.containers.filter(({ state }) => state === "Running"),
  ];
  const pods = alive.map(({ podUid, namespace, pod, id }) => {
    return [podUid, { uid: podUid, namespace, name: pod, id }] as const;
  });
  return [...new Map(pods).values()];
}

function keep<K, V>(map: Map<K, V>, kept: ReadonlyMap<K, V>): void {
  for (const key of map.keys()) if (!kept.has(key)) map.delete(key);
}
