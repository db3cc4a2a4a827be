/** `relist check`: runs scenarios, and says which of their expectations do not hold. */
import { type Command, Option } from "commander";
import type { CheckedScenario } from "../check/checked-scenario.ts";
import type { SourceFile } from "../yaml/document.ts";
import type { ReadInput } from "./read-input.ts";
import {
  type Flags,
  assertFlag,
  assertHelp,
  behaveFlag,
  deleteFlag,
  faultsFlag,
  behaveHelp,
  kubernetesFlag,
  modelFlag,
  observeFlag,
  operands,
  outputFlags,
  seedsFlag,
  worldFlags,
} from "./flags.ts";

const formats = ["text", "json", "junit", "github"] as const;

type CheckFlags = Omit<Flags, "output"> & { readonly output: (typeof formats)[number] };

const formatFlag = new Option(
  "--output <FORMAT>",
  "text for people, json, junit (XML that CI systems show), or github (annotations of a workflow)",
)
  .choices(formats)
  .default("text");

export function addCheck(program: Command): void {
  const command = program
    .command("check")
    .description("Run scenarios, and show which of their expectations do not hold.")
    .addArgument(operands)
    .addHelpText("after", `${behaveHelp}\n${assertHelp}\n${examples}`)
    .action(async (paths: readonly string[], flags: CheckFlags) => {
      process.exitCode = await check(paths, flags);
    });
  const own = outputFlags.filter(({ long }) => long !== formatFlag.long);
  const flags = [
    modelFlag,
    kubernetesFlag,
    observeFlag,
    ...worldFlags,
    behaveFlag,
    deleteFlag,
    faultsFlag,
    assertFlag,
    seedsFlag,
    formatFlag,
    ...own,
  ];
  for (const flag of flags) command.addOption(flag);
}

const examples = `
Examples:
  relist check scenario.yaml                    what does not hold, and what is so instead
  relist check scenarios/ --seed 7              each of them, with other random choices
  relist check scenarios/ --seeds 100           each of them with a hundred seeds
  relist check pod.yaml --seeds 100 --assert 'no SIGKILL' --assert 'app ready < 60s'
  relist check scenarios/ --output github       failures at their lines, in a workflow
  relist check scenarios/ --output junit        a report for a CI system
  relist check scenario.yaml --kubernetes 1.34  with an older kubelet`;

/** The exit status. A file that cannot be used does not keep the others from being checked. */
async function check(paths: readonly string[], flags: CheckFlags): Promise<number> {
  const { Progress, isSeen } = await import("./progress.ts");
  const { exitStatus } = await import("./call-error.ts");
  const { reportError } = await import("./report-error.ts");
  const { InputError } = await import("../model/diagnostic.ts");
  const all: CheckedScenario[] = [];
  let status: number = exitStatus.ok;
  const inputs = await inputsOf(paths, flags);
  const names: string[] = [];
  const textOf = (index: number) => `checks ${names[index]} (${index + 1} of ${inputs.length})`;
  const progress = isSeen() ? new Progress(textOf) : undefined;
  for (const [index, take] of inputs.entries()) {
    try {
      const read = take();
      names[index] = read.input.scenario.name;
      progress?.show(index);
      all.push(await judge(read, flags));
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      status = reportError(error);
    } finally {
      progress?.clear();
    }
  }
  if (all.length > 0) await write(all, flags);
  const hasFailed = all.some(({ results }) => results.some(({ outcome }) => outcome === "failed"));
  return status === exitStatus.ok && hasFailed ? exitStatus.differs : status;
}

async function judge(read: ReadInput, flags: CheckFlags): Promise<CheckedScenario> {
  const { seeds } = flags;
  if (seeds === undefined) {
    const { checkRun } = await import("../sample/check-run.ts");
    return checkRun(read);
  }
  const { checkSeeds } = await import("./sample-seeds.ts");
  return checkSeeds(read, { ...flags, output: "text" }, seeds);
}

/** Of YAML and of JSON; what it is mistaken for is told once the file is read. */
const scenarioKind = /^[\s{]*["']?kind["']?:\s*["']?Scenario\b/m;

/**
 * One scenario with all files of the call, or of several scenarios each by itself. Files of a
 * folder that hold none are manifests that scenarios may name.
 */
async function inputsOf(
  paths: readonly string[],
  flags: CheckFlags,
): Promise<readonly (() => ReadInput)[]> {
  const { tell } = await import("./output.ts");
  const { readFiles } = await import("../files/read-files.ts");
  const { overridesOf } = await import("./flags.ts");
  const { readTexts } = await import("./read-input.ts");
  const overrides = overridesOf({ ...flags, output: "text" });
  const together = [() => readTexts(paths, overrides, "check", flags.assert)];
  // Standard input can be read once only, and is one file.
  if (paths.includes("-")) return together;
  const { sources } = readFiles(paths);
  const isScenario = ({ text }: SourceFile) => scenarioKind.test(text);
  if (sources.filter(isScenario).length < 2) return together;
  const isMeant = (source: SourceFile) => isScenario(source) || paths.includes(source.file);
  const others = sources.filter((source) => !isMeant(source));
  if (others.length > 0) {
    const names = others.map(({ file }) => file).join(", ");
    tell(`note: without a scenario, and so not checked: ${names}`);
  }
  return sources.filter(isMeant).map(
    ({ file }) =>
      () =>
        readTexts([file], overrides, "check", flags.assert, { isOneOfSeveral: true }),
  );
}

async function write(all: readonly CheckedScenario[], flags: CheckFlags): Promise<void> {
  const { Output, looksOf } = await import("./output.ts");
  const out = new Output(flags.out);
  if (flags.output === "text") {
    const { renderChecks, renderTotal } = await import("../check/render-checks.ts");
    const { view, paint } = looksOf(flags);
    for (const checked of all) out.write(renderChecks(checked, view, paint));
    if (all.length > 1) out.write(renderTotal(all, paint));
  } else if (flags.output === "json") {
    const { checksAsJson } = await import("../check/checks-json.ts");
    out.write(checksAsJson(all));
  } else if (flags.output === "github") {
    const { checksAsGithub } = await import("../check/github.ts");
    out.write(checksAsGithub(all));
  } else {
    const { checksAsJunit } = await import("../check/junit.ts");
    out.write(checksAsJunit(all));
  }
  out.end();
}
