/** What a kubelet has missed is the cause of what it does when it hears of it. */
import { expect, it } from "vitest";
import { explain } from "../../src/explain/explain.ts";
import { answersTo } from "../../src/explain/question.ts";
import { Story } from "../../src/explain/story.ts";
import { prepareInput } from "../../src/scenario/prepare.ts";
import { runScenario } from "../../src/scenario/run-scenario.ts";
import { parseYaml } from "../../src/yaml/parse-yaml.ts";

const text = (stimuli: string) => `apiVersion: v1
kind: Pod
metadata: {name: web}
spec: {containers: [{name: app, image: "a:1"}]}
---
apiVersion: relist.dev/v1alpha1
kind: Scenario
metadata: {name: missed}
spec:
  duration: 5m
  manifests: [{apiVersion: v1, kind: Pod, metadata: {name: late},
    spec: {containers: [{name: app, image: "a:1"}]}}]
  stimuli: [${stimuli}]
`;

function explained(stimuli: string, of: string) {
  const input = prepareInput(parseYaml({ file: "f", text: text(stimuli) }));
  const story = new Story(input, runScenario(input).records);
  const [record] = answersTo(story, { of });
  if (record === undefined) throw new Error(`no ${of}`);
  return explain(story, record).steps;
}

const cut = "{at: 1m, action: apiDown}, {at: 200s, action: apiUp}";

// reflector.go NewReflectorWithOptions: it lists again after a back-off.
it("is a deletion while the API server was out of reach, with the wait for the next list", () => {
  const steps = explained(`${cut}, {at: 2m, action: deletePod, pod: web}`, "web/app#1.sigterm");
  expect(steps.map(({ what }) => what)).toEqual([
    "web/app#1 gets SIGTERM",
    "web is marked as deleted",
    "the scenario does deletePod web",
  ]);
  const [term] = steps;
  expect(term?.rule?.name).toBe("signal/deleted");
  expect(term?.waited?.rule.name).toBe("wait/reflector");
  expect(term?.details.join()).toMatch(
    /could not be reached from 1m to 3m20s; the kubelet listed its pods anew \S+ after that$/,
  );
});

it("is a pod that was made meanwhile", () => {
  const steps = explained(`${cut}, {at: 2m, action: createPod, pod: late}`, "late/app#1.start");
  expect(steps.map(({ what }) => what)).toContain("late comes into the API");
  expect(steps.at(-1)?.what).toBe("the scenario does createPod late");
});

it("is a deletion while there was no kubelet", () => {
  const down = "{at: 1m, action: kubeletStop}, {at: 100s, action: kubeletStart}";
  const steps = explained(`${down}, {at: 70s, action: deletePod, pod: web}`, "web/app#1.sigterm");
  expect(steps.map(({ what }) => what)).toContain("web is marked as deleted");
  expect(steps.at(-1)?.what).toBe("the scenario does deletePod web");
  expect(steps[0]?.details).toContain("meanwhile the kubelet was down from 1m to 1m40s");
});
