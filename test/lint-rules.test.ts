/**
 * Every ban of the linter fires, and says what to do instead. The samples are written as a small
 * project of their own, with this project's configuration and folders, and linted in one run.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

interface Finding {
  readonly code: string;
  readonly text: string;
}

type Layer = keyof typeof mayImport;

const clock = "use the simulation's clock";
const random = "draw from a named stream";
const host = "leave the host to src/cli";
const sort = "compare with < and >";

const belowNode = ["model", "sim", "bus", "yaml", "decide", "manifest", "machines"] as const;

/** Which folder may import which; all else is banned. A new folder of `src` must be given a row. */
const mayImport = {
  model: [],
  sim: [],
  yaml: ["model"],
  decide: ["model"],
  bus: ["model", "sim"],
  manifest: ["model", "yaml"],
  machines: ["model", "decide"],
  node: [...belowNode, "trace"],
  trace: [...belowNode, "node", "scenario"],
  scenario: [...belowNode, "node", "trace"],
  compare: [...belowNode, "node", "trace", "scenario"],
  check: [...belowNode, "node", "trace", "scenario"],
  sample: [...belowNode, "node", "trace", "scenario", "check"],
  kubectl: ["model", "decide", "manifest", "trace"],
  explain: [...belowNode, "node", "trace", "scenario", "check", "sample"],
  advice: [...belowNode, "node", "trace", "scenario", "check", "sample", "explain"],
  library: [...belowNode, "node", "trace", "scenario", "check", "sample", "kubectl"],
  files: null,
  vitest: null,
  inspect: null,
  web: null,
  cli: null,
} as const satisfies Record<string, readonly string[] | null>;

const layers = Object.keys(mayImport) as Layer[];
const core = layers.filter((layer) => mayImport[layer] !== null);
const layersWithRx: readonly Layer[] = [
  "sim",
  "bus",
  "node",
  "trace",
  "scenario",
  "compare",
  "check",
  "sample",
  "explain",
  "advice",
  "library",
];
const layersWithXstate: readonly Layer[] = [...layersWithRx, "machines"];

const ambientCode: readonly (readonly [code: string, instead: string])[] = [
  ["export const x = Date.now();", clock],
  ["export const x = new Date();", clock],
  ["export const x = globalThis.Date.now();", clock],
  ["export const x = performance.now();", clock],
  ["setTimeout(() => {}, 1);", clock],
  ["setInterval(() => {}, 1);", clock],
  ["setImmediate(() => {});", clock],
  ["clearTimeout(1);", clock],
  ["clearInterval(1);", clock],
  ["queueMicrotask(() => {});", clock],
  ["export const x = crypto.randomUUID();", random],
  ["export const x = Math.random();", random],
  ["export const x = process.env;", host],
  ["export const x = Buffer.from('');", host],
  ["export const x = fetch;", host],
  ["console.log('');", "src/cli prints"],
  ["export const x = Intl;", sort],
  ["export const x = 'a'.localeCompare('b');", sort],
  ["export const x = 'a'.toLocaleLowerCase();", sort],
  ["export const x = 'a'.toLocaleUpperCase();", sort],
  ["export const x = (1).toLocaleString();", "format it in src/trace"],
  ["export const x = new WeakRef({});", "hold the value"],
  ["export const x = new FinalizationRegistry(() => {});", "free it in the actor's exit"],
];

const everywhere: readonly (readonly [code: string, rule: string])[] = [
  ["export default 1;", "no-default-export"],
  ["export const f = (x: any): void => void x;", "no-explicit-any"],
  ["Promise.resolve(1);", "no-floating-promises"],
  ["export const x = [2, 1].toSorted();", "require-array-sort-compare"],
  ["import { join } from 'path';\nexport const x = join('a');", "prefer-node-protocol"],
  ["export const f = (a: number[]): number => a[0]!;", "no-non-null-assertion"],
  ["export {};\n".repeat(401), "max-lines"],
  [`export function f(): void {\n${"  void 0;\n".repeat(61)}}`, "max-lines-per-function"],
  [
    "export function f(x: 'a' | 'b'): number { switch (x) { case 'a': return 1; } return 2; }",
    "switch-exhaustiveness-check",
  ],
];

