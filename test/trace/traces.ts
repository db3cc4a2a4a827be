/** Traces for tests of what is shown: made by hand, or run from the examples. */
import { readFileSync } from "node:fs";
import type { ContainerTrace, TraceBody, TraceRecord } from "../../src/model/trace.ts";
import type { Observe } from "../../src/node/node-options.ts";
import { prepareInput } from "../../src/scenario/prepare.ts";
import { type ScenarioRun, runScenario } from "../../src/scenario/run-scenario.ts";
import { asciiGlyphs, unicodeGlyphs } from "../../src/trace/glyphs.ts";
import { type Line, plain, toText } from "../../src/trace/line.ts";
import type { View } from "../../src/trace/view.ts";
import { parseYaml } from "../../src/yaml/parse-yaml.ts";

export const exampleNames = [
  "bootstrap",
  "crash-loop-textbook",
  "job-that-fails",
  "kubelet-restart-textbook",
  "lost-event",
  "many-pods",
  "pod",
  "slow-goodbye",
] as const;

/** Those that run under the kubelet as Kubernetes runs it. */
export const kubernetesExampleNames = [
  "api-down",
  "crash-loop",
  "graceful-stop",
  "init-fails",
  "kubelet-restart",
  "sidecar-in-job",
  "slow-starter",
  "static-pod",
] as const;

export type ExampleName = (typeof exampleNames | typeof kubernetesExampleNames)[number];

export function exampleText(name: ExampleName): string {
  return readFileSync(`docs/examples/${name}.yaml`, "utf8");
}

export function exampleInput(name: ExampleName) {
  const file = `docs/examples/${name}.yaml`;
  const documents = parseYaml({ file, text: exampleText(name) });
  const defaultModel = isTextbook(name) ? "textbook" : "kubernetes";
  return prepareInput(documents, {
    readFile: () => ({ unreadable: "no file is named" }),
    defaultModel,
  });
}

function isTextbook(name: ExampleName): boolean {
  return exampleNames.some((textbook) => textbook === name);
}

export function runExample(name: ExampleName, observe: Observe = "level"): ScenarioRun {
  return runScenario(exampleInput(name), { observe });
}

/** Stamps bodies with times in seconds; the end is the time of the last one. */
export function trace(...events: readonly (readonly [number, TraceBody, number?])[]) {
  return events.map(([t, body, cause], index): TraceRecord => ({
    t,
    seq: index + 1,
    node: "node-1",
    ...(cause === undefined ? {} : { cause }),
    ...body,
  }));
}

export const webApp = { namespace: "default", pod: "web", container: "app" } as const;

export function change(to: ContainerTrace["to"], more: Partial<ContainerTrace> = {}) {
  return { type: "container", ...webApp, uid: "u1", id: "c1", run: 1, to, ...more } as const;
}

export function declared(change_: "added" | "removed", source: "file" | "api" = "api") {
  const pod = { namespace: "default", pod: "web", uid: "u1", containers: ["app"] };
  return { type: "pod", ...pod, change: change_, source } as const;
}

export const end = { type: "relist", number: 1, containers: 0, changes: {} } as const;

export function view(columns = 80): View {
  return { columns, glyphs: unicodeGlyphs };
}

export function asciiView(columns = 80): View {
  return { columns, glyphs: asciiGlyphs };
}

export function textOf(lines: readonly Line[]): string {
  return toText(lines, plain);
}
