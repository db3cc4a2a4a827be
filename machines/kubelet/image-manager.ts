/**
 * Sees to it that a container's image is on the node: policies, pulls one after the other,
 * back-off.
 *
 * Models: kubernetes/pkg/kubelet/images/image_manager.go EnsureImageExists; puller.go
 * serialImagePuller.
 */
import {
  imagePullBackoffKey,
  imagePullBackoffLimits,
  imagePullBackoffText,
  isInBackoffSinceUpdate,
  nextBackoff,
} from "../../src/decide/kubelet/backoff.ts";
import * as texts from "../../src/decide/kubelet/event-texts.ts";
import type { ImageReply, ImageSubject } from "../../src/model/cri.ts";
import type { KubeContainer, KubePod } from "../../src/model/kube-pod.ts";
import { parseImageName } from "../../src/model/image-name.ts";
import { errorText, imageIsPresent, pullImage } from "./cri-calls.ts";
import type { KubeletCore } from "./kubelet-core.ts";
import { Latch, type Procedure, waitFor } from "./procedure.ts";

/** Why a container cannot be started: the waiting reason of the API, and its message. */
export interface StartFailure {
  readonly reason: string;
  readonly message: string;
}

/** Pulls stand in line: each waits for the one before it. */
export class PullQueue {
  #last = new Latch();

  constructor() {
    this.#last.open();
  }

  *run<Result>(pull: () => Procedure<Result>): Procedure<Result> {
    const before = this.#last;
    const mine = new Latch();
    this.#last = mine;
    yield* waitFor(before);
    const result = yield* pull();
    mine.open();
    return result;
  }
}

export function* ensureImageExists(
  core: KubeletCore,
  pod: KubePod,
  container: KubeContainer,
): Procedure<StartFailure | undefined> {
  const { image, imagePullPolicy, name } = container;
  const about = { pod, container: name };
  const { namespace, name: podName, uid } = pod;
  const subject: ImageSubject = { namespace, pod: podName, podUid: uid, container: name, image };
  const parsed = parseImageName(image);
  if (!parsed.isValid) {
    const invalid = texts.imageNameIsInvalid(image, parsed.error);
    core.record(about, invalid);
    return { reason: "InvalidImageName", message: invalid.message };
  }
  const present = yield* imageIsPresent(subject);
  if (typeof present !== "boolean") {
    const failed = texts.imageInspectionFailed(image, errorText(present));
    core.record(about, failed);
    return { reason: "ImageInspectError", message: failed.message };
  }
  if (present && imagePullPolicy !== "Always") {
    core.record(about, texts.imageIsPresent(image, core.features));
    return undefined;
  }
  if (imagePullPolicy === "Never") {
    const absent = texts.imageIsAbsent(image);
    core.record(about, absent);
    return { reason: "ErrImageNeverPull", message: absent.message };
  }
  const key = imagePullBackoffKey(pod.uid, image);
  const entry = core.imageBackoffs.get(key);
  if (isInBackoffSinceUpdate(entry, core.now(), imagePullBackoffLimits)) {
    core.record(about, texts.pullBackOff(image));
    const message = imagePullBackoffText(image, core.pullErrors.get(key));
    return { reason: "ImagePullBackOff", message };
  }
  core.record(about, texts.pulling(image));
  const sinceMs = core.now();
  const { current } = core.causes;
  const reply = yield* core.pulls.run(() => {
    // Not from the end of the pull that it stood behind.
    core.causes.current = current;
    return pullImage(subject);
  });
  if (reply.type === "image.pulled") {
    const totalMs = core.now() - sinceMs;
    core.record(about, texts.pulled({ image, pullMs: reply.tookMs, totalMs, sizeBytes: 0 }));
    core.pullErrors.delete(key);
    return undefined;
  }
  const error = reply.type === "runtime.failed" ? errorText(reply) : failureText(reply);
  core.record(about, texts.pullFailed(image, error));
  core.imageBackoffs.set(key, nextBackoff(entry, core.now(), core.now(), imagePullBackoffLimits));
  core.pullErrors.set(key, `ErrImagePull: ${error}`);
  return { reason: "ErrImagePull", message: error };
}

function failureText(reply: ImageReply): string {
  return reply.type === "image.failed" ? reply.message : "no answer";
}
