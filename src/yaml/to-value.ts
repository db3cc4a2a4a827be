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

interface Anchored {
  readonly node: Node;
  readonly value: unknown;
  readonly size: number;
}

export function offsetOf(node: Node): number {
  return node.range?.[0] ?? 0;
}

/** The key as text: plain keys as they are written, so that `on:` stays `on`. */
export function keyText(pair: Pair): string {
  return isScalar(pair.key) ? String(pair.key.value ?? pair.key.source ?? "") : "";
}

/** `<<`, whose mappings fill in what a map does not say itself. */
export function isMergeKey(pair: Pair): boolean {
  return isScalar(pair.key) && pair.key.type === "PLAIN" && pair.key.value === "<<";
}

export function toPlainValue(root: Node | null, maxAliasedValues: number): PlainValue {
  const findings: Finding[] = [];
  const targets = new Map<Alias, Node>();
  const anchors = new Map<string, Anchored | "open">();
  let aliasedValues = 0;

  function convert(node: Node | null): Anchored {
    if (isAlias(node)) return convertAlias(node);
    const anchor = node && "anchor" in node ? node.anchor : undefined;
    if (anchor !== undefined) anchors.set(anchor, "open");
    const { value, size } = convertContent(node);
    const result = { node: node as Node, value, size };
    if (anchor !== undefined) anchors.set(anchor, result);
    return result;
  }

  function convertAlias(alias: Alias): Anchored {
    const offset = offsetOf(alias);
    const anchored = anchors.get(alias.source);
    const nothing = { node: alias, value: null, size: 1 };
    if (anchored === undefined) {
      const message = `the alias \`*${alias.source}\` refers to nothing`;
      const expected = `an anchor \`&${alias.source}\` before it`;
      findings.push({ offset, message, expected });
      return nothing;
    }
    if (anchored === "open") {
      const message = `the alias \`*${alias.source}\` stands inside what it refers to`;
      findings.push({ offset, message, fix: "write the value out" });
      return nothing;
    }
    const before = aliasedValues;
    aliasedValues += anchored.size;
    if (aliasedValues > maxAliasedValues) {
      if (before <= maxAliasedValues) findings.push(aliasBomb(offset, maxAliasedValues));
      return nothing;
    }
    targets.set(alias, anchored.node);
    return anchored;
  }

  function convertContent(node: Node | null): { value: unknown; size: number } {
    if (isMap(node)) return convertMap(node);
    if (isSeq(node)) {
      let size = 1;
      const value = node.items.map((item) => {
        const converted = convert(item as Node | null);
        size += converted.size;
        return converted.value;
      });
      return { value, size };
    }
    return { value: isScalar(node) ? node.value : null, size: 1 };
  }

  function convertMap(map: YAMLMap): { value: unknown; size: number } {
    const value: Record<string, unknown> = {};
    const seen = new Map<string, number>();
    const merged: unknown[] = [];
    let size = 1;
    for (const pair of map.items) {
      const key = keyText(pair);
      const offset = isScalar(pair.key) ? offsetOf(pair.key) : offsetOf(map);
      const first = seen.get(key);
      if (key === "" && isScalar(pair.key) && pair.key.type !== "QUOTE_DOUBLE") {
        findings.push({ offset, message: "a value without a key", expected: "`key: value`" });
      }
      const converted = convert(pair.value as Node | null);
      size += converted.size;
      if (first !== undefined) {
        findings.push({ ...duplicateKey, offset, found: `a second \`${key}\``, other: first });
      } else if (isMergeKey(pair)) merged.push(...mergeSources(converted.value, offset));
      else define(value, key, converted.value);
      if (first === undefined) seen.set(key, offset);
    }
    for (const source of merged) {
      for (const [key, part] of Object.entries(source as object)) {
        if (!Object.hasOwn(value, key)) define(value, key, part);
      }
    }
    return { value, size };
  }

  function mergeSources(value: unknown, offset: number): unknown[] {
    const sources: unknown[] = Array.isArray(value) ? value : [value];
    const isMapping = (part: unknown) =>
      typeof part === "object" && part !== null && !Array.isArray(part);
    if (sources.every(isMapping)) return sources;
    findings.push({
      offset,
      message: "`<<` merges mappings only",
      expected: "an alias of a mapping",
    });
    return [];
  }

  const { value } = convert(root);
  return { value, findings, targets };
}

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
