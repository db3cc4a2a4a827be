/** `relist advise` as a user calls it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { seedHost } from "../../src/cli/seed-host.ts";
import { folder, podYaml, scenarioYaml } from "./relist.ts";

const probed = podYaml.replace(
  '"example.com/web:1"}',
  '"example.com/web:1", livenessProbe: {httpGet: {port: 80}}}',
);
const place = folder({
  "pod.yaml": podYaml,
  "probed.yaml": probed,
  "textbook.yaml": scenarioYaml("model: textbook"),
  "broken.yaml": podYaml.replace("containers", "containrs"),
});
afterAll(() => place.remove());

interface AdvisedJson {
  readonly seeds: object;
  readonly disturbances: readonly { readonly name: string; readonly findings: readonly string[] }[];
  readonly findings: readonly { readonly rule: string; readonly under: readonly string[] }[];
}

describe("relist advise", () => {
  it("writes a row for each disturbance, those of a container's probes where it has some", () => {
    const rows = (name: string) => {
      const { status, stdout } = place.run(["advise", name, "--seeds", "1"]);
      expect(status).toBe(0);
      return stdout.split("\n").filter((line) => /^[a-zA-Z][a-zA-Z ]+ {2,}\d/.test(line));
    };
    const names = (lines: readonly string[]) => lines.map((line) => line.split(/ {2,}/)[0]);
    const plain = names(rows("pod.yaml"));
    expect(plain).toEqual([
      "none",
      "slow start",
      "crash",
      "hang",
      "dependency down",
      "slow stop",
      "node reboot",
      "kubelet restart",
      "API down",
    ]);
    expect(names(rows("probed.yaml"))).toEqual([
      ...plain.slice(0, 2),
      "start past its budget",
      ...plain.slice(2),
    ]);
  });

  it("writes the same findings as JSON, into a file, and the same bytes again", () => {
    const call = ["advise", "probed.yaml", "--seeds", "1..2", "--output", "json"];
    const { stdout } = place.run(call);
    const advised = JSON.parse(stdout) as AdvisedJson;
    expect(advised.seeds).toEqual({ from: 1, to: 2 });
    const slow = advised.disturbances.find(({ name }) => name === "slow start");
    expect(slow?.findings).toContain("killed-before-ready");
    const finding = advised.findings.find(({ rule }) => rule === "killed-before-ready");
    expect(finding?.under).toEqual(expect.arrayContaining(["slow start"]));
    const written = place.run([...call, "--out", "advice.json"]);
    expect(written).toEqual({ status: 0, stdout: "", stderr: "" });
    expect(readFileSync(join(place.path, "advice.json"), "utf8")).toBe(stdout);
  });

  it("takes what --behave says of the containers", () => {
    const calm = place.run(["advise", "pod.yaml", "--seeds", "1"]);
    const said = ["--behave", "app: exit 1 after 20s"];
    const crashing = place.run(["advise", "pod.yaml", "--seeds", "1", ...said]);
    expect(calm.stdout).not.toContain("restart-loop");
    expect(crashing.stdout).toContain("docs/advice/restart-loop.md");
  });

  it.each([
    [["textbook.yaml"], "advise needs the kubernetes model"],
    [["broken.yaml"], "containrs"],
    [["absent.yaml"], "`absent.yaml` does not exist"],
    [["pod.yaml", "--seeds", "0..x"], "--seeds"],
    [["pod.yaml", "--output", "jsonl"], "--output"],
    [[], "FILE"],
  ])("refuses %j", (args, told) => {
    const { status, stdout, stderr } = place.run(["advise", ...args]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain(told);
  });
});

describe("the pool", () => {
  // A worker that ends slowly is no reason for the program to end before its answer.
  it("holds the process up until it is closed", async () => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout");
    const before = timers().length;
    const pool = await seedHost.openPool(1);
    expect(timers()).toHaveLength(before + 1);
    await pool.close();
    expect(timers()).toHaveLength(before);
  });
});
