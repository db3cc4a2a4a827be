/**
 * Housekeeping: forgets workers that have ended, starts again what is declared and has none, and kills
 * what the runtime has and nobody declares.
 *
 * Models: kubernetes/pkg/kubelet/kubelet_pods.go HandlePodCleanups.
 */
import {
  collectBackoffs,
  crashBackoffLimits,
  imagePullBackoffLimits,
} from "../../src/decide/kubelet/backoff.ts";
import type { ContainerRecord, RuntimeReply } from "../../src/model/runtime.ts";
import type { KubeletCore } from "./kubelet-core.ts";
import { deleteMirror } from "./mirror-pods.ts";
import { type Procedure, callService } from "./procedure.ts";

export function* handlePodCleanups(core: KubeletCore): Procedure<void> {
  const { workers, pods, statuses } = core;
  for (const uid of workers.uids()) {
    const status = workers.status(uid);
    const restart = status?.restartRequested === true && pods.has(uid);
    if (status?.finished && (!pods.has(uid) || restart)) workers.forget(uid);
    // A removal that came before all sources were heard is made good.
    else if (!pods.has(uid) && status?.terminatingAtMs === undefined) {
      const pod = status?.activeUpdate?.pod;
      if (pod) workers.updatePod({ updateType: "kill", pod });
    }
  }
  statuses.removeOrphans(new Set([...pods.keys(), ...workers.uids()]));
  for (const mirror of core.mirrors.values()) {
    const isOrphan = ![...pods.values()].some(
      (pod) =>
        pod.source === "file" && pod.name === mirror.name && pod.namespace === mirror.namespace,
    );
    const ending = [...workers.uids()].some((uid) => {
      const status = workers.status(uid);
      return status?.fullName === `${mirror.name}_${mirror.namespace}` && !status.finished;
    });
    if (isOrphan && !ending) yield* deleteMirror(mirror);
  }
  for (const pod of pods.values()) {
    const isOver = pod.status.phase === "Failed" || pod.status.phase === "Succeeded";
    if (workers.status(pod.uid) === undefined && !isOver) {
      workers.updatePod({ updateType: "create", pod });
    }
  }
  yield* killOrphans(core);
  keep(core.crashBackoffs, collectBackoffs(core.crashBackoffs, core.now(), crashBackoffLimits()));
  keep(core.imageBackoffs, collectBackoffs(core.imageBackoffs, core.now(), imagePullBackoffLimits));
}

/** Pods that only the runtime knows. */
function* killOrphans(core: KubeletCore): Procedure<void> {
  const reply = (yield* callService("runtime", { type: "runtime.list" })) as RuntimeReply;
  if (reply.type !== "runtime.listed") return;
  const orphans = new Map<string, ContainerRecord>();
  for (const record of reply.containers) {
    const isKnown =
      core.workers.status(record.podUid) !== undefined || core.pods.has(record.podUid);
    if (!isKnown && record.state === "Running") orphans.set(record.podUid, record);
  }
  for (const [uid, { namespace, pod: name }] of orphans) {
    core.workers.updatePod({ updateType: "kill", runningPod: { uid, namespace, name } });
  }
}

function keep<K, V>(map: Map<K, V>, kept: ReadonlyMap<K, V>): void {
  for (const key of map.keys()) if (!kept.has(key)) map.delete(key);
}
