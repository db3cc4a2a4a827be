/** A value of a document together with its place, so that a rule can read on and report errors. */
import type { Diagnostic, Position } from "../model/diagnostic.ts";
import { fieldPath } from "../yaml/document.ts";
import type { Path, YamlDocument } from "../yaml/document.ts";
import type { ErrorList } from "./error-list.ts";

export interface Finding extends Pick<Diagnostic, "message" | "found" | "expected" | "fix"> {
  /** What the API server says after the field's path, where that is known: one thing or several. */
  readonly upstream?: string | readonly string[];
  /** The field it says it of, where that is another one or another way to write it. */
  readonly upstreamField?: Cursor | string;
}

export class Cursor {
  readonly document: YamlDocument;
  readonly path: Path;
  /** `null` is read as absent, as Kubernetes does. */
  readonly value: unknown;
  readonly #errors: ErrorList;

  constructor(document: YamlDocument, path: Path, value: unknown, errors: ErrorList) {
    this.document = document;
    this.path = path;
    this.value = value ?? undefined;
    this.#errors = errors;
  }

  get exists(): boolean {
    return this.value !== undefined;
  }

  get(...keys: readonly string[]): Cursor {
    let { value } = this;
    for (const key of keys) value = ownValue(value, key);
    return this.#at(keys, value);
  }

  parent(): Cursor {
    return new Cursor(this.document, this.path.slice(0, -1), undefined, this.#errors);
  }

  /** So many levels up, with its value. */
  ancestor(levels: number): Cursor {
    const path = this.path.slice(0, this.path.length - levels);
    const value = path.reduce<unknown>(
      (holder, step) =>
        Array.isArray(holder) ? holder[Number(step)] : ownValue(holder, String(step)),
      this.document.value,
    );
    return new Cursor(this.document, path, value, this.#errors);
  }

  /** The items of a list; none where it is no list. */
  items(): readonly Cursor[] {
    if (!Array.isArray(this.value)) return [];
    return this.value.map((item: unknown, index) => this.#at([index], item));
  }

  /** The fields of a mapping, also those that are null; none where it is no mapping. */
  entries(): readonly (readonly [string, Cursor])[] {
    if (!isMapping(this.value)) return [];
    return Object.entries(this.value).map(([key, value]) => [key, this.#at([key], value)] as const);
  }

  text(): string | undefined {
    return typeof this.value === "string" ? this.value : undefined;
  }

  number(): number | undefined {
    return typeof this.value === "number" ? this.value : undefined;
  }

  isTrue(): boolean {
    return this.value === true;
  }

  position(of: "key" | "value" = "value"): Position {
    return this.document.locate(this.path, of);
  }

  error(finding: Finding, of: "key" | "value" = "value"): void {
    this.#errors.add(() => {
      const { upstream, upstreamField = this, ...said } = finding;
      const field =
        typeof upstreamField === "string" ? upstreamField : fieldPath(upstreamField.path);
      return {
        severity: "error",
        position: this.position(of),
        path: fieldPath(this.path),
        ...said,
        ...(upstream === undefined
          ? {}
          : { upstream: [upstream].flat().map((words) => `${field}: ${words}`) }),
      };
    });
  }

  /** The value as a document of its own, that knows its places in the whole. */
  part(): YamlDocument {
    const { document, path } = this;
    return {
      file: document.file,
      value: this.value,
      locate: (inner, of) => document.locate([...path, ...inner], of),
    };
  }

  /** The same value as a document of its own, whose errors go elsewhere. */
  asDocument(errors: ErrorList): Cursor {
    return new Cursor(this.part(), [], this.value, errors);
  }

  #at(keys: Path, value: unknown): Cursor {
    return new Cursor(this.document, [...this.path, ...keys], value, this.#errors);
  }
}

export function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function ownValue(value: unknown, key: string): unknown {
  return isMapping(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
