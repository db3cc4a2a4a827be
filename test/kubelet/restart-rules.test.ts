/**
 * Containers with restart policies and rules of their own, and the restart of all containers.
 *
 * Models: kubernetes/pkg/api/v1/pod/util.go ContainerShouldRestart;
 * kuberuntime_manager.go getContainersToReset.
 */
import { describe, expect, it } from "vitest";
import { InputError } from "../../src/model/diagnostic.ts";
import { expectWithin } from "../support/expect-within.ts";
import { kube, kubeInput, since, until } from "../support/kube-run.ts";

const rule = (action: string): string =>
  `restartPolicyRules: [{action: ${action}, exitCodes: {operator: In, values: [42]}}]`;

describe("a container with rules", () => {
  const yaml = (exits: string): string => `
    duration: 100s
    pods: {web: {restartPolicy: Never, containers: [{restartPolicy: Never, ${rule("Restart")}}]}}
    behaviour: {app: {runs: [${exits}]}}`;

  it.each(since("1.35"))(
    "is started again after the exit codes of a rule: %s (§3.5)",
    (version) => {
      const exits = "{exitAfter: 5, exitCode: 42}, {exitAfter: 5, exitCode: 42}, {}";
      const run = kube(yaml(exits), { version });
      expect(run.lives("app")).toHaveLength(3);
      expectWithin(run.gaps("app")[1] ?? NaN, [10, 17]);
      expect(run.phases()).toEqual(["Pending", "Running"]);
    },
  );

  it.each(since("1.35"))("follows its policy after any other: %s (§3.5)", (version) => {
    const run = kube(yaml("{exitAfter: 5, exitCode: 42}, {exitAfter: 5, exitCode: 1}"), {
      version,
    });
    expect(run.lives("app")).toHaveLength(2);
    expect(run.phases()).toEqual(["Pending", "Running", "Failed"]);
  });

  it.each(until("1.33"))("is no pod of %s (part 2 §16 row 17)", (version) => {
    expect(() => kubeInput(yaml("{}"), { version })).toThrow(InputError);
  });
});

describe("a restart of all containers", () => {
  const yaml = `
    pods:
      web:
        restartPolicy: Never
        initContainers: [{name: init}, {name: side, restartPolicy: Always}]
        containers:
        - {restartPolicy: Never, ${rule("RestartAllContainers")}}
        - {name: other, lifecycle: {preStop: {exec: {command: [bye]}}}}
    behaviour:
      init: {runs: [{exitAfter: 1, exitCode: 0}]}
      app: {runs: [{exitAfter: 5300ms, exitCode: 42}, {}]}
      other: {sigterm: ignored}`;

  it.each(since("1.36"))("stops them without hooks in 2 s, in the same sandbox: %s (B20)", (v) => {
    const run = kube(yaml, { version: v });
    const [exit, term] = [run.end("app"), run.sigterm("other")];
    expectWithin(term - exit, [0, 1]);
    expect(run.end("other")).toBe(term + 2);
    expect(run.hooks("preStop", "start", "other")).toEqual([]);
    expect(new Set(run.events("Killing").map(({ message }) => message))).toEqual(
      new Set(["killing"]),
    );
    expect(run.sandboxes("Ready")).toHaveLength(1);
    expect(run.stateSince("waiting RestartingAllContainers", 0, "other")).toBeLessThan(exit + 5);
  });

  it.each(since("1.36"))("begins with the init containers: %s (B20)", (version) => {
    const run = kube(yaml, { version });
    expectWithin(run.start("init", 2) - run.end("other"), [0, 2]);
    const order = ["init", "side", "app", "other"].map((name) => run.start(name, 2));
    expect(order.toSorted((a, b) => a - b)).toEqual(order);
    const all = [
      ...(run.lastStatus?.initContainerStatuses ?? []),
      ...(run.lastStatus?.containerStatuses ?? []),
    ];
    expect(all.map(({ restartCount }) => restartCount)).toEqual([1, 1, 1, 1]);
    expect(run.lastStatus?.phase).toBe("Running");
  });
});
