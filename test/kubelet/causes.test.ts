/**
 * Up the causes of a trace: from what was done to a pod to the exit, the probe or the stimulus that
 * led to it, whatever woke the sync that did it.
 */
import { describe, expect, it } from "vitest";
import { causesOf, whyOf } from "../support/causes.ts";
import { type KubeRun, kube, versions } from "../support/kube-run.ts";

const begun = [
  "container app#1 Running",
  "container app#1 Creating",
  "sandbox Ready",
  "sync killPod createSandbox start",
];
const fromStart = [...begun, "kubelet started"];

function container(run: KubeRun, name: string, number: number, to = "Running") {
  return run
    .of("container")
    .find((told) => told.container === name && told.run === number && told.to === to);
}

function why(run: KubeRun, record: Parameters<typeof whyOf>[1]): readonly string[] {
  return whyOf(run.records, record);
}

function manifest(name: string, image = "app:1"): string {
  const spec = `{containers: [{name: app, image: "${image}"}]}`;
  return JSON.stringify(`{apiVersion: v1, kind: Pod, metadata: {name: ${name}}, spec: ${spec}}`);
}

describe("a crash loop", () => {
  const run = kube(`
    duration: 120s
    pods: {web: {}}
    behaviour: {app: {runs: [{exitAfter: 1.5, exitCode: 1}]}}`);
  const second = ["container app#2 Exited", "container app#2 Running", "container app#2 Creating"];
  const first = ["sync start", "container app#1 Exited", ...fromStart];

  it.each(versions)("restarts for the exit, whenever its back-off lets it: %s", (version) => {
    const there = kube(
      "{pods: {web: {}}, behaviour: {app: {runs: [{exitAfter: 1, exitCode: 1}]}}}",
      { version },
    );
    expect(why(there, container(there, "app", 3))).toEqual([
      "container app#3 Running",
      "container app#3 Creating",
      "sync start",
      ...second,
      ...first,
    ]);
  });

  it("tells of the back-off for the exit, and shows it for the sync that met it", () => {
    expect(why(run, run.events("BackOff")[0])).toEqual([
      "event BackOff",
      "sync start",
      ...second,
      ...first,
    ]);
    const shown = run
      .statuses()
      .find(({ containerStatuses: [app] }) => app?.state.waiting?.reason === "CrashLoopBackOff");
    expect(why(run, shown).slice(0, 4)).toEqual([
      "status sent",
      "status",
      "sync start",
      "container app#2 Exited",
    ]);
  });

  it("shows an exit for the exit", () => {
    const shown = run
      .statuses()
      .find(({ containerStatuses }) => containerStatuses[0]?.state.terminated !== undefined);
    expect(why(run, shown)).toEqual([
      "status sent",
      "status",
      "container app#1 Exited",
      ...fromStart,
    ]);
  });
});

describe("two that end at one time", () => {
  it("of one pod are each started for its own exit", () => {
    const run = kube(`
      pods: {web: {containers: [{name: app}, {name: other}]}}
      behaviour: {"*": {runs: [{exitAfter: 5, exitCode: 1}, {}]}}`);
    for (const name of ["app", "other"]) {
      expect(why(run, container(run, name, 2)).slice(0, 5)).toEqual([
        `container ${name}#2 Running`,
        `container ${name}#2 Creating`,
        "sync start",
        `container ${name}#1 Exited`,
        `container ${name}#1 Running`,
      ]);
    }
  });

  it("of two pods are each started for its own exit", () => {
    const run = kube(`
      pods: {a: {}, b: {}}
      behaviour: {"*/app": {runs: [{exitAfter: 5, exitCode: 1}, {}]}}`);
    for (const pod of ["a", "b"]) {
      const again = run
        .of("container")
        .find((told) => told.pod === pod && told.run === 2 && told.to === "Running");
      const chain = again ? causesOf(run.records, again) : [];
      const pods = chain.flatMap((record) => ("pod" in record ? record.pod : []));
      expect(new Set(pods)).toEqual(new Set([pod]));
      expect(chain.map(({ type }) => type)).toContain("sync");
    }
  });
});

