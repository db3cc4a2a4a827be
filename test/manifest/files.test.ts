import { describe, expect, it } from "vitest";
import { collectFiles } from "../../src/manifest/files.ts";
import type { FileLimits, FileReader } from "../../src/manifest/files.ts";
import { InputError, formatDiagnostic } from "../../src/model/diagnostic.ts";

/** A folder is a mapping, a file a text; a number is a file so long that must not be read. */
type Tree = { readonly [name: string]: Tree | string | number };

function readerOf(root: Tree): FileReader {
  const find = (path: string) => {
    let found: Tree | string | number | undefined = root;
    for (const step of path.split("/").filter((part) => part !== ""))
      found = typeof found === "object" ? found[step] : undefined;
    return found;
  };
  return {
    stat: (path) => {
      const found = find(path);
      if (found === undefined) return undefined;
      if (typeof found === "object") return { kind: "folder", bytes: 0 };
      if (found === "loop") throw new Error("too many symbolic links encountered");
      if (found === "pipe") return { kind: "other", bytes: 0 };
      return { kind: "file", bytes: typeof found === "number" ? found : found.length };
    },
    identity: (path) =>
      path
        .split("/")
        .filter((part) => part !== "" && part !== ".")
        .join("/"),
    readDir: (path) => Object.keys(find(path) as Tree),
    read: (path) => {
      const found = find(path);
      if (found === "secret") throw new Error("permission denied");
      if (typeof found !== "string") throw new TypeError(`read ${path}`);
      return found;
    },
  };
}

function collect(paths: string[], tree: Tree, limits: Partial<FileLimits> = {}) {
  try {
    const { sources, diagnostics } = collectFiles(paths, readerOf(tree), limits);
    return { files: sources.map(({ file }) => file), messages: diagnostics.map(formatDiagnostic) };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { files: [], messages: error.diagnostics.map(formatDiagnostic) };
  }
}

describe("collectFiles", () => {
  it("takes files in the order given, whatever their name, and standard input", () => {
    const tree = { "b.yaml": "", ".hidden": "", "a.txt": "", "-": "" };
    expect(collect(["b.yaml", "-", ".hidden", "a.txt"], tree)).toEqual({
      files: ["b.yaml", "-", ".hidden", "a.txt"],
      messages: [],
    });
  });

  it("takes the manifests of a folder in the order of their bytes, and names the rest", () => {
    const folder = {
      "b.yml": "",
      "a.yaml": "",
      "B.json": "",
      "é.yaml": "",
      ".c.yaml": "",
      "README.md": "",
      sub: {},
    };
    expect(collect(["dir/"], { dir: folder })).toEqual({
      files: ["dir/B.json", "dir/a.yaml", "dir/b.yml", "dir/é.yaml"],
      messages: ["note: not read in `dir/`: README.md, sub/"],
    });
  });

  it.each([
    [
      "a missing file",
      ["x.yaml"],
      {},
      "error: `x.yaml` does not exist; check the name, or write - for standard input",
    ],
    [
      "an empty folder",
      ["dir"],
      { dir: {} },
      "error: no manifest in `dir`, found an empty folder, expected files named *.yaml, *.yml" +
        " or *.json",
    ],
    [
      "a folder of dotfiles",
      ["dir"],
      { dir: { ".a.yaml": "" } },
      "error: no manifest in `dir`, found an empty folder, expected files named *.yaml, *.yml" +
        " or *.json",
    ],
    [
      "a folder of other files",
      ["dir"],
      {
        dir: {
          "a.txt": "",
          "b.txt": "",
          "c.txt": "",
          "d.txt": "",
          "e.txt": "",
          "f.txt": "",
          "g.txt": "",
        },
      },
      "error: no manifest in `dir`, found a.txt, b.txt, c.txt, d.txt, e.txt and 2 more," +
        " expected files named *.yaml, *.yml or *.json",
    ],
    [
      "a file that is too large, without reading it",
      ["big.yaml"],
      { "big.yaml": 50 * 1024 * 1024 },
      "big.yaml:1:1: error: the file is too large, found 50 MiB, expected at most 4 MiB; split" +
        " it, or leave out what is not simulated",
    ],
    [
      "a file that may not be read",
      ["a.yaml"],
      { "a.yaml": "secret" },
      "error: `a.yaml` cannot be read: permission denied",
    ],
  ])("refuses %s", (_, paths, tree, expected) => {
    expect(collect(paths, tree)).toEqual({ files: [], messages: [expected] });
  });

  it("reports all that is wrong", () => {
    const { messages } = collect(["x", "dir", "y"], { dir: { "a.yaml": "secret", "b.yaml": 1e9 } });
    expect(messages).toHaveLength(4);
  });

  it("notes what only looks like a manifest in a folder, and reads the rest", () => {
    const dir = { "a.yaml": "", "loop.yaml": "loop", "pipe.yaml": "pipe", "loop.txt": "loop" };
    expect(collect(["dir"], { dir })).toEqual({
      files: ["dir/a.yaml"],
      messages: [
        "note: not read in `dir`: loop.txt, loop.yaml (it cannot be reached)," +
          " pipe.yaml (a pipe or device)",
      ],
    });
  });

  it("reads a pipe that is named, and names a link in a circle", () => {
    expect(collect(["a"], { a: "pipe" }).files).toEqual(["a"]);
    expect(collect(["a"], { a: "loop" }).messages).toEqual([
      "error: `a` cannot be read: too many symbolic links encountered",
    ]);
  });

  it("reads a file once that is given twice", () => {
    const dir = { "a.yaml": "", "b.yaml": "" };
    expect(collect(["dir/b.yaml", "dir", "dir//a.yaml"], { dir })).toEqual({
      files: ["dir/b.yaml", "dir/a.yaml"],
      messages: [],
    });
  });

  it("refuses too many files", () => {
    const { messages } = collect(
      ["dir"],
      { dir: { "a.yaml": "", "b.yaml": "", "c.yaml": "" } },
      { maxFiles: 2 },
    );
    expect(messages).toEqual(["error: too many files, expected at most 2; name fewer"]);
  });
});
