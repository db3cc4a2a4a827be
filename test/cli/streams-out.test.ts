/** `--out`: the file is whole or as it was, and what is no file is written as it is. */
import { spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { folder, podYaml, program, scenarioYaml } from "./relist.ts";

const place = folder({
  "pod.yaml": podYaml,
  "check.yaml": scenarioYaml("duration: 1m", "expect: [{at: 1m, converged: true}]"),
  "pods/a.yaml": podYaml,
});
afterAll(() => place.remove());

const at = (name: string): string => join(place.path, name);
const read = (name: string): string => readFileSync(at(name), "utf8");
const text = place.run(["run", "pod.yaml"]).stdout;

function bash(script: string): { status: number | null; stdout: string; stderr: string } {
  const relist = `relist() { "${process.execPath}" "${program}" "$@"; }`;
  const options = { cwd: place.path, encoding: "utf8", timeout: 60_000 } as const;
  return spawnSync("bash", ["-c", `${relist}\n${script}`], options);
}

function leftovers(): readonly string[] {
  return readdirSync(place.path).filter((name) => name.endsWith(".tmp"));
}

describe("a run that fails", () => {
  it.each(["text", "jsonl", "json"])("leaves the file as it was: %s", (format) => {
    place.write("old.txt", "old");
    const args = ["run", "pod.yaml", "--until", "87601h", "--output", format];
    expect(place.run([...args, "--out", "old.txt"])).toMatchObject({ status: 2 });
    expect(place.run([...args, "--out", "none.txt"])).toMatchObject({ status: 2 });
    expect(read("old.txt")).toBe("old");
    expect(existsSync(at("none.txt"))).toBe(false);
    expect(leftovers()).toEqual([]);
  });

  it.each(["SIGINT", "SIGTERM"] as const)("as does %s", async (signal) => {
    place.write("old.txt", "old");
    const args = ["run", "pod.yaml", "--until", "87000h", "--output", "jsonl", "--out", "old.txt"];
    const child = spawn(process.execPath, [program, ...args], { cwd: place.path });
    const ended = new Promise((done) => child.once("exit", (_, by) => done(by)));
    const isUnderWay = (): boolean =>
      child.exitCode !== null || leftovers().some((name) => statSync(at(name)).size > 0);
    while (!isUnderWay()) await new Promise((done) => setTimeout(done, 20));
    child.kill(signal);
    expect(await ended).toBe(signal);
    expect(read("old.txt")).toBe("old");
    expect(leftovers()).toEqual([]);
  });
});

describe("a file that cannot be written is told before the simulation", () => {
  it.each([
    ["run", "no/such.txt"],
    ["compare", "no/such.txt"],
    ["check", "no/such.txt"],
    ["run", "pods"],
    ["run", "new/"],
  ])("%s --out %s", (command, out) => {
    // An input that is missing would be told by the run.
    const { status, stderr } = place.run([command, "missing.yaml", "--out", out]);
    expect(status).toBe(2);
    expect(stderr).toContain(`error: --out: \`${out}\` cannot be written: `);
  });
});

describe("an input is not written over", () => {
  symlinkSync("pod.yaml", at("link.yaml"));
  linkSync(at("pods/a.yaml"), at("other-name.yaml"));
  it.each([
    ["run pod.yaml", "pod.yaml"],
    ["run pod.yaml", "./link.yaml"],
    ["run link.yaml", "pod.yaml"],
    ["run pods", "pods/a.yaml"],
    ["run pods", "other-name.yaml"],
    ["run - < pod.yaml", "pod.yaml"],
    ["compare pod.yaml", "pod.yaml"],
    ["compare pods --model textbook", "pods/a.yaml"],
    ["check check.yaml", "check.yaml"],
  ])("relist %s --out %s", (call, out) => {
    const before = read(out);
    const { status, stdout, stderr } = bash(`relist ${call} --out ${out}`);
    const message = `error: --out: \`${out}\` is an input, and would be written over\n`;
    expect({ status, stdout, stderr }).toEqual({ status: 2, stdout: "", stderr: message });
    expect(read(out)).toBe(before);
  });
});

describe("what is written", () => {
  it("is standard output for -", () => {
    expect(place.run(["run", "pod.yaml", "--out", "-"])).toMatchObject({ status: 0, stdout: text });
    expect(existsSync(at("-"))).toBe(false);
  });

  it("goes where a link leads, whether there is a file or not", () => {
    mkdirSync(at("far"));
    place.write("far/old.txt", "old");
    for (const name of ["old", "new"]) {
      symlinkSync(`far/${name}.txt`, at(`${name}-link`));
      expect(place.run(["run", "pod.yaml", "--out", `${name}-link`])).toMatchObject({ status: 0 });
      expect(read(`far/${name}.txt`)).toBe(text);
    }
    expect(readdirSync(at("far"))).toEqual(["new.txt", "old.txt"]);
  });

  it("keeps the mode and the other names of the file", () => {
    place.write("mode.txt", "old");
    chmodSync(at("mode.txt"), 0o640);
    place.write("name.txt", text.repeat(2));
    linkSync(at("name.txt"), at("same.txt"));
    for (const name of ["mode.txt", "name.txt"]) place.run(["run", "pod.yaml", "--out", name]);
    expect(statSync(at("mode.txt")).mode & 0o777).toBe(0o640);
    expect([read("mode.txt"), read("same.txt")]).toEqual([text, text]);
  });

  it("goes to devices and pipes as they are", () => {
    const script = `{ echo before; relist run pod.yaml --out /dev/stdout; echo after; } > all.txt
      relist run pod.yaml --out /dev/null && test -c /dev/null || exit 3
      mkfifo fifo; cat fifo > read.txt & relist run pod.yaml --out fifo; wait; test -p fifo`;
    expect(bash(script)).toMatchObject({ status: 0, stderr: "" });
    expect(read("all.txt")).toBe(`before\n${text}after\n`);
    expect(read("read.txt")).toBe(text);
    expect(place.run(["run", "pod.yaml", "--out", "/dev/stdout"]).stdout).toBe(text);
  });
});

describe("in a working directory that was deleted", () => {
  const inNowhere = "mkdir gone && cd gone && rmdir ../gone";

  it("what has a whole path runs", () => {
    const result = bash(`${inNowhere}; relist run "${resolve("docs/examples/pod.yaml")}"`);
    expect(result).toMatchObject({ status: 0, stderr: "" });
  });

  it("no call ends in a stack trace", () => {
    const { stderr } = bash(`${inNowhere}; relist demo; relist demo --out x; relist run a.yaml`);
    expect(stderr).not.toContain("mistake in relist");
  });
});
