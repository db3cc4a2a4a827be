/** Models: kubernetes/pkg/kubelet/events/event.go; texts as recorded with 1.32 to 1.36. */
import { describe, expect, it } from "vitest";
import * as texts from "../../../src/decide/kubelet/event-texts.ts";
import { goDuration } from "../../../src/decide/kubelet/go-duration.ts";
import { featuresOf } from "../../../src/decide/kubelet/versions.ts";
import { pod } from "../../support/kube.ts";

const [v32, v36] = [featuresOf("1.32"), featuresOf("1.36")];
const web = pod({ uid: "1234" });

const rows: readonly (readonly [texts.KubeletEvent, string])[] = [
  [texts.pulling("app:1"), 'Normal Pulling: Pulling image "app:1"'],
  [
    texts.pulled({ image: "app:1", pullMs: 1_200, totalMs: 61_234, sizeBytes: 123 }),
    'Normal Pulled: Successfully pulled image "app:1" in 1.2s (1m1.234s including waiting). Image size: 123 bytes.',
  ],
  [
    texts.imageIsPresent("app:1", v32),
    'Normal Pulled: Container image "app:1" already present on machine',
  ],
  [
    texts.imageIsPresent("app:1", v36),
    'Normal Pulled: Container image "app:1" already present on machine and can be accessed by the pod',
  ],
  [
    texts.imageIsAbsent("app:1"),
    'Warning ErrImageNeverPull: Container image "app:1" is not present with pull policy of Never',
  ],
  [
    texts.imageNameIsInvalid("A", "couldn't parse"),
    'Warning InspectFailed: Failed to apply default image tag "A": couldn\'t parse',
  ],
  [
    texts.imageInspectionFailed("app:1", "no answer"),
    'Warning InspectFailed: Failed to inspect image "app:1": no answer',
  ],
  [
    texts.pullFailed("app:1", "not found"),
    'Warning Failed: Failed to pull image "app:1": not found',
  ],
  [texts.pullBackOff("app:1"), 'Normal BackOff: Back-off pulling image "app:1"'],
  [
    texts.pullSecretsAreMissing(["a", "b"]),
    "Warning FailedToRetrieveImagePullSecret: Unable to retrieve some image pull secrets (a, b); attempting to pull the image may not succeed.",
  ],
  [texts.created("app", v32), "Normal Created: Created container: app"],
  [texts.created("app", v36), "Normal Created: Container created"],
  [texts.started("app", v32), "Normal Started: Started container app"],
  [texts.started("app", v36), "Normal Started: Container started"],
  [texts.containerFailed("ErrImagePull"), "Warning Failed: Error: ErrImagePull"],
  [texts.killing("app"), "Normal Killing: Stopping container app"],
  [
    texts.killing("app", "Container app failed liveness probe, will be restarted"),
    "Normal Killing: Container app failed liveness probe, will be restarted",
  ],
  [
    texts.restartBackOff("app", web),
    "Warning BackOff: Back-off restarting failed container app in pod web_default(1234)",
  ],
  [texts.postStartHookFailed(), "Warning FailedPostStartHook: PostStartHook failed"],
  [texts.preStopHookFailed(), "Warning FailedPreStopHook: PreStopHook failed"],
  [
    texts.hookFellBackToHttp("10.0.0.1:443"),
    "Warning LifecycleHTTPFallback: request to HTTPS lifecycle hook 10.0.0.1:443 got HTTP response, retry with HTTP succeeded",
  ],
  [
    texts.sandboxChanged(),
    "Normal SandboxChanged: Pod sandbox changed, it will be killed and re-created.",
  ],
  [
    texts.sandboxFailed("no room"),
    "Warning FailedCreatePodSandBox: Failed to create pod sandbox: no room",
  ],
  [
    texts.sandboxStatusFailed("gone"),
    "Warning FailedPodSandBoxStatus: Unable to get pod sandbox status: gone",
  ],
  [texts.networkNotReady("no CNI"), "Warning NetworkNotReady: network is not ready: no CNI"],
  [texts.killPodFailed("busy"), "Warning FailedKillPod: error killing pod: busy"],
  [
    texts.podContainerFailed("cgroup"),
    "Warning FailedCreatePodContainer: unable to ensure pod container exists: cgroup",
  ],
  [texts.dataDirectoriesFailed("disk"), "Warning Failed: error making pod data directories: disk"],
  [texts.mountFailed("late"), "Warning FailedMount: Unable to attach or mount volumes: late"],
  [texts.syncFailed("rpc"), "Warning FailedSync: error determining status: rpc"],
  [
    texts.gracePeriodExceeded(),
    "Warning ExceededGracePeriod: Container runtime did not kill the pod within specified grace period.",
  ],
  [texts.rejected("OutOfcpu", "no room"), "Warning OutOfcpu: no room"],
  [texts.evicted("low on memory"), "Warning Evicted: low on memory"],
  [texts.preempted(), "Warning Preempting: Preempted in order to admit critical pod"],
  [
    texts.nameIsTaken(web, "http"),
    'Warning FailedValidation: Error validating pod web_default(1234) from http due to duplicate pod name "web", ignoring',
  ],
  [texts.startingKubelet(), "Normal Starting: Starting kubelet."],
];

it.each(rows)("%o", ({ eventType, reason, message }, text) => {
  expect(`${eventType} ${reason}: ${message}`).toBe(text);
});

it("covers every text there is", () => {
  const events = Object.keys(texts).filter(
    (name) => !["formatPod", "withoutContainerId"].includes(name),
  );
  // Four stand there twice: by version, and with and without a reason.
  expect(rows).toHaveLength(events.length + 4);
});

it("names the container in place of its id, so that equal events count as one", () => {
  const event = texts.containerFailed("abc is not abc");
  expect(texts.withoutContainerId(event, "abc", "app").message).toBe("Error: app is not app");
  expect(texts.withoutContainerId(event, "", "app")).toBe(event);
});

describe("a duration as Go prints it", () => {
  it.each([
    [0, "0s"],
    [1, "1ms"],
    [999, "999ms"],
    [1_000, "1s"],
    [1_234, "1.234s"],
    [10_000, "10s"],
    [80_000, "1m20s"],
    [300_000, "5m0s"],
    [3_600_000, "1h0m0s"],
    [3_661_500, "1h1m1.5s"],
    [-1_500, "-1.5s"],
  ])("%i ms: %s", (ms, text) => {
    expect(goDuration(ms)).toBe(text);
  });
});
