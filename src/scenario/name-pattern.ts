/** Names in patterns: a name itself, or a beginning of names that ends in `*`. */
import { matchesName } from "../model/name-pattern.ts";

export const patternExpected = "a name, or a pattern with * at its end (web-*)";

const patternText = /^[^\s/#@*()]*\*?$/;

export function isNamePattern(text: string): boolean {
  return text !== "" && patternText.test(text);
}

/** Below 0 where `a` is the more specific: a name before a pattern, a longer pattern before `*`. */
export function compareSpecificity(a: string, b: string): number {
  const width = (pattern: string) => (pattern.endsWith("*") ? -pattern.length : -Infinity);
  const [left, right] = [width(a), width(b)];
  return left === right ? 0 : left - right;
}

/** The name itself of one, or the beginning that several have in common. */
export function commonPattern([first = "", ...others]: readonly string[]): string {
  if (others.length === 0) return first;
  let length = first.length;
  while (!others.every((name) => name.startsWith(first.slice(0, length)))) length -= 1;
  return `${first.slice(0, length)}*`;
}

/** Whether some name matches both: of two patterns, the shorter is the beginning of the longer. */
export function patternsMeet(a: string, b: string): boolean {
  if (!a.endsWith("*")) return matchesName(b, a);
  if (!b.endsWith("*")) return matchesName(a, b);
  const [left, right] = [a.slice(0, -1), b.slice(0, -1)];
  return left.startsWith(right) || right.startsWith(left);
}
