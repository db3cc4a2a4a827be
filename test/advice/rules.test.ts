/** Each rule of advice fires where a run shows it, keeps still where it nearly does, and helps. */
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import type { Advice } from "../../src/advice/advice.ts";
import { failuresUntil } from "../../src/advice/probe-budget.ts";
import { adviceRules, toldBy } from "../../src/advice/rules.ts";
import { stepsOf } from "../support/doc-commands.ts";
import { type Case, adviceOf, taken, told } from "./advice-of.ts";

interface RuleCase extends Case {
  readonly says: string;
  /** What is nearly the same, and no finding of that rule. */
  readonly near: Partial<Case>;
  /** In place of the suggested value, where the advice is in words. */
  readonly mended?: Partial<Case>;
}

const web = (container: string, spec = ""): string =>
  `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  ${spec}
  containers:
  - name: app
    image: "a:1"
${container.replaceAll(/^/gm, "    ")}
`;

const deployment = (container: string): string =>
  `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 3
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - name: app
        image: "a:1"
${container.replaceAll(/^/gm, "        ")}
`;

const job = (containers: string, inits = "[]"): string =>
  `apiVersion: batch/v1
kind: Job
metadata: {name: report}
spec:
  template:
    spec:
      restartPolicy: Never
      initContainers: ${inits}
      containers: ${containers}
`;

const liveness = "livenessProbe: {httpGet: {port: 80}, periodSeconds: 10, failureThreshold: 3}";
const startup = "startupProbe: {tcpSocket: {port: 80}, periodSeconds: 3, failureThreshold: 11}";
const readiness = "readinessProbe: {httpGet: {port: 80}, timeoutSeconds: 1}";
const hook = "lifecycle: {preStop: {exec: {command: [drain]}}}";
const deletion = [{ at: "60s", action: "deletePod", pod: "web" }];

