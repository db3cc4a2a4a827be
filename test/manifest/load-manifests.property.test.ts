import * as fc from "fast-check";
import { expect, it } from "vitest";
import { loadManifests } from "../../src/manifest/load-manifests.ts";
import { knownKinds } from "../../src/manifest/kinds.ts";
import { fieldsOf } from "../../src/manifest/schema.ts";
import type { FieldType } from "../../src/manifest/schema.ts";
import { InputError } from "../../src/model/diagnostic.ts";
import type { Diagnostic, Position } from "../../src/model/diagnostic.ts";
import { parseYaml } from "../../src/yaml/parse-yaml.ts";
import { goodPod } from "./load.ts";

const seed = { seed: 42, numRuns: 500 };

/** Any value, and often one of the type, so that the walk comes far. */
function valueOf(type: FieldType, depth: number): fc.Arbitrary<unknown> {
  if (depth > 12) return fc.constant({});
  switch (type.kind) {
    case "list":
      return fc.array(valueOf(type.of, depth + 1), { maxLength: 2 });
    case "map":
      return fc.dictionary(fc.constantFrom("a", "cpu", "bad key"), valueOf(type.of, depth + 1), {
        maxKeys: 2,
      });
    case "object":
      return objectOf(type.name, depth + 1);
    case "boolean":
      return fc.boolean();
    case "int32":
    case "int64":
      return fc.integer({ min: -2, max: 70_000 });
    case "intOrString":
    case "quantity":
      return fc.constantFrom<unknown>(1, "http", "100m", "-1Gi", "");
    case "time":
      return fc.constantFrom("2026-01-31T12:00:00Z", "now");
    case "string":
      return fc.constantFrom("a", "b", "Always", "Never", "", "A_B", "*");
    case "any":
      return fc.constant(null);
  }
}

const junk = fc.constantFrom<unknown>(null, 1, -1.5, "x", "", true, [], [[]], {}, { a: 1 });

function objectOf(name: string, depth: number): fc.Arbitrary<unknown> {
  const fields = [...fieldsOf(name)];
  const chosen = fc.subarray(fields, { maxLength: Math.min(fields.length, depth > 6 ? 2 : 4) });
  return chosen.chain((optional) => {
    const present = new Map([...fields.filter(([, { required }]) => required), ...optional]);
    const shape = [...present].map(
      ([field, { type }]) =>
        [
          field,
          fc.oneof({ weight: 12, arbitrary: valueOf(type, depth) }, { weight: 1, arbitrary: junk }),
        ] as const,
    );
    return fc.record(Object.fromEntries(shape));
  });
}

const objects = fc
  .constantFrom(...knownKinds)
  .chain(([kind, apiVersion]) =>
    objectOf(kind, 0).map((object) => ({ ...(object as object), kind, apiVersion })),
  );

/** The diagnostics of a refusal; anything else that is thrown fails the property. */
function refusal(run: () => unknown): readonly Diagnostic[] {
  try {
    run();
  } catch (error) {
    if (error instanceof InputError) return error.diagnostics;
    throw error;
  }
  return [];
}

function isWithin(text: string, position: Position | undefined): boolean {
  if (!position) return true;
  const line = text.split("\n")[position.line - 1];
  return line !== undefined && position.column >= 1 && position.column <= line.length + 1;
}

function expectPositionsWithin(text: string): void {
  const found = refusal(() => loadManifests(parseYaml({ file: "f", text })));
  expect(found.filter(({ position }) => !isWithin(text, position))).toEqual([]);
}

it("an object is taken or refused with positions inside its text, never anything else", () => {
  fc.assert(
    fc.property(fc.array(objects, { minLength: 1, maxLength: 2 }), (items) => {
      expectPositionsWithin(JSON.stringify({ apiVersion: "v1", kind: "List", items }, null, 1));
    }),
    seed,
  );
});

it("any document is taken or refused in the same way", () => {
  const documents = fc.jsonValue({ maxDepth: 4 });
  fc.assert(
    fc.property(documents, fc.constantFrom(...knownKinds), (value, [kind, apiVersion]) => {
      const object = { apiVersion, kind, metadata: value, spec: value };
      expectPositionsWithin(JSON.stringify(value, null, 1));
      expectPositionsWithin(JSON.stringify(object, null, 1));
    }),
    seed,
  );
});

it("a good pod with any one line taken out or doubled is taken or refused in the same way", () => {
  const lines = goodPod.trimEnd().split("\n");
  for (const [index, line] of lines.entries()) {
    expectPositionsWithin(lines.toSpliced(index, 1).join("\n"));
    expectPositionsWithin(lines.toSpliced(index, 0, line).join("\n"));
    expectPositionsWithin(lines.toSpliced(index, 1, ` ${line}`).join("\n"));
  }
});
