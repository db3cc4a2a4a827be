/** Where the browser is that the page is tested in. */
import { existsSync } from "node:fs";

const places = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Where a browser is; throws, with what to do, where none is. */
export function browserPath(
  env: NodeJS.ProcessEnv = process.env,
  exists: (path: string) => boolean = existsSync,
): string {
  const { CHROMIUM: own } = env;
  const found = own === undefined ? places.find(exists) : own;
  if (found !== undefined && exists(found)) return found;
  const where = own === undefined ? places.join(", ") : `${own}, which CHROMIUM names`;
  throw new Error(
    `the tests of the page need Chromium, and there is none at ${where}: install it ` +
      "(Debian, Ubuntu: apt-get install chromium), or set CHROMIUM to where it is",
  );
}