const cases: Readonly<Record<keyof typeof adviceRules, RuleCase>> = {
  "assumed-to-run": {
    manifest: web("", "initContainers: [{name: setup, image: 'a:1'}]"),
    says:
      "assumed-to-run web/setup: nothing says when it ends, and it is taken to run for ever, so " +
      "no container after it starts; say it: --behave 'setup: exit 0 after 5s'",
    near: { behave: ["setup: exit 0 after 5m"] },
    mended: { behave: ["setup: exit 0 after 5s"] },
  },
  "probe-timeout": {
    manifest: web(readiness),
    behave: ["app: readiness takes 4s"],
    says:
      "probe-timeout web/app: its readiness probe ran into its timeout of 1s each of 67 times; " +
      "the answer takes 4s: set timeoutSeconds to 5 or more",
    near: { behave: ["app: readiness takes 1s"] },
  },
  "startup-budget": {
    manifest: web(startup),
    behave: ["app: startup fails until 74s"],
    says:
      "startup-budget web/app: its startup takes 1m14s, and its startup probe gave it 33s: " +
      "killed 8 times; set failureThreshold to 26 or more",
    near: { behave: ["app: startup fails until 30s"] },
  },
  "killed-before-ready": {
    manifest: web(liveness),
    behave: ["app: probes fails until 40s"],
    says:
      "killed-before-ready web/app: its liveness probe killed it 8 times before it was ready, " +
      "the first time 30s after its start; it answers 40s after its start: a startupProbe that " +
      "asks the same, with periodSeconds 10 and failureThreshold 5 or more, gives it the time",
    // It was up, and is killed later.
    near: { behave: ["app: probes fails after 40s"] },
  },
  "liveness-restarts-all": {
    manifest: deployment(liveness),
    behave: ["*/app: liveness fails after 60s until 2m"],
    says:
      "app: its liveness probe restarted all 3 replicas within 0s, at 1m20s; it failed for 1m: " +
      "failureThreshold 8 or more waits for its end",
    near: { behave: ["*/app: liveness fails after 60s until 70s"] },
  },
  "restart-loop": {
    manifest: web(""),
    behave: ["app: exit 0 after 2s"],
    says:
      "restart-loop web/app: it ended 7 times (exit 0), and since then its pod was not Ready for " +
      "9m42s, 97 % of the time; the longest wait for a restart was 4m; it ends well and " +
      "Always starts it again: OnFailure lets it be done",
    near: { behave: ["app: exit 1 after 2s then exit 1 after 2s then runs"] },
  },
  "never-ready": {
    manifest: web(readiness),
    behave: ["app: readiness fails"],
    says:
      "never-ready web/app: the pod was not Ready in 10m: the readiness probe of app failed each " +
      "of 67 times; see what the probe asks, and what answers",
    near: { behave: ["app: readiness fails until 9m"] },
    mended: { manifest: web("") },
  },
  "pre-stop-uses-up-grace": {
    manifest: web(hook, "terminationGracePeriodSeconds: 20"),
    behave: ["app: preStop takes 25s, sigterm 5s"],
    stimuli: deletion,
    says:
      "pre-stop-uses-up-grace web/app: its preStop hook took 20s of a grace of 20s: 2s were left " +
      "after SIGTERM, and SIGKILL ended it once; hook and process need 31s or more",
    near: { behave: ["app: preStop takes 14s, sigterm 5s"] },
  },
  "killed-after-grace": {
    manifest: web(hook),
    behave: ["app: preStop takes 10s, sigterm 25s"],
    stimuli: deletion,
    says:
      "killed-after-grace web/app: it was killed once, 20s after SIGTERM: its grace is 30s, of " +
      "which its preStop hook took 10s; it needs 36s or more to stop by itself",
    near: { behave: ["app: preStop takes 10s, sigterm 19s"] },
  },
  "sidecar-holds-job": {
    manifest: job("[{name: task, image: 'a:1'}, {name: proxy, image: 'a:1'}]"),
    behave: ["*/task: exit 0 after 1m"],
    says:
      "proxy: the rest of the Job was done at 1m, and it ran on " +
      "for 9m; as an init container with restartPolicy Always it is stopped when they are done",
    near: { behave: ["*/task: exit 0 after 1m", "*/proxy: exit 0 after 3m"] },
    mended: {
      manifest: job(
        "[{name: task, image: 'a:1'}]",
        "[{name: proxy, image: 'a:1', restartPolicy: Always}]",
      ),
    },
  },
  "oom-killed": {
    manifest: web("resources: {limits: {memory: 128Mi}}"),
    behave: ["app: oomKilled after 5m then runs"],
    says:
      "oom-killed web/app: it was OOMKilled once, 5m after its start: its limit is 128Mi; give " +
      "it more, or let it use less",
    // A child of it is killed, and not the container.
    near: { behave: ["app: childOom after 5m"] },
    mended: { behave: ["app: runs"] },
  },
  "deadline-exceeded": {
    manifest: web("", "restartPolicy: Never\n  activeDeadlineSeconds: 120"),
    behave: ["app: exit 0 after 4m"],
    says:
      "deadline-exceeded web: its deadline of 2m ended it while it was at work; it needs 4m: " +
      "set activeDeadlineSeconds to 245 or more",
    near: { behave: ["app: exit 0 after 110s"] },
  },
  "readiness-flaps": {
    manifest: web("readinessProbe: {tcpSocket: {port: 80}, periodSeconds: 5, failureThreshold: 1}"),
    behave: flapping([60, 66, 120, 126, 180, 196]),
    says:
      "readiness-flaps web/app: it ran on and was out of service 3 times, for 40s: its readiness " +
      "probe failed up to 5 times in a row; where that is not worth it, failureThreshold 6 or " +
      "more bridges it",
    near: { behave: flapping([60, 66, 120, 126]) },
  },
  "ready-late": {
    manifest: web("readinessProbe: {tcpSocket: {port: 80}, initialDelaySeconds: 60}"),
    behave: ["app: ready 8s"],
    says:
      "ready-late web/app: it could have been ready 8s after its start, and was 1m1s after it; " +
      "set initialDelaySeconds to 8, or leave it out: a failure costs nothing",
    near: { behave: ["app: ready 52s"] },
  },
};

interface WrittenScenario {
  readonly behaviour: object;
  readonly stimuli: readonly object[];
  readonly duration: string;
}

function readmeScenario(): { readonly pod: string; readonly scenario: WrittenScenario } {
  const steps = stepsOf(readFileSync("README.md", "utf8"));
  const file = steps.find((step) => step.kind === "file");
  const [pod, scenario] = parseAllDocuments(file?.text ?? "");
  if (scenario === undefined) throw new Error("the README has a pod and a scenario");
  const { spec } = scenario.toJS() as { readonly spec: WrittenScenario };
  return { pod: String(pod), scenario: spec };
}

/** From each first to each second moment it is not ready. */
function flapping(seconds: readonly number[]): readonly string[] {
  const clauses = seconds.flatMap((from, index) =>
    index % 2 === 0 ? `readiness fails after ${from}s until ${seconds[index + 1]}s` : [],
  );
  return [`app: ${clauses.join(", ")}`];
}

