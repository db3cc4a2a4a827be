/** What standard disturbances do to a manifest, and what they advise. */
import { describe, expect, it } from "vitest";
import { advisedAsJson } from "../../src/advice/advised-json.ts";
import { type Advised, advisedBy } from "../../src/advice/advised.ts";
import { type DisturbedRun, DisturbedRuns, disturbedRuns } from "../../src/advice/disturbed-run.ts";
import { disturbancesOf } from "../../src/advice/disturbances.ts";
import { type PreparedInput, prepareInput } from "../../src/scenario/prepare.ts";
import { parseYaml } from "../../src/yaml/parse-yaml.ts";

const web = `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  terminationGracePeriodSeconds: 20
  containers:
  - name: app
    image: "a:1"
    livenessProbe: {tcpSocket: {port: 80}, periodSeconds: 10, failureThreshold: 3}
    readinessProbe: {tcpSocket: {port: 80}, periodSeconds: 5}
    lifecycle: {preStop: {exec: {command: [sleep, "8"]}}}
`;

function inputOf(text: string, behave: readonly string[] = []): PreparedInput {
  return prepareInput(parseYaml({ file: "m.yaml", text }), { overrides: { behave } });
}

describe("disturbances", () => {
  const runs = disturbedRuns(inputOf(web), { from: 1, to: 2 });
  const advised = advisedBy(runs);
  const of = (name: string): DisturbedRun => {
    const run = runs.find((each) => each.name === name);
    if (run === undefined) throw new Error(`no ${name}`);
    return run;
  };
  const advice = (rule: string): Advised | undefined =>
    advised.find((each) => each.advice.rule === rule);

  it("are the usual ones", () => {
    expect(runs.map(({ name }) => name)).toEqual([
      "none",
      "slow start",
      "start past its budget",
      "crash",
      "hang",
      "dependency down",
      "slow stop",
      "node reboot",
      "kubelet restart",
      "API down",
    ]);
  });

  it("leave a pod alone that nothing happens to", () => {
    const nothing = { restarts: 0, outMs: 0, longestOutMs: 0, killed: 0 };
    for (const name of ["none", "kubelet restart"]) {
      expect(of(name)).toMatchObject({ least: nothing, most: nothing, advice: [] });
    }
  });

  it("count what each does", () => {
    expect(of("slow start").least).toMatchObject({ restarts: 5, outMs: 300_000 });
    expect(of("crash").most).toMatchObject({ restarts: 1, killed: 0 });
    expect(of("hang").most).toMatchObject({ restarts: 1, killed: 1 });
    expect(of("slow stop").most).toMatchObject({ restarts: 0, killed: 1 });
    expect(of("node reboot").least.outMs).toBeGreaterThan(90_000);
    expect(of("API down").least).toMatchObject({ restarts: 0 });
    expect(of("API down").least.outMs).toBeGreaterThan(60_000);
  });

  it("advise on what the manifest can change", () => {
    expect(advised.map((each) => each.advice.rule)).toEqual([
      "killed-before-ready",
      "killed-after-grace",
    ]);
    expect(advice("killed-after-grace")).toMatchObject({ under: ["slow stop"], seed: 1 });
    expect(advice("killed-after-grace")?.advice.fixes[0]?.suggested).toBe(25);
    expect(advice("killed-before-ready")?.under).toEqual(["slow start", "start past its budget"]);
  });

  it("are the same in parts as at once", () => {
    const [first, second] = [new DisturbedRuns(inputOf(web)), new DisturbedRuns(inputOf(web))];
    first.take(2);
    second.take(1);
    first.merge(second.folded());
    expect(advisedAsJson(first.folded(), { from: 1, to: 2 })).toBe(
      advisedAsJson(runs, { from: 1, to: 2 }),
    );
  });
});

describe("the sizes of disturbances", () => {
  it("leave a budget out that no probe gives", () => {
    const bare =
      'kind: Pod\napiVersion: v1\nmetadata: {name: w}\nspec: {containers: [{name: a, image: "a:1"}]}';
    const names = disturbancesOf(inputOf(bare)).map(({ name }) => name);
    expect(names).not.toContain("start past its budget");
  });

  it("keep what is said of the container", () => {
    const [none] = disturbedRuns(inputOf(web, ["app: ready 20s"]), { from: 1, to: 1 });
    expect(none?.least.outMs).toBeGreaterThanOrEqual(20_000);
  });
});
