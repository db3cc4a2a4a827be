/**
 * The records of dead containers on a node, and what the API makes of those that are lost.
 *
 * Models: kubernetes/pkg/kubelet/pod_container_deletor.go; kuberuntime/kuberuntime_gc.go;
 * kubelet_pods.go convertToAPIContainerStatuses.
 */
import { describe, expect, it } from "vitest";
import { expectWithin } from "../support/expect-within.ts";
import { kube, since, until, versions } from "../support/kube-run.ts";

describe("the records of a container", () => {
  it.each(versions)("are its run and the one before: %s (part 2 §11)", (version) => {
    const run = kube(
      `duration: 200s
pods: {web: {}}
behaviour: {app: {runs: [{exitAfter: 5, exitCode: 1}, {exitAfter: 5, exitCode: 2},
  {exitAfter: 5, exitCode: 3}, {}]}}`,
      { version },
    );
    const [first, second, third, fourth] = run.lives("app");
    expectWithin((first?.removed ?? NaN) - (second?.end ?? NaN), [0, 1.1]);
    expectWithin((second?.removed ?? NaN) - (third?.end ?? NaN), [0, 1.1]);
    expect([third?.removed, fourth?.end]).toEqual([undefined, undefined]);
    expect(run.lastStatus?.containerStatuses[0]).toMatchObject({
      restartCount: 3,
      lastState: { terminated: { exitCode: 3 } },
    });
  });

  it.each(versions)("all go with their pod: %s (part 2 §11)", (version) => {
    const run = kube(
      `duration: 120s
pods: {web: {}}
behaviour: {app: {runs: [{exitAfter: 5, exitCode: 1}, {}]}}
stimuli: [{at: 20, action: deletePod, pod: web}]`,
      { version },
    );
    expect(run.lives("app").filter(({ removed }) => removed === undefined)).toEqual([]);
  });
});

describe("a container whose record was taken away", () => {
  const taken = `
    duration: 40s
    pods: {web: {}}
    stimuli: [{at: 10, action: removeContainer, of: app#1}]`;

  it.each(versions)("is started again, and its end is unknown: %s (§8.3)", (version) => {
    const run = kube(taken, { version });
    expectWithin(run.start("app", 2) - 10, [0, 1.1]);
    const told = run.statuses().flatMap(({ containerStatuses: [one] }) => one?.lastState ?? []);
    expect(told.some(({ terminated }) => terminated?.reason === "ContainerStatusUnknown")).toBe(
      true,
    );
  });

  it.each(versions)("counts one more restart: %s (§8.3, B19)", (version) => {
    const run = kube(taken, { version });
    expect(run.lastStatus?.containerStatuses[0]?.restartCount).toBe(1);
  });

  it.each(until("1.35"))("loses what came before its dead record: %s (row 21)", (version) => {
    expect(lastStateAfterRemoval(version)).toBeUndefined();
  });

  it.each(since("1.36"))("keeps what came before its dead record: %s (row 21)", (version) => {
    expect(lastStateAfterRemoval(version)).toBe(7);
  });

  function lastStateAfterRemoval(version: string): number | undefined {
    const run = kube(
      `duration: 200s
pods: {web: {}}
behaviour: {app: {runs: [{exitAfter: 5, exitCode: 7}, {}]}}
stimuli: [{at: 20, action: removeContainer, of: app#1}]`,
      { version },
    );
    return run.lastStatus?.containerStatuses[0]?.lastState.terminated?.exitCode;
  }
});

describe("the attempt of a container, which a restart of the kubelet without an API shows", () => {
  const app = 'containers: [{name: app, image: "a:1"}]';
  const file = (spec: string): string =>
    JSON.stringify(`{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {${spec}}}`);

  /** The restartCount before the kubelet restarts at 80 s, and after. */
  function counts(version: string, spec: string, more: string): readonly unknown[] {
    const yaml = `
duration: 120s
kubelet: {standalone: true}
${more}
- {at: 0, action: writeFile, path: a.yaml, content: ${file(spec)}}
- {at: 80, action: kubeletRestart}`;
    const told = kube(yaml, { version }).of("status");
    return [told.findLast(({ t }) => t < 80), told.at(-1)].map(
      (status) => status?.containerStatuses.find(({ name }) => name === "app")?.restartCount,
    );
  }

  const putBack = `
behaviour: {"*/*": {sigterm: {exitAfter: 4, exitCode: 0}}}
stimuli:
- {at: 20, action: removeFile, path: a.yaml}
- {at: 22, action: writeFile, path: a.yaml, content: ${file(app)}}`;

  it.each(until("1.35"))("is 0 again if the kubelet took record and log: %s (B19)", (version) => {
    expect(counts(version, app, putBack)).toEqual([0, 0]);
  });

  it.each(since("1.36"))("is 0 again while the status counts on: %s (B19, row 20)", (version) => {
    expect(counts(version, app, putBack)).toEqual([1, 0]);
  });

  it.each(since("1.36"))("is 0 again after RestartAllContainers: %s (B19, B20)", (version) => {
    const rule = "{action: RestartAllContainers, exitCodes: {operator: In, values: [42]}}";
    const policy = `restartPolicy: Never, restartPolicyRules: [${rule}]`;
    const spec = `containers: [{name: first, image: "a:1", ${policy}}, {name: app, image: "a:1"}]`;
    const behaviour =
      'behaviour: {"*/first": {runs: [{exitAfter: 5, exitCode: 42}, {}]}}\nstimuli:';
    expect(counts(version, spec, behaviour)).toEqual([1, 0]);
  });

  it.each(versions)("goes on by its log if others took its record: %s (B19)", (version) => {
    const run = kube(
      `duration: 60s
pods: {web: {containers: [{}, {name: side}]}}
stimuli:
- {at: 10, action: removeContainer, of: app#1}
- {at: 30, action: killContainer, of: app#2}`,
      { version },
    );
    const shown = run.statuses().map(({ containerStatuses: [one] }) => one?.restartCount);
    expect([...new Set(shown)]).toEqual([0, 1, 2]);
  });
});
