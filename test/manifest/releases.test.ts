/** Models: kubernetes/pkg/apis/core/validation/validation_test.go, by the minor of the gate. */
import { describe, expect, it } from "vitest";
import { isSince } from "../../src/manifest/releases.ts";
import { errorsOf, goodPod, spoil } from "./load.ts";

const side = "  - name: side\n";
const rules = "restartPolicyRules: [{action: Restart, exitCodes: {operator: In, values: [1]}}]";

const zeroSleep = spoil("{seconds: 5}", "{seconds: 0}");
const regular = spoil(side, `${side}    restartPolicy: Never\n`);
const init = spoil("  - name: setup\n", "  - name: setup\n    restartPolicy: Never\n");
const sidecar = spoil("  - name: setup\n", "  - name: setup\n    restartPolicy: Always\n");
const sidecarRules = sidecar.replace(
  "restartPolicy: Always\n    i",
  `restartPolicy: Always\n    ${rules}\n    i`,
);
const restartAll = regular.replace(
  "restartPolicy: Never\n",
  `restartPolicy: Never\n    ${rules.replace("Restart,", "RestartAllContainers,")}\n`,
);

describe("what a pod may ask for, and since when", () => {
  it.each([
    { what: "a hook that sleeps for 0 s", text: zeroSleep, api: "1.33", file: "1.35" },
    { what: "a policy of a container", text: regular, api: "1.35", file: "1.35", dropped: "1.34" },
    { what: "one of an init container", text: init, api: "1.35", file: "1.35", dropped: "1.34" },
    { what: "a sidecar", text: sidecar, api: "1.32", file: "1.32" },
    { what: "rules of a sidecar", text: sidecarRules, api: "1.36", file: "1.36", dropped: "1.34" },
    { what: "RestartAllContainers", text: restartAll, api: "1.36", file: "1.36", dropped: "1.34" },
  ])("$what: since $api, in a static pod since $file", ({ text, dropped, ...since }) => {
    expect(text).not.toBe(goodPod);
    for (const source of ["api", "file"] as const) {
      for (const kubernetes of ["1.32", "1.33", "1.34", "1.35", "1.36"]) {
        const isAllowed = errorsOf(text, { kubernetes, source }).length === 0;
        const isTaken = isSince(kubernetes, since[source]);
        const isDropped = source === "api" && kubernetes === dropped;
        expect(isAllowed, `${source} ${kubernetes}`).toBe(isTaken || isDropped);
      }
    }
  });

  it("tells the version, and the first that would take it", () => {
    expect(errorsOf(zeroSleep, { kubernetes: "1.32" })).toEqual([
      "f:27:34: error: spec.containers[0].lifecycle.preStop.sleep.seconds: not in Kubernetes" +
        " 1.32: a hook that sleeps for 0 s, found 0, expected Kubernetes 1.33 or later",
    ]);
    expect(errorsOf(zeroSleep, { kubernetes: "1.34", source: "file" })).toEqual([
      "f:27:34: error: spec.containers[0].lifecycle.preStop.sleep.seconds: not in a static pod" +
        " of Kubernetes 1.34: a hook that sleeps for 0 s, found 0, expected Kubernetes 1.35 or" +
        " later",
    ]);
    expect(errorsOf(regular, { kubernetes: "1.33" })).toEqual([
      "f:31:20: error: spec.containers[1].restartPolicy: not in Kubernetes 1.33:" +
        ' a restartPolicy of a container that is no sidecar, found "Never",' +
        " expected Kubernetes 1.35 or later; remove it",
    ]);
  });

  it("is in the template of a workload as it is in a pod", () => {
    const text =
      "apiVersion: batch/v1\nkind: Job\nmetadata: {name: a}\nspec:\n  template:\n    spec:\n" +
      "      restartPolicy: Never\n      containers: [{name: a, image: b, restartPolicy: Never}]\n";
    expect(errorsOf(text)).toEqual([]);
    expect(errorsOf(text, { kubernetes: "1.33" })).toHaveLength(1);
  });
});

it("compares minors as numbers", () => {
  expect(isSince("1.9", "1.33")).toBe(false);
  expect(isSince("1.33", "1.33")).toBe(true);
  expect(isSince("2.0", "1.33")).toBe(true);
});
