/** Where two plain values differ: the smallest parts that do, and how to carry one over. */
import { isMapping } from "../../manifest/cursor.ts";
import { formatTime } from "../../trace/times.ts";

/** A step into a list by its item's name says so, since an index would say nothing to a reader. */
export type Step = string | number;

export interface ValueDifference {
  readonly path: readonly Step[];
  /** `spec.containers[app].image`. */
  readonly text: string;
  /** Undefined: that side has none. */
  readonly a: unknown;
  readonly b: unknown;
}

export function valueDifferences(
  a: unknown,
  b: unknown,
  path: readonly Step[] = [],
  text = "",
): readonly ValueDifference[] {
  if (isMapping(a) && isMapping(b)) {
    return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap((key) =>
      valueDifferences(
        own(a, key),
        own(b, key),
        [...path, key],
        text === "" ? key : `${text}.${key}`,
      ),
    );
  }
  if (Array.isArray(a) && Array.isArray(b) && haveEqualNames(a, b)) {
    return a.flatMap((item: unknown, index) =>
      valueDifferences(item, b[index], [...path, index], `${text}[${nameOf(item) ?? index}]`),
    );
  }
  return isEqual(a, b) ? [] : [{ path, text, a, b }];
}

const longestValue = 60;

/** In a few words, as a file has it. */
export function shown(value: unknown): string {
  if (value === undefined) return "–";
  const plain = withTimes(value);
  const text = typeof plain === "string" ? plain : JSON.stringify(plain);
  return text.length > longestValue ? `${text.slice(0, longestValue - 1)}…` : text;
}

/** A time that was read is written again. */
function withTimes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withTimes);
  if (!isMapping(value)) return value;
  const { ms, ...others } = value;
  if (typeof ms === "number" && Object.keys(others).length === 0) return formatTime(ms);
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withTimes(part)]));
}

/** The value with another one at that path; undefined takes it away. */
export function withValue(target: unknown, path: readonly Step[], value: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (Array.isArray(target)) {
    return target.map((item: unknown, index) =>
      index === step ? withValue(item, rest, value) : item,
    );
  }
  const object = isMapping(target) ? target : {};
  const changed = { ...object, [step]: withValue(own(object, step), rest, value) };
  return Object.fromEntries(Object.entries(changed).filter(([, field]) => field !== undefined));
}

export function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Undefined where there is none on the way. */
export function valueAt(target: unknown, path: readonly Step[]): unknown {
  return path.reduce<unknown>((value, step) => {
    if (Array.isArray(value)) return value[Number(step)];
    return isMapping(value) ? own(value, step) : undefined;
  }, target);
}

/** A label may have the name of what every object has. */
function own(object: Readonly<Record<string, unknown>>, key: Step): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Lists with other items than before are told as a whole. */
function haveEqualNames(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, index) => nameOf(item) === nameOf(b[index]));
}

function nameOf(item: unknown): string | undefined {
  if (!isMapping(item)) return undefined;
  const name: unknown = item["name"] ?? item["type"];
  return typeof name === "string" ? name : undefined;
}
