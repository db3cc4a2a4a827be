/**
 * Pods that are changed while they run, and containers that are added to them.
 *
 * Models: kubernetes/pkg/kubelet/container/helpers.go HashContainer; kuberuntime_manager.go
 * computePodActions.
 */
import { describe, expect, it } from "vitest";
import { expectWithin } from "../support/expect-within.ts";
import { kube, versions } from "../support/kube-run.ts";

describe("another image", () => {
  const yaml = (policy: string): string => `
    pods: {web: {restartPolicy: ${policy}, containers: [{name: app}, {name: other}]}}
    stimuli:
    - {at: 20, action: updateObject, pod: web, set: {"spec.containers[0].image": "app:2"}}`;

  it.each(versions)("has its container restarted at once, and no other: %s (§3.3)", (version) => {
    const run = kube(yaml("Always"), { version });
    expect(run.events("Killing").map(({ message }) => message)).toEqual([
      "Container app definition changed, will be restarted",
    ]);
    expect([run.end("app"), run.start("app", 2)]).toEqual([20, 20]);
    expect(run.lives("other")).toHaveLength(1);
    expect(run.lastStatus?.containerStatuses[0]).toMatchObject({ image: "app:2", restartCount: 1 });
  });

  it("does so whatever the policy (§3.3)", () => {
    expect(kube(yaml("Never")).lives("app")).toHaveLength(2);
  });
});

describe("other labels", () => {
  it("touch no container (§1.2)", () => {
    const run = kube(`pods: {web: {}}
stimuli: [{at: 20, action: updateObject, pod: web, set: {metadata.labels.a: b}}]`);
    expect(run.lives("app")).toHaveLength(1);
    expect(run.events("Killing")).toEqual([]);
  });
});

describe("an ephemeral container", () => {
  const yaml = `
    pods: {web: {initContainers: [{name: init}]}}
    behaviour: {init: {runs: [{exitAfter: 30, exitCode: 0}]}}
    stimuli:
    - {at: 10, action: addEphemeral, pod: web, container: {name: debug, image: "debug:1"}}
    - {at: 20, action: killContainer, of: debug#1, exitCode: 1}`;

  it.each(versions)("starts at once, before init is done, and only once: %s (§3.6)", (version) => {
    const run = kube(yaml, { version });
    expect(run.lives("debug")).toMatchObject([{ start: 10, end: 20, exitCode: 1 }]);
    expectWithin(run.start("app"), [30, 31]);
    expect(run.phases()).toEqual(["Pending", "Running"]);
  });

  it("is stopped with the others (part 2 §3.6)", () => {
    const run = kube(`pods: {web: {}}
stimuli:
- {at: 10, action: addEphemeral, pod: web, container: {name: debug, image: "debug:1"}}
- {at: 20, action: deletePod, pod: web}`);
    expect([run.sigterm("debug"), run.sigterm("app")]).toEqual([20, 20]);
  });

  it.each(["debug", "app"])(
    "is refused where the pod has one of that name: %s (validation.go validateContainerNames)",
    (name) => {
      const run = kube(`pods: {web: {}}
stimuli:
- {at: 10, action: addEphemeral, pod: web, container: {name: debug, image: "debug:1"}}
- {at: 20, action: addEphemeral, pod: web, container: {name: ${name}, image: "debug:1"}}`);
      const field = "spec.ephemeralContainers[1].name";
      expect(run.of("rejected")).toMatchObject([
        {
          t: 20,
          pod: "web",
          message: `Pod "web" is invalid: ${field}: Duplicate value: "${name}"`,
        },
      ]);
      expect(run.lives("debug")).toHaveLength(1);
      expect(run.lives("app")).toHaveLength(1);
    },
  );
});
