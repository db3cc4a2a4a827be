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

/** The host's files; `-` is standard input. A call that fails throws an Error that says why. */
export interface FileReader {
  /** Absent where nothing is there. */
  stat(path: string): { readonly kind: "file" | "folder"; readonly bytes: number } | undefined;
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
      const stat = this.#reader.stat(path);
      if (stat?.kind !== "file" || !manifestName.test(name)) {
        skipped.push(stat?.kind === "folder" ? `${name}/` : name);
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

  #takeFile(path: string, bytes: number): void {
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

const namesShown = 5;

function listed(names: readonly string[]): string {
  const shown = names.slice(0, namesShown).join(", ");
  return names.length > namesShown ? `${shown} and ${names.length - namesShown} more` : shown;
}