describe.each(Object.entries(cases))("%s", (rule, { says, near, mended, ...given }) => {
  const isOfRule = (advice: { readonly rule: string }): boolean => advice.rule === rule;

  it("fires where the run shows it", () => {
    const found = adviceOf(given).filter(isOfRule);
    expect(found.map(told).join("\n")).toContain(says);
    expect(found[0]?.fixes[0]?.position?.file).toBe("m.yaml");
  });

  it("keeps still where the run nearly shows it", () => {
    expect(adviceOf({ ...given, ...near }).filter(isOfRule)).toEqual([]);
  });

  it("has nothing more to say when it was followed", () => {
    const [advice] = adviceOf(given).filter(isOfRule);
    if (advice === undefined) throw new Error("it does not fire");
    const better = mended ?? { manifest: taken(given.manifest, advice) };
    for (const seed of [1, 2, 3]) {
      expect(adviceOf({ ...given, ...better, seed }).filter(isOfRule)).toEqual([]);
    }
  });

  it("has a page", () => {
    expect(existsSync(`docs/advice/${rule}.md`)).toBe(true);
  });
});

describe("a startup probe that is suggested", () => {
  const late = web("livenessProbe: {tcpSocket: {port: 80}, periodSeconds: 10}");

  it("is assumed to find what the liveness probe finds, and that is said where it is not so", () => {
    const [advice] = adviceOf({ manifest: late, behave: ["app: liveness fails until 40s"] });
    expect(advice?.advice).toContain("; to see it here, let the behaviour say of startup what");
  });

  // Each round has another phase of the prober: kubelet/prober/worker.go worker.run.
  it.each([
    ["initialDelaySeconds: 0, periodSeconds: 10", 50_000, 6],
    ["initialDelaySeconds: 20, periodSeconds: 3", 50_000, 12],
  ])("is given no failure more than it may need: %s", (timing, needsMs, least) => {
    const [initialDelaySeconds = 0, periodSeconds = 0] = timing.match(/\d+/g)?.map(Number) ?? [];
    expect(failuresUntil(needsMs, { initialDelaySeconds, periodSeconds })).toBe(least);
    const behave = [`app: start takes 0.7s, startup fails until ${needsMs}ms, exit 1 after 73.3s`];
    const killsWith = (failureThreshold: number): number => {
      const probe = `{tcpSocket: {port: 80}, ${timing}, failureThreshold: ${failureThreshold}}`;
      const manifest = web(`startupProbe: ${probe}`);
      return [1, 2, 3, 4]
        .flatMap((seed) => adviceOf({ manifest, behave, seed, duration: "20m" }))
        .filter(({ rule }) => rule === "startup-budget").length;
    };
    expect(killsWith(least)).toBe(0);
    expect(killsWith(least - 1)).toBeGreaterThan(0);
  });
});

describe("the first scenario of the README", () => {
  const { pod, scenario } = readmeScenario();
  const { behaviour, stimuli, duration } = scenario;
  const run = (manifest: string): readonly Advice[] =>
    adviceOf({ manifest, behaviour, stimuli, duration });

  it("is well when all of its advice is followed", () => {
    const advice = run(pod);
    expect(advice.map(({ rule }) => rule)).toEqual(["killed-before-ready", "killed-after-grace"]);
    expect(run(advice.reduce(taken, pod))).toEqual([]);
  });
});

describe("an init container of which nothing is said", () => {
  it("is told of where its pod is deleted meanwhile, and not where it ends by itself", () => {
    const { manifest } = cases["assumed-to-run"];
    const rules = (behave: readonly string[]) =>
      adviceOf({ manifest, stimuli: deletion, behave }).map(({ rule }) => rule);
    expect(rules([])).toEqual(["assumed-to-run"]);
    expect(rules(["setup: exit 0 after 5s"])).toEqual([]);
  });
});

describe("a preStop hook that sleeps", () => {
  it("needs as long as its command says, though the grace cuts it off", () => {
    const sleeping = "lifecycle: {preStop: {exec: {command: [sleep, '40']}}}";
    const [advice] = adviceOf({ manifest: web(sleeping), stimuli: deletion });
    expect(advice?.fixes[0]?.suggested).toBe(43);
  });
});

const sleeping = (seconds: number): string =>
  `lifecycle: {preStop: {sleep: {seconds: ${seconds}}}}`;
