/** Writes a scenario for manifests: what their containers do, in words to edit, and what holds. */
import type { Manifest } from "../manifest/manifest.ts";
import { InputError } from "../model/diagnostic.ts";
import { errorAt } from "../scenario/issues.ts";
import { isScenario } from "../scenario/parse.ts";
import { type PreparedInput, prepareInput } from "../scenario/prepare.ts";
import { apiVersion } from "../scenario/schema.ts";
import type { SourceFile, YamlDocument } from "../yaml/document.ts";
import { parseYaml } from "../yaml/parse-yaml.ts";
import { behaviourLines } from "./init-behaviour.ts";
import { expectationLines } from "./init-expect.ts";

export interface InitOptions {
  readonly name: string;
  /** By the path that the scenario is to name them by; or inline, where they have none. */
  readonly sources: readonly SourceFile[];
  readonly isInline: boolean;
}

/** Throws an `InputError` where the manifests cannot be used, or are a scenario already. */
export function initScenario({ name, sources, isInline }: InitOptions): string {
  const documents = sources.flatMap((source) => parseYaml(source));
  const written = documents.find(isScenario);
  if (written !== undefined) throw new InputError([alreadyOne(written)]);
  const { pods } = prepareInput(documents);
  const head = [
    `apiVersion: ${apiVersion}`,
    "kind: Scenario",
    `metadata: {name: ${JSON.stringify(name)}}`,
    "spec:",
    "  duration: 5m",
    ...(isInline
      ? []
      : ["  manifests:", ...sources.map(({ file }) => `  - ${JSON.stringify(file)}`)]),
    "",
    ...behaviourLines(pods),
    "",
    ...stimulusLines(pods),
  ];
  const tail = isInline ? sources.map(({ text }) => `---\n${text.trimEnd()}\n`).join("") : "";
  const whole = (lines: readonly string[]): string => `${lines.join("\n")}\n${tail}`;
  const expectations = expectationLines(read(whole(head), sources));
  return whole([...head, "", ...expectations]);
}

/** As the file will be read where it is written. */
function read(text: string, sources: readonly SourceFile[]): PreparedInput {
  const readFile = (path: string) =>
    sources.find(({ file }) => file === path) ?? { unreadable: "it is no manifest of this call" };
  return prepareInput(parseYaml({ file: "scenario.yaml", text }), { readFile });
}

function alreadyOne(document: YamlDocument) {
  return errorAt(document, ["kind"], {
    message: "is a scenario already",
    expected: "Kubernetes manifests alone",
    fix: "leave this file out, or edit it",
  });
}

/** What may be done to it, for somebody to choose from. */
function stimulusLines([first]: readonly Manifest[]): readonly string[] {
  const pod = first?.pod.metadata.name ?? "web";
  const container = first?.pod.spec.containers[0]?.name ?? "app";
  const isRenamed = first?.owner?.kind === "Deployment";
  return [
    "  # What is done to it, and when. Take off the # in front of stimuli and of those you want.",
    ...(isRenamed ? [`  # An edit of the template gives ${pod} another name.`] : []),
    "  # stimuli:",
    `  # - {at: 2m, action: deletePod, pod: ${pod}}`,
    `  # - {at: 2m, action: killContainer, of: ${pod}/${container}#1, exitCode: 137}`,
    "  # - {at: 2m, action: kubeletRestart, downFor: 10s}",
    "  # - {id: reboot, at: 2m, action: nodeDown}",
    "  # - {at: reboot+30s, action: nodeUp}",
    "  # - {id: cut, at: 2m, action: apiDown}",
    "  # - {at: cut+1m, action: apiUp}",
  ];
}
