/**
 * Evented PLEG, as real kubelets with that gate were seen to do (A14 to A17), and the
 * same without any list. A PLEG that lists shows none of it on the same input.
 *
 * Models: kubernetes/pkg/kubelet/pleg/evented.go.
 */
import { describe, expect, it } from "vitest";
import { expectWithin } from "../support/expect-within.ts";
import { type KubeRun, kube } from "../support/kube-run.ts";

const seeds = [1, 2, 3, 4, 5];

/** As the runtime takes its time: an event is on its way while a sync goes on. */
const real = `
runtime:
  latency:
    sandbox: [100ms, 400ms]
    create: [10ms, 50ms]
    start: [50ms, 120ms]
    event: [1ms, 30ms]
pods: {web: {}}`;

function evented(yaml: string, version = "1.36", seed = 1): KubeRun {
  return kube(`observe: evented\n${real}\n${yaml}`, { version, seed });
}

const listed = (yaml: string, version = "1.36", seed = 1): KubeRun =>
  kube(`${real}\n${yaml}`, { version, seed });

describe("row 37: the event of a start comes after the next sync (A17, E1)", () => {
  const late = "stimuli: [{at: 0, action: delayEvents, by: 8s, event: ContainerStarted}]";

  it.each(["1.34", "1.35"])("has the container started twice by %s", (version) => {
    const run = evented(late, version);
    expect(run.starts("app")).toHaveLength(2);
    expect(run.life("app", 1).end).toBeUndefined();
    const status = run.lastStatus?.containerStatuses[0];
    expect(status).toMatchObject({ restartCount: 1, lastState: { running: {} } });
  });

  it("does nothing from 1.36 on, where a sync has its pod listed", () => {
    expect(evented(late).starts("app")).toHaveLength(1);
  });

  it.each(["1.34", "1.35", "1.36"])("is not looked at by a PLEG that lists, of %s", (version) => {
    expect(listed(late, version).starts("app")).toHaveLength(1);
  });

  it("also runs an init container again each minute where its events are lost", () => {
    const run = kube(
      `
observe: evented
duration: 250s
pods: {web: {initContainers: [{name: init}]}}
behaviour: {init: {runs: [{exitAfter: 2s}]}}
stimuli:
- {at: 0, action: dropEvents, container: init, event: [ContainerStarted, ContainerDied]}`,
      { version: "1.34" },
    );
    const relist = run.of("relist")[0]?.t ?? Infinity;
    const starts = run.starts("init").filter((t) => t < relist);
    expect(starts.length).toBeGreaterThanOrEqual(3);
    expect(run.start("app")).toBeGreaterThanOrEqual(relist);
    starts.slice(2).forEach((t, index) => expectWithin(t - (starts[index + 1] ?? NaN), [2, 97]));
  });
});

describe("all events of a start are lost (E5)", () => {
  const lost = "duration: 320s\nstimuli: [{at: 0, action: dropEvents, for: 20s}]";

  it("and 1.34 tries to make the sandbox again, whose name is taken, until it lists", () => {
    const run = evented(lost, "1.34");
    expect(run.starts("app")).toHaveLength(1);
    expect(run.events("FailedCreatePodSandBox", "is reserved for").length).toBeGreaterThan(1);
    const running = run.stateSince("running");
    expect(running).toBeGreaterThan(20);
    expect(running).toBeLessThanOrEqual(301);
  });

  it("and 1.36 shows it running at once", () => {
    const run = evented(lost);
    expect(run.stateSince("running") - run.start("app")).toBeLessThan(0.2);
  });
});

