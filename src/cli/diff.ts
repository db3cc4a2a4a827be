/** `relist diff`: two inputs against each other, or one under two versions or two behaviours. */
import { type Command, InvalidArgumentError, Option } from "commander";
import { kubeletVersions } from "../decide/kubelet/versions.ts";
import {
  type Flags,
  againstFlag,
  behaveFlag,
  behaveHelp,
  modelFlag,
  operands,
  outputFlags,
  seedsFlag,
  worldFlags,
} from "./flags.ts";

/** `1.34..1.36`: of the first input, and of the second. */
export type VersionPair = readonly [string, string];

export interface DiffFlags extends Omit<Flags, "kubernetes"> {
  readonly kubernetes?: VersionPair;
  /** What `--behave` says of the second side alone. */
  readonly against?: readonly string[];
}

export function addDiff(program: Command): void {
  const command = program
    .command("diff")
    .description(
      "Run two inputs, or one on two versions or with two behaviours, and show what moves.",
    )
    .addArgument(operands)
    .addHelpText("after", `${behaveHelp}\n${examples}`)
    .action(async (paths: readonly string[], flags: DiffFlags) => {
      const { diffPaths } = await import("./diff-paths.ts");
      await diffPaths(paths, flags);
    });
  const behaviours = [behaveFlag, againstFlag];
  const own = [modelFlag, versionsFlag, ...worldFlags, ...behaviours, seedsFlag];
  for (const flag of [...own, ...outputFlags]) command.addOption(flag);
}

const known = kubeletVersions.join(", ");

const versionsFlag = new Option(
  "--kubernetes <VERSIONS>",
  `the kubelet of both (1.35), or of the first and of the second (1.34..1.36); known: ${known}`,
).argParser(versionPair);

function versionPair(text: string): VersionPair {
  const [first = "", second = first, ...more] = text.split("..");
  const isKnown = (version: string) => kubeletVersions.some((one) => one === version);
  if (more.length === 0 && isKnown(first) && isKnown(second)) return [first, second];
  throw new InvalidArgumentError(`Expected one or two of ${known}, such as 1.34..1.36.`);
}

const examples = `
Examples:
  relist diff before.yaml after.yaml              what an edit of the manifest changes
  relist diff pod.yaml --kubernetes 1.34..1.36    what an upgrade changes for this pod
  relist diff pod.yaml --behave 'app: ready 8s' --against 'app: ready 80s'
                                                  what a slower start changes
  relist diff a.yaml b.yaml --seeds 50            with more random choices
  relist diff a.yaml b.yaml --output json         every milestone, for a program`;
