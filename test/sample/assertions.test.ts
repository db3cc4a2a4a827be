/** What `--assert` says, judged by the milestones of a run. */
import { describe, expect, it } from "vitest";
import { checksAsGithub } from "../../src/check/github.ts";
import { checksAsJson } from "../../src/check/checks-json.ts";
import { checksAsJunit } from "../../src/check/junit.ts";
import { InputError, formatDiagnostic } from "../../src/model/diagnostic.ts";
import { CheckFold, checkedOf } from "../../src/sample/check-fold.ts";
import { checkRun } from "../../src/sample/check-run.ts";
import { judgeAssertions } from "../../src/sample/judge-assertions.ts";
import { milestonesOf } from "../../src/sample/sample.ts";
import { noteEmptyAssertions, parseAssertions } from "../../src/scenario/assertion-text.ts";
import { prepareInput } from "../../src/scenario/prepare.ts";
import { parseYaml } from "../../src/yaml/parse-yaml.ts";

/** `app` ends twice by itself, then is deleted and ignores SIGTERM; `other` is left alone. */
const text = `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  terminationGracePeriodSeconds: 5
  initContainers: [{name: setup, image: "a:1"}]
  containers: [{name: app, image: "a:1"}, {name: web, image: "a:1"}]
---
apiVersion: v1
kind: Pod
metadata: {name: other, namespace: shop}
spec: {containers: [{name: side, image: "a:1"}]}
---
apiVersion: relist.dev/v1alpha1
kind: Scenario
metadata: {name: x}
spec:
  model: kubernetes
  duration: 2m
  behaviour:
    web/setup: {runs: [{exitAfter: 2s}]}
    web/app:
      runs: [{exitAfter: 10s, exitCode: 3}, {exitAfter: 10s, exitCode: 4}, {}]
      sigterm: ignored
  stimuli: [{at: 1m, action: deletePod, pod: web}]
`;
const input = prepareInput(parseYaml({ file: "f.yaml", text }));
const milestones = milestonesOf(input, 1);

function judge(assertion: string) {
  const [result] = judgeAssertions(parseAssertions([assertion], input), milestones, input);
  return result!;
}

describe("what holds", () => {
  it.each([
    "no SIGKILL of side",
    "no restart of other",
    "no event BackOff of other",
    "no Failed of other",
    "app restarts <= 2",
    "app restarts = 2",
    "web/app starts >= 3",
    "app SIGKILL = 1",
    "setup exits 0",
    "setup exit 0 within 3s",
    "side SIGTERM = 0",
    "app starts after 2s",
    "app starts > 1s",
    "app starts < 4s",
    "app ready within 4s",
    "web/* ready within 4s",
    "other ready < 1s",
    "pod Running < 5s",
    "pod ready <= 5s",
    "pod web removed within 66s",
    "pod web restarts = 2",
    "o* removed = 0",
    "app event BackOff",
  ])("%s", (assertion) => {
    expect(judge(assertion)).toMatchObject({ outcome: "passed" });
  });
});