describe("a lost exit (E4)", () => {
  const fall = `
duration: 320s
behaviour: {app: {runs: [{exitAfter: 10s, exitCode: 1}, {}]}}
stimuli: [{at: 5s, action: dropEvents, event: ContainerDied, for: 10s}]`;

  it.each(seeds)("is seen by the list after at most 300 s, and by nothing before (%i)", (seed) => {
    const run = evented(fall, "1.36", seed);
    const relist = run.of("relist").find(({ t }) => t > run.end("app"));
    expectWithin((relist?.t ?? NaN) - run.start("app", 2), [-0.5, 0]);
    expect(run.stateAt((relist?.t ?? NaN) - 0.1)).toBe("running");
  });

  it("is never seen by one that never lists", () => {
    const run = kube(`observe: edge\n${real}\n${fall}`);
    expect(run.starts("app")).toHaveLength(1);
    expect(run.stateAt(320)).toBe("running");
  });

  it.each(seeds)("is seen within a second by one that lists (%i)", (seed) => {
    expectWithin(listed(fall, "1.36", seed).gaps("app")[0] ?? NaN, [0, 1.4]);
  });

  const probed = (probe: string): string => `
observe: evented
duration: 120s
pods: {web: {containers: [{livenessProbe: {${probe}, periodSeconds: 5, failureThreshold: 3}}]}}
behaviour: {app: {runs: [{exitAfter: 10s, exitCode: 1}, {}]}}
stimuli: [{at: 5s, action: dropEvents, event: ContainerDied, for: 10s}]`;

  it("is made good by a probe over the network", () => {
    expectWithin(kube(probed("httpGet: {port: 80}"), { seed: 3 }).start("app", 2), [20, 32]);
  });

  it("is not by an exec probe, which finds nobody to ask", () => {
    const run = kube(probed("exec: {command: [x]}"), { seed: 3 });
    expect(run.start("app", 2)).toBe(run.of("relist")[0]?.t);
    expect(run.start("app", 2)).toBeGreaterThan(40);
    const said = "desc = failed to exec in container: container is in CONTAINER_EXITED state";
    expect(run.events("Unhealthy", said).length).toBeGreaterThan(3);
  });
});

describe("syncs without an event of their own (A14)", () => {
  const sick = `
duration: 60s
runtime: {latency: {sandbox: 150ms, create: 20ms, start: 100ms, event: 5ms}}
pods: {web: {containers: [{livenessProbe: {exec: {command: [x]}, periodSeconds: 2}}]}}
behaviour: {app: {probes: {liveness: [{from: 0, result: failure}]}}}`;

  /** From the third failure to the signal. */
  const lateness = (run: KubeRun): number => {
    const third = run.probes("liveness").find(({ failures }) => failures === 3);
    return run.sigterm("app") - (third?.t ?? NaN);
  };

  it("wait for the tick of the cache: a kill by a probe comes up to 5 s late", () => {
    const late = seeds.map((seed) => lateness(kube(`observe: evented\n${sick}`, { seed })));
    late.forEach((s) => expectWithin(s, [0, 5]));
    expect(Math.max(...late)).toBeGreaterThan(1);
  });

  it("do not wait where the cache is listed each second and newer anyway", () => {
    seeds.forEach((seed) => expectWithin(lateness(kube(sick, { seed })), [0, 0.01]));
  });
});

describe("the stream breaks (S52, E8)", () => {
  const breaks = (count: number): string => `
duration: 100s
stimuli:
${Array.from({ length: count }, (_, i) => `- {at: ${40 + i}s, action: breakEvents}`).join("\n")}`;

  const lists = (run: KubeRun): readonly number[] =>
    run.of("relist").flatMap(({ t }) => (t >= 40 ? [t] : []));

  it("and each time all is listed once, at that moment", () => {
    const run = kube(`observe: evented\npods: {web: {}}\n${breaks(4)}`, { seed: 2 });
    expect(lists(run).slice(0, 4)).toEqual([40, 41, 42, 43]);
    expect(lists(run).length).toBeLessThanOrEqual(5);
  });

  it("for the fifth time, and from then on it lists each second", () => {
    const run = kube(`observe: evented\npods: {web: {}}\n${breaks(5)}`, { seed: 2 });
    expect(lists(run).slice(4, 8)).toEqual([44, 45, 46, 47]);
    expect(lists(run).length).toBeGreaterThan(50);
  });

  it("and one that is refused again and again is given up at once", () => {
    const refused = "stimuli: [{at: 40s, action: breakEvents, refused: 6}]";
    const run = kube(`observe: evented\npods: {web: {}}\n${refused}`, { seed: 2 });
    expect(
      lists(run)
        .filter((t) => t > 40)
        .slice(0, 2),
    ).toEqual([41, 42]);
    expect(run.of("runtimeEvent").filter(({ t }) => t > 40)).toEqual([]);
  });

  it("and one that never lists goes on without", () => {
    const run = kube(`observe: edge\npods: {web: {}}\n${breaks(6)}`);
    expect(run.of("relist")).toEqual([]);
  });
});

