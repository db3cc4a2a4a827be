/** Finds the manifests of a call, and writes a scenario that names them as it sees them. */
import { existsSync } from "node:fs";
import { basename, dirname, isAbsolute, relative } from "node:path";
import { readFiles } from "../files/read-files.ts";
import { InputError, formatDiagnostic } from "../model/diagnostic.ts";
import { initScenario } from "../sample/init-scenario.ts";
import { CallError } from "./call-error.ts";
import { inputFiles } from "./host.ts";
import { Output, isStandardOutput, tell } from "./output.ts";

interface Written {
  readonly out?: string;
  readonly force?: true;
}

export function writeScenario(paths: readonly string[], { out, force }: Written): void {
  const isFile = !isStandardOutput(out);
  if (isFile && !force && existsSync(out)) {
    throw new CallError(`--out: \`${out}\` exists already; --force writes over it`);
  }
  const { sources, diagnostics } = readFiles(paths, inputFiles);
  for (const diagnostic of diagnostics) tell(formatDiagnostic(diagnostic));
  const folder = isFile ? dirname(out) : ".";
  const isInline = sources.some(({ file }) => file === "-");
  const [first] = sources;
  if (first === undefined) throw new InputError([nothingToWriteFor]);
  const text = initScenario({
    name: isInline ? "scenario" : basename(first.file).replace(/\.\w+$/, ""),
    sources: isInline
      ? sources
      : sources.map(({ file, text: manifest }) => ({
          file: seenFrom(folder, file),
          text: manifest,
        })),
    isInline,
  });
  const output = new Output(out);
  output.write(text);
  output.end();
}

/** With the slashes that a scenario has on every system. */
function seenFrom(folder: string, file: string): string {
  return isAbsolute(file) ? file : relative(folder, file).replaceAll("\\", "/");
}

const nothingToWriteFor = {
  severity: "error",
  message: "nothing to write a scenario for",
  expected: "a Pod, or an object that stands for pods",
} as const;
