/**
 * The rules of a pod's spec that depend on the minor of Kubernetes.
 *
 * Models: kubernetes/pkg/apis/core/validation/validation.go validateSleepAction,
 * validateContainers, validateInitContainerRestartPolicy, validateContainerRestartPolicy;
 * kubernetes/pkg/kubelet/config/common.go tryDecodeSinglePod (v1.36).
 */
import type { Cursor } from "./cursor.ts";
import { effectiveGracePeriod, podSpecDefaults } from "./defaults.ts";
import { describeValue } from "./describe.ts";
import { type Release, ruleAgainst } from "./releases.ts";
import { checkStaticReferences } from "./static-references.ts";

export function checkRelease(spec: Cursor, release: Release): void {
  for (const container of spec.get("containers").items()) {
    if (container.get("restartPolicy").exists) refuseOwnPolicy(container, release, "regular");
    checkActions(container, release);
    checkSleeps(container, spec, release);
  }
  for (const container of spec.get("initContainers").items()) {
    const policy = container.get("restartPolicy").text() ?? "";
    if (policy === "Always") checkSidecarRules(container, release);
    else if (policy !== "") refuseOwnPolicy(container, release, "init");
    checkActions(container, release);
    checkSleeps(container, spec, release);
  }
  if (release.source === "file") checkStaticReferences(spec, release);
}

function refuseOwnPolicy(container: Cursor, release: Release, kind: "regular" | "init"): void {
  const against = ruleAgainst("containerRestartPolicy", release);
  if (against === undefined) return;
  const policy = container.get("restartPolicy");
  const text = describeValue(policy.value);
  const upstream =
    kind === "regular"
      ? "Forbidden: may not be set for non-init containers"
      : `Unsupported value: ${text}: supported values: "Always"`;
  policy.error({ ...against, found: text, fix: "remove it", upstream });
}

function checkSidecarRules(container: Cursor, release: Release): void {
  const rules = container.get("restartPolicyRules");
  const against = ruleAgainst("sidecarRestartRules", release);
  if (against === undefined || rules.items().length === 0) return;
  const what = "restartPolicyRules are not allowed for init containers with restart policy Always";
  rules.error({ ...against, fix: "remove them", upstream: `Forbidden: ${what}` }, "key");
}

function checkActions(container: Cursor, release: Release): void {
  const against = ruleAgainst("restartAllContainers", release);
  if (against === undefined) return;
  for (const rule of container.get("restartPolicyRules").items()) {
    const action = rule.get("action");
    const text = action.text() ?? "";
    if (text !== "RestartAllContainers") continue;
    const upstream = `Unsupported value: ${JSON.stringify(text)}: supported values: "Restart"`;
    action.error({ ...against, fix: "remove the rule", upstream });
  }
}

/** A hook may sleep as long as the pod is given to end, though the API server says "less". */
function checkSleeps(container: Cursor, spec: Cursor, release: Release): void {
  const grace =
    effectiveGracePeriod(spec.get("terminationGracePeriodSeconds").number()) ??
    podSpecDefaults.terminationGracePeriodSeconds;
  const zero = ruleAgainst("zeroSleep", release);
  const least = zero === undefined ? "must be non-negative" : "must be greater than 0";
  const hint =
    zero === undefined
      ? ""
      : ". Enable AllowPodLifecycleSleepActionZeroValue feature gate for zero sleep.";
  for (const hook of ["postStart", "preStop"]) {
    const sleep = container.get("lifecycle", hook, "sleep");
    const seconds = sleep.get("seconds");
    const length = seconds.number();
    if (length === undefined) continue;
    const most = `less than terminationGracePeriodSeconds (${grace})${hint}`;
    const upstream = `Invalid value: ${length}: ${least} and ${most}`;
    const words = { found: describeValue(length), upstream, upstreamField: sleep };
    if (length < 0) seconds.error({ message: "out of range", expected: "0 or more", ...words });
    else if (length === 0 && zero !== undefined) seconds.error({ ...zero, ...words });
    else if (length > grace) {
      const message = "a sleep longer than the grace period";
      const expected = `at most terminationGracePeriodSeconds, ${grace}`;
      seconds.error({ message, expected, ...words });
    }
  }
}
