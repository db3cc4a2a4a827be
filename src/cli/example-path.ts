/** Where the examples are that come with the program. */
import { relative } from "node:path";
import { fileURLToPath } from "node:url";

/** As seen from where the user is, if that folder is still there. */
export function examplePath(name: string): string {
  const path = fileURLToPath(import.meta.resolve(`#examples/${name}`));
  try {
    return relative(process.cwd(), path);
  } catch {
    return path;
  }
}
