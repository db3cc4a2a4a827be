/** The rules of the house that no linter knows, as a table; `test/tidy.test.ts` runs them. */
import { homedir } from "node:os";
import { dirname, join, normalize } from "node:path";

export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

export interface Rule {
  readonly name: string;
  /** What is wrong, one string a finding, with the place in it. */
  readonly find: (files: readonly SourceFile[]) => readonly string[];
  /** Files that break the rule, each alone: a rule that lets one pass is broken itself. */
  readonly bad: readonly SourceFile[];
}

const topLevel = new Set([
  "src",
  "machines",
  "test",
  "docs",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "README.md",
  "LICENSE",
  ".ci",
  ".gitignore",
  ".npmrc",
  ".oxlintrc.json",
  ".oxfmtrc.json",
]);
const dependencyReasons = "docs/decisions/0001-dependencies.md";
const typescript = /^(src|machines)\/.*(?<!\.generated)\.tsx?$/;
const modules = /^(src|machines)\/.*\.tsx?$/;
const core = /^(machines|src\/(?!(cli|files|inspect|web)\/)[a-z]+)\/.*\.ts$/;
const written = /\.(tsx?|md|json|yaml|yml|sh|html|css)$|^\.ci\/|^\.npmrc$/;
const markdown = /\.md$/;

// The tildes keep this file from breaking its own rules.
const openEnds = words("TO~DO FIX~ME X~XX HA~CK");
const registryHosts = words("registry.npm~js npmm~irror.com deb.deb~ian.org pypi.o~rg");
const hostNames = words(
  'Date.n~ow performance.n~ow Math.ran~dom randomU~UID session~Id locale~Compare "no~de:',
);

