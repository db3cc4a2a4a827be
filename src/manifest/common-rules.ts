/** Rules that several types share: exactly one of some fields, and no name twice. */
import type { Cursor } from "./cursor.ts";
import { oneOf } from "./describe.ts";

/** Reports a second of the fields, and, if one is needed, that there is none. */
export function checkUnion(
  cursor: Cursor,
  fields: readonly string[],
  options: { readonly what: string; readonly isNeeded: boolean; readonly upstreamWhat?: string },
): void {
  const present = fields.filter((field) => cursor.get(field).exists);
  const [, second] = present;
  const expected = `exactly one of ${oneOf(fields)}`;
  const { upstreamWhat } = options;
  const upstream = (words: string) =>
    upstreamWhat === undefined ? {} : { upstream: `${words} ${upstreamWhat} type` };
  if (second !== undefined) {
    const found = present.join(" and ");
    const message = `more than one ${options.what}`;
    const said = upstream("Forbidden: may not specify more than 1");
    const finding = { message, found, expected, fix: "keep one of them", ...said };
    cursor.get(second).error(finding, "key");
  } else if (present.length === 0 && options.isNeeded) {
    const said = upstream("Required value: must specify a");
    cursor.error({ message: `no ${options.what}`, expected, fix: "add one", ...said }, "key");
  }
}

interface UniqueOptions {
  /** What was seen in other lists. */
  readonly seen?: Map<string, Cursor>;
  /** In place of "Duplicate value". */
  readonly upstreamWords?: string;
}

/** Reports each item whose `field` another item before it has. */
export function checkUnique(
  items: readonly Cursor[],
  field: string,
  message: string,
  { seen = new Map<string, Cursor>(), upstreamWords }: UniqueOptions = {},
): void {
  for (const item of items) {
    const value = item.get(field);
    const text = value.text();
    if (text === undefined || text === "") continue;
    const first = seen.get(text)?.position();
    if (!first) {
      seen.set(text, value);
      continue;
    }
    const place = `line ${first.line}, column ${first.column}`;
    const found = `a second ${JSON.stringify(text)}; the first is at ${place}`;
    const quoted = JSON.stringify(text);
    const upstream =
      upstreamWords === undefined
        ? `Duplicate value: ${quoted}`
        : `Invalid value: ${quoted}: ${upstreamWords}`;
    const advice = { expected: "each name once", fix: "rename one of them" };
    value.error({ message, found, ...advice, upstream });
  }
}
