/** Standard error that nobody can read: what is lost is a note, and nothing else. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { folder, podYaml, program } from "./relist.ts";

const place = folder({
  "pod.yaml": podYaml,
  "bad.yaml": podYaml.replace("metadata", "metadatum"),
  "pods/a.yaml": podYaml,
  "pods/readme.txt": "left out, which is what the note says",
});
afterAll(() => place.remove());

const relist = `"${process.execPath}" "${program}"`;

/** The exit status, as the last line of what a shell says. */
function status(call: string, stderr: "closed" | "full"): string {
  const lost = stderr === "full" ? "2>/dev/full" : "2> >(exec true)";
  const wait = stderr === "full" ? "" : "sleep 0.3;";
  const script = `( ${wait} exec ${relist} ${call} ) ${lost}; echo "$?"`;
  const { stdout } = spawnSync("bash", ["-c", script], { cwd: place.path, encoding: "utf8" });
  return stdout.trimEnd().split("\n").at(-1) ?? "";
}

const hasFull = existsSync("/dev/full");

describe.each(hasFull ? (["closed", "full"] as const) : (["closed"] as const))(
  "standard error that is %s",
  (stderr) => {
    it.each([
      ["bad input", "run bad.yaml"],
      ["no input", "run missing.yaml"],
      ["an unknown flag", "run pod.yaml --colour"],
      ["an unknown command", "walk"],
      ["bad input to check", "check bad.yaml"],
      ["bad input to compare", "compare bad.yaml"],
    ])("leaves the exit status of %s", (_, call) => {
      expect(status(call, stderr)).toBe("2");
    });

    it("loses a note and no data", () => {
      expect(status(`run pods --out ${stderr}.txt`, stderr)).toBe("0");
      const { stdout } = place.run(["run", "pods"]);
      expect(readFileSync(join(place.path, `${stderr}.txt`), "utf8")).toBe(stdout);
    });
  },
);
