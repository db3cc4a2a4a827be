/** What a pod waits for, where the trace has no record of the wait. */
import { describe, expect, it } from "vitest";
import { explain } from "../../src/explain/explain.ts";
import { answersTo } from "../../src/explain/question.ts";
import { Story } from "../../src/explain/story.ts";
import type { Lack } from "../../src/explain/why-not/lack.ts";
import { whyNot } from "../../src/explain/why-not/why-not.ts";
import { prepareInput } from "../../src/scenario/prepare.ts";
import { play } from "../support/scenario-files.ts";
import { parseYaml } from "../../src/yaml/parse-yaml.ts";

function storyOf(pods: readonly object[], spec: object): Story {
  const scenario = { apiVersion: "relist.dev/v1alpha1", kind: "Scenario", metadata: { name: "s" } };
  const objects = [
    ...pods.map((pod) => ({ apiVersion: "v1", kind: "Pod", ...pod })),
    { ...scenario, spec },
  ];
  const sources = objects.map((object, index) => ({
    file: `${index}.yaml`,
    text: JSON.stringify(object),
  }));
  const input = prepareInput(sources.flatMap((source) => parseYaml(source)));
  return new Story(input, play(input));
}

/** What is missing in the end, of all that waits for something else. */
function leavesOf(lacks: readonly Lack[]): readonly Lack[] {
  return lacks.flatMap((lack) => {
    const own = leavesOf(lack.lacks ?? []);
    return own.length > 0 ? own : [lack];
  });
}

function missing(story: Story, text: string, at: string, pod?: string): readonly Lack[] {
  const question = { whyNot: text, at, ...(pod === undefined ? {} : { pod }) };
  return whyNot(story, question).flatMap(({ lacks }) => leavesOf(lacks));
}

/** WaitForAttachAndMount comes between the status of a sync and all that the sync does. */
describe("the wait for volumes", () => {
  const pod = {
    metadata: { name: "web" },
    spec: {
      volumes: [{ name: "data", emptyDir: {} }],
      containers: [
        { name: "app", image: "x", volumeMounts: [{ name: "data", mountPath: "/data" }] },
      ],
    },
  };
  const story = storyOf([pod], { duration: "4m", runtime: { latency: { mount: "150s" } } });

  it.each(["Ready", "app running", "PodReadyToStartContainers", "Running"])(
    "is what a pod lacks that is not %s",
    (state) => {
      const [lack, ...others] = missing(story, state, "1m");
      expect(others).toEqual([]);
      expect(lack).toMatchObject({
        what: "the sync of web waits for its volumes to be mounted",
        details: ["it has waited 1m; it gives up and begins again each 2m3s"],
        rule: "wait/volumes",
        later: { type: "sync" },
      });
      expect(lack?.grounds?.map(({ text }) => text)).toEqual([
        "volumeMounts are declared",
        "the latency mount is 150s",
      ]);
    },
  );

  it("is why its first sync decides so late", () => {
    const [record] = answersTo(story, { of: "app#1" });
    const waits = record && explain(story, record).steps.flatMap(({ waited }) => waited ?? []);
    expect(waits?.map(({ rule }) => rule.name)).toEqual(["wait/volumes"]);
  });

  it("keeps its deadline waiting, too", () => {
    const spec = { ...pod.spec, restartPolicy: "Never", activeDeadlineSeconds: 20 };
    const late = storyOf([{ ...pod, spec }], {
      duration: "4m",
      runtime: { latency: { mount: "200s" } },
    });
    const [record] = answersTo(late, { event: "DeadlineExceeded" });
    const [step] = record ? explain(late, record).steps : [];
    expect(step?.waited).toMatchObject({ rule: { name: "wait/volumes" } });
    const [lack] = missing(late, "Failed", "1m");
    expect(lack?.what).toContain("waits for its volumes");
  });

  it("is none of a pod without volumes, whose sandbox takes its time", () => {
    const plain = { ...pod, spec: { containers: [{ name: "app", image: "x" }] } };
    const slow = storyOf([plain], { duration: "4m", runtime: { latency: { sandbox: "150s" } } });
    expect(missing(slow, "Ready", "1m").map(({ what }) => what)).toEqual(["web has no sandbox"]);
  });

  it("is over where its sandbox is being made", () => {
    const slow = storyOf([pod], { duration: "4m", runtime: { latency: { sandbox: "150s" } } });
    expect(missing(slow, "Ready", "1m").map(({ what }) => what)).toEqual(["web has no sandbox"]);
  });
});

