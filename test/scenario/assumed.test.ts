/** What is taken for granted of containers of which nobody says it. */
import { describe, expect, it } from "vitest";
import { behaviourFor } from "../../src/decide/container-script.ts";
import { formatDiagnostic } from "../../src/model/diagnostic.ts";
import { type Overrides, prepareInput } from "../../src/scenario/prepare.ts";
import { parseYaml } from "../../src/yaml/parse-yaml.ts";

function prepared(text: string, overrides: Overrides = {}) {
  return prepareInput(parseYaml({ file: "f", text }), { overrides });
}

function behaviourOf(text: string, container = "app", pod = "web", overrides: Overrides = {}) {
  const { behaviour } = prepared(text, overrides).scenario;
  return behaviourFor(behaviour, { namespace: "default", pod, instance: 1, container });
}

const notes = (text: string, overrides: Overrides = {}) =>
  prepared(text, overrides).assumed.map(formatDiagnostic);

function podOf(command: string, more = ""): string {
  const container = `{name: app, image: "a:1", command: ${command}}`;
  const spec = `{${more}containers: [${container}]}`;
  return `apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: ${spec}\n`;
}

const scenario = (spec: string) =>
  `---\napiVersion: relist.dev/v1alpha1\nkind: Scenario\nmetadata: {name: s}\nspec: {${spec}}\n`;

const slept = { runs: [{ startupMs: 0, exitAfterMs: 30_000, exitCode: 1 }], sigterm: "ignored" };
const sleeps = "[sh, -c, sleep 30; exit 1]";

describe("a container whose own command sleeps", () => {
  it("ends when it has slept, and takes no notice of SIGTERM as process 1", () => {
    expect(behaviourOf(podOf(sleeps))).toEqual(slept);
    expect(notes(podOf(sleeps))).toEqual([
      "f:4:47: note: the command of app is taken at its word: it ends 30s after its start with 1," +
        " and as process 1 it ignores SIGTERM",
    ]);
  });

  it.each(["shareProcessNamespace", "hostPID"])("is ended by SIGTERM with %s", (field) => {
    expect(behaviourOf(podOf(sleeps, `${field}: true, `)).sigterm).toEqual({
      exitAfterMs: 0,
      exitCode: 143,
    });
  });

  it("is so in a scenario that says nothing of it, and in what one leaves out", () => {
    expect(behaviourOf(podOf(sleeps) + scenario(""))).toEqual(slept);
    const probes = "probes: {liveness: [{result: failure}]}";
    const said = behaviourOf(podOf(sleeps) + scenario(`behaviour: {app: {${probes}}}`));
    expect(said).toMatchObject(slept);
    expect(said.probes?.liveness).toHaveLength(1);
  });

  it("does what is said of it, by a file or by --behave", () => {
    const said = podOf(sleeps) + scenario("behaviour: {app: {runs: [{}]}}");
    expect(behaviourOf(said)).toMatchObject({
      runs: [{ startupMs: 0, exitCode: 0 }],
      sigterm: { exitAfterMs: 0, exitCode: 143 },
    });
    expect(notes(said)).toEqual([]);
    const term = behaviourOf(podOf(sleeps), "app", "web", { behave: ["app: sigterm 2s"] });
    expect(term).toMatchObject({ runs: slept.runs, sigterm: { exitAfterMs: 2000 } });
  });

  it("is not read where it does more than sleep", () => {
    expect(notes(podOf("[nginx]"))).toEqual([]);
    expect(notes(podOf("[sh, -c, while true; do sleep 1; done]"))).toEqual([]);
  });
});

describe("an init container of which nothing is said", () => {
  const init = podOf("[nginx]", "initContainers: [{name: setup, image: b}], ");
  const ended = [{ startupMs: 0, exitAfterMs: 0, exitCode: 0 }];

  it("ends at once in a plain manifest", () => {
    expect(behaviourOf(init, "setup").runs).toEqual(ended);
    expect(notes(init)).toEqual([
      "note: taken to end at once with 0, as nothing is said of it: init container setup",
    ]);
  });

  it("runs for ever in a scenario, as does a sidecar", () => {
    expect(behaviourOf(init + scenario(""), "setup").runs).toEqual([{ startupMs: 0, exitCode: 0 }]);
    expect(notes(init + scenario(""))).toEqual([
      "note: taken to run for ever, as the scenario says nothing of it: init container setup; say" +
        " when it ends, such as --behave 'setup: exit 0 after 5s'",
    ]);
    expect(notes(init + scenario("behaviour: {setup: {runs: [{}]}}"))).toEqual([]);
    const sidecar = init.replace("image: b", "image: b, restartPolicy: Always");
    expect(notes(sidecar)).toEqual([]);
  });

  it("does what --behave says of it", () => {
    const { runs } = behaviourOf(init, "setup", "web", { behave: ["setup: exit 1 after 3s"] });
    expect(runs).toEqual([{ startupMs: 0, exitAfterMs: 3000, exitCode: 1 }]);
  });
});
