import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { folder, podYaml, scenarioYaml } from "./relist.ts";

function checked(restarts: number): string {
  return scenarioYaml(
    "model: kubernetes",
    "duration: 30s",
    "expect:",
    `- {check: state, path: app.restartCount, equals: ${restarts}, atEnd: true}`,
  );
}

const place = folder({
  "pod.yaml": podYaml,
  "holds.yaml": checked(0),
  "fails.yaml": checked(3),
  "broken.yaml": scenarioYaml("duraton: 5m"),
  "all/one.yaml": checked(0),
  "all/two.yaml": checked(3),
  "noted/one.yaml": checked(0).replace(
    ':1"}',
    ':1", lifecycle: {preStop: {exec: {command: [a]}}}}',
  ),
  "noted/two.yaml": checked(0),
});
afterAll(() => place.remove());

describe("relist check", () => {
  it("is content with what holds", () => {
    const result = place.run(["check", "holds.yaml"]);
    expect(result).toEqual({
      status: 0,
      stdout: "✓ x: 1 passed, 0 failed, 0 skipped\n",
      stderr: "",
    });
  });

  it("says of which of several files a note is", () => {
    const { stderr } = place.run(["check", "noted"]);
    expect(stderr).toMatch(/^noted\/one\.yaml: note: no probe is sent/);
    expect(place.run(["check", "noted/one.yaml"]).stderr).toMatch(/^note: no probe is sent/);
  });

  it("says what does not hold, where that stands, and what is so instead", () => {
    const { status, stdout, stderr } = place.run(["check", "fails.yaml"]);
    expect({ status, stderr }).toEqual({ status: 1, stderr: "" });
    expect(stdout).toMatch(/^fails\.yaml:8:5 {2}state of app\.restartCount\n/);
    expect(stdout).toMatch(/expected {2}app\.restartCount is 3.*\n {2}seen {6}0/);
    expect(stdout).toMatch(/✗ x: 0 passed, 1 failed, 0 skipped\n$/);
  });

  it.each([
    ["broken.yaml", "broken.yaml:5:3: error: spec.duraton: unknown key"],
    ["absent.yaml", "error: `absent.yaml` does not exist"],
  ])("refuses %s", (name, said) => {
    const result = place.run(["check", name]);
    expect(result).toMatchObject({ status: 2, stdout: "" });
    expect(result.stderr).toContain(said);
  });

  it.each([
    [["check"], 1, "stdout"],
    [["check", "--seeds", "2"], 1, "stdout"],
    [["run"], 1, "stdout"],
    [["run", "--seeds", "2"], 1, "stdout"],
    [["run", "--output", "jsonl"], 1, "stderr"],
  ] as const)("judges what the call asserts of a plain manifest: %s", (call, status, where) => {
    const said = ["--assert", "pod ready < 1s", "--assert", "app exits 0"];
    const result = place.run([...call, "pod.yaml", ...said]);
    expect(result.status).toBe(status);
    expect(result[where]).toContain("--assert:2:1  app exits 0\n");
    expect(result[where]).toContain("pod.yaml: 1 passed, 1 failed, 0 skipped");
  });

  it("takes the scenarios of a folder one by one", () => {
    const { status, stdout } = place.run(["check", "all"]);
    expect(status).toBe(1);
    expect(stdout).toContain("✓ x: 1 passed");
    expect(stdout).toContain("✗ x: 0 passed, 1 failed");
  });

  it("checks what can be checked beside what cannot be used", () => {
    const { status, stdout, stderr } = place.run(["check", "holds.yaml", "broken.yaml"]);
    expect(status).toBe(2);
    expect(stdout).toContain("✓ x: 1 passed");
    expect(stderr).toContain("broken.yaml:5:3: error");
  });

  it.each([
    ["holds.yaml", 0, "passed"],
    ["fails.yaml", 1, "failed"],
  ])("tells programs the same of %s", (name, status, outcome) => {
    const result = place.run(["check", name, "--output", "json"]);
    expect(result).toMatchObject({ status, stderr: "" });
    expect(JSON.stringify(JSON.parse(result.stdout))).toContain(`"outcome":"${outcome}"`);
  });

  it.each([
    ["holds.yaml", 0, 'failures="0"'],
    ["fails.yaml", 1, 'failures="1"'],
  ])("tells CI systems the same of %s", (name, status, said) => {
    const result = place.run(["check", name, "--output", "junit", "--out", "report.xml"]);
    expect(result).toMatchObject({ status, stdout: "", stderr: "" });
    const xml = readFileSync(join(place.path, "report.xml"), "utf8");
    expect(xml).toMatch(/^<\?xml /);
    expect(xml).toContain(said);
    expect(xml.includes("<failure")).toBe(status === 1);
  });
});

describe("a folder of scenarios", () => {
  it("may hold the manifests that they name, which are left aside and named", () => {
    const mixed = folder({
      "a/one.yaml": checked(0),
      "a/two.yaml": checked(0),
      "a/pod.yaml": podYaml,
    });
    const { status, stdout, stderr } = mixed.run(["check", "a"]);
    mixed.remove();
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: "note: without a scenario, and so not checked: a/pod.yaml\n",
    });
    expect(stdout).toContain("2 scenarios: 2 passed");
  });

  it("is read up to a limit of all of them together", () => {
    const text = `${checked(0)}${`# ${"x".repeat(97)}\n`.repeat(35_000)}`;
    const names = Array.from({ length: 6 }, (_, index) => `a/${index}.yaml`);
    const large = folder(Object.fromEntries(names.map((name) => [name, text])));
    const { status, stderr } = large.run(["check", "a"]);
    large.remove();
    expect(status).toBe(2);
    expect(stderr).toContain("all files together are too large, expected at most 16 MiB");
  });
});

it("what expects nothing is shown where it is told how to expect", () => {
  const { status, stderr } = place.run(["check", "pod.yaml"]);
  expect(status).toBe(2);
  expect(stderr).toContain("add what is expected as docs/scenarios.md shows, or use --assert or");
});

describe("relist versions", () => {
  it("shows what differs between them", () => {
    const { status, stdout, stderr } = place.run(["versions"]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toContain("1.35");
  });

  it("has the same rows for programs, as an array and as lines", () => {
    const rows: unknown = JSON.parse(place.run(["versions", "--output", "json"]).stdout);
    const lines = place.run(["versions", "--output", "jsonl"]).stdout.trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(rows);
  });
});

describe("relist init", () => {
  it("writes a scenario that holds, and not over what is there", () => {
    const call = ["init", "pod.yaml", "--out", "all/first.yaml"];
    expect(place.run(call)).toEqual({ status: 0, stdout: "", stderr: "" });
    const text = readFileSync(join(place.path, "all/first.yaml"), "utf8");
    expect(text).toContain('- "../pod.yaml"\n');
    expect(place.run(["check", "all/first.yaml"]).stdout).toMatch(/^✓ pod: 4 passed, 0 failed/);
    expect(place.run(call)).toMatchObject({
      status: 2,
      stderr: "error: --out: `all/first.yaml` exists already; --force writes over it\n",
    });
    expect(place.run([...call, "--force"])).toMatchObject({ status: 0, stderr: "" });
  });

  it("has the manifest in it where that has no name", () => {
    const { stdout } = place.run(["init", "-"], { input: podYaml });
    expect(place.run(["check", "-"], { input: stdout }).stdout).toMatch(/^✓ scenario: 4 passed/);
  });
});