describe("what does not hold", () => {
  it.each([
    ["no SIGKILL", "nothing gets SIGKILL", /^web\/app#3 got SIGKILL at 1m5s/],
    [
      "no restart of app",
      "app is never started again",
      /^web\/app#2 was .* at 1.*, web\/app#3 was/,
    ],
    [
      "app restarts < 2",
      "app is started again fewer than 2 times",
      /^web\/app: 2 times: web\/app#2/,
    ],
    ["app exits 3", "app ends with code 3", /^web\/app#2 ended with code 4 at /],
    ["side exits 0", "side ends with code 0", /^shop\/other\/side never ended$/],
    ["pod removed", "each pod is removed from the API", /^shop\/other was never removed/],
    ["app ready < 2s", "app is Ready before 2s", /^web\/app was Ready at [23]/],
    ["other ready after 1s", "other is Ready not before 1s", /^shop\/other was Ready at 0/],
    ["web ready = 3", "web is Ready exactly 3 times", /^web\/web: 1 time: web\/web was Ready at/],
    [
      "side event BackOff",
      "side has an Event BackOff",
      /^shop\/other\/side never had an Event BackOff/,
    ],
  ])("%s", (assertion, expected, seen) => {
    const result = judge(assertion);
    expect(result).toMatchObject({ outcome: "failed", expected });
    expect(result.seen).toMatch(seen);
  });
});

describe("a mistake", () => {
  it.each([
    ["", "1: error: ends too early, expected no, or what it is about: app, web/app, web or pod"],
    ["no", "3: error: ends too early, expected one of start"],
    ["no SIGKIL", 'did you mean "SIGKILL"?'],
    ["no restart app", '12: error: is not understood, found "app", expected `of` and a name'],
    ["ap ready", '1: error: names no container or pod, found "ap", expected one of setup, app'],
    ["no restart of ap", '15: error: names no container or pod, found "ap"'],
    ["wbe/app ready", 'found "wbe/app", expected one of web/setup, web/app'],
    ["pod wbe ready", 'expected one of web, other; did you mean "web"?'],
    ["app removed", "is no pod, and only a pod has a phase and is removed"],
    ["app redy", 'did you mean "ready"?'],
    ["app ready 60s", 'found "60s", expected one of <, <=, =, >=, >, within, after'],
    ["app ready < x", 'found "x", expected a time such as 60s, or a number'],
    ["app ready = 5s", 'found "5s", expected a number'],
    ["app ready < 60", 'found "60", expected a time such as 60s; write 60s for seconds'],
    ["app starts within 4", 'found "4", expected a time such as 60s; write 4s for seconds'],
    ["app ready < 5s now", 'found "now", expected the end'],
    ["app exits 256", "expected an exit code, 0 to 255"],
    ["app event", "expected the reason of an Event"],
  ])("%s", (assertion, said) => {
    const read = () => parseAssertions(["no restart", assertion], input);
    expect(read).toThrow(InputError);
    expect(errorOf(read)).toMatch(/^--assert:2:\d+: error: /);
    expect(errorOf(read)).toContain(said);
  });
});

describe("a check", () => {
  const assertions = parseAssertions(["no SIGKILL", "app starts < 4s"], input);
  const checked = checkRun({ input, assertions });

  it("needs no expectation beside an assertion, and is an error without either", () => {
    expect(checked.results.map(({ outcome }) => outcome)).toEqual(["failed", "passed"]);
    expect(() => checkRun({ input, assertions: [] })).toThrow("nothing is expected");
  });

  it("is told to programs, CI systems and GitHub under the words of the assertion", () => {
    expect(JSON.parse(checksAsJson([checked]))).toMatchObject({
      failed: 1,
      scenarios: [{ results: [{ check: "assert", title: "no SIGKILL" }, { outcome: "passed" }] }],
    });
    const inFile = 'classname="x" file="f.yaml" line="7"';
    expect(checksAsJunit([checked])).toContain(`name="no SIGKILL" ${inFile}`);
    const where = "file=f.yaml,line=7,col=16,title=x%3A no SIGKILL";
    expect(checksAsGithub([checked])).toContain(`::error ${where}::expected nothing gets SIGKILL`);
  });
});

function errorOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (error instanceof InputError) return error.diagnostics.map(formatDiagnostic).join();
  }
  return "";
}

describe("that nothing is killed", () => {
  const notes = (assertion: string, of = text) => {
    const read = prepareInput(parseYaml({ file: "f.yaml", text: of }));
    return noteEmptyAssertions(parseAssertions([assertion], read), read.scenario);
  };

  it("is noted where nothing deletes a pod", () => {
    const without = text.replace(/^ {2}stimuli.*\n/m, "");
    expect(notes("no SIGKILL", without)[0]?.message).toContain("nothing deletes a pod here");
    expect(notes("no restart", without)).toEqual([]);
    expect(notes("no SIGKILL")).toEqual([]);
  });

  it("is skipped where it never starts: that it does not restart says nothing then", () => {
    const never = text.replace("runs: [{exitAfter: 2s}]", "runs: [{}]");
    const read = prepareInput(parseYaml({ file: "f.yaml", text: never }));
    const asserted = parseAssertions(["no restart of app", "no restart"], read);
    const { results } = checkRun({ input: read, assertions: asserted });
    expect(results.map(({ outcome }) => outcome)).toEqual(["skipped", "passed"]);
  });

  it("is skipped where nothing is told to stop, in one run and over seeds", () => {
    const manifest = text.slice(0, text.indexOf("---"));
    const read = prepareInput(parseYaml({ file: "f.yaml", text: manifest }));
    const asserted = parseAssertions(["no SIGKILL", "no restart"], read);
    const { results } = checkRun({ input: read, assertions: asserted });
    expect(results.map(({ outcome }) => outcome)).toEqual(["skipped", "passed"]);
    const fold = new CheckFold();
    for (const seed of [1, 2]) fold.take(seed, { results });
    const folded = checkedOf(read, { from: 1, to: 2 }, fold.folded(), asserted);
    expect(folded.results).toMatchObject([{ outcome: "skipped", about: { line: 3 } }, {}]);
  });
});