describe("a liveness probe", () => {
  const run = kube(`
    pods: {web: {containers: [{livenessProbe: {exec: {command: [x]}, periodSeconds: 5}}]}}
    behaviour:
      app: {probes: {liveness: [{from: 20, result: failure}]}, sigterm: {exitAfter: 2}}`);
  const failed = ["probe liveness failure", ...fromStart];

  it("kills for the failure that is one too many, and has the next run follow from that", () => {
    const killed = ["signal app#1 TERM", "sync kill start", ...failed];
    expect(why(run, run.of("signal")[0])).toEqual(killed);
    expect(why(run, run.events("Killing")[0])).toEqual(["event Killing", ...killed.slice(1)]);
    expect(why(run, container(run, "app", 2))).toEqual([
      "container app#2 Running",
      "container app#2 Creating",
      "container app#1 Exited",
      ...killed,
    ]);
    expect(run.probes("liveness").find(({ failures }) => failures === 3)?.seq).toBe(
      causesOf(run.records, run.of("signal")[0] as never)[2]?.seq,
    );
  });

  it("has its own Events follow from it", () => {
    expect(why(run, run.events("Unhealthy")[0])).toEqual(["event Unhealthy", ...failed]);
  });
});

describe("a readiness probe", () => {
  const run = kube(`
    pods: {web: {containers: [{readinessProbe: {exec: {command: [x]}, periodSeconds: 2}}]}}
    behaviour: {app: {probes: {readiness: [{from: 20, to: 40, result: failure}]}}}`);

  it("has the status and its conditions follow from what it found", () => {
    const conditions = run.of("condition").filter(({ condition }) => condition === "Ready");
    expect(conditions.slice(1).map((told) => why(run, told).slice(0, 3))).toEqual([
      ["condition Ready True", "status", "probe readiness success"],
      ["condition Ready False", "status", "probe readiness failure"],
      ["condition Ready True", "status", "probe readiness success"],
    ]);
  });
});

describe("a deletion", () => {
  const deleted = ["pod terminating", "stimulus deletePod"];
  const run = kube(`
    pods: {web: {containers: [{lifecycle: {preStop: {exec: {command: [x]}}}}]}}
    behaviour: {app: {preStop: {takes: 3}, sigterm: ignored}}
    stimuli: [{at: 20, action: deletePod, pod: web, graceSeconds: 10}]`);
  const stopped = ["hook preStop end", "hook preStop start", ...deleted];

  it("leads to the hook, the signals, the end and the removal", () => {
    expect(run.of("signal").map((signal) => why(run, signal))).toEqual([
      ["signal app#1 TERM", ...stopped],
      ["signal app#1 KILL", "signal app#1 TERM", ...stopped],
    ]);
    expect(why(run, run.events("Killing")[0])).toEqual(["event Killing", ...deleted]);
    const removed = run.of("pod").find(({ change }) => change === "removed");
    const killed = ["container app#1 Exited", "signal app#1 KILL", "signal app#1 TERM", ...stopped];
    expect(why(run, removed)).toEqual([
      "pod removed",
      "pod terminating",
      "status sent",
      "status",
      "sandbox NotReady",
      ...killed,
    ]);
  });

  it("is the cause of a stop that has to wait for a postStart hook (B29)", () => {
    const slow = kube(`
      pods: {web: {containers: [{lifecycle: {postStart: {exec: {command: [x]}}}}]}}
      behaviour: {app: {postStart: {takes: 10}}}
      stimuli: [{at: 5, action: deletePod, pod: web}]`);
    expect(why(slow, slow.of("signal")[0])).toEqual(["signal app#1 TERM", ...deleted]);
  });

  it("of one pod of several is the cause of no other's end", () => {
    const two = kube(`
      pods: {a: {}, b: {}}
      stimuli: [{at: 20, action: deletePod, pod: [a, b]}]`);
    for (const signal of two.of("signal")) {
      const chain = causesOf(two.records, signal);
      expect(new Set(chain.flatMap((record) => ("pod" in record ? record.pod : [])))).toEqual(
        new Set([signal.pod]),
      );
      expect(chain.at(-1)?.type).toBe("stimulus");
    }
  });
});

