import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { terminalOf } from "../../src/cli/host.ts";
import { newestKubeletVersion } from "../../src/decide/kubelet/versions.ts";
import { terminalPaint } from "../../src/cli/paint.ts";
import type { TraceRecord } from "../../src/model/trace.ts";
import { folder, podYaml, program } from "./relist.ts";

const place = folder({ "pod.yaml": podYaml, "pods/a.yaml": podYaml, "pods/readme.txt": "x" });
afterAll(() => place.remove());

const examples = readdirSync("docs/examples").map((name) => resolve("docs/examples", name));
const lostEvent = resolve("docs/examples/lost-event.yaml");

function recordsOf(jsonl: string): readonly TraceRecord[] {
  return jsonl
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as TraceRecord);
}

it.each(examples)("%s runs", (path) => {
  expect(place.run(["run", path])).toMatchObject({ status: 0 });
});

it.each(examples.filter((path) => readFileSync(path, "utf8").includes("model: textbook")))(
  "%s is compared",
  (path) => {
    const { status, stdout } = place.run(["compare", path]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^converged /m);
  },
);

it("the examples are as they say", () => {
  const { status, stdout } = place.run(["check", resolve("docs/examples")]);
  expect(status, stdout).toBe(0);
});

describe("the model", () => {
  it("is kubernetes of the newest version where nobody names one", () => {
    const { stdout } = place.run(["run", "pod.yaml"]);
    expect(stdout).toContain(`kubernetes ${newestKubeletVersion} · seed 1`);
  });

  it("of a comparison is the one that is named, too", () => {
    const { status, stdout, stderr } = place.run(["compare", "pod.yaml", "--until", "1m"]);
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toContain(`kubernetes ${newestKubeletVersion} · seed 1`);
    const textbook = place.run(["compare", "pod.yaml", "--model", "textbook"]);
    expect(textbook.stdout).toContain("textbook · level, edge, evented · seed 1");
  });

  it("that carries out what another does not is named", () => {
    const { status, stderr } = place.run(["run", "-", "--model", "textbook"], {
      input:
        "{apiVersion: relist.dev/v1alpha1, kind: Scenario, metadata: {name: x}, " +
        "spec: {stimuli: [{at: 1, action: nodeDown}]}}",
    });
    expect(status).toBe(2);
    expect(stderr).toContain("use model: kubernetes (or --model kubernetes), which does");
  });
});

it("what a run without a scenario takes for granted is said to people", () => {
  const said = /Taken for granted: each container starts at once/;
  expect(place.run(["run", "pod.yaml"]).stdout).toMatch(said);
  expect(place.run(["demo"]).stdout).not.toMatch(said);
});

describe("data", () => {
  it("is the same bytes on each run, a record a line", () => {
    const [one, two] = [1, 2].map(() => place.run(["demo", "--output", "jsonl"]));
    expect(one?.stdout).toBe(two?.stdout);
    const records = recordsOf(one?.stdout ?? "");
    expect(records.map(({ seq }) => seq)).toEqual(records.map((_, index) => index + 1));
    expect(records.at(-1)).toMatchObject({ type: "verdict", agrees: true });
  });

  it("is the same as json and as jsonl", () => {
    const { stdout } = place.run(["run", "pod.yaml", "--output", "json"]);
    const jsonl = place.run(["run", "pod.yaml", "--output=jsonl"]).stdout;
    expect(JSON.parse(stdout)).toEqual(recordsOf(jsonl));
  });

  it("goes to a file where one is named", () => {
    const result = place.run(["demo", "--out", "demo.txt"]);
    expect(result).toMatchObject({ status: 0, stdout: "", stderr: "" });
    expect(readFileSync(join(place.path, "demo.txt"), "utf8")).toBe(place.run(["demo"]).stdout);
  });

  it("of a comparison has both traces and where they part", () => {
    const { stdout } = place.run(["compare", lostEvent, "--output", "json"]);
    const { variants, partings } = JSON.parse(stdout) as {
      variants: Record<string, { converged: boolean; records: unknown[] }>;
      partings: unknown[];
    };
    expect(variants["level"]?.converged).toBe(true);
    expect(variants["edge"]?.converged).toBe(false);
    expect(partings).toMatchObject([{ name: "web/app", t: 9, lost: { event: "ContainerDied" } }]);
    const lines = place.run(["compare", lostEvent, "--output", "jsonl"]).stdout;
    const records = Object.values(variants).reduce((sum, each) => sum + each.records.length, 0);
    // What each of the three comes to, the parting, and the sentence.
    expect(lines.trimEnd().split("\n")).toHaveLength(records + 5);
  });

  it("can be cut short by its reader", () => {
    const command = `"${process.execPath}" "${program}" run pod.yaml --until 100h --output jsonl`;
    const script = `set -o pipefail; ${command} | head -n 2`;
    const result = spawnSync("bash", ["-c", script], { cwd: place.path, encoding: "utf8" });
    expect(result.stdout.trimEnd().split("\n")).toHaveLength(2);
    expect(result).toMatchObject({ status: 0, stderr: "" });
  });
});

