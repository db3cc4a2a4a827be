/** What `--behave` says: each word is a field of the file, and only what it says is changed. */
import { describe, expect, it } from "vitest";
import { behaveHelp } from "../../src/cli/flags.ts";
import { behaviourFor } from "../../src/decide/container-script.ts";
import { InputError, formatDiagnostic } from "../../src/model/diagnostic.ts";
import { parseBehave } from "../../src/scenario/behave-text.ts";
import { type Overrides, type PreparedInput, prepareInput } from "../../src/scenario/prepare.ts";
import { runScenario } from "../../src/scenario/run-scenario.ts";
import { parseYaml } from "../../src/yaml/parse-yaml.ts";
import { scenarioYaml } from "./scenario-text.ts";

const pods = `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers:
  - {name: app, image: "app:1", livenessProbe: {httpGet: {path: /, port: 80}}}
  - {name: sidecar, image: "app:1"}
`;
const twoPods = `${pods}---\n${pods.replace("name: web", "name: api")}`;

function prepare(
  behave: readonly string[],
  { spec = "", objects = pods, ...overrides }: Overrides & { spec?: string; objects?: string } = {},
): PreparedInput {
  const text = scenarioYaml(spec, objects);
  return prepareInput(parseYaml({ file: "f.yaml", text }), { overrides: { ...overrides, behave } });
}

function findings(...args: Parameters<typeof prepare>): readonly string[] {
  try {
    return prepare(...args).diagnostics.map(formatDiagnostic);
  } catch (error) {
    if (error instanceof InputError) return error.diagnostics.map(formatDiagnostic);
    throw error;
  }
}

describe("what is said", () => {
  it.each([
    ["start takes 8s", { runs: [{ startup: "8s" }] }],
    ["start hangs", { runs: [{ startHangs: true }] }],
    ["exit 1 after 5m", { runs: [{ exitCode: 1, exitAfter: "5m" }] }],
    ["exit after 90", { runs: [{ exitAfter: 90 }] }],
    ["oomKilled after 5m", { runs: [{ exitAfter: "5m", oomKilled: true }] }],
    ["oomKilled 1 after 5m", { runs: [{ exitCode: 1, exitAfter: "5m", oomKilled: true }] }],
    ["childOom after 5m", { runs: [{ childOomAfter: "5m" }] }],
    [
      "start takes 1s, exit 1 after 5s then exit 2 after 1m30s, then runs, sigterm 12s",
      {
        runs: [
          { startup: "1s", exitCode: 1, exitAfter: "5s" },
          { exitCode: 2, exitAfter: "1m30s" },
          {},
        ],
        sigterm: { exitAfter: "12s" },
      },
    ],
    ["sigterm ignored", { sigterm: "ignored" }],
    ["sigterm exit 0 after 8s", { sigterm: { exitCode: 0, exitAfter: "8s" } }],
    ["ready 8s", { probes: { readiness: [{ to: "8s", result: "failure" }] } }],
    ["readiness fails until 8s", { probes: { readiness: [{ to: "8s", result: "failure" }] } }],
    ["readiness takes 2s", { probes: { readiness: [{ result: "success", takes: "2s" }] } }],
    [
      'liveness fails after 60s until sigterm saying "a, \\"b\\": c", liveness warns',
      {
        probes: {
          liveness: [
            { from: "60s", to: "sigterm", result: "failure", output: 'a, "b": c' },
            { result: "warning" },
          ],
        },
      },
    ],
    [
      "probes errors",
      {
        probes: {
          liveness: [{ result: "error" }],
          readiness: [{ result: "error" }],
          startup: [{ result: "error" }],
        },
      },
    ],
    ["preStop takes forever", { preStop: { takes: "forever" } }],
    ["postStart fails takes 2s", { postStart: { result: "failure", takes: "2s" } }],
    ["pull byRegistry takes 30s", { pull: { result: "byRegistry", takes: "30s" } }],
    ['pull fails saying "no"', { pull: { result: "failure", output: "no" } }],
  ])("%s", (text, written) => {
    const said = parseBehave({ flag: "--behave", line: 1, text: `web/app: ${text}` });
    expect(said.key).toBe("web/app");
    expect(said.written).toEqual(written);
  });

  it.each(["app:", "app: start", "app: liveness", "app: preStop", "app: pull"])(
    "stands in the help, all that may follow %s",
    (text) => {
      const [error = ""] = findings([text]);
      const words = error.replace(/^.* of /, "").split(", ");
      expect(words.length).toBeGreaterThan(1);
      expect(words.filter((word) => !behaveHelp.includes(word))).toEqual([]);
    },
  );
});

