/** Pods whose names come of a hash of their template are the same pods after an edit of it. */
import { describe, expect, it } from "vitest";
import { diffInputs } from "../../src/sample/diff/diff.ts";
import { withNamesOf } from "../../src/sample/diff/pair-pods.ts";
import { type Overrides, prepareInput } from "../../src/scenario/prepare.ts";
import { parseYaml } from "../../src/yaml/parse-yaml.ts";

interface Parts {
  readonly image?: string;
  readonly replicas?: number;
  readonly init?: string;
  readonly isPlain?: boolean;
  readonly spec?: (pods: readonly string[]) => string;
  readonly overrides?: Overrides;
}

function input({ image = "example.com/web:1", replicas = 1, spec, ...parts }: Parts) {
  const { init, isPlain = false, overrides = {} } = parts;
  const inits = init === undefined ? "" : `initContainers: [${init}], `;
  const text = (more: string): string => `
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: ${replicas}
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {${inits}containers: [{name: app, image: "${image}"}]}
${isPlain ? "" : `---\n${scenario(more)}`}
`;
  const prepared = (more: string) =>
    prepareInput(parseYaml({ file: "web.yaml", text: text(more) }), { overrides });
  const plain = prepared("");
  return spec ? prepared(`, ${spec(namesOf(plain))}`) : plain;
}

const scenario = (more: string): string => `apiVersion: relist.dev/v1alpha1
kind: Scenario
metadata: {name: pairs}
spec: {duration: 1m${more}}`;

function namesOf({ pods }: ReturnType<typeof prepareInput>): readonly string[] {
  return pods.map(({ pod }) => pod.metadata.name);
}

const edited = { image: "example.com/web:2" };
const seeds = { from: 1, to: 2 };

it("are named alike by their place among the pods of their owner", () => {
  const [a, b] = [input({ replicas: 2 }), input({ ...edited, replicas: 3 })];
  expect(namesOf(b)).not.toContain(namesOf(a)[0]);
  const paired = withNamesOf(a, b);
  expect(namesOf(paired)).toEqual([...namesOf(a), namesOf(b)[2]]);
  expect(withNamesOf(a, paired)).toBe(paired);
});

it("move where the template is edited, and do not come and go", () => {
  const a = input({ replicas: 2 });
  const b = withNamesOf(a, input({ ...edited, replicas: 2 }));
  const { differences, rows } = diffInputs(a, b, seeds);
  expect(differences).toMatchObject([
    {
      what: "Deployment web: spec.template.spec.containers[app].image",
      a: "example.com/web:1",
      b: "example.com/web:2",
    },
  ]);
  const starts = rows.filter(({ kind }) => kind === "start");
  expect(starts.map(({ change }) => change)).toEqual(["same", "same"]);
});

it("are counted where an owner has more of them", () => {
  const a = input({});
  const { differences, rows } = diffInputs(a, withNamesOf(a, input({ replicas: 2 })), seeds);
  expect(differences).toMatchObject([{ what: "pods of Deployment web", a: "1", b: "2" }]);
  const starts = rows.filter(({ kind }) => kind === "start");
  expect(starts).toMatchObject([
    { change: "same", because: [] },
    { change: "comes", because: [0] },
  ]);
});

it("have the new names wherever the scenario names them", () => {
  const spec = ([pod]: readonly string[]) =>
    `behaviour: {${pod}/app: {sigterm: {exitAfter: 5s}}}, ` +
    `stimuli: [{at: 10s, action: deletePod, pod: ${pod}}]`;
  const a = input({ spec });
  const { differences, rows } = diffInputs(a, withNamesOf(a, input({ ...edited, spec })), seeds);
  expect(differences).toHaveLength(1);
  const exit = rows.find(({ kind }) => kind === "exit");
  expect(exit).toMatchObject({ change: "same", a: { earliest: 15 }, b: { earliest: 15 } });
});

