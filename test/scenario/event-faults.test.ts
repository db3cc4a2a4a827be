/** The faults on events, from the file or from `--faults` to what a kubelet then does. */
import { describe, expect, it } from "vitest";
import { InputError, formatDiagnostic } from "../../src/model/diagnostic.ts";
import type { TraceRecord } from "../../src/model/trace.ts";
import { type Overrides, prepareInput } from "../../src/scenario/prepare.ts";
import { runScenario } from "../../src/scenario/run-scenario.ts";
import { parseYaml } from "../../src/yaml/parse-yaml.ts";
import { scenarioYaml } from "./scenario-text.ts";

function run(spec: string, overrides: Overrides = {}): readonly TraceRecord[] {
  const documents = parseYaml({ file: "f.yaml", text: scenarioYaml(spec) });
  return runScenario(prepareInput(documents, { overrides })).records;
}

const crash = `
model: textbook
observe: edge
duration: 30s
stimuli:
- {at: 10s, action: killContainer, of: app#1}
`;

/** What became of each event, and when: `10.5 app ContainerDied true echo`. */
function told(records: readonly TraceRecord[]): string[] {
  return records.flatMap((record) => {
    if (record.type !== "runtimeEvent" && record.type !== "plegEvent") return [];
    const { t, pod, container = pod, event, delivered, due = "", fault = "" } = record;
    return [`${t} ${container} ${event} ${delivered} ${due}${fault}`.trim()];
  });
}

/** Starts and ends of `app`. */
function lifeOf(records: readonly TraceRecord[]): string[] {
  return records.flatMap((record) =>
    record.type === "container" && record.container === "app" ? [`${record.t} ${record.to}`] : [],
  );
}

describe("faults of a scenario", () => {
  it("keep events from one container, and of one kind", () => {
    const fault = "{at: 0, action: dropEvents, container: app, event: ContainerDied}";
    const lines = told(run(`${crash}- ${fault}`)).filter((line) => /stimuli/u.test(line));
    expect(lines).toEqual(["10 app ContainerDied stimuli[1]"]);
  });

  it("keep the nth of those that fit, counted since the fault began, and no other", () => {
    const second = "{at: 0, action: dropEvents, container: app, event: ContainerStarted, nth: 2}";
    const lost = (fault: string): string[] =>
      told(run(`${crash}- ${fault}`)).filter((line) => /stimuli/u.test(line));
    expect(lost(second)).toEqual(["11 app ContainerStarted stimuli[1]"]);
    expect(lost(second.replace("at: 0", "at: 5"))).toEqual([]);
    expect(lost(second.replace("nth: 2", "nth: 3"))).toEqual([]);
  });

  it("bring an event late, and the kubelet then acts", () => {
    const late = "{id: fog, at: 0, action: delayEvents, by: 4s, event: ContainerDied}";
    const records = run(`${crash}- ${late}`);
    expect(told(records).filter((line) => line.includes("fog"))).toEqual([
      "10 app ContainerDied fog 14",
      "14 app ContainerDied true fog",
    ]);
    expect(lifeOf(records).slice(2, 4)).toEqual(["10 Exited", "14 Removed"]);
  });

  it("bring an event twice, and once is enough", () => {
    const echo = "{id: echo, at: 0, action: duplicateEvents, by: 1s}";
    expect(lifeOf(run(`${crash}- ${echo}`))).toEqual(lifeOf(run(crash)));
  });

  it("end when their time is over", () => {
    const storm = "{id: storm, at: 0, action: dropEvents, for: 5s}";
    const lost = told(run(`${crash}- ${storm}`)).filter((line) => line.includes("storm"));
    expect(lost.every((line) => Number.parseFloat(line) < 5)).toBe(true);
    expect(lost.length).toBeGreaterThan(0);
  });

  it("are drawn from the seed, each from a stream of its own", () => {
    const some = "{id: storm, at: 0, action: dropEvents, probability: 0.5}";
    const of = (seed: number, rest = "") => told(run(`${crash}- ${some}\n${rest}`, { seed }));
    expect(of(1)).toEqual(of(1));
    const runs = [1, 2, 3, 4, 5].map((seed) => of(seed).join());
    expect(new Set(runs).size).toBeGreaterThan(1);
    const other = "- {at: 29s, action: reorderEvents, by: 1s, probability: 0.5}";
    expect(of(1, other)).toEqual(of(1));
  });

  it("take what the file's own faults leave, where they are of the flag", () => {
    const glitch = "{id: glitch, at: 9s, action: dropEvents, for: 2s}";
    const records = run(`${crash}- ${glitch}`, { faults: "delay=3s" });
    const died = told(records).filter((line) => line.includes("ContainerDied"));
    expect(died).toEqual(["10 app ContainerDied glitch"]);
  });

  it("count and draw alike, whatever another one has lost", () => {
    const world = crash.replace("observe: edge", "observe: level");
    const second = "{id: second, at: 0, action: dropEvents, probability: 0.5}";
    const nth = "{id: nth, at: 0, action: dropEvents, event: ContainerStarted, nth: 2}";
    const first = "{id: first, at: 0, action: dropEvents, event: ContainerCreated}";
    const lines = (faults: readonly string[], seed: number): readonly string[] =>
      told(run(`${world}${faults.map((fault) => `- ${fault}`).join("\n")}`, { seed }));
    for (const seed of [1, 2, 3, 4, 5]) {
      for (const fault of [second, nth]) {
        const alone = lines([fault], seed);
        const both = lines([first, fault], seed);
        const lost = alone.map((line) =>
          line.includes("Created") ? line.replace(/\S+$/, "first") : line,
        );
        expect(both).toEqual(lost);
      }
    }
  });

  it("touch nothing but what is observed: a kubelet that lists does the same", () => {
    const faults = "drop=0.5,delay=2s@0.5,duplicate=0.5,reorder=3s@0.5";
    const level = { observe: "level" } as const;
    expect(lifeOf(run(crash, { ...level, faults }))).toEqual(lifeOf(run(crash, level)));
  });
});

