/** Writes each file that is made from the sources; `--check` fails on one that is out of date. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { apiEntries, generateApiPage } from "./generate-api-pages.ts";
import { generateFieldsPage } from "./generate-fields-page.ts";
import { generateFields } from "./generate-fields.ts";
import { generateMachinesPage } from "./generate-machines-page.ts";
import { generateSchema } from "./generate-schema.ts";

const generated: Readonly<Record<string, () => string>> = {
  "src/manifest/fields.generated.ts": generateFields,
  "docs/model.md": generateFieldsPage,
  "docs/machines.md": generateMachinesPage,
  "docs/scenario.schema.json": generateSchema,
  ...Object.fromEntries(apiEntries.map((entry) => [entry.page, () => generateApiPage(entry)])),
};

const stale = Object.entries(generated).filter(
  ([path, generate]) => !existsSync(path) || readFileSync(path, "utf8") !== generate(),
);

if (!process.argv.includes("--check")) {
  for (const [path, generate] of stale) writeFileSync(path, generate());
} else if (stale.length > 0) {
  const paths = stale.map(([path]) => path).join(", ");
  console.error(`out of date: ${paths}; run: npm run generate`);
  process.exitCode = 1;
}
