/** What has to be set in one object to have another: the path of each field, and its value. */
import { isMapping } from "../../manifest/cursor.ts";

/** As `set` of a stimulus has it; null takes a field away. */
export function changesBetween(
  before: unknown,
  after: unknown,
  path = "",
): Readonly<Record<string, unknown>> {
  if (JSON.stringify(before) === JSON.stringify(after)) return {};
  if (isMapping(before) && isMapping(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return joined(
      keys.map((key) => changesBetween(before[key], after[key] ?? null, stepped(path, key))),
    );
  }
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    const items: readonly unknown[] = before;
    return joined(
      items.map((item, index) => changesBetween(item, after[index], `${path}[${index}]`)),
    );
  }
  return { [path]: after };
}

function joined(all: readonly Readonly<Record<string, unknown>>[]) {
  return Object.assign({}, ...all) as Readonly<Record<string, unknown>>;
}

function stepped(path: string, key: string): string {
  if (!/^[A-Za-z_][\w-]*$/.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path === "" ? key : `${path}.${key}`;
}