describe("faults between PLEG and sync loop", () => {
  const base = `
duration: 60s
behaviour: {app: {runs: [{exitAfter: 10s, exitCode: 1}, {}]}}
stimuli:
`;

  it("leave no record of what they do not touch", () => {
    expect(told(run(`${base}- {at: 50s, action: dropEvents, stream: pleg}`))).toEqual([]);
  });

  it("hold an event back, and the pod is synced when it comes", () => {
    const fog = "{id: fog, at: 5s, action: delayEvents, stream: pleg, by: 7s, container: app}";
    const records = run(`${base}- ${fog}`);
    const [held, brought] = told(records);
    expect(held).toMatch(/^1[01]\S* app ContainerDied fog 1[78]/u);
    expect(brought).toMatch(/^1[78]\S* app ContainerDied true fog/u);
    const restart = records.find((record) => record.type === "container" && record.run === 2);
    expect(restart?.t).toBe(Number.parseFloat(brought ?? ""));
  });
});

describe("--faults", () => {
  function errorOf(faults: string): string {
    try {
      run(crash, { faults });
    } catch (error) {
      if (error instanceof InputError) return error.diagnostics.map(formatDiagnostic).join("\n");
      throw error;
    }
    return "none";
  }

  it("says what the file could have said", () => {
    const said = told(run(crash, { faults: "delay=4s" }));
    const fault = "{id: --faults delay, at: 0, action: delayEvents, by: 4s}";
    expect(() => run(`${crash}- ${fault}`)).toThrow(InputError);
    const written = told(run(`${crash}- {id: fog, at: 0, action: delayEvents, by: 4s}`));
    expect(said.map((line) => line.replaceAll("--faults delay", "fog"))).toEqual(written);
  });

  it.each(["drop=0.5,delay=2s", "reorder=1m", "duplicate=1, drop=0"])("takes %s", (text) => {
    expect(errorOf(text)).toBe("none");
  });

  it.each([
    ["", '--faults:1:1: error: is not understood, found "", expected one of drop'],
    ["drop=2", '--faults:1:1: error: is not understood, found "2", expected a chance'],
    ["drop=0.1,delay=soon", '--faults:1:10: error: is not understood, found "soon", expected a t'],
    ["drop=0.1,drop=0.2", '--faults:1:10: error: is not understood, found "drop", expected each'],
    ["loss=0.1", '--faults:1:1: error: is not understood, found "loss", expected one of drop'],
  ])("refuses %j", (text, start) => {
    expect(errorOf(text).slice(0, start.length)).toBe(start);
  });
});