/** A status in an event is what the cache has, until another (pleg/evented.go processCRIEvent). */
describe("an event that was lost", () => {
  const run = (observe: string, restartPolicy: string): Story =>
    storyOf(
      [
        {
          metadata: { name: "job" },
          spec: { restartPolicy, containers: [{ name: "app", image: "x" }] },
        },
      ],
      {
        duration: "10m",
        observe,
        behaviour: { app: { runs: [{ exitAfter: "65s" }, {}] } },
        stimuli: [{ id: "gap", at: "60s", action: "dropEvents", pod: "job", for: "20s" }],
      },
    );
  const said = {
    what: "job/app#1 has ended with 0, and its kubelet does not know",
    details: [
      "the event ContainerDied of job/app, of 1m5s, was lost to gap",
      "the API has app as running, and the pod as Running and Ready",
    ],
    rule: "wait/unheard",
    grounds: [{ kind: "stimulus", id: "gap" }],
  };

  it.each([
    ["edge", "this kubelet lists at its start only", undefined],
    ["evented", "the next list, which comes every 5m", "relist"],
  ])("keeps a kubelet that is %s from the pod's end: %s", (observe, needs, later) => {
    const [lack, ...others] = missing(run(observe, "Never"), "Succeeded", "2m");
    expect(others).toEqual([]);
    expect(lack).toMatchObject(said);
    expect(lack?.needs).toContain(needs);
    expect(lack?.later?.type).toBe(later);
  });

  it("keeps a container from its next run", () => {
    expect(missing(run("edge", "Always"), "app#2", "2m")).toMatchObject([said]);
  });

  it("is told of what is so in the API alone", () => {
    const story = run("evented", "Always");
    for (const state of ["Ready", "Running", "app ready"]) {
      const [answer] = whyNot(story, { whyNot: state, at: "2m" });
      expect(answer).toMatchObject({ isSo: true, lacks: [said] });
    }
    const [ended] = whyNot(story, { whyNot: "app ended", at: "2m" });
    expect(ended).toMatchObject({ isSo: true, lacks: [] });
  });

  it("is no news where the kubelet lists", () => {
    const [answer] = whyNot(run("level", "Never"), { whyNot: "Succeeded", at: "2m" });
    expect(answer).toMatchObject({ isSo: true, lacks: [] });
  });
});

/** evictPodsToFreeRequests kills one pod after the other, and killPodNow waits for each. */
describe("a pod that has to die for a critical one", () => {
  const app = (cpu: string) => [{ name: "app", image: "x", resources: { requests: { cpu } } }];
  const story = storyOf(
    [
      {
        metadata: { name: "big" },
        spec: { terminationGracePeriodSeconds: 60, containers: app("600m") },
      },
      { metadata: { name: "other" }, spec: { containers: app("300m") } },
      {
        metadata: { name: "vital" },
        spec: { priority: 2_000_000_000, containers: app("500m") },
      },
    ],
    {
      duration: "4m",
      node: { allocatable: { cpu: "1" } },
      behaviour: { "*/app": { sigterm: "ignored" } },
      stimuli: [
        { at: "20s", action: "createPod", pod: "vital" },
        { at: "30s", action: "deletePod", pod: "other" },
      ],
    },
  );
  const held = {
    what: "the sync loop of the kubelet waits for the death of big, to make room for vital",
    since: { type: "event", reason: "Preempting" },
    details: ["it is over at 1m50s at the latest"],
    later: { type: "container", pod: "big", to: "Exited" },
  };

  it.each([
    ["Ready", "vital"],
    ["removed", "other"],
  ])("holds up what others wait for: %s of %s", (state, pod) => {
    expect(missing(story, state, "60s", pod)[0]).toMatchObject(held);
  });

  it("does not wait for itself, and holds up nothing when it is dead", () => {
    const whats = [
      ...missing(story, "Failed", "60s", "big"),
      ...missing(story, "removed", "85s", "other"),
    ];
    expect(whats.filter(({ rule }) => rule === "wait/preemption")).toEqual([]);
  });
});

describe("a deadline that has passed", () => {
  const story = storyOf(
    [
      {
        metadata: { name: "web" },
        spec: {
          activeDeadlineSeconds: 30,
          containers: [
            { name: "app", image: "x", lifecycle: { preStop: { sleep: { seconds: 8 } } } },
          ],
        },
      },
    ],
    {
      duration: "2m",
      stimuli: [{ at: "32s", action: "kubeletRestart", downFor: "20s" }],
    },
  );
  const over = { what: "web is past its deadline", since: { type: "status", t: 29.864 } };

  it.each([
    ["31s", "the preStop hook of web/app#1 runs"],
    ["45s", "web/app#1 runs, and its stop ended with the kubelet that had begun it"],
  ])("ends the pod that has not failed yet at %s: %s", (at, what) => {
    const [answer] = whyNot(story, { whyNot: "Failed", at });
    const lack = answer?.lacks.find(({ rule }) => rule === "status/deadline");
    expect(lack).toMatchObject({ ...over, lacks: [{ what }] });
  });

  it.each(["Ready", "Succeeded"])("keeps it from being %s", (state) => {
    expect(missing(story, state, "31s")).toMatchObject([over]);
  });
});

/** A first deletion has nothing to do with the row about a second one. */
describe("the row about a second deletion", () => {
  const stimuli = [
    { at: "20s", action: "deletePod", pod: "web" },
    { at: "25s", action: "deletePod", pod: "web", graceSeconds: 5 },
  ];
  const web = { metadata: { name: "web" }, spec: { containers: [{ name: "app", image: "x" }] } };
  const behaviour = { app: { sigterm: "ignored" } };
  const story = storyOf([web], { duration: "2m", behaviour, stimuli });

  // The third is the kubelet's own, when all has ended.
  it("is told of that one alone", () => {
    const marks = story.records.filter(
      (each) => each.type === "pod" && each.change === "terminating",
    );
    const rows = marks.map((mark) => explain(story, mark).steps[0]?.rule?.rows.length);
    expect(rows).toEqual([0, 1, 0]);
  });
});
