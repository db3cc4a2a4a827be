/** The package, as those who install it get it: with its dependencies, and with nothing else. */
import { type SpawnSyncReturns, execFileSync, spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { stepsOf } from "../support/doc-commands.ts";

const home = mkdtempSync(join(tmpdir(), "relist-package-"));
const installed = join(home, "node_modules/relist");
const { dependencies, peerDependencies } = JSON.parse(readFileSync("package.json", "utf8")) as {
  dependencies: Record<string, string>;
  peerDependencies: Record<string, string>;
};

/** What the tutorial has its reader write, and where it says that the package lies. */
const tutorial = stepsOf(readFileSync("docs/tutorial.md", "utf8"));
const written = tutorial.flatMap((step) => (step.kind === "file" ? [step] : []));

let packed: string;
let compiled: SpawnSyncReturns<string>;

beforeAll(() => {
  // The build is there already, and a second one would take it away from other tests.
  const pack = ["pack", "--silent", "--ignore-scripts", "--pack-destination", home];
  packed = execFileSync("npm", pack, { encoding: "utf8" }).trim();
  mkdirSync(installed, { recursive: true });
  execFileSync("tar", ["-xzf", join(home, packed), "-C", installed, "--strip-components", "1"]);
  for (const name of [...Object.keys(dependencies), "vitest"]) {
    const link = join(home, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(resolve("node_modules", name), link);
  }
  writeFileSync(join(home, "use.ts"), use);
  for (const { name, text } of written) writeFileSync(join(home, name), text);
  writeFileSync(join(home, "package.json"), JSON.stringify({ type: "module" }));
  writeFileSync(
    join(home, "tsconfig.json"),
    JSON.stringify({ compilerOptions, include: ["*.ts"] }),
  );
  const tsc = resolve("node_modules/typescript/bin/tsc");
  compiled = spawnSync(process.execPath, [tsc, "-p", home], { encoding: "utf8" });
});
afterAll(() => rmSync(home, { recursive: true }));

const compilerOptions = {
  target: "es2023",
  lib: ["es2023"],
  module: "nodenext",
  types: [],
  strict: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
};

const use = `
import { type PreparedInput, prepare, simulate } from "relist";
import { readFiles } from "relist/files";

export function agreesAtEnd(path: string): boolean | undefined {
  const last = simulate(readFiles(path)).finish().trace.at(-1);
  return last?.type === "verdict" ? last.agrees : undefined;
}

export function phaseOf(text: string): string | undefined {
  const node = simulate(prepare(text).pods.map(({ pod }) => pod), { kubernetes: "1.34" });
  // @ts-expect-error: no such action.
  node.apply({ action: "deletePot", pod: "web" });
  node.apply({ action: "deletePod", pod: "web", at: "5s" }).advance("10s");
  // @ts-expect-error: it is a phase of the API.
  const _phase: "running" | undefined = node.pod("web")?.status.phase;
  return node.pod("web")?.status.phase;
}

export function portOf({ pods }: PreparedInput): number | string | undefined {
  const container = pods[0]?.pod.spec.containers[0];
  // @ts-expect-error: it is text; were it of a package that is missing here, it would be anything.
  const _image: number | undefined = container?.image;
  // @ts-expect-error: the same, where the type comes from the Kubernetes client.
  const _command: number | undefined = container?.command;
  return container?.livenessProbe?.httpGet?.port;
}
`;

describe("the package", () => {
  it("has the name by which the pages install it", () => {
    for (const page of ["docs/tutorial.md", "docs/ci.md"]) {
      const commands = stepsOf(readFileSync(page, "utf8")).flatMap((step) =>
        step.kind === "run" ? [step.command] : [],
      );
      const installs = commands.filter((command) => /^npm install .*relist/.test(command));
      expect(installs).toEqual([expect.stringMatching(`/${packed}$`)]);
    }
  });

  it("runs the tutorial's test, without a word of XState's", () => {
    const vitest = resolve("node_modules/vitest/vitest.mjs");
    const args = [vitest, "run", "--root", home, "web.test.ts"];
    // What this process was told of itself by its own vitest is not for the other one.
    const env = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV|TEST$)/.test(name)),
    );
    const result = spawnSync(process.execPath, args, { cwd: home, encoding: "utf8", env });
    expect(result).toMatchObject({ status: 0, stderr: "" });
    expect(result.stdout).toContain("2 passed");
  });

  it("has types that need no other package", () => {
    expect(compiled).toMatchObject({ status: 0, stdout: "" });
  });

  it.each(["js", "d.ts"])(
    "imports dependencies alone, and Node's own for files: *.%s",
    (ending) => {
      const texts = readdirSync(join(installed, "dist"))
        .filter((name) => name.endsWith(`.${ending}`))
        .map((name) => readFileSync(join(installed, "dist", name), "utf8"));
      const imported = texts.flatMap((text) =>
        [...text.matchAll(/^import [^"]*"(?!\.)((?:@[^"/]+\/)?[^"/]+)[^"]*";$/gm)].map(
          ([, from]) => from,
        ),
      );
      expect(imported).toContain("xstate");
      const known = Object.keys({ "node:fs": "", ...dependencies, ...peerDependencies });
      expect(known).toEqual(expect.arrayContaining(imported));
      for (const text of texts) {
        expect(text).not.toMatch(/\bimport\("|^\/\/\/ <reference|\brequire\(/m);
      }
    },
  );

  it("runs an example of its own", () => {
    const run = `
      import { agreesAtEnd } from "./use.js";
      console.log(agreesAtEnd(process.argv[1]));
    `;
    const example = join(installed, "docs/examples/bootstrap.yaml");
    const args = ["--input-type=module", "--eval", run, example];
    const result = spawnSync(process.execPath, args, { cwd: home, encoding: "utf8" });
    expect(result).toMatchObject({ status: 0, stdout: "true\n", stderr: "" });
  });

  it("has the command", () => {
    const main = join(installed, "dist/cli/main.js");
    const result = spawnSync(process.execPath, [main, "demo"], { cwd: home, encoding: "utf8" });
    expect(result).toMatchObject({ status: 0, stderr: "" });
    expect(result.stdout).toContain("✓ All 3 containers are as declared.");
  });

  it("has the schema for editors", () => {
    const text = readFileSync(join(installed, "docs/scenario.schema.json"), "utf8");
    expect(JSON.parse(text)).toHaveProperty("$schema");
  });
});