describe("the linter", () => {
  const folder = mkdtempSync(join(tmpdir(), "relist-lint-"));
  const findings = new Map<string, Finding[]>();
  const samples = new Map<string, string>();

  beforeAll(() => {
    for (const [layer, code] of allSamples()) samples.set(samplePath(layer, code), code);
    samples.set("src/model/cycle-a.ts", 'import "./cycle-b.ts";\n');
    samples.set("src/model/cycle-b.ts", 'import "./cycle-a.ts";\n');
    for (const [path, code] of samples) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), code);
    }
    for (const name of [".oxlintrc.json", "tsconfig.json"]) cpSync(name, join(folder, name));
    symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
    for (const { filename, code, message, help } of lint(folder)) {
      const text = [message, help].join(" ");
      findings.set(filename, [...(findings.get(filename) ?? []), { code, text }]);
    }
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const found = (layer: Layer, code: string): readonly Finding[] =>
    findings.get(samplePath(layer, code)) ?? [];

  it.each(everywhere)("rejects %s (%s)", (code, rule) => {
    for (const layer of ["sim", "machines", "cli"] as const) {
      expect(found(layer, code), layer).toContainEqual(
        expect.objectContaining({ code: expect.stringContaining(`(${rule})`) }),
      );
    }
  });

  it("rejects modules that import each other", () => {
    const codes = findings.get("src/model/cycle-a.ts")?.map(({ code }) => code);
    expect(codes).toContain("import(no-cycle)");
  });

  it.each(ambientCode)("rejects in every core layer: %s (%s)", (code, instead) => {
    for (const layer of core) expectBan(found(layer, code), instead, layer);
  });

  it.each(ambientCode)("lets src/cli meet the host: %s", (code) => {
    const codes = found("cli", code).map((finding) => finding.code);
    expect(codes.filter((name) => name.includes("no-restricted"))).toEqual([]);
  });

  it("gives every folder a layer", () => {
    const folders = readdirSync("src", { withFileTypes: true }).filter((e) => e.isDirectory());
    expect(layers).toEqual(expect.arrayContaining(folders.map((entry) => entry.name)));
  });

  it.each(layers)("keeps the direction of the layers: %s", (from) => {
    for (const to of layers.filter((layer) => layer !== from)) {
      const banned = found(from, importOf(from, to)).some(isImportBan);
      expect([to, banned]).toEqual([to, !isAllowed(from, to)]);
    }
  });

  it.each(core)("keeps node modules out of %s", (layer) => {
    const instead = layer === "machines" ? "name the effect in setup()" : host;
    expectBan(found(layer, nodeImport), instead, layer);
  });

  it.each(core)("keeps RxJS in its layers: %s", (layer) => {
    const pure = !layersWithRx.includes(layer);
    for (const [code, instead] of rxImports) {
      expectBan(found(layer, code), pure ? rxElsewhere(layer) : instead, layer);
    }
    expect(found(layer, plainRxImport).some(isImportBan)).toBe(pure);
  });

  it.each(layersWithXstate)("keeps promises and foreign clocks of XState out of %s", (layer) => {
    for (const code of xstateImports) expectBan(found(layer, code), "use fromCallback", layer);
    expect(found(layer, plainXstateImport).filter(isImportBan)).toEqual([]);
  });

  it("lets the two files that give them a scheduler import the time operators", () => {
    for (const path of schedulerFiles) expect(findings.get(path) ?? []).toEqual([]);
  });
});

const nodeImport = 'import { readFileSync } from "node:fs";\nexport const x = readFileSync;';
const plainRxImport = 'import { map } from "rxjs";\nexport const x = map;';
const plainXstateImport = 'import { assign } from "xstate";\nexport const x = assign;';
const schedulerFiles = ["src/bus/operators.ts", "src/bus/faults.ts"];

const timeOperators =
  "interval timer delay timeout timestamp timeInterval debounceTime throttleTime auditTime " +
  "sampleTime bufferTime windowTime animationFrames asyncScheduler asapScheduler " +
  "queueScheduler animationFrameScheduler";
const rxNames = {
  "wrap it in src/bus/operators.ts": timeOperators.split(" "),
  "keep state in a machine": ["ReplaySubject", "shareReplay"],
};
const rxImports = new Map(
  Object.entries(rxNames).flatMap(([instead, names]) =>
    names.map((name) => [importOfName(name, "rxjs"), instead] as const),
  ),
);
const xstateImports = ["fromPromise", "waitFor", "toPromise", "SimulatedClock"].map((name) =>
  importOfName(name, "xstate"),
);

function allSamples(): readonly (readonly [Layer, string])[] {
  const shared = [
    ...ambientCode.map(([code]) => code),
    ...everywhere.map(([code]) => code),
    ...rxImports.keys(),
    ...xstateImports,
    nodeImport,
    plainRxImport,
    plainXstateImport,
  ];
  return layers.flatMap((layer) => {
    const across = layers.filter((to) => to !== layer).map((to) => importOf(layer, to));
    return [...shared, ...across].map((code) => [layer, code] as const);
  });
}

function rxElsewhere(layer: Layer): string {
  return layer === "machines" ? "name the effect in setup()" : "return plain data";
}

function importOfName(name: string, from: string): string {
  return `import { ${name} } from "${from}";\nexport const x = ${name};`;
}

function importOf(from: Layer, to: Layer): string {
  const target =
    to === "machines" ? "../../machines" : from === "machines" ? `../../src/${to}` : `../${to}`;
  return `import "${target}/x.ts";`;
}

function isAllowed(from: Layer, to: Layer): boolean {
  const targets: readonly string[] | null = mayImport[from];
  return targets === null ? from === "cli" || to !== "cli" : targets.includes(to);
}

function samplePath(layer: Layer, code: string): string {
  const folder = layer === "machines" ? "machines/world" : `src/${layer}`;
  return `${folder}/sample-${createHash("sha256").update(code).digest("hex")}.ts`;
}

function isImportBan(finding: Finding): boolean {
  return finding.code.includes("no-restricted-imports");
}

function expectBan(findings: readonly Finding[], instead: string, layer: string): void {
  const texts = findings.filter(({ code }) => code.includes("no-restricted")).map((f) => f.text);
  expect(texts.join("\n"), layer).toContain(instead);
}

interface Diagnostic {
  readonly filename: string;
  readonly code: string;
  readonly message: string;
  readonly help?: string;
}

function lint(cwd: string): readonly Diagnostic[] {
  const oxlint = resolve("node_modules/.bin/oxlint");
  const args = ["--format", "json", "src", "machines"];
  try {
    execFileSync(oxlint, args, { cwd, encoding: "utf8", maxBuffer: 1 << 27, stdio: "pipe" });
  } catch (error) {
    const { stdout } = error as { stdout: string };
    return (JSON.parse(stdout) as { diagnostics: Diagnostic[] }).diagnostics;
  }
  throw new Error("the linter found nothing in samples of what it bans");
}
