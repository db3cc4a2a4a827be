/** Whatever is done to a valid scenario, the answer is a scenario or an `InputError`. */
import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { InputError } from "../../src/model/diagnostic.ts";
import { loadScenario } from "../../src/scenario/load.ts";
import { refuseUnsupported } from "../../src/scenario/supported.ts";
import { parseYaml } from "../../src/yaml/parse-yaml.ts";
import { load } from "./scenario-text.ts";

const texts = ["st-01", "rb-01", "tm-05", "na-03", "ev-01"].map((name) =>
  readFileSync(new URL(`../cases/${name}.yaml`, import.meta.url), "utf8"),
);
const values = texts.map((text) => parseYaml({ file: "f.yaml", text })[0]!.value);

const odd: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown[]>(null, true, -1, 1.5, 1e300, "", "*", "app#next", "t0-5s", [], {}),
  fc.constantFrom("__proto__", "constructor", "mirror(web)", "a/b/c", "web@2/app", "end+1h"),
  fc.jsonValue({ maxDepth: 2 }),
);

/** Replaces, removes or adds something at a random place. */
function mutate(value: unknown, steps: readonly number[], change: unknown, how: number): unknown {
  if (typeof value !== "object" || value === null || steps.length === 0) return change;
  const keys = Object.keys(value);
  const [step = 0, ...rest] = steps;
  const key = keys[step % Math.max(1, keys.length)];
  const copy: unknown = Array.isArray(value) ? [...(value as unknown[])] : { ...value };
  const target = copy as Record<string, unknown>;
  if (key === undefined || (rest.length === 0 && how === 0)) {
    if (Array.isArray(copy)) return [...(copy as unknown[]), change];
    const name = typeof change === "string" ? change : "extra";
    Object.defineProperty(target, name, { value: change, enumerable: true, configurable: true });
  } else if (rest.length === 0 && how === 1) delete target[key];
  else target[key] = mutate(target[key], rest, change, how);
  return copy;
}

function outcome(run: () => void): "fine" | "refused" {
  try {
    run();
    return "fine";
  } catch (error) {
    if (error instanceof InputError && error.diagnostics.length > 0) return "refused";
    throw error;
  }
}

const file = "f.yaml";
const locate = () => ({ file, line: 1, column: 1 });

it("holds of changed values", () => {
  const seen = new Set<string>();
  const mutation = fc.tuple(
    fc.array(fc.nat({ max: 20 }), { minLength: 1, maxLength: 8 }),
    odd,
    fc.nat({ max: 2 }),
  );
  fc.assert(
    fc.property(
      fc.nat({ max: values.length - 1 }),
      fc.array(mutation, { minLength: 1, maxLength: 4 }),
      (index, mutations) => {
        let value = values[index];
        for (const [steps, change, how] of mutations) value = mutate(value, steps, change, how);
        const result = outcome(() => {
          const readFile = () => ({ unreadable: "no such file" });
          const { scenario } = loadScenario([{ file, value, locate }], { readFile });
          refuseUnsupported(scenario, "textbook");
        });
        seen.add(result);
      },
    ),
    { numRuns: 2_000 },
  );
  expect([...seen].toSorted()).toEqual(["fine", "refused"]);
});

it("holds of changed texts", () => {
  const edit = fc.tuple(fc.nat({ max: 5_000 }), fc.nat({ max: 20 }), fc.string({ maxLength: 8 }));
  fc.assert(
    fc.property(fc.nat({ max: texts.length - 1 }), edit, (index, [at, removed, added]) => {
      const text = texts[index] ?? "";
      outcome(() => load(text.slice(0, at) + added + text.slice(at + removed)));
    }),
    { numRuns: 200 },
  );
});
