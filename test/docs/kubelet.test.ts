/** docs/kubelet.md lists every file that follows upstream, beside what it follows. */
import { readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";

const page = readFileSync("docs/kubelet.md", "utf8");
const rows = page.split("\n").filter((line) => /^\| `[\w./-]+\.(go|proto)` \|/.test(line));

const claims = ["machines", "src/decide", "src/model"].flatMap(typescriptIn).flatMap(claimsOf);

describe("the tables of docs/kubelet.md", () => {
  it("are as long as what is claimed", () => {
    expect(claims.length).toBeGreaterThan(80);
    const claimed = new Set(claims.map(({ upstream }) => upstream));
    expect(rows.length).toBeGreaterThanOrEqual(claimed.size);
  });

  it("have each file of upstream beside the file of ours that models it", () => {
    const missing = claims.filter(
      ({ file, upstream }) =>
        !rows.some((row) => upstreamOf(row) === upstream && row.includes(`](../${file})`)),
    );
    expect(missing).toEqual([]);
  });

  it("name no file of ours that does not say so itself", () => {
    const unfounded = rows.flatMap((row) =>
      [...row.matchAll(/\]\(\.\.\/([^)]+)\)/g)]
        .map(([, file = ""]) => ({ file, upstream: upstreamOf(row) }))
        .filter((told) => !claims.some((claim) => isSame(claim, told))),
    );
    expect(unfounded).toEqual([]);
  });

  it("name no symbol that the file of ours does not name", () => {
    const unfounded = rows.flatMap((row) =>
      [...row.matchAll(/((?:`[^`]+`(?:, )?)+): \[`[^`]+`\]\(\.\.\/([^)]+)\)/g)].flatMap(
        ([, symbols = "", file = ""]) => {
          const text = readFileSync(file, "utf8").replaceAll(/\s+\*?\s*/g, " ");
          return [...symbols.matchAll(/`([^`]+)`/g)]
            .flatMap(([, symbol = ""]) => symbol.split("."))
            .filter((symbol) => !text.includes(symbol))
            .map((symbol) => `${file}: ${symbol}`);
        },
      ),
    );
    expect(unfounded).toEqual([]);
  });
});

interface Claim {
  readonly file: string;
  /** The name of the file only: some comments leave out its folder. */
  readonly upstream: string;
}

function isSame(one: Claim, other: Claim): boolean {
  return one.file === other.file && one.upstream === other.upstream;
}

function upstreamOf(row: string): string {
  return basename(/^\| `([^`]+)`/.exec(row)?.[1] ?? "");
}

function claimsOf(file: string): readonly Claim[] {
  const comments = readFileSync(file, "utf8").matchAll(/\/\*\*[^]*?\*\//g);
  return [...comments].flatMap(([comment]) => {
    const [, models = ""] = comment.split("Models:");
    return [...models.matchAll(/[\w./-]+\.(?:go|proto)\b/g)].map(([path]) => {
      return { file, upstream: basename(path) };
    });
  });
}

function typescriptIn(folder: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.filter((name) => name.endsWith(".ts")).map((name) => join(folder, name));
}
