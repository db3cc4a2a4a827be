/** Makes the pages of docs/api from the doc comments of what the package exports. */
import {
  type ApiDeclaration,
  declarationsOf,
  moduleExamples,
  moduleText,
} from "./api-declarations.ts";

export const apiEntries = [
  { name: "relist", entry: "src/index.ts", page: "docs/api/relist.md" },
  { name: "relist/files", entry: "src/files/index.ts", page: "docs/api/relist-files.md" },
  { name: "relist/vitest", entry: "src/vitest/index.ts", page: "docs/api/relist-vitest.md" },
] as const;

const parts: readonly (readonly [title: string, kinds: readonly ApiDeclaration["kind"][]])[] = [
  ["Functions", ["function"]],
  ["Classes", ["class"]],
  ["Constants", ["constant"]],
  ["Types", ["interface", "type"]],
];

export function generateApiPage({ name, entry }: (typeof apiEntries)[number]): string {
  const all = declarationsOf(entry);
  const machines = all.filter(isMachine);
  const rest = all.filter((one) => !isMachine(one));
  const sections = parts.flatMap(([title, kinds]) => {
    const own = rest.filter(({ kind }) => kinds.includes(kind));
    return own.length === 0 ? [] : [`## ${title}`, ...own.map(sectionOf)];
  });
  return [
    `# ${name}`,
    "Made of the doc comments in the sources by `npm run generate`; the programs are run by the tests.",
    moduleText(entry),
    ...moduleExamples(entry).map((example) => codeBlock(example)),
    ...sections,
    ...(machines.length === 0 ? [] : ["## Machines", ...machinesOf(machines)]),
    "",
  ]
    .join("\n\n")
    .replace(/\n+$/, "\n");
}

function sectionOf({ name, text, code, examples }: ApiDeclaration): string {
  const told = text === "" ? [] : [text];
  return [`### ${name}`, ...told, codeBlock(code), ...examples.map((one) => codeBlock(one))].join(
    "\n\n",
  );
}

function isMachine({ kind, name }: ApiDeclaration): boolean {
  return kind === "constant" && name.endsWith("Machine");
}

function machinesOf(machines: readonly ApiDeclaration[]): readonly string[] {
  const intro =
    "Machines of XState that name their effects and leave them to who runs them; [machines](../machines.md) draws each.";
  return [intro, machines.map(({ name }) => `- \`${name}\``).join("\n")];
}

function codeBlock(code: string): string {
  return `\`\`\`ts\n${code}\n\`\`\``;
}
