import { describe, expect, it } from "vitest";
import { checkExpectations } from "../../src/check/check-expectations.ts";
import { CheckFold, checkedOf } from "../../src/sample/check-fold.ts";
import { checkScenario } from "../../src/check/check-scenario.ts";
import { type CheckedScenario } from "../../src/check/checked-scenario.ts";
import { checksAsJson } from "../../src/check/checks-json.ts";
import { checksAsGithub } from "../../src/check/github.ts";
import { checksAsJunit } from "../../src/check/junit.ts";
import { renderChecks, renderTotal } from "../../src/check/render-checks.ts";
import { toXml } from "../../src/check/xml.ts";
import { InputError } from "../../src/model/diagnostic.ts";
import { prepareInput } from "../../src/scenario/prepare.ts";
import { parseYaml } from "../../src/yaml/parse-yaml.ts";
import { plain } from "../../src/trace/line.ts";
import { load, podYaml, scenarioYaml } from "../scenario/scenario-text.ts";
import { asciiView, view } from "../trace/traces.ts";
import { parseXml } from "./parse-xml.ts";
import { event, run, traceOf } from "./trace-builder.ts";

const spec = `duration: 100s
why: A rule that is <so> & no other, however long it takes to say it on a line of a terminal.
expect:
- {check: start, of: app#1}
- {check: start, of: app#2, window: [0, 3], from: app#1.exit, note: at once}
- {check: noStart, of: sidecar#1, kubernetes: "<=1.30"}
- {check: event, reason: BackOff, max: 0}
`;

const trace = traceOf(
  run({ start: 1, exit: 5 }),
  run({ run: 2, start: 20 }),
  event(6, { message: 'said "no" & <never>\u0007' }),
);

function checked(text = spec, facts = trace): CheckedScenario {
  const { scenario } = load(scenarioYaml(text));
  const kubernetesVersion = { major: 1, minor: 36 };
  const options = { nodeName: "node-1", kubernetesVersion };
  return { scenario, ...checkExpectations(scenario, facts, options), warnings: [] };
}

describe("text", () => {
  it("has a block for each failure, the rule once, and a count", () => {
    expect(renderChecks(checked(), view(76), plain)).toBe(
      `f.yaml:9:5  start of app#2
  expected  app#2 starts, from 5s to 8s, that is [0s, 3s] after app#1.exit
  seen      app#2 started at 20s (15s after app#1.exit); runs of app: #1 1s
            to 5s, #2 20s
  note      at once

f.yaml:11:5  event BackOff
  expected  no Events BackOff
  seen      1: 6s web "said \\"no\\" & <never>\\u0007"

  why       A rule that is <so> & no other, however long it takes to say it
            on a line of a terminal.

✗ test: 1 passed, 2 failed, 1 skipped
`,
    );
  });

  it("is a line where all is well", () => {
    const good = checked("duration: 100s\nwhy: x\nexpect:\n- {check: start, of: app#1}\n");
    expect(renderChecks(good, asciiView(), plain)).toBe("ok test: 1 passed, 0 failed, 0 skipped\n");
  });

  it("adds up several scenarios", () => {
    expect(renderTotal([checked(), checked()], plain)).toBe(
      "\n2 scenarios: 2 passed, 4 failed, 2 skipped\n",
    );
  });

  it("obeys the width", () => {
    const lines = renderChecks(checked(), view(50), plain).split("\n");
    expect(lines.filter((line) => line.length > 50)).toEqual([]);
  });
});

describe("json", () => {
  const parsed = JSON.parse(checksAsJson([checked()])) as {
    readonly scenarios: readonly { readonly results: readonly object[] }[];
  };

  it("has the counts and every result, also of what passed", () => {
    expect(parsed).toMatchObject({
      passed: 1,
      failed: 2,
      skipped: 1,
      scenarios: [{ file: "f.yaml", name: "test", passed: 1, failed: 2, skipped: 1 }],
    });
    expect(parsed.scenarios[0]?.results).toHaveLength(4);
  });

  it("tells where each stands, and what was seen", () => {
    expect(parsed.scenarios[0]?.results[1]).toEqual({
      check: "start",
      title: "start of app#2",
      outcome: "failed",
      path: "spec.expect[1]",
      line: 9,
      column: 5,
      expected: "app#2 starts, from 5s to 8s, that is [0s, 3s] after app#1.exit",
      seen: "app#2 started at 20s (15s after app#1.exit); runs of app: #1 1s to 5s, #2 20s",
      note: "at once",
    });
  });
});

describe("junit", () => {
  const root = parseXml(checksAsJunit([checked(), checked()]));

  it("has a suite for each scenario and a case for each expectation", () => {
    expect(root.name).toBe("testsuites");
    expect(root.attributes).toMatchObject({ tests: "8", failures: "4", skipped: "2", errors: "0" });
    expect(root.children.map(({ name }) => name)).toEqual(["testsuite", "testsuite"]);
    const cases = root.children[0]?.children ?? [];
    expect(cases.map(({ children }) => children.map(({ name }) => name))).toEqual([
      [],
      ["failure"],
      ["skipped"],
      ["failure"],
    ]);
    expect(new Set(cases.map(({ attributes }) => attributes["name"])).size).toBe(cases.length);
  });

  it("carries every character of what was seen and of the rule", () => {
    const failure = root.children[0]?.children[3]?.children[0];
    expect(failure?.text).toContain('seen: 1: 6s web "said \\"no\\" & <never>');
    expect(failure?.text).toContain("why: A rule that is <so> & no other");
    expect(failure?.text).toContain("f.yaml:11:5\n");
  });
});

