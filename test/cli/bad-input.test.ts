import { afterAll, describe, expect, it } from "vitest";
import { folder, podYaml, scenarioYaml } from "./relist.ts";

const place = folder({ "pod.yaml": podYaml, "empty/notes.txt": "nothing" });
afterAll(() => place.remove());

/** Each alias stands for nine of the one before it. */
function aliasBomb(): string {
  const names = [..."abcdefghij"];
  const lines = names.map((name, index) => {
    const inside = index === 0 ? "1" : `*${names[index - 1]}`;
    return `${name}: &${name} [${Array.from({ length: 9 }, () => inside).join(",")}]`;
  });
  return lines.join("\n");
}

const badFiles: readonly (readonly [what: string, text: string, said: string])[] = [
  ["broken YAML", "kind: Pod\nmetadata: {name: web\n", "bad.yaml:2:20: error: the map opened"],
  ["no manifest", "a: b\n", "bad.yaml:1:1: error: not a Kubernetes"],
  ["an empty file", "", "error: nothing to simulate, found no document in bad.yaml"],
  [
    "a Pod without a name",
    podYaml.replace("{name: web}", "{}"),
    "bad.yaml:3:1: error: metadata.name: a Pod without a name",
  ],
  [
    "a key that is given twice",
    `${podYaml}  restartPolicy: Always\n  restartPolicy: Never\n`,
    "bad.yaml:8:3: error: a key is given twice, found a second `restartPolicy`",
  ],
  [
    "a value of another type",
    `${podYaml}  terminationGracePeriodSeconds: soon\n`,
    'bad.yaml:7:34: error: spec.terminationGracePeriodSeconds: wrong type, found "soon"',
  ],
  [
    "an unknown key of a scenario",
    scenarioYaml("duraton: 5m"),
    "bad.yaml:5:3: error: spec.duraton: unknown key, expected one of title",
  ],
  [
    "a reference to nothing",
    scenarioYaml("stimuli: [{at: 1s, action: killContainer, of: wbe/app#1}]"),
    'bad.yaml:5:49: error: spec.stimuli[0].of: names no pod, found "wbe/app#1", expected web; did',
  ],
  [
    "a file that is not there",
    scenarioYaml("manifests: [nowhere.yaml]"),
    "bad.yaml:5:15: error: spec.manifests[0]: this file does not exist",
  ],
  ["an alias bomb", aliasBomb(), "error: the aliases of this document expand to too much"],
  ["deep nesting", "[".repeat(100_000), "error: nested too deeply"],
];

describe("relist run", () => {
  it.each(badFiles)("refuses %s", (_, text, said) => {
    place.write("bad.yaml", text);
    expectRefusal(place.run(["run", "bad.yaml"]), said);
  });

  it("refuses a file that is too large before it reads it", () => {
    place.write("large.yaml", "a".repeat(50_000_000));
    expectRefusal(place.run(["run", "large.yaml"]), "large.yaml:1:1: error: the file is too large");
  });

  it("stops to read standard input when it is too large", () => {
    const input = "a: b\n".repeat(1_200_000);
    expectRefusal(place.run(["run", "-"], { input }), "<stdin>:1:1: error: the file is too large");
  });

  it("refuses what is no text", () => {
    place.write("bytes.yaml", Uint8Array.from([0xff, 0xfe, 0x00]));
    expectRefusal(place.run(["run", "bytes.yaml"]), "`bytes.yaml` cannot be read: it is no UTF-8");
  });

  it.each([
    ["a missing file", "absent.yaml", "error: `absent.yaml` does not exist; check the name"],
    ["a folder without manifests", "empty", "error: no manifest in `empty`, found notes.txt"],
    ["what lies in no folder", "pod.yaml/x", "error: `pod.yaml/x` cannot be read: not a directory"],
  ])("refuses %s", (_, path, said) => {
    expectRefusal(place.run(["run", path]), said);
  });

  it("tells the errors of all files at once", () => {
    place.write("one.yaml", "a: [\n");
    place.write("two.yaml", "b: {\n");
    const { stderr } = place.run(["run", "one.yaml", "two.yaml", "pod.yaml"]);
    expect(stderr).toMatch(/^one\.yaml:\d+:\d+: error: .*\ntwo\.yaml:\d+:\d+: error: .*\n$/);
  });

  it("of very many errors tells the first", () => {
    place.write("bad.yaml", scenarioYaml(...Array.from({ length: 30 }, (_, n) => `none${n}: 1`)));
    const { stderr } = place.run(["run", "bad.yaml"]);
    const lines = stderr.trimEnd().split("\n");
    expect(lines).toHaveLength(11);
    expect(lines.at(-1)).toBe("and 20 more");
  });

  it("runs for ten years at most", () => {
    const result = place.run(["run", "pod.yaml", "--until", "200000h"]);
    expectRefusal(result, "argument '200000h' is invalid. Expected at most 87600h.");
  });
});

describe("several scenarios", () => {
  const names = ["a", "b", "c", "d", "e", "f", "g"].map((name) => `many/${name}.yaml`);
  for (const name of names) place.write(name, scenarioYaml("duration: 1s"));

  it.each(["run", "compare"])("relist %s names them, and one of them to begin with", (command) => {
    const result = place.run([command, "many"]);
    expectRefusal(result, "error: 7 scenarios, found many/a.yaml, many/b.yaml");
    expect(result.stderr).toContain("and 2 more; they go one at a time");
    expect(result.stderr).toMatch(new RegExp(`: relist ${command} many/a.yaml\n$`));
  });

  it("of one file are told with their places", () => {
    const text = `${scenarioYaml("duration: 1s")}---\n${scenarioYaml("duration: 2s")}`;
    place.write("bad.yaml", text);
    const said = "kind: a second scenario, the first is at bad.yaml:2:7, expected one document";
    expectRefusal(place.run(["run", "bad.yaml"]), said);
  });
});

it("relist compare refuses the same", () => {
  expectRefusal(place.run(["compare", "absent.yaml"]), "error: `absent.yaml` does not exist");
});

function expectRefusal(result: ReturnType<typeof place.run>, said: string): void {
  expect(result.stderr).toContain(said);
  expect(result).toMatchObject({ status: 2, stdout: "" });
  expect(result.stderr).not.toMatch(/^\s+at /m);
}
