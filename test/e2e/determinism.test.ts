/** Every scenario file writes the same bytes: again, after all others, elsewhere, and in pieces. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import * as fc from "fast-check";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { PreparedInput } from "../../src/scenario/prepare.ts";
import { digestOf, play, readScenario, scenarioFiles } from "../support/scenario-files.ts";

const digestScenarios = fileURLToPath(new URL("../support/digest-scenarios.ts", import.meta.url));
const inputs = new Map<string, PreparedInput>();
for (const file of scenarioFiles()) {
  const input = readScenario(file);
  if (input !== undefined) inputs.set(file, input);
}
const files = [...inputs.keys()];

beforeEach(() => {
  // XState's development build takes a machine that is created in an action for a mistake.
  vi.spyOn(console, "warn").mockImplementation(() => {});
});

describe("the scenario files", () => {
  const expected: Record<string, string> = {};
  const moments = new Map<string, readonly number[]>();

  it("are many, and no two tell the same", () => {
    for (const [file, input] of inputs) {
      const records = play(input);
      expected[file] = digestOf(records);
      moments.set(file, [...new Set(records.map(({ t }) => t * 1000))]);
    }
    expect(files.length).toBeGreaterThan(40);
    expect(new Set(Object.values(expected)).size).toBe(files.length);
  });

  it("write the same bytes in another process, in reverse order, and elsewhere on earth", () => {
    const node = ["--import", "tsx", digestScenarios, ...files.toReversed()];
    const env = { ...process.env, TZ: "Pacific/Kiritimati", LC_ALL: "tr_TR.UTF-8" };
    const { stdout, stderr } = spawnSync(process.execPath, node, { encoding: "utf8", env });
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toEqual(expected);
  });

  it.each(files.toReversed())("write the same bytes again, and in pieces: %s", (file) => {
    const input = inputs.get(file);
    if (input === undefined) throw new Error(`${file} was not read`);
    // Any moment, and moments at which something is due.
    const due = fc.constantFrom(...(moments.get(file) ?? []));
    const cuts = fc.array(fc.oneof(fc.nat(input.scenario.durationMs), due), { minLength: 5 });
    fc.assert(
      fc.property(cuts, (given) => {
        const inOrder = given.toSorted((a, b) => a - b);
        expect(digestOf(play(input, inOrder))).toBe(expected[file]);
      }),
      { numRuns: 1, seed: 42 },
    );
  });
});
