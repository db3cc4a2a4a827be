/** What `compare --variant` says of a kubelet that its author got wrong. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { type Result, folder } from "./relist.ts";

const place = folder();
afterAll(() => place.remove());

const demo = resolve("docs/examples/bootstrap.yaml");

/** Actor logic, in plain JavaScript: a file in a folder of its own has no XState. */
function kubelet(lines: string, before = ""): string {
  return `${before}
export const kubelet = {
  getInitialSnapshot: () => ({ status: "active", output: undefined, error: undefined }),
  transition(state, event, { emit }) {
    ${lines}
    return state;
  },
};
`;
}

function compare(file: string, ...args: readonly string[]): Result {
  return place.run(["compare", demo, "--observe", "level", "--variant", file, ...args]);
}

describe("a mistake in a kubelet of one's own", () => {
  it.each([
    ["throws.mjs", 'throw new Error("boom");', "threw Error: boom"],
    ["of-type.ts", "const text: string = 7; text.at(0);", "threw TypeError: text.at is not a"],
    ["unknown.mjs", 'emit({ type: "runtime.kill" });', 'emitted "runtime.kill"; expected one of '],
    ["no-number.mjs", 'emit({ type: "runtime.list", call: NaN });', "with call NaN; expected a"],
    ["frozen.mjs", "event.pods.length = 7;", "; what it is told is frozen: change a copy of it"],
  ])("%s: is its author's, with the place and the moment", (file, line, said) => {
    place.write(file, kubelet(line));
    const { status, stdout, stderr } = compare(file);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(said);
    expect(stderr).toMatch(
      new RegExp(
        `^error: the run stopped: the kubelet ${file.split(".")[0]} \\(.*/${file}:5\\) .*\n` +
          `when it was told \\{"type":"source\\.pods",.*\nat 0 s, seed 1; the trace ends with$`,
        "m",
      ),
    );
  });

  it("is told of the seed, too", () => {
    place.write("throws.mjs", kubelet('throw new Error("boom");'));
    const { status, stderr } = compare("throws.mjs", "--seeds", "5..9");
    expect(status).toBe(2);
    expect(stderr).toContain("error: seed 5: the run stopped: the kubelet throws (");
  });
});

describe("a kubelet's file", () => {
  it.each([
    ["words.mjs", "export const kubelet = {{;", "/words.mjs:1:25: Unexpected token"],
    ["typed.ts", "const a = 1;\nconst b: = 5;", "/typed.ts:2:10: Unexpected token"],
    ["imports.mjs", 'import "./words.mjs";', "/words.mjs:1:25: Unexpected token"],
    ["fails.mjs", '\n\nthrow new Error("boom");', "/fails.mjs:3` cannot be loaded: boom"],
    ["no-error.mjs", "throw 5;", "/no-error.mjs` cannot be loaded: 5"],
    ["leaves.mjs", "process.exit(0);", "/leaves.mjs:1` cannot be loaded: process.exit was call"],
    ["leaves-named.mjs", 'import { exit } from "node:process";\nexit(0);', "process.exit was call"],
  ])("%s is refused with the place", (file, text, said) => {
    place.write(file, text);
    const { status, stdout, stderr } = compare(file);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("error: --variant: ");
    expect(stderr).toContain(said);
  });

  it.each([
    ["", "--variant: expected a file, found an empty name"],
    [".", "` is a folder; give the file of a kubelet"],
    ["missing.ts", "--variant: there is no file `"],
  ])("%j is refused", (file, said) => {
    const { status, stderr } = compare(file);
    expect([status, stderr]).toEqual([2, expect.stringContaining(said)]);
  });

  it("may not be called as one of ours is, whether that runs or not", () => {
    place.write("edge.ts", kubelet(""));
    const { status, stderr } = compare("edge.ts");
    expect(status).toBe(2);
    expect(stderr).toMatch(/error: edge is what one of our kubelets is called; give `.*edge.ts`/);
  });
});

describe("what a kubelet does to the process", () => {
  const timer = "setInterval(() => {}, 1000);";
  const rejection = 'Promise.reject(new Error("boom"));';

  it.each([
    ["kept.mjs", kubelet("", timer), 0],
    ["kept-failing.mjs", kubelet('throw new Error("boom");', timer), 2],
  ])("%s: a timer of the host's does not keep it up", (file, text, status) => {
    place.write(file, text);
    expect(compare(file)).toMatchObject({ status });
    expect(compare(file, "--seeds", "2")).toMatchObject({ status });
  });

  it.each([[], ["--seeds", "2"], ["--shrink"]])("a rejection is told as its own: %j", (...args) => {
    place.write("rejects.mjs", kubelet(rejection));
    const { status, stdout, stderr } = compare("rejects.mjs", ...args);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(
      /error: --variant: .*\/rejects\.mjs:5 threw where nobody .*Error: boom;/,
    );
  });

  it("a call to end it is told as its own", () => {
    place.write("ends.mjs", kubelet("process.exit(0);"));
    const { status, stdout, stderr } = compare("ends.mjs");
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/the kubelet ends \(.*\/ends\.mjs:5\) threw Error: process\.exit was /);
  });

  it.each([
    ["process.exit(0);", "threw Error: process.exit was called"],
    [rejection, "threw where nobody catches it"],
  ])("in a worker, too: %s", (line, said) => {
    // Enough seeds for workers to be started, wherever there are two cores.
    const before = 'import { isMainThread } from "node:worker_threads";\nlet told = 0;';
    place.write("in-worker.mjs", kubelet(`if (!isMainThread || ++told > 20_000) ${line}`, before));
    const { status, stderr } = compare("in-worker.mjs", "--seeds", "3000");
    expect(status).toBe(2);
    expect(stderr).toContain(said);
  });
});

describe("--shrink of a kubelet of one's own", () => {
  it("says what command shows the case again", () => {
    place.write("does it's best.mjs", kubelet(""));
    const { status, stderr } = compare("does it's best.mjs", "--shrink", "--out", "small.yaml");
    expect(status).toBe(0);
    const again = String.raw`compare small.yaml --observe level --variant 'does it'\''s best.mjs'`;
    expect(stderr).toContain(`\nnote: it is seen with relist ${again}\n`);
    const text = readFileSync(join(place.path, "small.yaml"), "utf8");
    expect(text).toMatch(`# It is seen with relist ${again}\napiVersion: `);
    const own = ["--observe", "level", "--variant", "does it's best.mjs"];
    const { stdout } = place.run(["compare", "small.yaml", ...own]);
    expect(stdout).toMatch(/does it's best did not\s+converge/);
  });
});