const hookRules = ["pre-stop-uses-up-grace", "killed-after-grace"];

describe("a preStop hook", () => {
  const hooked = (given: Case): readonly string[] =>
    adviceOf(given)
      .filter(({ rule }) => hookRules.includes(rule))
      .map(told);

  // What the next kubelet gives is a grace of its own, in which the hook runs again.
  it("counts by itself where another kubelet began it anew", () => {
    const restart = { at: "62s", action: "kubeletRestart", downFor: "60s" };
    const stimuli = [...deletion, restart];
    const behave = ["app: sigterm ignored"];
    expect(hooked({ manifest: web(sleeping(5)), behave, stimuli })).toEqual([
      "killed-after-grace web/app: it was killed once, 25s after SIGTERM: its grace is 30s, of " +
        "which its preStop hook took 5s; it ignores SIGTERM, so no grace is enough: let its main " +
        "process handle the signal",
    ]);
  });

  it("counts to SIGTERM where a kubelet comes after that", () => {
    const stimuli = [...deletion, { at: "70s", action: "kubeletRestart" }];
    const behave = ["app: sigterm ignored"];
    const [says] = hooked({ manifest: web(sleeping(5)), behave, stimuli });
    expect(says).toContain(
      "25s after SIGTERM: its grace is 30s, of which its preStop hook took 5s",
    );
  });

  it("that ends is told apart from a process that ignores SIGTERM", () => {
    const probe =
      "livenessProbe: {httpGet: {port: 80}, failureThreshold: 1, terminationGracePeriodSeconds: 4}";
    const behave = ["app: liveness fails after 60s until 70s, sigterm ignored"];
    const manifest = web(`${probe}\n${sleeping(10)}`);
    const [says] = hooked({ manifest, behave, duration: "2m" });
    expect(says).toContain(
      "took 4s of a grace of 4s: 2s were left after SIGTERM, and SIGKILL ended it once; " +
        "the hook needs 13s or more; the process ignores SIGTERM",
    );
  });

  it("that never ends is what is to be mended", () => {
    const behave = ["app: preStop takes forever, sigterm 1s"];
    const [says] = hooked({ manifest: web(hook), behave, stimuli: deletion });
    expect(says).toMatch(/no grace is enough: let the hook come to an end$/);
  });
});

describe("a pod that waits for its volumes", () => {
  const latency = { mount: "1h" };
  const mounting = (spec = ""): string =>
    web("volumeMounts: [{name: data, mountPath: /data}]", `volumes: [{name: data}]\n  ${spec}`);

  it("is told that, and not to see why it does not run", () => {
    expect(adviceOf({ manifest: mounting(), latency }).map(told)).toEqual([
      "never-ready web: the pod was not Ready in 10m: its volumes were not mounted; nothing of a " +
        "pod is set up before they are: see that they can be had",
    ]);
  });

  // A deadline is no admission: lifecycle/predicate.go had let it in.
  it("was not refused, and not at work, when its deadline ended it", () => {
    const manifest = mounting("restartPolicy: Never\n  activeDeadlineSeconds: 20");
    expect(adviceOf({ manifest, latency }).map(told)).toEqual([
      "deadline-exceeded web: its deadline of 20s was over before a container of it ran; it " +
        "waited for its volumes: see that they can be had, or give it more time",
    ]);
  });

  it("pulled for longer than its deadline", () => {
    const manifest = web("", "restartPolicy: Never\n  activeDeadlineSeconds: 20");
    const [says] = adviceOf({ manifest, behave: ["app: pull takes 5m"] }).map(told);
    expect(says).toContain("was over before a container of it ran; pulls count, too");
  });
});

describe("rules", () => {
  it("are known that tell what another need not tell", () => {
    const tellers = Object.values(toldBy).flat();
    expect(Object.keys(adviceRules)).toEqual(expect.arrayContaining(tellers));
  });
});

it("says nothing of the time that a container needs where a stimulus has its probe fail", () => {
  const set = { action: "setProbe", of: "web/app", probe: "liveness", result: "failure" };
  const stimuli = [{ at: 0, ...set, for: "2m" }];
  const rules = adviceOf({ manifest: web(liveness), stimuli }).map(({ rule }) => rule);
  expect(rules).not.toContain("killed-before-ready");
  const behaviour = { app: { probes: { liveness: [{ to: "2m", result: "failure" }] } } };
  const own = adviceOf({ manifest: web(liveness), behaviour }).map(({ rule }) => rule);
  expect(own).toContain("killed-before-ready");
});
