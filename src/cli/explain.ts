/** `relist explain`: why something happened in a run. */
import { type Command, InvalidArgumentError, Option } from "commander";
import {
  type Flags,
  behaveFlag,
  behaveHelp,
  deleteFlag,
  kubernetesFlag,
  modelFlag,
  observeFlag,
  operands,
  outputFlags,
  worldFlags,
} from "./flags.ts";

export type ExplainFlags = Omit<Flags, "output"> & {
  readonly output: "text" | "json";
  readonly of?: string;
  readonly at?: string;
  readonly event?: string;
  readonly seq?: number;
  readonly pod?: string;
  readonly whyNot?: string;
};

const questions = [
  new Option(
    "--of <MOMENT>",
    "something that happened: app#2.start, web/app#1.exit, a stimulus's id",
  ),
  new Option("--at <MOMENT>", "what happened last to each pod by then: 34s, app#2.start+5s"),
  new Option("--event <REASON>", "the first Event of that reason, or the third: BackOff#3"),
  new Option("--seq <NUMBER>", "a record of the trace").argParser(recordNumber),
  new Option(
    "--why-not <STATE>",
    "what is still missing, at --at or the end: Ready, 'app started', app#3, Succeeded, removed",
  ),
  new Option("--pod <NAME>", "of that pod alone, with --at, --event or --why-not"),
];

const formatFlag = new Option("--output <FORMAT>", "text for people, or json")
  .choices(["text", "json"])
  .default("text");

export function addExplain(program: Command): void {
  const command = program
    .command("explain")
    .description("Say why something happened, back to a line of a manifest or of the scenario.")
    .addArgument(operands)
    .addHelpText("after", `${behaveHelp}\n${examples}`)
    .action(async (paths: readonly string[], flags: ExplainFlags) => {
      const { explainInputs } = await import("./explain-inputs.ts");
      await explainInputs(paths, flags);
    });
  const own = outputFlags.filter(({ long }) => long !== formatFlag.long);
  const flags = [
    ...questions,
    modelFlag,
    kubernetesFlag,
    observeFlag,
    ...worldFlags,
    behaveFlag,
    deleteFlag,
    formatFlag,
    ...own,
  ];
  for (const flag of flags) command.addOption(flag);
}

const examples = `
Examples:
  relist explain scenario.yaml --of app#2.start    why it is started again, and so late
  relist explain scenario.yaml --at 34s --pod web  what happened last, and why
  relist explain scenario.yaml --event BackOff#3   why there is this Event
  relist explain pod.yaml --behave 'app: exit 1 after 5s' --of app#4.start
                                                   of a manifest alone
  relist explain scenario.yaml --why-not Ready --at 90s
                                                   what it waits for, and what comes of it`;

function recordNumber(text: string): number {
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new InvalidArgumentError("Expected the seq of a record, 1 or more.");
}
