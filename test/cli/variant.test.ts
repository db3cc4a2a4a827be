/** What `compare --variant` says of a kubelet that its author got wrong. */
import { resolve } from "node:path";
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
