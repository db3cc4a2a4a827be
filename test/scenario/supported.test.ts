import { describe, expect, it } from "vitest";
import { formatDiagnostic } from "../../src/model/diagnostic.ts";
import { refuseUnsupported } from "../../src/scenario/supported.ts";
import { carriedOut } from "../../src/scenario/carried-out.ts";
import { errorsOf, load, scenarioYaml } from "./scenario-text.ts";

function refusals(spec: string): string[] {
  const { scenario } = load(scenarioYaml(spec), { defaultModel: "textbook" });
  return refuseUnsupported(scenario).map(formatDiagnostic);
}

const not = "the textbook model does not carry out";
const other = "; use model: kubernetes (or --model kubernetes), which does";
const actions =
  "deletePod, createPod, writeFile, removeFile, killContainer, removeContainer, addContainer, " +
  "apiDown, apiUp, kubeletRestart, dropEvents, delayEvents, duplicateEvents, reorderEvents";

it("offers no key that no model carries out", () => {
  const [error = ""] = errorsOf(scenarioYaml("nonsense: 1"));
  const [, offered = ""] = /expected one of (.*); correct/.exec(error) ?? [];
  const carried = new Set(Object.values(carriedOut).flatMap(({ spec }) => spec));
  expect(offered.split(", ").toSorted()).toEqual([...carried].toSorted());
});

describe("the textbook model refuses by name", () => {
  it.each([
    [
      "requires: [controllers]",
      `5:14: error: spec.requires[0]: ${not} controllers yet, expected none`,
    ],
    [
      "node: {allocatable: {}}",
      `5:10: error: spec.node.allocatable: ${not} allocatable yet, expected name${other}`,
    ],
    [
      "nodes: [{name: a, allocatable: {}}]",
      `5:21: error: spec.nodes[0].allocatable: ${not} allocatable yet, expected name${other}`,
    ],
    [
      "nodes: [{name: a}, {name: b}]",
      `5:3: error: spec.nodes: ${not} nodes yet, expected one of model, observe, seed, duration, ` +
        "node, runtime, requires, manifests, behaviour, stimuli",
    ],
    [
      "kubelet: {maxPods: 3}",
      `5:3: error: spec.kubelet: ${not} kubelet yet, expected one of model, observe, seed, duration, ` +
        `node, runtime, requires, manifests, behaviour, stimuli${other}`,
    ],
    [
      "runtime: {latency: {sandbox: 1}}",
      `5:23: error: spec.runtime.latency.sandbox: ${not} sandbox yet, ` +
        `expected one of create, start, stop, remove, list${other}`,
    ],
    [
      "behaviour: {app: {probes: {}}}",
      `5:21: error: spec.behaviour.app.probes: ${not} probes yet, expected one of runs, sigterm${other}`,
    ],
    [
      "stimuli: [{at: 1, action: nodeDown}]",
      `5:29: error: spec.stimuli[0].action: ${not} nodeDown yet, expected one of ${actions}${other}`,
    ],
    [
      "stimuli: [{at: 1, action: dropEvents, stream: pleg}]",
      `5:49: error: spec.stimuli[0].stream: ${not} pleg yet, expected runtime${other}`,
    ],
    [
      "stimuli: [{at: 1, action: deletePod, pod: mirror(web)}]",
      `5:45: error: spec.stimuli[0].pod: ${not} mirror yet, expected pod${other}`,
    ],
    [
      "stimuli: [{at: app.pull#1.start, action: apiDown}]",
      `5:18: error: spec.stimuli[0].at: ${not} pull yet, ` +
        `expected one of t0, end, stimulus, start, exit, sigterm${other}`,
    ],
    [
      "stimuli: [{at: 1, action: writeFile, path: a, set: {a: 1}}]",
      `5:54: error: spec.stimuli[0].set: ${not} an object yet, expected none`,
    ],
  ])("%s", (spec, expected) => {
    expect(refusals(spec)).toEqual([`f.yaml:${expected}`]);
  });

  it.each(["postStart", "preStop", "pull", "probes"])("a behaviour's %s", (key) => {
    expect(refusals(`behaviour: {app: {${key}: {}}}`)).toHaveLength(1);
  });

  it.each([
    "createPods, template: web, count: 1",
    "addEphemeral, pod: web, container: {name: d}",
    "killSandbox, pod: web",
    "updateObject, pod: web, set: {}",
    "deleteObject, kind: A, name: a",
    "kubeletStop",
    "kubeletStart",
    "nodeUp",
    "runtimeDown",
    "runtimeUp",
    "kubeletUpgrade, to: '1.36'",
    "registryDown",
    "registryUp",
    "listHangs",
    "listFails",
    "delayStatus, pod: web, by: 1",
    "setLatency, latency: {list: 1}",
    "setProbe, of: app, probe: liveness, result: failure",
  ])("the action %s", (action) => {
    expect(refusals(`stimuli: [{at: 1, action: ${action}}]`)).toHaveLength(1);
  });
});