export const rules: readonly Rule[] = [
  lines("no module is longer than 400 lines", modules, 400),
  lines("no test file is longer than 600 lines", /^test\/.*(?<!\.generated)\.ts$/, 600),
  {
    name: "the median module is at most 120 lines long",
    find: (files) => {
      const counts = files.filter(matching(modules)).map(({ text }) => text.split("\n").length - 1);
      const median = counts.toSorted((a, b) => a - b)[Math.floor(counts.length / 2)] ?? 0;
      return median > 120 ? [`the median of ${counts.length} modules is ${median} lines`] : [];
    },
    bad: [sample("src/a.ts", "\n".repeat(121))],
  },
  {
    ...perLine("no line is longer than 100 characters", typescript, (line) => line.length > 100),
    bad: [sample("src/a.ts", "x".repeat(101)), sample("src/b.ts", `"${"x".repeat(99)}"`)],
  },
  {
    // A text that a test expects is easier to compare with the output in one piece.
    ...perLine(
      "no line of a test is longer than 100 characters, but for a text",
      /^test\/.*\.ts$/,
      (line) => line.length > 100 && !/(["'`]).{40,}\1/.test(line),
    ),
    bad: [sample("test/a.test.ts", "x".repeat(101))],
  },
  {
    ...perFile("names are in kebab-case", /^(src|machines|test|docs)\//, ({ path }) =>
      path
        .split("/")
        .every((part) => /^([a-z0-9]+(-[a-z0-9]+)*(\.|$))+/.test(part) || /^README\.md$/.test(part))
        ? []
        : ["the name"],
    ),
    bad: [sample("src/podWorker.ts"), sample("test/pod_worker.test.ts"), sample("docs/A/b.md")],
  },
  {
    ...perLine("nothing is left open", written, containsWord(openEnds)),
    bad: openEnds.map((word) => sample("src/a.ts", `// ${word}: later`)),
  },
  {
    ...perLine("no test is skipped or run alone", /^test\/.*\.ts$/, (line) =>
      /\.(skip|only|todo|skipIf|runIf)\(/.test(line),
    ),
    bad: ["skip", "only", "todo"].map((how) => sample("test/a.test.ts", `it.${how}("x");`)),
  },
  {
    ...perLine("no path of the machine it was written on", /./, (line) =>
      [process.cwd(), homedir()].some((path) => path !== "/" && line.includes(`${path}/`)),
    ),
    bad: [sample("docs/a.md", `${process.cwd()}/src`), sample("src/a.ts", `"${homedir()}/x"`)],
  },
  {
    ...perLine("no host of a package registry", /./, (line) =>
      registryHosts.some((host) => line.includes(host)),
    ),
    bad: registryHosts.map((host) =>
      sample("package-lock.json", `"resolved": "https://${host}/a"`),
    ),
  },
  {
    ...perFile("a module opens by saying what it is for", modules, ({ text }) =>
      /^(#!.*\n)?\/\*\* ?\S|^(#!.*\n)?\/\*\*\n \* \S/.test(text) ? [] : ["the first line"],
    ),
    bad: [sample("src/a.ts", "import x;\n"), sample("machines/a.ts", "// A comment.\n")],
  },
  {
    ...perLine("the core has no time, chance or locale of the host", core, (line) =>
      hostNames.some((name) => line.includes(name)),
    ),
    bad: hostNames.map((name) => sample("src/sim/a.ts", `x = ${name}();`)),
  },
  {
    ...perFile("the top level stays as it is", /./, ({ path }) =>
      topLevel.has(path.split("/")[0] ?? "") ? [] : ["not one of the known entries"],
    ),
    bad: [sample("vitest.config.ts"), sample("scripts/a.ts")],
  },
  {
    ...perFile("a page has exactly one title", markdown, ({ text }) => {
      const titles = outsideCode(text).filter((line) => line.startsWith("# ")).length;
      return titles === 1 ? [] : [`${titles} titles`];
    }),
    bad: [sample("docs/a.md", "text\n"), sample("docs/b.md", "# One\n\n# Two\n")],
  },
  {
    name: "links between pages lead somewhere",
    find: (files) => files.filter(matching(markdown)).flatMap((file) => brokenLinks(file, files)),
    bad: [
      sample("docs/a.md", "# A\n[b](b.md)\n"),
      sample("docs/c.md", "# C\n[no such heading](#d)\n"),
      sample("docs/e.md", "# E\n[f](../docs/e.md#f)\n"),
    ],
  },
  {
    name: "every dependency has its reason",
    find: (files) => {
      const reasons = files.find(({ path }) => path === dependencyReasons)?.text ?? "";
      const manifest = files.find(({ path }) => path === "package.json")?.text ?? "{}";
      return dependenciesOf(manifest).filter((name) => !reasons.includes(`| ${name} |`));
    },
    bad: [sample("package.json", '{"dependencies":{"left":"1.0.0"}}')],
  },
];

function words(text: string): readonly string[] {
  return text.replaceAll("~", "").split(" ");
}

function dependenciesOf(manifest: string): readonly string[] {
  const { dependencies, devDependencies } = JSON.parse(manifest) as {
    readonly dependencies?: object;
    readonly devDependencies?: object;
  };
  return Object.keys({ ...dependencies, ...devDependencies });
}

function sample(path: string, text = ""): SourceFile {
  return { path, text };
}

function matching(pattern: RegExp): (file: SourceFile) => boolean {
  return ({ path }) => pattern.test(path);
}

function perFile(
  name: string,
  applies: RegExp,
  check: (file: SourceFile) => readonly string[],
): Omit<Rule, "bad"> {
  const find = (files: readonly SourceFile[]) =>
    files.filter(matching(applies)).flatMap((f) => check(f).map((what) => `${f.path}: ${what}`));
  return { name, find };
}

function perLine(
  name: string,
  applies: RegExp,
  isBad: (line: string) => boolean,
): Omit<Rule, "bad"> {
  return perFile(name, applies, ({ text }) =>
    text
      .split("\n")
      .flatMap((line, index) => (isBad(line) ? [`${index + 1}: ${line.trim()}`] : [])),
  );
}

function lines(name: string, applies: RegExp, most: number): Rule {
  const check = perFile(name, applies, ({ text }) => {
    const count = text.split("\n").length - 1;
    return count > most ? [`${count} lines`] : [];
  });
  const folder = applies.test("src/a.ts") ? "src" : "test";
  return { ...check, bad: [sample(`${folder}/a.ts`, "\n".repeat(most + 1))] };
}

function containsWord(banned: readonly string[]): (line: string) => boolean {
  const pattern = new RegExp(`\\b(${banned.join("|")})\\b`);
  return (line) => pattern.test(line);
}

function outsideCode(text: string): readonly string[] {
  return text.replaceAll(/^( *)(`{3,})[^]*?^\1\2`*$/gm, "").split("\n");
}

function brokenLinks(file: SourceFile, files: readonly SourceFile[]): readonly string[] {
  const prose = outsideCode(file.text)
    .join("\n")
    .replaceAll(/`[^`\n]*`/g, "");
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = ""]) =>
    /^[a-z]+:/.test(link) || leadsSomewhere(link, file, files) ? [] : [`${file.path}: ${link}`],
  );
}

function leadsSomewhere(link: string, from: SourceFile, files: readonly SourceFile[]): boolean {
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? from.path : normalize(join(dirname(from.path), path));
  const file = files.find((candidate) => candidate.path === target);
  const folder = target.replace(/\/?$/, "/");
  if (file === undefined) return files.some((other) => other.path.startsWith(folder));
  return anchor === undefined || !markdown.test(target) || anchorsOf(file).includes(anchor);
}

function anchorsOf(file: SourceFile): readonly string[] {
  return outsideCode(file.text)
    .filter((line) => /^#{1,6} /.test(line))
    .map((line) => line.replace(/^#+ /, "").toLowerCase())
    .map((title) => title.replaceAll(/[^\p{L}\p{N} _-]/gu, "").replaceAll(" ", "-"));
}
