/**
 * Finds the files behind the arguments of a command: files, folders and standard input.
 *
 * Of a folder it takes what the kubelet's file source takes (no dotfiles, no sub-folders), of that
 * only YAML and JSON. Models: kubernetes/pkg/kubelet/config/file.go extractFromDir.
 */
import { compareBytes } from "../model/container-key.ts";
import { InputError } from "../model/diagnostic.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { SourceFile } from "../yaml/document.ts";
import { defaultYamlLimits, tooLarge } from "../yaml/limits.ts";

export interface FileStat {
  readonly kind: "file" | "folder" | "other";
  readonly bytes: number;
}

/** The host's files; `-` is standard input. A call that fails throws an Error that says why. */
export interface FileReader {
  /** Absent where nothing is there. A pipe or device is `other`: to read it may take for ever. */
  stat(path: string): FileStat | undefined;
  /** One text for all paths that lead to that file; never throws. */
  identity(path: string): string;
  /** The names in a folder, in any order. */
  readDir(path: string): readonly string[];
  read(path: string): string;
}

export interface FileLimits {
  readonly maxBytes: number;
  /** Of all arguments together. */
  readonly maxFiles: number;
}

const defaultFileLimits: FileLimits = {
  maxBytes: defaultYamlLimits.maxBytes,
  maxFiles: 10_000,
};

export interface CollectedFiles {
  readonly sources: readonly SourceFile[];
  readonly diagnostics: readonly Diagnostic[];
}

const manifestName = /\.(?:ya?ml|json)$/;

export function collectFiles(
  paths: readonly string[],
  reader: FileReader,
  limits: Partial<FileLimits> = {},
): CollectedFiles {
  const collector = new FileCollector(reader, { ...defaultFileLimits, ...limits });
  for (const path of paths) collector.attempt(path, () => collector.take(path));
  if (collector.errors.length > 0) throw new InputError(collector.errors);
  return collector;
}

class FileCollector implements CollectedFiles {
  readonly sources: SourceFile[] = [];
  readonly diagnostics: Diagnostic[] = [];
  readonly errors: Diagnostic[] = [];
  readonly #reader: FileReader;
  readonly #limits: FileLimits;
  readonly #taken = new Set<string>();

  constructor(reader: FileReader, limits: FileLimits) {
    this.#reader = reader;
    this.#limits = limits;
  }

  /** A reader throws for what the user can put right (no permission), so it is reported as that. */
  attempt(path: string, action: () => void): void {
    try {
      action();
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      this.#fail(`\`${path}\` cannot be read: ${error.message}`);
    }
  }

  take(path: string): void {
    const stat = path === "-" ? undefined : this.#reader.stat(path);
    if (path === "-") this.#read(path);
    else if (!stat) {
      const fix = "check the name, or write - for standard input";
      this.#fail(`\`${path}\` does not exist`, { fix });
    } else if (stat.kind === "folder") this.#takeFolder(path);
    else this.#takeFile(path, stat.bytes);
  }

  #takeFolder(folder: string): void {
    const names = this.#reader.readDir(folder).toSorted(compareBytes);
    const skipped: string[] = [];
    let taken = 0;
    for (const name of names.filter((candidate) => !candidate.startsWith("."))) {
      const path = `${folder.replace(/\/+$/, "")}/${name}`;
      const stat = this.#statEntry(path);
      if (stat?.kind !== "file" || !manifestName.test(name)) {
        skipped.push(nameWith(name, stat, manifestName.test(name)));
        continue;
      }
      taken += 1;
      this.attempt(path, () => this.#takeFile(path, stat.bytes));
    }
    if (taken === 0) {
      const found = skipped.length === 0 ? "an empty folder" : listed(skipped);
      const expected = "files named *.yaml, *.yml or *.json";
      this.#fail(`no manifest in \`${folder}\``, { found, expected });
    } else if (skipped.length > 0) {
      const message = `not read in \`${folder}\`: ${listed(skipped)}`;
      this.diagnostics.push({ severity: "note", message });
    }
  }

  /** A link that leads nowhere, or in a circle, is no reason to leave the rest of the folder. */
  #statEntry(path: string): FileStat | undefined {
    try {
      return this.#reader.stat(path);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      return undefined;
    }
  }

  /** A file that is given twice, as in `dir dir/a.yaml`, is one file. */
  #takeFile(path: string, bytes: number): void {
    const identity = this.#reader.identity(path);
    if (this.#taken.has(identity)) return;
    this.#taken.add(identity);
    const { maxBytes } = this.#limits;
    if (bytes > maxBytes) this.errors.push(tooLarge(path, bytes, maxBytes));
    else this.#read(path);
  }

  #read(path: string): void {
    const { maxFiles } = this.#limits;
    if (this.sources.length < maxFiles) {
      this.sources.push({ file: path, text: this.#reader.read(path) });
    } else if (this.errors.length === 0) {
      this.#fail("too many files", { expected: `at most ${maxFiles}`, fix: "name fewer" });
    }
  }

  #fail(message: string, details: Partial<Diagnostic> = {}): void {
    this.errors.push({ severity: "error", message, ...details });
  }
}

/** Of what has a manifest's name and is none, the reason is not plain to see. */
function nameWith(name: string, stat: FileStat | undefined, isNamedSo: boolean): string {
  if (stat?.kind === "folder") return `${name}/`;
  if (!isNamedSo) return name;
  return `${name} (${stat ? "a pipe or device" : "it cannot be reached"})`;
}

const namesShown = 5;

function listed(names: readonly string[]): string {
  const shown = names.slice(0, namesShown).join(", ");
  return names.length > namesShown ? `${shown} and ${names.length - namesShown} more` : shown;
}
