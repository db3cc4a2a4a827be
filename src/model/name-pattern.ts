/** Names in patterns: a name itself, or a beginning of names that ends in `*`. */

export function matchesName(pattern: string, name: string): boolean {
  return pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : pattern === name;
}
