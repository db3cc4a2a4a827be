/**
 * The mirror of a static pod in the API: made when it is missing, made anew when it is another's or
 * about to go. It shows the pod; it does not command it.
 *
 * Models: kubernetes/pkg/kubelet/kubelet.go tryReconcileMirrorPods; pod/mirror_client.go.
 */
import type { ApiReply } from "../../src/model/api.ts";
import type { KubePod } from "../../src/model/kube-pod.ts";
import { emptyPodStatus } from "../../src/model/kube-status.ts";
import type { KubeletCore } from "./kubelet-core.ts";
import { type Procedure, callService } from "./procedure.ts";

export const mirrorAnnotation = "kubernetes.io/config.mirror";

/** `mirror`: what the worker was woken with; by now it may be gone. */
export function* syncMirrorPod(
  core: KubeletCore,
  pod: KubePod,
  mirror: KubePod | undefined,
): Procedure<void> {
  const isStale =
    mirror !== undefined &&
    (mirror.deletionTimestampMs !== undefined ||
      mirror.annotations?.[mirrorAnnotation] !== pod.uid);
  if (mirror !== undefined && !isStale) return;
  if (mirror !== undefined && !(yield* deleteMirror(mirror))) return;
  yield* callService("api", { type: "api.createPod", pod: mirrorOf(core, pod) });
}

/** Whether it is gone. Not found counts as not deleted: whoever took it has it in hand. */
export function* deleteMirror(mirror: KubePod): Procedure<boolean> {
  const { namespace, name, uid } = mirror;
  const request = { type: "api.deletePod", pod: { namespace, name, uid }, graceSeconds: 0 };
  const reply = (yield* callService("api", request)) as ApiReply;
  return reply.type === "api.ok";
}

function mirrorOf(core: KubeletCore, pod: KubePod): KubePod {
  const annotations = { ...pod.annotations, [mirrorAnnotation]: pod.uid };
  const creationTimestampMs = core.input.toApiTime(core.now());
  const uid = core.newMirrorUid(pod);
  return { ...pod, uid, source: "api", annotations, creationTimestampMs, status: emptyPodStatus };
}
