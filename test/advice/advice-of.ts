/** Advice on small manifests, and what becomes of it when it is taken. */
import { parseDocument } from "yaml";
import { type Advice, AdviceBook } from "../../src/advice/advice.ts";
import { runScenario } from "../../src/scenario/run-scenario.ts";
import { parseFields } from "../../src/scenario/state-path.ts";
import { prepareInput } from "../../src/scenario/prepare.ts";
import { parseYaml } from "../../src/yaml/parse-yaml.ts";

export interface Case {
  /** One object. */
  readonly manifest: string;
  readonly behave?: readonly string[];
  readonly behaviour?: object;
  readonly stimuli?: readonly object[];
  readonly duration?: string;
  readonly latency?: object;
  readonly seed?: number;
}

export function adviceOf(given: Case): readonly Advice[] {
  const { manifest, behave = [], behaviour = {}, stimuli = [], duration = "10m", seed = 1 } = given;
  const { latency = {} } = given;
  const scenario = {
    apiVersion: "relist.dev/v1alpha1",
    kind: "Scenario",
    metadata: { name: "test" },
    spec: { duration, seed, behaviour, stimuli, runtime: { latency } },
  };
  const sources = [
    { file: "m.yaml", text: manifest },
    { file: "s.yaml", text: JSON.stringify(scenario) },
  ];
  const input = prepareInput(
    sources.flatMap((source) => parseYaml(source)),
    { overrides: { behave } },
  );
  const book = new AdviceBook(input);
  runScenario(input, { keepRecords: false, onRecord: (record) => book.see(record) });
  return book.advice;
}

/** The manifest with what the advice suggests. */
export function taken(manifest: string, { fixes }: Advice): string {
  const document = parseDocument(manifest);
  const isPod = document.get("kind") === "Pod";
  for (const { path, suggested } of fixes) {
    if (suggested === undefined) throw new Error(`nothing is suggested for ${path}`);
    const fields = parseFields(path) ?? [];
    document.setIn(isPod ? fields : ["spec", "template", ...fields], suggested);
  }
  return document.toString();
}

/** In one text a finding, as `rule web/app: says; advice`. */
export function told({ rule, pod, container, says, advice }: Advice): string {
  const name = container === undefined ? pod : `${pod}/${container}`;
  return `${rule} ${name}: ${says}; ${advice}`;
}
