import { describe, expect, it } from "vitest";
import { podsOfStimuli } from "../../src/scenario/names.ts";
import { knownTimeMs, originOf } from "../../src/scenario/stimulus-times.ts";
import { errorsOf, load, podYaml, scenarioYaml } from "./scenario-text.ts";

const twoPods = `${podYaml}---\n${podYaml.replace("web", "api")}`;
const deployment = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec: {template: {spec: {initContainers: [{name: init}], containers: [{name: app}]}}}
`;

describe("names that exist", () => {
  it.each([
    ["a container of the only pod", "behaviour: {app: {}}", podYaml],
    ["a container of one of several pods", "behaviour: {web/app: {}, api/*: {}, '*': {}}", twoPods],
    ["a pod of a Deployment", "behaviour: {init: {}, web-*/app: {}, web-5d4/app: {}}", deployment],
    [
      "pods made of a template",
      "stimuli: [{at: 1, action: createPods, template: web, count: 200}]\n" +
        "behaviour: {web-1/app: {}, web-199/app: {}, web-*/sidecar: {}}",
      podYaml,
    ],
    [
      "a stray container, also after it came",
      "stimuli:\n- {at: 1, action: addContainer, pod: ghost, container: x}\n" +
        "- {at: ghost/x#1.start, action: removeContainer, of: ghost/x#1}\nbehaviour: {ghost/x: {}}",
      podYaml,
    ],
    [
      "an ephemeral container",
      "stimuli:\n- {at: 1, action: addEphemeral, pod: web, container: {name: dbg}}\n" +
        "expect:\n- {check: start, of: web/dbg#1}",
      twoPods,
    ],
    [
      "a static pod of a literal text, and its mirror",
      "node: {name: n1}\nstimuli:\n- at: 1\n  action: writeFile\n  path: a.yaml\n  content: |\n" +
        "    kind: Pod\n    metadata: {name: lit}\n    spec: {containers: [{name: c}]}\n" +
        "expect:\n- {check: start, of: lit/c#1}\n- {check: exists, pod: lit-n1, during: [t0, end]}\n" +
        "- {check: mirror, pod: lit}\n- {check: state, path: mirror.lit.metadata.name, equals: lit-n1, atEnd: true}",
      podYaml,
    ],
    [
      "an object of a kind that controllers make",
      "expect:\n- {check: exists, pod: web-abc, kind: ReplicaSet, during: [t0, end]}",
      deployment,
    ],
    [
      "the pods of a List",
      "behaviour: {app: {}}",
      "kind: List\nitems: [{kind: Pod, metadata: {name: a}, spec: {containers: [{name: app}]}}]\n",
    ],
  ])("%s", (_, spec, objects) => {
    expect(errorsOf(scenarioYaml(spec, objects))).toEqual([]);
  });
});

describe("the short form without a pod", () => {
  it.each([
    ["behaviour: {app: {}}", "5:15: error: spec.behaviour.app"],
    ["expect: [{check: start, of: app#1}]", "5:31: error: spec.expect[0].of"],
    ["stimuli: [{at: 1, action: killContainer, of: app#1}]", "5:48: error: spec.stimuli[0].of"],
  ])("is an error with two pods: %s", (spec, place) => {
    const [error = "", ...others] = errorsOf(scenarioYaml(spec, twoPods));
    expect(others).toEqual([]);
    expect(error).toContain(place);
    expect(error).toMatch(
      /does not say which pod, found .*, expected pod\/container; write web\/app$/,
    );
  });

  it.each(["pod.status.phase", "pod.metadata.uid"])("%s too", (path) => {
    const spec = `expect: [{check: state, path: ${path}, equals: 1, atEnd: true}]`;
    expect(errorsOf(scenarioYaml(spec, twoPods))).toEqual([
      `f.yaml:5:33: error: spec.expect[0].path: does not say which pod, found "${path}", ` +
        "expected the pod's name in place of `pod`",
    ]);
  });

  it("is another error without any pod", () => {
    const configMap = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n";
    expect(errorsOf(scenarioYaml("behaviour: {app: {}}", configMap))).toEqual([
      'f.yaml:5:15: error: spec.behaviour.app: names no pod, found "app"; there is none to refer to',
    ]);
  });
});

describe("times", () => {
  const { scenario } = load(
    scenarioYaml(
      "duration: 60s\nstimuli:\n- {id: a, at: 10, action: apiDown}\n- {id: b, at: a+5s, action: apiUp}\n" +
        "- {id: c, at: app#1.start+29s, action: apiDown}\n- {id: d, at: c-4s, action: apiUp}\n" +
        "- {id: e, at: end-1s, action: apiDown}",
    ),
  );
  const at = (id: string) => scenario.stimuli.find((stimulus) => stimulus.id === id)!.at;

  it.each([
    ["a", 10_000],
    ["b", 15_000],
    ["c", undefined],
    ["d", undefined],
    ["e", 59_000],
  ])("of %s: %s", (id, ms) => {
    expect(knownTimeMs(at(id), scenario)).toBe(ms);
  });

  it("are followed to what the world brings about", () => {
    expect(originOf(at("d"), scenario.stimuli)).toMatchObject({ kind: "run", offsetMs: 25_000 });
  });
});

it("tells whoever means a workload's pod that its name is generated", () => {
  const spec = "stimuli: [{at: 1, action: deletePod, pod: api}]";
  expect(errorsOf(scenarioYaml(spec, deployment))).toEqual([
    'f.yaml:5:45: error: spec.stimuli[0].pod: names no pod, found "api", expected the name of one' +
      " of them, which begins with web-; take it from what `relist run` shows",
  ]);
  expect(errorsOf(scenarioYaml(spec.replace("api", "web-5d4"), deployment))).toEqual([]);
});

it("knows the pods that are not there at t0", () => {
  const spec =
    "stimuli:\n- {at: 1, action: createPod, pod: [web]}\n" +
    "- {at: 1, action: writeFile, path: a, content: api}";
  expect([...podsOfStimuli(load(scenarioYaml(spec, twoPods)).scenario)]).toEqual(["web", "api"]);
});