describe("a file of the static pod folder", () => {
  const stimuli = (last: string): string => `
    duration: 120s
    stimuli:
    - {at: 5, action: writeFile, path: web.yaml, content: ${manifest("web")}}
    - {at: 40, action: ${last}, path: web.yaml}`;
  const written = ["pod added", "stimulus writeFile"];

  it("that is written starts the pod; that is removed ends it and its mirror", () => {
    const run = kube(stimuli("removeFile"));
    const gone = ["pod removed", "stimulus removeFile"];
    expect(why(run, container(run, "app", 1))).toEqual([...begun, ...written]);
    expect(why(run, run.of("signal")[0])).toEqual(["signal app#1 TERM", ...gone]);
    const mirror = run.of("pod").find(({ change, source }) => {
      return change === "removed" && source === "api";
    });
    expect(why(run, mirror)).toEqual(["pod removed", "pod terminating", ...gone]);
  });

  it("that is broken ends it at the next scan (B21)", () => {
    const run = kube(stimuli('writeFile, content: "no: [manifest"'));
    expect(why(run, run.of("signal")[0])).toEqual([
      "signal app#1 TERM",
      "pod removed",
      "stimulus writeFile",
    ]);
    expect(run.sigterm("app")).toBeGreaterThan(40);
  });

  it("that is edited ends the old pod and starts the new one for the same reason (S41)", () => {
    const run = kube(stimuli(`writeFile, content: ${manifest("web", "app:2")}`));
    const ends = why(run, run.of("signal")[0]);
    expect(ends).toEqual(["signal app#1 TERM", "pod removed", "stimulus writeFile"]);
    const again = run.of("container").findLast(({ to }) => to === "Running");
    const starts = why(run, again);
    expect(starts).toEqual([...begun, ...written]);
    expect(causesOf(run.records, again as never).at(-1)?.t).toBe(40);
  });
});

describe("an image that is not there", () => {
  it("is pulled again for the pull that failed, and started for the pull that worked", () => {
    const run = kube(`
      duration: 120s
      pods: {web: {}}
      behaviour: {app: {pull: {result: byRegistry, takes: 1}}}
      stimuli: [{at: 0, action: registryDown}, {at: 30, action: registryUp}]`);
    const pulled = why(run, container(run, "app", 1));
    expect(pulled.slice(0, 4)).toEqual([
      "container app#1 Running",
      "container app#1 Creating",
      "pull end success",
      "pull start",
    ]);
    const failures = run.of("pull").filter(({ result }) => result === "failure").length;
    const again = ["sync start", "pull end failure", "pull start"];
    expect(pulled.slice(4)).toEqual([
      ...Array.from({ length: failures }, () => again).flat(),
      ...fromStart.slice(2),
    ]);
    expect(why(run, run.events("BackOff")[0]).slice(0, 3)).toEqual([
      "event BackOff",
      "sync start",
      "pull end failure",
    ]);
  });
});

describe("a sandbox that dies", () => {
  it("has all that follows begin with it (S49)", () => {
    const run = kube(`
      pods: {web: {}}
      stimuli: [{at: 20, action: killSandbox, pod: web}]`);
    expect(why(run, container(run, "app", 2))).toEqual([
      "container app#2 Running",
      "container app#2 Creating",
      "sandbox Ready",
      "container app#1 Exited",
      "signal app#1 TERM",
      "sync killPod createSandbox start",
      "sandbox NotReady",
      "stimulus killSandbox",
    ]);
  });
});

describe("what comes one after the other", () => {
  it("is started for the end of the init container before it", () => {
    const run = kube(`
      pods: {web: {initContainers: [{name: one}, {name: two}]}}
      behaviour: {"*": {runs: [{exitAfter: 3, exitCode: 0}]}, app: {}}`);
    const step = (name: string, before: string): readonly string[] => [
      `container ${name}#1 Running`,
      `container ${name}#1 Creating`,
      name === "app" ? "sync start" : "sync startInit",
      `container ${before}#1 Exited`,
    ];
    expect(why(run, container(run, "app", 1)).slice(0, 8)).toEqual([
      ...step("app", "two"),
      ...step("two", "one"),
    ]);
  });

  it("is started for the startup probe of the sidecar before it (S20)", () => {
    const run = kube(`
      pods:
        web:
          initContainers:
          - name: side
            restartPolicy: Always
            startupProbe: {exec: {command: [x]}, periodSeconds: 2}
      behaviour: {side: {probes: {startup: [{to: 5, result: failure}]}}}`);
    expect(why(run, container(run, "app", 1)).slice(2, 5)).toEqual([
      "sync start",
      "probe startup success",
      "container side#1 Running",
    ]);
  });
});

