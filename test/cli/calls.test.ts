import { readFileSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { folder, podYaml } from "./relist.ts";

const place = folder({ "pod.yaml": podYaml });
afterAll(() => place.remove());

describe("a wrong call", () => {
  it.each<[string, string]>([
    ["rnu pod.yaml", "unknown command 'rnu' (Did you mean run?)"],
    ["fly", "unknown command 'fly'; see relist --help\n"],
    [
      "help fly",
      "'fly' is invalid for argument 'COMMAND'. Allowed choices are run, check, explain, advise, compare, merge, diff, init, demo, serve, machines, versions.",
    ],
    ["--verison", "unknown option '--verison' (Did you mean --version?)"],
    ["run", "missing required argument 'FILE|FOLDER'; see relist run --help\n"],
    ["compare", "missing required argument 'FILE|FOLDER'; see relist compare --help\n"],
    [
      "demo pod.yaml",
      "too many arguments for 'demo'. Expected 0 arguments but got 1; see relist demo --help",
    ],
    ["run pod.yaml --sed 1", "unknown option '--sed' (Did you mean --seed?)"],
    ["run pod.yaml -o json", "unknown option '-o'; see relist run --help\n"],
    ["run pod.yaml --no-inspect", "unknown option '--no-inspect'"],
    ["run pod.yaml --version", "unknown option '--version'"],
    ["compare pod.yaml --inspect", "unknown option '--inspect'"],
    ["compare pod.yaml --shard 1/2", "--shard is of --seeds"],
    ["compare pod.yaml --seeds 9 --shard 10", "JOB_COMPLETION_INDEX is not set"],
    ["compare pod.yaml --seeds 9 --shard 3/2", "expected a part from 1/2 to 2/2"],
    ["compare pod.yaml --seeds 9 --shard 1/10", "more shards than seeds, which are 9"],
    ["compare pod.yaml --vary seed=1,2", "nothing called seed can be varied; faults.drop,"],
    ["compare pod.yaml --vary faults.drop=", "expected values, each once"],
    [
      "compare pod.yaml --vary kubernetes=1.2",
      "--vary kubernetes=1.2: no such value, expected one",
    ],
    [
      "compare pod.yaml --vary until=5,90000h",
      "until=90000h: no such value, expected seconds, or a duration such as 90s, 10m or 1h30m, at m",
    ],
    [
      "compare pod.yaml --vary runtime.latency.fly=1",
      "nothing called runtime.latency.fly can be varied; faults.drop,",
    ],
    ["compare pod.yaml --vary runtime.latency.create=0,x", "latency.create=x: no such value"],
    [
      "compare pod.yaml --model textbook --vary runtime.latency.pull=1",
      "--vary runtime.latency.pull: no call of the textbook model, whose calls are create, start,",
    ],
    [
      "compare pod.yaml --vary until=5,5x",
      "until=5x: no such value, expected seconds, or a duration",
    ],
    ["run pod.yaml --seeds 3 --seed 4", "'--seeds <RANGE>' cannot be used with option '--seed"],
    ["compare pod.yaml --seeds 3 --seed 4", "cannot be used with option '--seed <NUMBER>'"],
    ["compare pod.yaml --seeds 2 --output jsonl", "is of one run; with --seeds use json"],
    ["compare pod.yaml --shrink --output json", "--shrink writes a scenario, which is no json"],
    ["compare pod.yaml --shrink --observe edge", "--shrink needs two of --observe at least"],
    ["merge absent.json", "`absent.json` cannot be read: "],
    ["compare pod.yaml --observe level,level", "is invalid. Expected each once: against itself"],
    ["compare pod.yaml --observe edge,none", "Expected a list of level, edge, evented."],
    ["run pod.yaml --seed", "option '--seed <NUMBER>' argument missing"],
    ["run pod.yaml --seed --until 5", "--seed <NUMBER>' argument '--until' is invalid. Expected"],
    ["run pod.yaml --seed= ", "--seed <NUMBER>' argument '' is invalid. Expected"],
    ["run pod.yaml --seed -1", "argument '-1' is invalid. Expected a whole number, 0 or more."],
    ["run pod.yaml --seed 1e3", "argument '1e3' is invalid. Expected a whole number"],
    ["run pod.yaml --inspect=no", "unknown option '--inspect=no'"],
    [
      "run pod.yaml --output yaml",
      "'yaml' is invalid. Allowed choices are text, jsonl, json, html.",
    ],
    ["run pod.yaml --model real", "'real' is invalid. Allowed choices are kubernetes, textbook."],
    [
      "run pod.yaml --observe never",
      "'never' is invalid. Allowed choices are level, edge, evented.",
    ],
    ["run pod.yaml --until 5x", "'5x' is invalid. Expected seconds, or a duration such as 90s"],
    ["run pod.yaml --until= ", "--until <TIME>' argument '' is invalid. Expected seconds"],
    ["run pod.yaml --width 10", "'10' is invalid. Expected a whole number, 40 to 1000."],
    ["run pod.yaml --width 1001", "'1001' is invalid. Expected a whole number, 40 to 1000."],
    ["run pod.yaml --out --seed 1", "'--seed' is invalid. Expected the name of a file."],
    ["run pod.yaml --out= ", "--out <FILE>' argument '' is invalid. Expected the name of a file."],
    ["run pod.yaml --out no/such/folder", "--out: `no/such/folder` cannot be written: no such"],
    ["run pod.yaml --show pod", "'pod' is invalid. Expected a list of timeline, pods, events,"],
    ["run pod.yaml --at 5s", "--at needs --show, with more than the timeline"],
    ["run pod.yaml --show timeline --at 5s", "--at needs --show, with more than the timeline"],
    ["run pod.yaml --show pods --at 2h --until 1h", "--at 2h is after the end of the run, 1h"],
    ["run pod.yaml --show pods --seeds 5", "--show shows one run, and --seeds asks for several"],
    ["run pod.yaml --show pods --output json", "--show is about text, and not about json"],
    ["run pod.yaml --model textbook --show pods", "--show pods needs the kubernetes model"],
    ["machines kublet", "no machine is called kublet; did you mean"],
    ["machines fly", "no machine is called fly; see relist machines\n"],
    ["run -- --seed", "`--seed` does not exist"],
    ["diff pod.yaml", "nothing to compare `pod.yaml` with; name another file, two versions"],
    ["diff pod.yaml --kubernetes 1.35", "nothing to compare `pod.yaml` with"],
    ["diff pod.yaml pod.yaml pod.yaml", "two inputs are compared, found 3 paths"],
    ["diff pod.yaml --kubernetes 1.31..1.36", "Expected one or two of 1.32, 1.33, 1.34, 1.35"],
  ])("relist %s", (words, said) => {
    const result = place.run(words.split(" ").filter(Boolean));
    expect(result.stderr).toContain(said);
    expect(result.stderr).toMatch(/^error: .*\n$/);
    expect(result).toMatchObject({ status: 2, stdout: "" });
  });
});

it("a mistake in --against is told with its place", () => {
  const { status, stderr } = place.run(["diff", "pod.yaml", "--against", "app: redy 8s"]);
  expect(status).toBe(2);
  expect(stderr).toMatch(/^--against:1:6: error: is not understood, found "redy"/);
});

it("a note that both inputs of a diff have is told once", () => {
  const slept = (seconds: number) => podYaml.replace(':1"', `:1", command: [sleep, "${seconds}"]`);
  place.write("a.yaml", slept(30).replace("sleep,", "wait,"));
  place.write("b.yaml", slept(40).replace("sleep,", "wait,"));
  const { stderr } = place.run(["diff", "a.yaml", "b.yaml", "--seeds", "1", "--until", "10s"]);
  expect(stderr.match(/^note: these fields do not change the timeline/gm)).toHaveLength(1);
});

it("the last of a flag's values counts", () => {
  const { stdout } = place.run(["run", "pod.yaml", "--seed", "1", "--seed=2"]);
  expect(stdout).toContain("seed 2");
});

it("a wrong call shows what was typed as text, not to the terminal", () => {
  const { status, stderr } = place.run(["run", "\u001b[31mred\u202e.yaml"]);
  expect(status).toBe(2);
  expect(stderr).toContain(String.raw`\u{1b}[31mred\u{202e}.yaml`);
});

describe("help", () => {
  it.each([
    "",
    "run",
    "check",
    "compare",
    "merge",
    "diff",
    "explain",
    "advise",
    "demo",
    "serve",
    "versions",
    "init",
  ])("relist %s --help", async (command) => {
    const result = place.run([command, "--help"].filter(Boolean));
    expect(result).toMatchObject({ status: 0, stderr: "" });
    const lines = result.stdout.split("\n");
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(90);
    await expect(result.stdout).toMatchFileSnapshot(`help${command && `-${command}`}.txt`);
  });

  it.each([
    ["help", "--help"],
    ["-h", "--help"],
    ["help run", "run --help"],
    ["run -h", "run --help"],
    ["run pod.yaml --seed 1 --help", "run --help"],
  ])("relist %s is relist %s", (other, call) => {
    const result = place.run(other.split(" "));
    expect(result).toMatchObject({ status: 0, stderr: "" });
    expect(result.stdout).toBe(place.run(call.split(" ")).stdout);
  });

  it("is what a call without words gets, as an error", () => {
    const { status, stdout, stderr } = place.run([]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toBe(place.run(["--help"]).stdout);
  });
});

it.each(["--version", "-v"])("relist %s is the package's", (flag) => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  expect(place.run([flag])).toMatchObject({ status: 0, stdout: `${version}\n` });
});