const place = "--behave:1:";

describe("a mistake", () => {
  it.each([
    ["", `${place}1: error: ends too early, expected a container and a colon`],
    [": ready 8s", `${place}1: error: is not understood, found ":", expected a container`],
    [
      "app ready 8s",
      `${place}5: error: is not understood, found "ready", expected a colon after app`,
    ],
    ["app:", `${place}5: error: ends too early, expected one of start, exit,`],
    ["app: redy 8s", 'found "redy", expected one of start, exit'],
    ["app: redy 8s", 'did you mean "ready"?'],
    [
      "app: ready 8x",
      `${place}12: error: is not understood, found "8x", expected a time such as 8s`,
    ],
    ["app: exit 1", `${place}12: error: ends too early, expected \`after\` and a time`],
    ["app: exit 300 after 5s", 'found "300", expected an exit code, 0 to 255'],
    ["app: ready 8s exit 1 after 5s", 'found "exit", expected a comma, `then` or the end'],
    ["app: exit after 5s, exit after 3s", `${place}21: error: exit is said twice; write \`then\``],
    ["app: exit 1 after 5s, runs", `${place}23: error: runs contradicts what is said of the run`],
    ["app: runs, oomKilled after 5s", `${place}12: error: oomKilled contradicts what is said of`],
    ["app: start hangs, exit after 5s", "error: exit contradicts what is said of the run before"],
    ["app: start hangs, runs", "it; write `then` before what the next run does"],
    ["app: preStop fails, preStop fails", `${place}21: error: preStop is said twice`],
    ["app: sigterm 1s, sigterm 2s", `${place}18: error: sigterm is said twice`],
    ["app: liveness fails warns", `${place}21: error: warns is said twice`],
    ["app: liveness fails untill 3s", 'did you mean "until"?'],
    ["app: then runs", 'found "then", expected one of start'],
    ["app: ready 8s, then runs", "expected what the first run does before `then`"],
    ["app: runs then ready 8s", 'found "ready", expected one of start, exit, oomKilled'],
    ["app: pull fails saying no", 'found "no", expected a text in double quotes'],
    ['app: pull fails saying "no', "expected a text in double quotes"],
    [
      "  ap: ready 8s",
      `${place}3: error: names no container, found "ap", expected one of app, sidecar`,
    ],
    ["ap: ready 8s", 'did you mean "app"?'],
    ["we/app: ready 8s", `${place}1: error: names no pod, found "we/app", expected web`],
    ["a/b/c: ready 8s", "expected container, pod/container or pod@2/container"],
  ])("%s", (text, said) => {
    expect(findings([text]).join("\n")).toContain(said);
  });

  it("is told of each flag, beside those of the file", () => {
    const errors = findings(["app: x", "ap: runs"], { spec: "duraton: 5m" });
    expect(errors.map((error) => error.replace(/: error.*/, ""))).toEqual([
      "f.yaml:5:3",
      "--behave:1:6",
      "--behave:2:1",
    ]);
  });

  it("is to leave the pod out where there are several", () => {
    expect(findings(["app: runs"], { objects: twoPods }).join()).toContain("write web/app");
  });

  it("is what the model does not carry out", () => {
    const [error] = findings(["app: liveness fails"], { model: "textbook" });
    expect(error).toContain("--behave:1:1: error: the textbook model does not carry out probes");
  });

  it("is, mildly, what nobody will ask for", () => {
    const text = "app: liveness fails, ready 8s, probes fails, preStop fails, pull fails";
    expect(findings([text])).toEqual([
      "--behave:1:22: warning: app has no readiness probe in its manifest, so this changes nothing",
      "--behave:1:46: warning: app has no preStop hook in its manifest, so this changes nothing",
    ]);
  });
});

