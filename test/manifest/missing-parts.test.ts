/** A part that is absent, null or empty is told with its place, in whatever object it stands. */
import { describe, expect, it } from "vitest";
import { knownKinds } from "../../src/manifest/kinds.ts";
import { workloadOf } from "../../src/manifest/workloads.ts";
import { errorsOf } from "./load.ts";

const kinds = [...knownKinds.keys()];

/** The object with `value` at that path, and mappings around it. */
function objectWith(kind: string, path: readonly string[], value: unknown): string {
  const part = path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
  const apiVersion = knownKinds.get(kind);
  return JSON.stringify({ apiVersion, kind, metadata: { name: "web" }, ...(part as object) });
}

/** Every field on the way to the containers: `spec`, `spec.template`, `spec.template.spec`. */
function waysOf(kind: string): readonly (readonly string[])[] {
  const whole = [...workloadOf(kind).template, "spec"];
  return whole.map((_, index) => whole.slice(0, index + 1));
}

const cases = kinds.flatMap((kind) =>
  waysOf(kind).flatMap((path) =>
    ["absent", "null", "{}"].map((written) => ({ kind, path: path.join("."), written })),
  ),
);

describe("parts that are missing", () => {
  it.each(cases)("$kind with $path $written", ({ kind, path, written }) => {
    const keys = path.split(".");
    const text =
      written === "absent"
        ? objectWith(kind, keys.slice(0, -1), {})
        : objectWith(kind, keys, written === "null" ? null : {});
    const missing = errorsOf(text).filter((error) => error.includes("a required field is missing"));
    expect(missing).not.toEqual([]);
    for (const error of missing) expect(error).toMatch(/^f:1:\d+: error: spec/);
    // What is there and empty lacks one of its own fields.
    const place = written === "{}" ? `error: ${path}.` : `error: ${path}: `;
    expect(missing.join("\n")).toContain(place);
  });
});