describe("late, double and swapped events (E6, E7)", () => {
  const crash = "behaviour: {app: {runs: [{exitAfter: 10s, exitCode: 1}, {}]}}";

  it("an exit that is told late is seen so late, and restarts at once or at the next tick", () => {
    const fog = "stimuli: [{at: 5s, action: delayEvents, by: 3s, event: ContainerDied, for: 10s}]";
    seeds.forEach((seed) =>
      expectWithin(evented(`${crash}\n${fog}`, "1.36", seed).gaps("app")[0] ?? NaN, [3, 8.5]),
    );
  });

  it.each(["duplicateEvents", "reorderEvents, by: 20ms"])("%s changes nothing", (action) => {
    const run = evented(`${crash}\nstimuli: [{at: 0, action: ${action}}]`);
    expect(run.starts("app")).toHaveLength(2);
    expect(run.lastStatus?.phase).toBe("Running");
  });

  it("what comes after something newer is dropped", () => {
    // The creation is told after the start.
    const swap = "stimuli: [{at: 0, action: delayEvents, by: 1s, event: ContainerCreated}]";
    const run = evented(swap, "1.34");
    expect(run.starts("app")).toHaveLength(1);
    expect(run.states().map(({ state }) => state)).not.toContain("waiting");
  });
});

describe("what is shown, and when", () => {
  const crash = "duration: 100s\nbehaviour: {app: {runs: [{exitAfter: 1s, exitCode: 1}]}}";
  const { end, start } = { end: 3, start: 4 };

  /** CrashLoopBackOff after the third exit, in seconds. */
  const shown = (run: KubeRun): number =>
    run.stateSince("waiting CrashLoopBackOff", run.end("app", end)) - run.end("app", end);

  it.each(["1.35", "1.36"])("CrashLoopBackOff in short waits, too, with %s (A16)", (version) => {
    for (const seed of seeds) {
      const run = evented(crash, version, seed);
      expect(shown(run)).toBeLessThan(8.5);
      expect(run.start("app", start) - run.end("app", end)).toBeGreaterThan(20);
      expect(shown(listed(crash, version, seed))).toBeGreaterThan(10);
    }
  });

  it("an exit at once; a start seconds later up to 1.35, at once from 1.36 on (A15)", () => {
    const fall = "behaviour: {app: {runs: [{exitAfter: 10s, exitCode: 1}, {}]}}";
    const runs = (version: string) => seeds.map((seed) => evented(fall, version, seed));
    const shownAfter = (run: KubeRun): number => run.stateSince("running") - run.start("app");
    for (const run of runs("1.34")) expectWithin(run.gaps("app")[0] ?? NaN, [0, 0.25]);
    runs("1.34").forEach((run) => expectWithin(shownAfter(run), [0, 5.1]));
    expect(Math.max(...runs("1.34").map(shownAfter))).toBeGreaterThan(1);
    runs("1.36").forEach((run) => expectWithin(shownAfter(run), [0, 0.2]));
  });
});

it("without faults every way to observe comes to the same end", () => {
  const script = `
duration: 200s
pods:
  web: {}
  job: {restartPolicy: Never, initContainers: [{name: init}]}
  loop: {}
behaviour:
  web/app: {runs: [{exitAfter: 20s, exitCode: 1}, {}]}
  job/app: {runs: [{exitAfter: 5s}]}
  job/init: {runs: [{exitAfter: 1s}]}
  loop/app: {runs: [{exitAfter: 2s, exitCode: 3}]}
stimuli:
- {at: 60s, action: killSandbox, pod: web}
- {at: 190s, action: deletePod, pod: loop, graceSeconds: 1}`;
  for (const version of ["1.32", "1.34", "1.36"]) {
    const ends = ["level", "edge", "evented"].map((observe) => {
      const run = kube(`observe: ${observe}\n${script}`, { version });
      const running = run
        .of("container")
        .filter((one, _, all) => all.findLast(({ id }) => id === one.id) === one)
        .filter(({ to }) => to === "Running");
      const statuses = ["web", "job"].map((pod) => run.statuses(pod).at(-1));
      return {
        running: running.map(({ pod, container }) => `${pod}/${container}`),
        phases: statuses.map((status) => status?.phase),
        restarts: statuses.map((status) => status?.containerStatuses[0]?.restartCount),
      };
    });
    expect(ends[1]).toEqual(ends[0]);
    expect(ends[2]).toEqual(ends[0]);
  }
});