describe("beside what the scenario says", () => {
  const spec = [
    "behaviour:",
    "  '*/app': {sigterm: ignored, probes: {liveness: [{result: failure}]}}",
    "  web/*: {pull: {takes: 3s}}",
    "  web@2/app: {sigterm: {exitAfter: 2s}}",
  ].join("\n");

  const of = (behave: readonly string[], pod: string, container: string, instance = 1) => {
    const { scenario } = prepare(behave, { spec, objects: twoPods });
    return behaviourFor(scenario.behaviour, { namespace: "default", pod, instance, container });
  };

  it("changes what it says of a container, and keeps the rest", () => {
    const behave = ["web/app: exit 1 after 5s, readiness fails"];
    const { sigterm, probes, runs, pull } = of(behave, "web", "app");
    const before = of([], "web", "app");
    expect({ sigterm, pull }).toEqual({ sigterm: before.sigterm, pull: before.pull });
    expect(runs).toEqual([{ startupMs: 0, exitAfterMs: 5000, exitCode: 1 }]);
    expect(Object.keys(probes ?? {})).toEqual(
      expect.arrayContaining([...Object.keys(before.probes ?? {}), "readiness"]),
    );
  });

  it("leaves other containers and pods as they are", () => {
    const behave = ["web/app: exit 1 after 5s"];
    for (const [pod, name] of [
      ["api", "app"],
      ["web", "sidecar"],
    ] as const) {
      expect(of(behave, pod, name)).toEqual(of([], pod, name));
    }
  });

  it("keeps what the second pod of a name had", () => {
    const { sigterm, runs } = of(["web/app: exit 1 after 5s"], "web", "app", 2);
    expect(sigterm).toEqual({ exitAfterMs: 2000, exitCode: 143 });
    expect(runs[0]).toMatchObject({ exitAfterMs: 5000 });
  });

  it("adds up from the widest to the most exact, whatever comes first", () => {
    const behave = ["web/app: sigterm 9s", "*: sigterm 5s, exit 3 after 1m"];
    expect(of(behave, "web", "app")).toMatchObject({
      sigterm: { exitAfterMs: 9000 },
      runs: [{ exitCode: 3 }],
    });
    expect(of(behave, "api", "sidecar")).toMatchObject({ sigterm: { exitAfterMs: 5000 } });
  });

  it("has the last word where it is said twice", () => {
    const behave = ["web/app: sigterm 9s", "web/app: sigterm 5s"];
    expect(of(behave, "web", "app").sigterm).toMatchObject({ exitAfterMs: 5000 });
  });
});

it("gives the run that the file gives", () => {
  const words = "app: exit 1 after 5s then runs, liveness fails after 30s";
  const fields =
    "{runs: [{exitAfter: 5s, exitCode: 1}, {}], " +
    "probes: {liveness: [{from: 30s, result: failure}]}}";
  const said = runScenario(prepare([words]));
  const written = runScenario(prepare([], { spec: `behaviour: {app: ${fields}}` }));
  expect(said.records.length).toBeGreaterThan(50);
  expect(said.records).toEqual(written.records);
});

describe("what can never come about", () => {
  const never =
    "--behave:1:1: warning: never comes about: nothing creates so many pods of that name, found";
  const again =
    "stimuli: [{at: 5, action: deletePod, pod: web}, {at: 90, action: createPod, pod: web}]";

  it("is warned of: a pod of a number that nothing creates", () => {
    expect(findings(["web@7/app: exit 1 after 5s"])).toEqual([
      `${never} "web@7/app", expected web, the only one`,
    ]);
    expect(findings(["web@1/app: exit 1 after 5s"])).toEqual([]);
    const created = ["createPod", "createPod"].map(
      (action, i) => `{at: ${i}, action: ${action}, pod: web}`,
    );
    const spec = `stimuli: [${created.join(", ")}]`;
    expect(findings(["web@2/app: exit 1 after 5s"], { spec })).toEqual([]);
    expect(findings(["web@3/app: exit 1 after 5s"], { spec: again })).toHaveLength(1);
  });

  it("is refused: an answer that ends before it begins", () => {
    expect(findings(["app: liveness fails after 5s until 2s"])).toEqual([
      '--behave:1:1: error: is not understood, found "2s", expected a time after `from`: until then' +
        " the answer holds",
    ]);
    expect(findings(["app: liveness fails after 5s until 6s"])).toEqual([]);
    expect(findings(["app: liveness fails after sigterm until 2s"])).toEqual([]);
  });
});
