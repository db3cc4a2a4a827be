/**
 * Differences between versions, each played with the minor before it and the first that has it.
 * Those that other tests show on both sides are named there.
 *
 * Models: pkg/kubelet of 1.32.13, 1.33.13, 1.34.9, 1.35.6 and 1.36.2.
 */
import { describe, expect, it } from "vitest";
import { InputError } from "../../src/model/diagnostic.ts";
import { expectWithin } from "../support/expect-within.ts";
import { type KubeRun, kube, versions } from "../support/kube-run.ts";

interface Sides {
  readonly before: KubeRun;
  readonly after: KubeRun;
}

/** One scenario, played with the last minor that has the old behaviour and the first of the new. */
function sides(last: string, first: string, yaml: string): Sides {
  return { before: kube(yaml, { version: last }), after: kube(yaml, { version: first }) };
}

function refusal(version: string, yaml: string): string {
  try {
    kube(yaml, { version });
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
  return "taken";
}

const crash = `
duration: 500s
pods: {web: {}}
behaviour: {app: {runs: [{exitAfter: 1, exitCode: 1}]}}`;

describe("crash back-off", () => {
  const { before, after } = sides("1.34", "1.35", crash);
  const backOffs = (run: KubeRun): readonly number[] =>
    run
      .events("BackOff")
      .map(({ t }) => t)
      .filter((t) => t > run.end("app", 6) && t < run.start("app", 7));

  it("row 1: up to 1.34 a blocked sync comes again after 10 to 16 s, then once it is over", () => {
    const [old, young] = [backOffs(before), backOffs(after)];
    expect(old.length).toBeGreaterThanOrEqual(9);
    old.slice(1).forEach((t, index) => expectWithin(t - (old[index] ?? NaN), [10, 16]));
    expect(young.length).toBeLessThanOrEqual(4);
    young.slice(1).forEach((t, index) => expectWithin(t - (young[index] ?? NaN), [60, 91]));
  });

  it("row 2: CrashLoopBackOff 10 to 17 s after the exit, then in the sync that starts", () => {
    const shown = (run: KubeRun): number =>
      run.stateSince("waiting CrashLoopBackOff", run.end("app", 4)) - run.end("app", 4);
    expectWithin(shown(before), [10, 17]);
    expect(shown(after)).toBeCloseTo(after.start("app", 5) - after.end("app", 4));
  });

  it("row 4: a missing image beside it is tried each 10 to 16 s, then as seldom as it", () => {
    const { before: old, after: young } = sides(
      "1.34",
      "1.35",
      `
duration: 340s
pods: {web: {containers: [{name: bad}, {name: img, image: "missing:1"}]}}
behaviour: {bad: {runs: [{exitAfter: 1, exitCode: 1}]}, img: {pull: {takes: 0s, result: failure}}}`,
    );
    const tries = (run: KubeRun): number =>
      run.events("BackOff", "pulling image").filter(({ t }) => t > 190 && t < 310).length;
    expect(tries(old)).toBeGreaterThanOrEqual(5);
    expect(tries(young)).toBeLessThanOrEqual(3);
  });

  it("row 27: other resources leave it as it is, then it begins anew", () => {
    const resources = '{"spec.containers[0].resources": {requests: {cpu: 20m}}}';
    const { before: old, after: young } = sides(
      "1.33",
      "1.34",
      `${crash.replace("{web: {}}", "{web: {containers: [{resources: {requests: {cpu: 10m}}}]}}")}
stimuli: [{id: set, at: app#6.exit+5s, action: updateObject, pod: web, set: ${resources}}]`,
    );
    expectWithin(old.start("app", 7) - old.end("app", 6), [159.999, 177]);
    expectWithin(young.start("app", 7) - young.end("app", 6), [5, 7]);
  });
});

it("row 29: the longest back-off is refused, then in force", () => {
  const yaml = `${crash}\nkubelet: {crashLoopBackOff: {maxContainerRestartPeriod: 7s}}`;
  expect(refusal("1.34", yaml)).toContain("not in Kubernetes 1.34: the longest crash back-off");
  const gaps = kube(yaml, { version: "1.35" }).gaps("app").slice(1);
  expect(gaps.length).toBeGreaterThan(30);
  for (const gap of gaps) expectWithin(gap, [7, 12]);
});

it("row 30: other resources of a pod that is there are refused, then taken", () => {
  const resources = '{"spec.containers[0].resources": {requests: {cpu: 20m}}}';
  const { before, after } = sides(
    "1.32",
    "1.33",
    `
pods: {web: {containers: [{resources: {requests: {cpu: 10m}}}]}}
stimuli: [{at: 10, action: updateObject, pod: web, set: ${resources}}]`,
  );
  const refusals = [before, after].map((run) => run.of("rejected").map(({ message }) => message));
  expect(refusals).toEqual([
    [expect.stringContaining("spec: Forbidden: pod updates may not change fields other than")],
    [],
  ]);
  for (const run of [before, after]) expect(run.lives("app")).toHaveLength(1);
});

describe("texts", () => {
  const { before, after } = sides("1.34", "1.35", "pods: {web: {}}");
  const text = (run: KubeRun, reason: string) => run.events(reason)[0]?.message;

  it("row 5: Created and Started name the container, then not", () => {
    expect(text(before, "Created")).toBe("Created container: app");
    expect(text(before, "Started")).toBe("Started container app");
    expect(text(after, "Created")).toBe("Container created");
    expect(text(after, "Started")).toBe("Container started");
  });

  it("row 6: an image that is there is, then also can be accessed", () => {
    const there = 'Container image "app:1" already present on machine';
    expect(text(before, "Pulled")).toBe(there);
    expect(text(after, "Pulled")).toBe(`${there} and can be accessed by the pod`);
  });
});

describe("static pods", () => {
  const written = (spec: string): string => {
    const content = `{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {${spec}}}`;
    return `stimuli: [{at: 1, action: writeFile, path: a.yaml, content: ${JSON.stringify(content)}}]`;
  };
  const runs = ({ before, after }: Sides) =>
    [before, after].map((run) => run.lives("web-node-1/app").length);

  it("row 13: the UID is another one in each minor, and the same in each run of one (A12)", () => {
    const yaml = written('containers: [{name: app, image: "app:1"}]');
    const uidOf = (version: string, seed: number): string =>
      kube(yaml, { version, seed }).of("container")[0]?.uid ?? "";
    const uids = versions.map((version) => uidOf(version, 1));
    expect(new Set(uids).size).toBe(versions.length);
    expect(versions.map((version) => uidOf(version, 2))).toEqual(uids);
  });

  it("row 14: a rule of their own for hooks is refused, then validated by the pod itself", () => {
    const hook = "lifecycle: {preStop: {sleep: {seconds: 0}}}";
    const yaml = written(`containers: [{name: app, image: "app:1", ${hook}}]`);
    expect(runs(sides("1.34", "1.35", yaml))).toEqual([0, 1]);
  });

  it("row 15: one that names a Secret is taken, then refused", () => {
    const from = "envFrom: [{secretRef: {name: s}}]";
    const yaml = written(`containers: [{name: app, image: "app:1", ${from}}]`);
    expect(runs(sides("1.33", "1.34", yaml))).toEqual([1, 0]);
  });
});

describe("what the API server takes", () => {
  it("row 16: a hook that sleeps for 0 s is refused, then taken", () => {
    const yaml = "pods: {web: {containers: [{lifecycle: {preStop: {sleep: {seconds: 0}}}}]}}";
    expect(refusal("1.32", yaml)).toContain("a hook that sleeps for 0 s");
    expect(refusal("1.33", yaml)).toBe("taken");
  });

  it("row 17: a restartPolicy of a container is refused, then dropped, then in force", () => {
    const yaml = `pods: {web: {containers: [{restartPolicy: Never}]}}
behaviour: {app: {runs: [{exitAfter: 5, exitCode: 1}]}}`;
    expect(refusal("1.33", yaml)).toContain("a restartPolicy of a container that is no sidecar");
    const lives = (version: string) => kube(yaml, { version }).lives("app").length;
    expect(lives("1.34")).toBeGreaterThan(1);
    expect(lives("1.35")).toBe(1);
  });

  it("row 19: RestartAllContainers is refused, then in force", () => {
    const rule = "{action: RestartAllContainers, exitCodes: {operator: In, values: [42]}}";
    const source = `{name: a, restartPolicy: Never, restartPolicyRules: [${rule}]}`;
    const yaml = `pods: {web: {containers: [${source}, {name: b}]}}
behaviour: {a: {runs: [{exitAfter: 5, exitCode: 42}, {}]}}`;
    expect(refusal("1.35", yaml)).toContain("the action RestartAllContainers");
    expect(kube(yaml, { version: "1.36" }).lives("b")).toHaveLength(2);
  });

  it("row 31: a second delete whose period is over keeps its grace, then it is 1", () => {
    const { before, after } = sides(
      "1.32",
      "1.33",
      `
pods: {web: {terminationGracePeriodSeconds: 40}}
behaviour: {app: {sigterm: ignored}}
stimuli:
- {at: 10, action: deletePod, pod: web}
- {at: 30, action: deletePod, pod: web, graceSeconds: 5}`,
    );
    const grace = (run: KubeRun) =>
      run
        .of("pod")
        .filter(({ t }) => t === 30)
        .at(-1)?.metadata?.["deletionGracePeriodSeconds"];
    expect([grace(before), grace(after)]).toEqual([5, 1]);
  });
});

it("row 18: an init container killed for memory with 0 is tried again in its sandbox, then in a new one", () => {
  const { before, after } = sides(
    "1.34",
    "1.35",
    `
pods: {web: {restartPolicy: OnFailure, initContainers: [{name: prep}], containers: [{}]}}
behaviour:
  prep: {runs: [{exitAfter: 5, exitCode: 0, oomKilled: true}, {exitAfter: 5, exitCode: 0}]}`,
  );
  expect([before, after].map((run) => run.sandboxes("Ready").length)).toEqual([1, 2]);
  for (const run of [before, after]) {
    expect(run.lives("prep")).toHaveLength(2);
    expect(run.lives("app")).toHaveLength(1);
  }
});