describe("text", () => {
  it("has no colour in a pipe, whatever the terminal is", () => {
    const { stdout } = place.run(["demo"], { env: { TERM: "xterm-256color", FORCE_COLOR: "1" } });
    expect(stdout).not.toContain("\u001b");
    expect(stdout).toContain("✓ All 3 containers are as declared.");
  });

  it("is as wide as it is told", () => {
    const { stdout } = place.run(["demo", "--width", "150"]);
    expect(stdout).toContain("15s       20s      0s  • scenario");
  });

  it("shows flags in place of the scenario's settings", () => {
    const world = ["--seed", "7", "--until", "1m30s", "--model", "textbook", "--observe", "edge"];
    const { stdout } = place.run(["run", "pod.yaml", ...world]);
    expect(stdout).toContain("textbook · edge · seed 7");
    expect(stdout).toContain("1m30s simulated · 1 list call ·");
  });

  it.each([
    [{}, { colour: true, unicode: true, columns: 120 }],
    [{ NO_COLOR: "1" }, { colour: false }],
    [{ NO_COLOR: "" }, { colour: true }],
    [{ TERM: "dumb" }, { colour: false }],
    [{ LANG: "de_DE.UTF-8" }, { unicode: true }],
    [{ LANG: "de_DE.UTF-8", LC_ALL: "C" }, { unicode: false }],
  ])("on a terminal with %j", (env, expected) => {
    expect(terminalOf(120, env)).toMatchObject(expected);
  });

  it("is painted with the terminal's own colours", () => {
    expect(terminalPaint("▇", "running")).toBe("\u001b[32m▇\u001b[39m");
  });
});

describe("input", () => {
  it("comes from standard input", () => {
    const { status, stdout } = place.run(["run", "-"], { input: podYaml });
    expect(status).toBe(0);
    expect(stdout).toContain("✓ web is Running and Ready.");
  });

  it("comes from a folder; what is left out is said beside the data", () => {
    const { stdout, stderr } = place.run(["run", "pods"]);
    expect(stdout).toContain("✓ web is Running and Ready.");
    expect(stderr).toBe("note: not read in `pods`: readme.txt\n");
  });
});

describe("relist compare", () => {
  it("takes for a finding that a kubelet does not converge", () => {
    const path = resolve("docs/examples/crash-loop-textbook.yaml");
    expect(place.run(["compare", path, "--until", "60"])).toMatchObject({ status: 0 });
    expect(place.run(["compare", lostEvent])).toMatchObject({ status: 0 });
  });

  it.each([
    ["level", 0],
    ["level,evented", 0],
    ["edge", 1],
  ])("--require %s: exit status %i", (names, status) => {
    expect(place.run(["compare", lostEvent, "--require", names])).toMatchObject({ status });
  });

  it("cannot require what it does not run", () => {
    const call = `compare ${lostEvent} --observe level --require edge`;
    const { status, stderr } = place.run(call.split(" "));
    expect([status, stderr]).toEqual([
      2,
      expect.stringContaining("--require edge: expected some of level"),
    ]);
  });
});