describe("other reasons", () => {
  it("a new image is the reason of a restart (§3.3)", () => {
    const run = kube(`
      pods: {web: {}}
      stimuli:
      - {at: 20, action: updateObject, pod: web, set: {"spec.containers[0].image": "app:2"}}`);
    expect(why(run, container(run, "app", 2)).slice(2)).toEqual([
      "container app#1 Exited",
      "signal app#1 TERM",
      "sync kill start",
      "pod updated",
      "stimulus updateObject",
    ]);
  });

  it("an orphan is killed because it lives (S40)", () => {
    const run = kube(`
      pods: {web: {}}
      stimuli: [{at: 20, action: addContainer, pod: ghost, container: x}]`);
    expect(why(run, run.of("signal")[0])).toEqual([
      "signal x#1 TERM",
      "container x#1 Running",
      "stimulus addContainer",
    ]);
  });

  it("a container that is taken away is started for that", () => {
    const run = kube(`
      pods: {web: {}}
      stimuli: [{at: 20, action: removeContainer, of: "app#1"}]`);
    expect(why(run, container(run, "app", 2)).slice(2)).toEqual([
      "sync start",
      "container app#1 Removed",
      "container app#1 Exited",
      "signal app#1 KILL",
      "stimulus removeContainer",
    ]);
  });

  it("a deadline that is over is so because the pod was taken up (B25)", () => {
    const run = kube("pods: {web: {activeDeadlineSeconds: 20}}");
    const chain = why(run, run.of("signal")[0]);
    expect(chain.slice(0, 2)).toEqual(["signal app#1 TERM", "container app#1 Running"]);
  });
});

describe("a node that falls silent", () => {
  const silent = (run: KubeRun) =>
    run.of("node").find(({ conditions: [ready] }) => ready?.status === "Unknown");

  it.each([
    ["{at: 20, action: apiDown}, {at: 100, action: apiUp}", ["link", "stimulus apiDown"]],
    ["{at: 20, action: kubeletStop}", ["kubelet stopped", "stimulus kubeletStop"]],
    ["{at: 20, action: apiDown}, {at: 25, action: kubeletRestart}", ["link", "stimulus apiDown"]],
  ])("is Unknown for what cut it off: %s", (stimuli, expected) => {
    const run = kube(
      `duration: 150s\nrequires: [nodeLifecycle]\npods: {web: {}}\nstimuli: [${stimuli}]`,
    );
    expect(why(run, silent(run))).toEqual(["node", ...expected]);
  });

  it("has its taints, and its pods' end, for that it is Unknown", () => {
    const run = kube(
      `duration: 450s
requires: [nodeLifecycle]
pods: {web: {}}
stimuli: [{at: 20, action: apiDown}]`,
    );
    const unknown = ["node", "link", "stimulus apiDown"];
    const tainted = run.of("node").filter(({ change }) => change === "taints");
    expect(tainted.map((record) => why(run, record))).toEqual([
      ["node", ...unknown],
      ["node", ...unknown],
    ]);
    const ends = run.of("pod").find(({ change }) => change === "terminating");
    expect(why(run, ends)).toEqual(["pod terminating", "node", ...unknown]);
    const [notReady] = run.events("NodeNotReady");
    expect(why(run, notReady)).toEqual(["event NodeNotReady", ...unknown]);
  });

  it("is Ready again for what brought it back", () => {
    const stimuli = "[{at: 20, action: apiDown}, {at: 100, action: apiUp}]";
    const run = kube(
      `duration: 150s\nrequires: [nodeLifecycle]\npods: {web: {}}\nstimuli: ${stimuli}`,
    );
    const again = run
      .of("node")
      .find(({ t, conditions: [ready] }) => t > 100 && ready?.status === "True");
    expect(why(run, again)).toEqual(["node", "link", "stimulus apiUp"]);
  });
});

describe("a status", () => {
  it("follows from what is new in it, where the sync was woken by something before that", () => {
    const run = kube(`
      duration: 30s
      pods: {job: {initContainers: [{name: proxy, restartPolicy: Always}], containers: [{}]}}
      behaviour: {proxy: {runs: [{startup: 2s}]}}`);
    const shown = run.of("status").find(({ containerStatuses: [app] }) => app?.state.running);
    expect(why(run, shown).slice(0, 2)).toEqual(["status", "container app#1 Running"]);
  });
});

describe("every record", () => {
  it.each(versions)("names a cause that is before it, and no list but a list: %s", (version) => {
    const run = kube(
      `
      duration: 120s
      pods:
        web: {containers: [{livenessProbe: {exec: {command: [x]}}}, {name: other}]}
        job: {restartPolicy: OnFailure}
      behaviour:
        web/app: {probes: {liveness: [{from: 30, result: failure}]}}
        "*/*": {runs: [{exitAfter: 7, exitCode: 1}]}
      stimuli: [{at: 90, action: deletePod, pod: [web, job]}]`,
      { version },
    );
    const bySeq = new Map(run.records.map((record) => [record.seq, record]));
    const caused = run.records.filter(({ cause }) => cause !== undefined);
    expect(caused.filter(({ seq, cause = 0 }) => cause >= seq)).toEqual([]);
    const byList = caused.filter(({ cause = 0 }) => bySeq.get(cause)?.type === "relist");
    expect(byList.filter(({ type }) => type !== "relist")).toEqual([]);
  });
});
