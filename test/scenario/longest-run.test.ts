/** A run that is too long is refused where it is written, and numbers without end by their name. */
import { expect, it } from "vitest";
import { InputError } from "../../src/model/diagnostic.ts";
import { describeValue } from "../../src/scenario/issues.ts";
import { parseScenario } from "../../src/scenario/parse.ts";
import { parseYaml } from "../../src/yaml/parse-yaml.ts";

function read(duration: string): string {
  const text = `apiVersion: relist.dev/v1alpha1
kind: Scenario
metadata: {name: long}
spec:
  duration: ${duration}
`;
  try {
    return parseYaml({ file: "long.yaml", text })
      .map((document) => String(parseScenario(document).durationMs))
      .join();
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
}

it.each([
  ["87601h", '"87601h"'],
  ["99999999h", '"99999999h"'],
  ["315360001", "315360001"],
  ["1e400", ".inf"],
  [".inf", ".inf"],
])("refuses a duration of %s", (duration, found) => {
  const place = "long.yaml:5:13: error: spec.duration: ";
  const message = read(duration);
  expect(message.startsWith(place), message).toBe(true);
  expect(message).toContain(`found ${found}, expected at most 87600h`);
});

it("takes the longest one", () => {
  expect(read("87600h")).toBe("315360000000");
});

it("calls what is no duration so, whatever its size", () => {
  for (const none of ["-.inf", ".nan", "-1", "soon"]) expect(read(none)).toContain("a duration:");
});

it("names numbers that JSON has not", () => {
  const values = [Infinity, -Infinity, NaN, 1.5, null];
  expect(values.map(describeValue)).toEqual([".inf", "-.inf", ".nan", "1.5", "nothing"]);
});
