/** Writes each file that is made from the sources; `--check` fails on one that is out of date. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { apiEntries, generateApiPage } from "./generate-api-pages.ts";
import { generateEdgePage } from "./generate-edge-page.ts";
import { generateFieldsPage } from "./generate-fields-page.ts";
import { generateFields } from "./generate-fields.ts";
import { generateMachinesPage } from "./generate-machines-page.ts";
import { generateSchema } from "./generate-schema.ts";

const generated: Readonly<Record<string, () => string>> = {
  "src/manifest/fields.generated.ts": generateFields,
  "docs/model.md": generateFieldsPage,
  "docs/machines.md": generateMachinesPage,
  "docs/edge-vs-level.md": generateEdgePage,
  "docs/scenario.schema.json": generateSchema,
  ...Object.fromEntries(apiEntries.map((entry) => [entry.page, () => generateApiPage(entry)])),
};

const stale = Object.entries(generated)
  .map(([path, generate]) => [path, generate()] as const)
  .filter(([path, text]) => !existsSync(path) || readFileSync(path, "utf8") !== text);

if (!process.argv.includes("--check")) {
  for (const [path, text] of stale) writeFileSync(path, text);
} else if (stale.length > 0) {
  const paths = stale.map(([path]) => path).join(", ");
  console.error(`out of date: ${paths}; run: npm run generate`);
  process.exitCode = 1;
}
