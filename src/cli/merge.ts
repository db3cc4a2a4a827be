/** `relist merge`: one sweep from the parts that several machines ran. */
import type { Command } from "commander";
import { Argument, Option } from "commander";
import { type TextFlags, outputFlags } from "./flags.ts";

const formats = ["text", "json"] as const;

export type MergeFlags = Omit<TextFlags, "output"> & { readonly output: (typeof formats)[number] };

const formatFlag = new Option("--output <FORMAT>", "text for people, or the whole as json")
  .choices(formats)
  .default("text");

export function addMerge(program: Command): void {
  const command = program
    .command("merge")
    .description("Make one sweep of its parts, which relist compare --shard wrote as json.")
    .addArgument(new Argument("<FILE|FOLDER...>", "the parts, in any order"))
    .addHelpText("after", examples)
    .action(async (paths: readonly string[], flags: MergeFlags) => {
      const { mergeParts } = await import("./merge-parts.ts");
      mergeParts(paths, flags);
    });
  const own = outputFlags.filter(({ long }) => long !== formatFlag.long);
  for (const flag of [formatFlag, ...own]) command.addOption(flag);
}

const examples = `
Examples:
  relist compare scenario.yaml --seeds 10000 --shard 1/2 --output json --out 1.json
  relist compare scenario.yaml --seeds 10000 --shard 2/2 --output json --out 2.json
  relist merge 1.json 2.json                the table of all ten thousand
  relist merge 1.json 2.json --output json  the bytes that one run would have written`;
