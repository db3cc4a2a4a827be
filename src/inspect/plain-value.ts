/**
 * Turns what actors hold and say into plain JSON, at once and of bounded size: contexts are changed
 * in place, and a list of ten thousand containers is of no use to somebody who looks at one step.
 */

/** How much is shown; what is left out is counted in its place. */
const mostItems = 20;
const mostValues = 500;
const deepest = 8;
const longestText = 2000;

export type Plain = string | number | boolean | null | readonly Plain[] | PlainObject;

export interface PlainObject {
  readonly [key: string]: Plain;
}

/** What is shown in place of a value that has a shorter form; undefined where it has none. */
export type Summary = (value: object) => unknown;

export function toPlain(value: unknown, summary: Summary = () => undefined): Plain {
  return new PlainWriter(summary).write(value, 0) ?? null;
}

class PlainWriter {
  readonly #summary: Summary;
  #left = mostValues;

  constructor(summary: Summary) {
    this.#summary = summary;
  }

  /** Undefined for what JSON does not have: functions, symbols and undefined itself. */
  write(value: unknown, depth: number): Plain | undefined {
    this.#left--;
    switch (typeof value) {
      case "string":
        return shortText(value);
      case "number":
        return Number.isFinite(value) ? value : String(value);
      case "boolean":
        return value;
      case "bigint":
        return String(value);
      case "object":
        return value === null ? null : this.#object(value, depth);
      default:
        return undefined;
    }
  }

  #object(value: object, depth: number): Plain | undefined {
    const shorter = this.#summary(value);
    if (shorter !== undefined) return this.write(shorter, depth);
    if (depth >= deepest) return "…";
    if (value instanceof Error) return `${value.name}: ${value.message}`;
    if (Array.isArray(value)) return this.#list(value, value.length, depth);
    if (value instanceof Set) return this.#list(value, value.size, depth);
    if (value instanceof Map) return this.#entries(value, value.size, depth);
    const entries = Object.entries(value);
    return this.#entries(entries, entries.length, depth);
  }

  #list(items: Iterable<unknown>, length: number, depth: number): Plain {
    const shown: Plain[] = [];
    for (const item of items) {
      if (this.#isFull(shown.length)) return [...shown, left(length - shown.length)];
      shown.push(this.write(item, depth + 1) ?? null);
    }
    return shown;
  }

  #entries(entries: Iterable<readonly [unknown, unknown]>, length: number, depth: number): Plain {
    const shown: Record<string, Plain> = {};
    let seen = 0;
    for (const [key, item] of entries) {
      if (this.#isFull(seen)) return { ...shown, "…": left(length - seen) };
      seen++;
      const plain = this.write(item, depth + 1);
      if (plain !== undefined) shown[shortText(String(key))] = plain;
    }
    return shown;
  }

  #isFull(shown: number): boolean {
    return shown >= mostItems || this.#left <= 0;
  }
}

function left(count: number): string {
  return `… ${count} more`;
}

/** The keys of containers are joined by NUL, which nobody can read. */
function shortText(text: string): string {
  const readable = text.replaceAll("\u0000", "/");
  return readable.length > longestText ? `${readable.slice(0, longestText)}…` : readable;
}
