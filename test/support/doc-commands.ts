/**
 * Reads what a page tells its reader to do. A block ```` ```yaml title="pod.yaml" ```` is a file of
 * that name; each line of a ```` ```sh ```` block is a command, which ends well unless `# exit 2`
 * follows it; a block ```` ```text title="output" ```` is what the command before it prints.
 */
export type DocStep =
  | { readonly kind: "file"; readonly name: string; readonly text: string }
  | { readonly kind: "run"; readonly command: string; readonly status: number }
  | { readonly kind: "output"; readonly text: string };

export function stepsOf(markdown: string): readonly DocStep[] {
  const blocks = markdown.matchAll(/^```(\w+)(?: title="([^"]+)")?\n([^]*?)^```$/gm);
  return [...blocks].flatMap(([, language, title, text = ""]): readonly DocStep[] => {
    if (language === "sh") return commandsOf(text);
    if (title === undefined) return [];
    return title === "output" ? [{ kind: "output", text }] : [{ kind: "file", name: title, text }];
  });
}

function commandsOf(block: string): readonly DocStep[] {
  const written = block.replaceAll("\\\n", " ").split("\n");
  return written.flatMap((line): readonly DocStep[] => {
    const [, command = "", status = "0"] = /^(.*?)(?:\s+# exit (\d+))?$/.exec(line.trim()) ?? [];
    const empty = command === "" || command.startsWith("#");
    return empty ? [] : [{ kind: "run", command, status: Number(status) }];
  });
}
