/** Every command that the pages show is run, in a folder of its own where the examples lie. */
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { type DocStep, stepsOf } from "../support/doc-commands.ts";

/** What is only read, and why; an `npm run` among it must at least exist. */
const notRun: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/^git clone |^cd relist$/, "asks the network; the tests run in what it brings"],
  [/^npm (install|ci)( && npm (start|test|pack))?$/, "asks the network; what starts the tests has done it"],
  [/^npm init --yes$/, "writes a package.json, which the tests' folder has no use for"],
  [/^npm install --save-dev (vitest|\S+\/relist-\S+\.tgz)$/, "asks the network; test/cli/package.test.ts unpacks it"],
  [/^npm test\b/, "is what runs this"],
  [/^npm run /, "is a step of .ci/run, takes minutes or writes to the sources"],
  [/ --inspect\b/, "serves a page until Ctrl-C; test/e2e/inspector.test.ts looks at it"],
  [/^npx relist serve\b/, "serves a page until Ctrl-C; test/page/serve.test.ts looks at it"],
];

const scripts = (
  JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> }
).scripts;
const pages = ["README.md", ...markdownIn("docs")]
  .filter((path) => existsSync(path))
  .map((path) => [path, stepsOf(readFileSync(path, "utf8"))] as const)
  .filter(([, steps]) => steps.length > 0);

const folder = mkdtempSync(join(tmpdir(), "relist-docs-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe.each(pages)("%s", (page, steps) => {
  const cwd = join(folder, page.replaceAll("/", "-"));
  let printed = "";

  it.each(steps.map((step) => [titleOf(step), step] as const))("%s", (_, step) => {
    if (!existsSync(cwd)) layOut(cwd);
    if (step.kind === "file") write(cwd, step.name, step.text);
    if (step.kind === "run") printed = run(step.command, step.status, cwd);
    expect(step.kind === "output" ? step.text : printed).toBe(printed);
  });
});

describe("a page", () => {
  const page = [
    '```yaml title="a.yaml"\nkind: Pod\n```',
    "```sh\n# only said\nrelist run a.yaml \\\n  --seed 1  # exit 2\nls\n```",
    '```text title="output"\na.yaml\n```',
    "```yaml\nonly: shown\n```",
  ].join("\n\n");

  it("is read as files, commands with their exit status, and what they print", () => {
    expect(stepsOf(page)).toEqual([
      { kind: "file", name: "a.yaml", text: "kind: Pod\n" },
      { kind: "run", command: "relist run a.yaml    --seed 1", status: 2 },
      { kind: "run", command: "ls", status: 0 },
      { kind: "output", text: "a.yaml\n" },
    ]);
  });

  it.each([
    ["false", 0, "exit 1 instead of 0"],
    ["echo seen; exit 3", 2, "seen"],
    ["npm run no-such-script", 0, "no script no-such-script"],
    ["npm run --silent no-such-script", 0, "no script no-such-script"],
  ])("is wrong when a command does something else: %s", (command, status, said) => {
    expect(() => run(command, status, folder)).toThrow(said);
  });
});

function markdownIn(top: string): readonly string[] {
  const names = readdirSync(top, { recursive: true, encoding: "utf8" });
  return names.filter((name) => name.endsWith(".md")).map((name) => join(top, name));
}

function titleOf(step: DocStep): string {
  if (step.kind === "run") return `$ ${step.command}`;
  return step.kind === "file" ? `writes ${step.name}` : "prints what the page shows";
}

function layOut(cwd: string): void {
  mkdirSync(join(cwd, "bin"), { recursive: true });
  symlinkSync(resolve("dist/cli/main.js"), join(cwd, "bin/relist"));
  // For the programs of a page, which import "relist" and "xstate" as where both are installed.
  mkdirSync(join(cwd, "node_modules"), { recursive: true });
  symlinkSync(resolve("."), join(cwd, "node_modules/relist"));
  for (const name of ["xstate", "vitest"]) {
    symlinkSync(resolve("node_modules", name), join(cwd, "node_modules", name));
  }
  symlinkSync(resolve("node_modules/vitest/vitest.mjs"), join(cwd, "bin/vitest"));
  if (existsSync("docs/examples")) {
    cpSync("docs/examples", join(cwd, "docs/examples"), { recursive: true });
  }
}

function write(cwd: string, name: string, text: string): void {
  mkdirSync(dirname(join(cwd, name)), { recursive: true });
  writeFileSync(join(cwd, name), text);
}

/** What the command printed; throws where the page promises another exit status. */
function run(command: string, status: number, cwd: string): string {
  const script = /^npm run (?:--silent )?(\S+)/.exec(command)?.[1];
  if (script !== undefined && !(script in scripts)) throw new Error(`no script ${script}`);
  if (notRun.some(([pattern]) => pattern.test(command))) return "";
  // What a reader calls with npx is in the bin folder here.
  const result = spawnSync("bash", ["-c", command.replaceAll(/npx (relist|vitest)/g, "$1")], {
    cwd: command.startsWith("npm ") ? "." : cwd,
    encoding: "utf8",
    env: {
      ...process.env,
      NO_COLOR: "1",
      PATH: join(cwd, "bin") + delimiter + process.env["PATH"],
    },
    timeout: 60_000,
  });
  if (result.status === status) return result.stdout;
  const how = result.signal ?? `exit ${result.status}`;
  throw new Error(`${how} instead of ${status}: ${command}\n${result.stdout}${result.stderr}`);
}
