/** Looks through the library's tokens, without recursion, for what its recursion must not see. */
import type { CST } from "yaml";

export interface TokenInspection {
  readonly tooDeepAt?: number;
  /** Where a quoted text begins that has no end. */
  readonly unclosedAt?: number;
}

function isUnclosed(token: CST.Token): boolean {
  if (token.type !== "single-quoted-scalar" && token.type !== "double-quoted-scalar") return false;
  const { source } = token;
  if (source.length < 2 || source.at(-1) !== source[0]) return true;
  return token.type === "double-quoted-scalar" && /(?:^|[^\\])(?:\\\\)*\\"$/.test(source);
}

export function inspectTokens(root: CST.Token, maxDepth: number): TokenInspection {
  const pending: { token: CST.Token; depth: number }[] = [{ token: root, depth: 0 }];
  let unclosedAt: number | undefined;
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { token, depth } = next;
    if (depth > maxDepth) return { tooDeepAt: token.offset };
    if (isUnclosed(token)) unclosedAt = token.offset;
    if (token.type === "document") {
      if (token.value) pending.push({ token: token.value, depth });
    } else if ("items" in token) {
      for (const item of token.items) {
        if (item.key) pending.push({ token: item.key, depth: depth + 1 });
        if (item.value) pending.push({ token: item.value, depth: depth + 1 });
      }
    }
  }
  return unclosedAt === undefined ? {} : { unclosedAt };
}
