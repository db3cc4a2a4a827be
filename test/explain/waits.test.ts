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