it("have two behaviours on the command line, in the words that it has for them", () => {
  const a = input({ overrides: { behave: ["app: exit 1 after 8s"] } });
  const against = ["app: exit 1 after 8s then runs", "app: sigterm ignored"];
  const b = input({ overrides: { behave: ["app: exit 1 after 8s"], against } });
  const { differences, rows } = diffInputs(a, b, seeds);
  expect(differences).toMatchObject([
    { what: "behaviour.app.runs", a: "exit 1 after 8s", b: "exit 1 after 8s then runs" },
    { what: "behaviour.app.sigterm", a: "sigterm 0s", b: "sigterm ignored" },
  ]);
  const [pod] = namesOf(a);
  const exit = rows.find(({ key }) => key === `${pod}/app#2.exit`);
  expect(exit).toMatchObject({ change: "goes", because: [0] });
});

it("have a behaviour of one against the general one that they had", () => {
  const [a, b] = [
    input({ overrides: { behave: ["*: sigterm 7s"] } }),
    input({ overrides: { behave: ["*: sigterm 7s"], against: ["app: ready 5s"] } }),
  ];
  const { differences } = diffInputs(a, b, seeds);
  expect(differences).toMatchObject([
    { what: "behaviour.app", a: "readiness succeeds", b: "ready 5s" },
  ]);
});

describe("what nobody says of their containers", () => {
  const init = '{name: setup, image: "example.com/setup:1"}';
  const plain = { init, isPlain: true };
  const run = { overrides: { durationMs: 60_000 } };

  it("is assumed of them under the names of the first, and is no difference", () => {
    const a = input({ ...plain, ...run });
    const b = withNamesOf(a, input({ ...edited, ...plain, ...run }));
    expect(b.scenario.behaviour).toEqual(a.scenario.behaviour);
    const { differences, rows } = diffInputs(a, b, seeds);
    const [image, ...others] = differences.map(({ what }) => what);
    expect([image, others]).toEqual([
      "Deployment web: spec.template.spec.containers[app].image",
      [],
    ]);
    const kinds = rows.filter(({ change }) => change !== "same").map(({ kind }) => kind);
    expect(new Set(kinds)).toEqual(new Set(["event"]));
  });

  it("moves by the command that it is read from, which is named as the cause", () => {
    const sleeps = (seconds: number) =>
      `{name: setup, image: "example.com/setup:1", command: [sleep, "${seconds}"]}`;
    const a = input({ init: sleeps(30) });
    const b = withNamesOf(a, input({ init: sleeps(40) }));
    const { differences, rows } = diffInputs(a, b, seeds);
    expect(differences).toMatchObject([
      { what: "Deployment web: spec.template.spec.initContainers[setup].command[1]" },
    ]);
    const exit = rows.find(({ key }) => key.endsWith("/setup#1.exit"));
    expect(exit).toMatchObject({ change: "later", moved: { least: 10 }, because: [0] });
  });

  it("stands against what is said of them", () => {
    const a = input({ ...plain, ...run });
    const overrides = { ...run.overrides, against: ["setup: exit 0 after 5s"] };
    const { differences } = diffInputs(a, input({ ...plain, overrides }), seeds);
    expect(differences).toMatchObject([
      { what: "behaviour.setup", a: "exit 0 after 0s", b: "exit 0 after 5s" },
    ]);
  });

  it("is another thing in a scenario than in a plain manifest", () => {
    const [a, b] = [input({ ...plain, ...run }), input({ init, ...run })];
    const { differences, rows } = diffInputs(a, b, seeds);
    expect(differences).toMatchObject([
      {
        what: "init containers of which nothing is said",
        a: "end at once, in a plain manifest",
        b: "run for ever, in a scenario",
      },
    ]);
    const exit = rows.find(({ key }) => key.endsWith("/setup#1.exit"));
    expect(exit).toMatchObject({ change: "goes", because: [0] });
  });
});