describe("github", () => {
  it("has an annotation at the line of each failure, and a count", () => {
    const [start = "", backOff = "", ...counts] = checksAsGithub([checked()]).split("\n");
    expect(start).toBe(
      "::error file=f.yaml,line=9,col=5,title=test%3A start of app#2::" +
        "expected app#2 starts, from 5s to 8s, that is [0s, 3s] after app#1.exit%0A" +
        "seen app#2 started at 20s (15s after app#1.exit); runs of app: #1 1s to 5s, #2 20s%0A" +
        "note at once%0A" +
        "why A rule that is <so> & no other, however long it takes to say it on a line of a " +
        "terminal.",
    );
    expect(backOff).toMatch(/^::error file=f\.yaml,line=11,col=5,title=test%3A event BackOff::/);
    expect(counts).toEqual(["test: 1 passed, 2 failed, 1 skipped", ""]);
  });

  it("escapes what would end a command or a property", () => {
    const { scenario, results } = checked();
    const [, failure] = results;
    const seen = "100%, a\r\nb::c";
    const odd = { ...scenario, name: "a,b:c%\n" };
    const text = checksAsGithub([
      { scenario: odd, results: [{ ...failure!, seen }], warnings: [] },
    ]);
    expect(text).toContain("title=a%2Cb%3Ac%25%0A%3A start of app#2::");
    expect(text).toContain("seen 100%25, a%0D%0Ab::c%0A");
  });
});

it("writes XML that holds any text", () => {
  const text = 'a\tb\r\n"<&>\u0000\u001b\ud800]]>é😀';
  const root = parseXml(toXml({ name: "a", attributes: { text }, text }));
  const readable = 'a\tb\r\n"<&>\ufffd\ufffd\ufffd]]>é😀';
  expect(root).toMatchObject({ attributes: { text: readable }, text: readable });
});

describe("what a run warns of", () => {
  const warnings = [
    { message: "deletePod: the API has no pod <web>", t: 50, seed: 3, seeds: 2 },
    { message: "there was no app#7 yet", t: 60, seed: 1, seeds: 4 },
  ];
  const warned = { ...checked(), warnings, seeds: { from: 1, to: 4 } };
  const first =
    "at 50s: deletePod: the API has no pod <web> (with 2 of 4 seeds; the time is of seed 3)";

  it("stands above the count, and not at any length", () => {
    const lines = renderChecks(warned, view(100), plain).split("\n");
    expect(lines.slice(-4, -2)).toEqual([`! ${first}`, "! at 1m: there was no app#7 yet"]);
    const many = Array.from({ length: 7 }, (_, t) => ({ message: `none ${t}`, t }));
    const text = renderChecks({ ...checked(), warnings: many }, view(76), plain);
    expect(text).toContain("! at 4s: none 4\n  and 2 more, in --output json\n✗ test:");
  });

  it("is there for programs, GitHub and JUnit", () => {
    expect(JSON.parse(checksAsJson([warned]))).toMatchObject({ scenarios: [{ warnings }] });
    expect(checksAsGithub([warned])).toContain(`::warning file=f.yaml,title=test::${first}\n`);
    const [suite] = parseXml(checksAsJunit([warned])).children;
    const { name, text } = suite?.children.at(-1) ?? {};
    expect([name, text?.split("\n")[0]]).toEqual(["system-err", first]);
  });

  it("is told of a stimulus that finds nothing, in one run and over seeds", () => {
    const text = scenarioYaml(
      "duration: 60s\nstimuli:\n- {at: 5s, action: deletePod, pod: web}\n" +
        "- {at: 50s, action: deletePod, pod: web}\nexpect:\n- {check: gone, pod: web}\n",
      podYaml,
    );
    const input = prepareInput(parseYaml({ file: "f.yaml", text }));
    const { warnings: one, results } = checkScenario(input);
    expect(one).toEqual([{ message: "deletePod: the API has no pod web", t: 50 }]);
    const fold = new CheckFold();
    for (const seed of [2, 1]) fold.take(seed, { results, warnings: one });
    const { warnings: both } = checkedOf(input, { from: 1, to: 2 }, fold.folded());
    expect(both).toEqual([{ ...one[0], seed: 1, seeds: 2 }]);
  });
});

describe("a scenario from its file", () => {
  const prepared = (expectations: string) =>
    prepareInput(
      parseYaml({
        file: "f.yaml",
        text: scenarioYaml(`model: textbook\nduration: 10s\n${expectations}`, podYaml),
      }),
      { readFile: () => ({ unreadable: "none" }) },
    );

  it("is run and judged", () => {
    const { results } = checkScenario(
      prepared(
        "expect:\n- {check: start, of: app#1, window: [0, 3]}\n" +
          "- {check: noStart, of: app#1}\n- {check: start, of: app#1, kubernetes: '>=1.30'}\n",
      ),
    );
    expect(results.map(({ outcome }) => outcome)).toEqual(["passed", "failed", "skipped"]);
  });

  it.each(["", "expect: []\n"])("is an error where nothing is expected: %j", (expectations) => {
    const input = prepared(expectations);
    expect(() => checkScenario(input)).toThrow(InputError);
    expect(() => checkScenario(input)).toThrow(/f\.yaml:\d+:\d+: error: spec\.expect: nothing is/);
  });
});
