/** Makes scenarios of the part that a test is about, and tells their errors as a user sees them. */
import { InputError, formatDiagnostic } from "../../src/model/diagnostic.ts";
import { loadScenario } from "../../src/scenario/load.ts";
import type { LoadOptions, LoadedScenario } from "../../src/scenario/load.ts";
import { parseYaml } from "../../src/yaml/parse-yaml.ts";

export const podYaml = `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers:
  - {name: app, image: "app:1"}
  - {name: sidecar, image: "app:1"}
`;

/** The first line of `spec` is line 5. */
export function scenarioYaml(spec: string, objects: string = podYaml): string {
  const head = "apiVersion: relist.dev/v1alpha1\nkind: Scenario\nmetadata: {name: test}\nspec:\n";
  const indented = spec.replaceAll(/^(?=.)/gm, "  ");
  return `${head}${indented === "" ? "  {}" : indented}\n---\n${objects}`;
}

export function load(text: string, options: Partial<LoadOptions> = {}): LoadedScenario {
  const documents = parseYaml({ file: "f.yaml", text });
  return loadScenario(documents, { readFile: () => ({ unreadable: "no such file" }), ...options });
}

/** Empty where there are none. */
export function errorsOf(text: string, options: Partial<LoadOptions> = {}): string[] {
  try {
    load(text, options);
  } catch (error) {
    if (error instanceof InputError) return error.diagnostics.map(formatDiagnostic);
    throw error;
  }
  return [];
}
