import { readFileSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { folder, podYaml } from "./relist.ts";

const place = folder({ "pod.yaml": podYaml });
afterAll(() => place.remove());

describe("a wrong call", () => {
  it.each<[string, string]>([
    ["rnu pod.yaml", "unknown command rnu; did you mean run?"],
    ["fly", "unknown command fly; expected one of run, compare, demo"],
    ["--verison", "unknown flag --verison; did you mean --version?"],
    ["run", "relist run needs a file or a folder"],
    ["compare", "relist compare needs a file or a folder"],
    ["demo pod.yaml", 'relist demo takes no file, found "pod.yaml"'],
    ["run pod.yaml --sed 1", 'unknown flag --sed for relist run; did you mean "--seed"?'],
    ["run pod.yaml -o json", "unknown flag -o for relist run; see relist run --help"],
    ["run pod.yaml --no-inspect", "unknown flag --no-inspect for relist run"],
    ["compare pod.yaml --inspect", "unknown flag --inspect for relist compare"],
    ["run pod.yaml --seed", "--seed needs a value: --seed NUMBER"],
    ["run pod.yaml --seed --until 5", "--seed needs a value: --seed NUMBER"],
    ["run pod.yaml --seed= ", "--seed needs a value: --seed NUMBER"],
    ["run pod.yaml --seed 1 --seed=2", "--seed is given twice"],
    ["run pod.yaml --seed -1", '--seed: found "-1", expected a whole number, 0 or more'],
    ["run pod.yaml --seed 1e3", '--seed: found "1e3", expected a whole number'],
    ["run pod.yaml --inspect=no", '--inspect takes no value, found "no"'],
    ["run pod.yaml --output yaml", '--output: found "yaml", expected one of text, jsonl, json'],
    ["run pod.yaml --output jsno", 'did you mean "json"?'],
    ["run pod.yaml --model kubernetes", '--model: found "kubernetes", expected textbook'],
    ["run pod.yaml --observe evented", '--observe: found "evented", expected one of level, edge'],
    ["run pod.yaml --until 5x", '--until: found "5x", expected seconds or a duration'],
    ["run pod.yaml --width 10", '--width: found "10", expected a whole number, 40 to 1000'],
    ["run pod.yaml --out no/such/folder", "--out: `no/such/folder` cannot be written: no such"],
    ["run -- --seed", "`--seed` does not exist"],
  ])("relist %s", (words, said) => {
    const result = place.run(words.split(" ").filter(Boolean));
    expect(result.stderr).toContain(said);
    expect(result).toMatchObject({ status: 2, stdout: "" });
  });
});

describe("help", () => {
  it.each(["", "run", "compare", "demo"])("relist %s --help", async (command) => {
    const result = place.run([command, "--help"].filter(Boolean));
    expect(result).toMatchObject({ status: 0, stderr: "" });
    const lines = result.stdout.split("\n");
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(90);
    await expect(result.stdout).toMatchFileSnapshot(`help${command && `-${command}`}.txt`);
  });

  it("comes in the other order, too", () => {
    expect(place.run(["help", "run"]).stdout).toBe(place.run(["run", "--help"]).stdout);
  });

  it("is what a call without words gets, as an error", () => {
    const { status, stdout, stderr } = place.run([]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toBe(place.run(["--help"]).stdout);
  });

  it("comes at once, the simulator is not loaded for it", () => {
    // Alone it takes 0.1 s; the rest is for a machine that runs other tests beside it.
    expect(place.run(["run", "--help"]).ms).toBeLessThan(1000);
  });
});

it("relist --version is the package's", () => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  expect(place.run(["--version"])).toMatchObject({ status: 0, stdout: `${version}\n` });
});
