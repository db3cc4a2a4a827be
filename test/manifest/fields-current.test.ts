import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { generateFieldsPage } from "../support/generate-fields-page.ts";
import { generateFields } from "../support/generate-fields.ts";

it.each([
  { path: "src/manifest/fields.generated.ts", generate: generateFields },
  { path: "docs/model.md", generate: generateFieldsPage },
])("$path is what `npm run generate` writes", ({ path, generate }) => {
  expect(readFileSync(path, "utf8")).toBe(generate());
});