describe("the textbook model carries out", () => {
  it("all that the issue's list has", () => {
    expect(
      refusals(
        [
          "title: t",
          "seed: 2",
          "observe: edge",
          "node: {name: n1}",
          "runtime: {latency: {create: 1, start: 1, stop: 1, remove: 1, list: [1, 2]}}",
          "behaviour: {app: {runs: [{startup: 1, exitAfter: 1, exitCode: 1}], sigterm: ignored}}",
          "stimuli:",
          "- {at: 1, action: deletePod, pod: web, graceSeconds: 1, force: true}",
          "- {at: 1, action: createPod, pod: web}",
          "- {at: 1, action: writeFile, path: a, content: web}",
          "- {at: 1, action: removeFile, path: a}",
          "- {at: 1, action: killContainer, of: app#1}",
          "- {at: app#1.exit+1s, action: removeContainer, of: [app#1]}",
          "- {at: 1, action: addContainer, pod: ghost, container: x}",
          "- {at: 1, action: apiDown}",
          "- {at: 1, action: apiUp}",
          "- {at: 1, action: kubeletRestart, downFor: 1}",
          "- {at: 1, action: dropEvents, pod: web, for: 1, probability: 0.5}",
          "- {at: 1, action: delayEvents, by: 1, container: app, event: ContainerDied}",
          "- {at: 1, action: duplicateEvents}",
          "- {at: 1, action: reorderEvents, by: 1}",
        ].join("\n"),
      ),
    ).toEqual([]);
  });
});

describe("what is left aside is said in a note", () => {
  it("of the version", () => {
    expect(refusals('kubernetes: "1.36"')).toEqual([
      "f.yaml:5:3: note: spec.kubernetes: is left aside: " +
        "the textbook model imitates no version of the kubelet",
    ]);
  });
});

describe("a longest crash back-off that a kubelet does not start with", () => {
  const period = "kubelet: {crashLoopBackOff: {maxContainerRestartPeriod: ";
  const place = "spec.kubelet.crashLoopBackOff.maxContainerRestartPeriod";

  it.each(["1s", "300s"])("is not %s", (length) => {
    const { scenario } = load(scenarioYaml(`model: kubernetes\n${period}${length}}}`));
    expect(refuseUnsupported(scenario)).toEqual([]);
  });

  it.each(["999ms", "301s"])("is %s, out of upstream's range", (length) => {
    const { scenario } = load(scenarioYaml(`model: kubernetes\n${period}${length}}}`));
    expect(refuseUnsupported(scenario).map(formatDiagnostic)).toEqual([
      `f.yaml:6:59: error: ${place}: out of range, expected 1s to 300s`,
    ]);
  });

  it("is any, where one of the run's kubelets is older than 1.35 (row 29)", () => {
    const upgrade = 'stimuli: [{at: 1, action: kubeletUpgrade, to: "1.34"}]';
    const { scenario } = load(scenarioYaml(`model: kubernetes\n${period}7s}}\n${upgrade}`));
    expect(refuseUnsupported(scenario).map(formatDiagnostic)).toEqual([
      `f.yaml:6:32: error: ${place}: not in Kubernetes 1.34: the longest crash back-off, ` +
        "expected Kubernetes 1.35 or later; remove it",
    ]);
  });
});

describe("a version of the kubelet that is not imitated", () => {
  it("is refused wherever it stands, with the list", () => {
    const spec = `kubernetes: "1.31"
model: kubernetes
stimuli: [{at: 1, action: kubeletUpgrade, to: "1.99"}]`;
    const rest =
      "no such kubelet is imitated, %s, expected one of 1.32, 1.33, 1.34, 1.35, 1.36; " +
      "see relist versions for what differs between them";
    const { scenario } = load(scenarioYaml(spec));
    expect(refuseUnsupported(scenario).map(formatDiagnostic)).toEqual([
      `f.yaml:5:15: error: spec.kubernetes: ${rest.replace("%s", "found 1.31")}`,
      `f.yaml:7:49: error: spec.stimuli[0].to: ${rest.replace("%s", "found 1.99")}`,
    ]);
  });
});

describe("a kind of object that no part of the program holds yet", () => {
  it("is not deleted, and the file says so", () => {
    const spec = "model: kubernetes\nstimuli: [{at: 1, action: deleteObject, kind: Job, name: a}]";
    const { scenario } = load(scenarioYaml(spec));
    expect(refuseUnsupported(scenario).map(formatDiagnostic)).toEqual([
      "f.yaml:6:49: error: spec.stimuli[0].kind: the kubernetes model does not carry out Job yet, " +
        "expected Pod",
    ]);
  });
});
