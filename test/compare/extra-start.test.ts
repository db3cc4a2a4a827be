/** What was started more often because an event came late or twice, and which event it was. */
import { expect, it } from "vitest";
import { compareVariants } from "../../src/compare/compare.ts";
import { differenceText } from "../../src/compare/difference.ts";
import { extraStartText } from "../../src/compare/extra-start.ts";
import { prepareInput } from "../../src/scenario/prepare.ts";
import { parseYaml } from "../../src/yaml/parse-yaml.ts";
import { change, trace, webApp } from "../trace/traces.ts";

// kubernetes#121349: up to 1.35 evented PLEG starts a container twice after a late event.
const late = (version: string) =>
  [
    "apiVersion: relist.dev/v1alpha1",
    "kind: Scenario",
    "metadata: {name: twice}",
    "spec:",
    `  kubernetes: "${version}"`,
    "  duration: 1m",
    "  runtime: {latency: {sandbox: 200ms, create: 20ms, start: 80ms, event: 5ms}}",
    "  behaviour: {app: {runs: [{exitAfter: 10s}]}}",
    "  stimuli:",
    "  - {id: fog, at: 0s, action: delayEvents, event: ContainerStarted, by: 8s}",
    "---",
    "apiVersion: v1",
    "kind: Pod",
    "metadata: {name: web}",
    "spec: {restartPolicy: Never, containers: [{name: app, image: a}]}",
  ].join("\n");

it.each([
  ["1.35", ["web/app once more, for ContainerStarted of web/app at 0.3s was held back"]],
  ["1.36", []],
])("names the late event of a container that runs twice: %s", (version, said) => {
  const input = prepareInput(parseYaml({ file: "x.yaml", text: late(version) }));
  const comparison = compareVariants(input, { observe: ["level", "evented"] });
  expect(comparison.variants["evented"]?.converged).toBe(true);
  const [, ...after] = differenceText(comparison).split("and started ");
  expect(after.map((text) => text.slice(0, said[0]?.length))).toEqual(said);
});

const created = change("Creating");
const again = { ...change("Creating"), id: "c2", run: 2 };
const died = { type: "runtimeEvent", ...webApp, id: "c1", event: "ContainerDied" } as const;
const stimulus = { type: "stimulus", id: "fall", action: "killContainer" } as const;
const first = { records: trace([0, created]) };

it.each([
  ["a second time", [5, { ...died, delivered: true }, 2] as const],
  ["late", [5, { ...died, delivered: "twin", due: 6 }, 2] as const],
])("names an event that came %s, if the start follows from it", (came, before) => {
  const records = trace(
    [0, created],
    [5, stimulus],
    before,
    [6, { ...died, delivered: true, fault: "twin" }, 2],
    [6, again, 4],
  );
  const what = "ContainerDied of web/app at 6s, which fall made,";
  expect(extraStartText(first, { records })).toBe(
    `started web/app once more, for ${what} came ${came}, by twin`,
  );
});

it("blames no event that the start does not follow from", () => {
  const records = trace(
    [0, created],
    [5, { ...died, delivered: true, fault: "twin" }],
    [6, stimulus],
    [6, again, 3],
  );
  expect(extraStartText(first, { records })).toBeUndefined();
  expect(extraStartText({ records }, { records })).toBeUndefined();
});
