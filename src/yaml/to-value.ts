/** Makes plain values of a parsed document and finds what the library lets pass. */
import { isAlias, isMap, isScalar, isSeq } from "yaml";
import type { Alias, Node, Pair, YAMLMap } from "yaml";

/** A finding with its place as an offset in the text. */
export interface Finding {
  readonly offset: number;
  readonly message: string;
  readonly found?: string;
  readonly expected?: string;
  readonly fix?: string;
  /** A second place that belongs to it: the first of two equal keys. */
  readonly other?: number;
}

export interface PlainValue {
  readonly value: unknown;
  readonly findings: readonly Finding[];
  /** What each alias stands for; the library would search the whole document for it. */
  readonly targets: ReadonlyMap<Alias, Node>;
}

export function offsetOf(node: Node): number {
  return node.range?.[0] ?? 0;
}

/** The key as text: plain keys as they are written, so that `on:` stays `on`. */
export function keyText(pair: Pair): string {
  return isScalar(pair.key) && typeof pair.key.value === "string" ? pair.key.value : "";
}

/** `<<`, whose mappings fill in what a map does not say itself. */
export function isMergeKey(pair: Pair): boolean {
  return isScalar(pair.key) && pair.key.type === "PLAIN" && pair.key.value === "<<";
}

export function toPlainValue(root: Node | null, maxAliasedValues: number): PlainValue {
  return new ValueReader(maxAliasedValues).read(root);
}

interface Sized {
  readonly value: unknown;
  /** How many values it has in it, so that an alias of it can be counted without a walk. */
  readonly size: number;
}

class ValueReader {
  readonly #findings: Finding[] = [];
  readonly #targets = new Map<Alias, Node>();
  /** In the order of the text an anchor may be given again; `open` while its value is read. */
  readonly #anchors = new Map<string, (Sized & { readonly node: Node }) | "open">();
  readonly #maxAliasedValues: number;
  #aliasedValues = 0;

  constructor(maxAliasedValues: number) {
    this.#maxAliasedValues = maxAliasedValues;
  }

  read(root: Node | null): PlainValue {
    const { value } = this.#convert(root);
    return { value, findings: this.#findings, targets: this.#targets };
  }

  #convert(node: Node | null): Sized {
    if (isAlias(node)) return this.#convertAlias(node);
    if (!node || !("anchor" in node) || node.anchor === undefined) return this.#content(node);
    this.#anchors.set(node.anchor, "open");
    const content = this.#content(node);
    this.#anchors.set(node.anchor, { ...content, node });
    return content;
  }

  #convertAlias(alias: Alias): Sized {
    const offset = offsetOf(alias);
    const name = `*${alias.source}`;
    const anchored = this.#anchors.get(alias.source);
    const nothing = { value: null, size: 1 };
    if (anchored === undefined) {
      const message = `the alias \`${name}\` refers to nothing`;
      const expected = `an anchor \`&${alias.source}\` before it`;
      this.#findings.push({ offset, message, expected });
      return nothing;
    }
    if (anchored === "open") {
      const message = `the alias \`${name}\` stands inside what it refers to`;
      this.#findings.push({ offset, message, fix: "write the value out" });
      return nothing;
    }
    const limit = this.#maxAliasedValues;
    const wasWithin = this.#aliasedValues <= limit;
    this.#aliasedValues += anchored.size;
    if (this.#aliasedValues > limit) {
      if (wasWithin) this.#findings.push(aliasBomb(offset, limit));
      return nothing;
    }
    this.#targets.set(alias, anchored.node);
    return anchored;
  }

  #content(node: Node | null): Sized {
    if (isMap(node)) return this.#convertMap(node);
    if (!isSeq(node)) return { value: isScalar(node) ? node.value : null, size: 1 };
    const items = node.items.map((item) => this.#convert(item as Node | null));
    const size = items.reduce((sum, item) => sum + item.size, 1);
    return { value: items.map((item) => item.value), size };
  }

  #convertMap(map: YAMLMap): Sized {
    const value: Record<string, unknown> = {};
    const seen = new Map<string, number>();
    const merged: object[] = [];
    let size = 1;
    for (const pair of map.items) {
      const key = keyText(pair);
      const offset = isScalar(pair.key) ? offsetOf(pair.key) : offsetOf(map);
      const converted = this.#convert(pair.value as Node | null);
      size += converted.size;
      const first = seen.get(key);
      if (first !== undefined) {
        const found = `a second \`${key}\``;
        this.#findings.push({ ...duplicateKey, offset, found, other: first });
        continue;
      }
      seen.set(key, offset);
      if (isMergeKey(pair)) merged.push(...this.#mergeSources(converted.value, offset));
      else define(value, key, converted.value);
      if (isMissing(pair)) this.#findings.push({ ...missingKey, offset });
    }
    fillIn(value, merged);
    return { value, size };
  }

  #mergeSources(value: unknown, offset: number): readonly object[] {
    const sources: unknown[] = Array.isArray(value) ? value : [value];
    if (sources.every(isMapping)) return sources;
    const message = "`<<` merges mappings only";
    this.#findings.push({ offset, message, expected: "an alias of a mapping" });
    return [];
  }
}

function isMapping(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `: value`, unlike a key that is an empty text in quotes. */
function isMissing(pair: Pair): boolean {
  return keyText(pair) === "" && isScalar(pair.key) && pair.key.type === "PLAIN";
}

/** What a mapping says itself goes before what it merges, and that before what it merges later. */
function fillIn(value: Record<string, unknown>, sources: readonly object[]): void {
  for (const [key, part] of sources.flatMap((source) => Object.entries(source))) {
    if (!Object.hasOwn(value, key)) define(value, key, part);
  }
}

const missingKey = { message: "a value without a key", expected: "`key: value`" };

const duplicateKey = {
  message: "a key is given twice",
  expected: "each key once",
  fix: "remove one of them",
};

function aliasBomb(offset: number, limit: number): Finding {
  return {
    offset,
    message: "the aliases of this document expand to too much",
    expected: `at most ${limit} values out of aliases`,
    fix: "write the values out, or split the document",
  };
}

/** A plain assignment to `__proto__` would change the object instead of giving it a field. */
function define(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== "__proto__") target[key] = value;
  else Object.defineProperty(target, key, { value, enumerable: true, configurable: true });
}
