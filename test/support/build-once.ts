/** Builds the program before the host tests start it, when a source is newer than the build. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

export default function buildOnce(): void {
  if (!existsSync("src/cli/main.ts")) return;
  const built = changedMs("dist/cli/main.js");
  const newest = Math.max(...["src", "machines", "package.json"].map(newestMs));
  if (built >= newest) return;
  // Under the tests' own NODE_ENV the bundle would have the libraries' builds for development.
  const env = { ...process.env, NODE_ENV: "production" };
  execFileSync("npm", ["run", "--silent", "build"], { stdio: "inherit", env });
}

function newestMs(path: string): number {
  if (!existsSync(path)) return 0;
  if (!statSync(path).isDirectory()) return changedMs(path);
  return Math.max(0, ...readdirSync(path).map((name) => newestMs(join(path, name))));
}

function changedMs(path: string): number {
  return existsSync(path) ? statSync(path).mtimeMs : 0;
}
