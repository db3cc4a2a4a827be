/**
 * Where in a YAML document a cursor stands, told from the text alone: while somebody types, it is
 * seldom one that a parser takes. Blocks are read by their indentation, flow within its line.
 */

export interface YamlPlace {
  /** The keys above what is being typed; a number stands for an item of a list. */
  readonly path: readonly (string | number)[];
  /** Whether a key is being typed or a value. */
  readonly part: "key" | "value";
  /** What has been typed of it. */
  readonly typed: string;
  /** The scalars beside what is being typed, by their keys; `action: deletePod` tells the rest. */
  readonly beside: ReadonlyMap<string, string>;
}

interface Level {
  readonly indent: number;
  readonly step: string | number;
}

interface Line {
  readonly indent: number;
  /** Indents of the dashes before the rest. */
  readonly dashes: readonly number[];
  readonly rest: string;
}

/** `lines`: of one document, the last one up to the cursor; `after`: those below it. */
export function placeIn(lines: readonly string[], after: readonly string[] = []): YamlPlace {
  const levels: Level[] = [];
  const last = lines.length - 1;
  for (const text of lines.slice(0, last)) {
    const line = lineOf(text);
    if (line === undefined) continue;
    enter(levels, line);
    const key = keyOf(line.rest);
    if (key !== undefined) levels.push({ indent: line.indent, step: key });
  }
  const current = lineOf(lines[last] ?? "") ?? {
    indent: indentOf(lines[last] ?? ""),
    dashes: [],
    rest: "",
  };
  enter(levels, current);
  const path = levels.map(({ step }) => step);
  const own = besideBlock(lines.slice(0, last), after, current.indent);
  return inFlow(current.rest, path, own);
}

function indentOf(text: string): number {
  return text.search(/\S|$/);
}

function lineOf(text: string): Line | undefined {
  if (/^\s*(#|$)/.test(text)) return undefined;
  const dashes: number[] = [];
  let indent = indentOf(text);
  let rest = text.slice(indent);
  for (let found = /^-(\s+|$)/.exec(rest); found; found = /^-(\s+|$)/.exec(rest)) {
    dashes.push(indent);
    indent += Math.max(2, found[0].length);
    rest = rest.slice(found[0].length);
  }
  return { indent, dashes, rest };
}

/** Leaves the levels that the line is not in, and enters those of its dashes. */
function enter(levels: Level[], { indent, dashes }: Line): void {
  const [first = indent] = dashes;
  const isItem = ({ step }: Level): boolean => typeof step === "number";
  for (let top = levels.at(-1); top !== undefined; top = levels.at(-1)) {
    // The items of a list may stand as far to the left as its key.
    const isLeft =
      top.indent > first || (top.indent === first && (dashes.length === 0 || isItem(top)));
    if (!isLeft) break;
    levels.pop();
  }
  for (const dash of dashes) levels.push({ indent: dash, step: 0 });
}

function keyOf(rest: string): string | undefined {
  return /^(["']?)([^"'#{}[\],&*!|>%@`\s][^:#]*?)\1:(\s|$)/.exec(rest)?.[2];
}

/** The scalars of the mapping that the line belongs to, before and after it. */
function besideBlock(
  before: readonly string[],
  after: readonly string[],
  indent: number,
): Map<string, string> {
  const found = new Map<string, string>();
  const take = (texts: readonly string[], isBefore: boolean): void => {
    for (const text of texts) {
      const line = lineOf(text);
      if (line === undefined || line.indent > indent) continue;
      if (line.indent < indent || (!isBefore && line.dashes.length > 0)) return;
      const [, key, value] = /^([\w.-]+):\s+([^{[#\s]\S*)/.exec(line.rest) ?? [];
      if (key !== undefined && value !== undefined) found.set(key, value);
      if (line.dashes.length > 0) return;
    }
  };
  take(before.toReversed(), true);
  take(after, false);
  return found;
}

/** What stands in braces and brackets on the line itself. */
function inFlow(
  rest: string,
  path: readonly (string | number)[],
  beside: ReadonlyMap<string, string>,
): YamlPlace {
  const steps = [...path];
  const opened: { readonly bracket: string; readonly depth: number }[] = [];
  let own = new Map(beside);
  let key: string | undefined;
  let word = "";
  let quote = "";
  const leave = (): void => {
    if (key !== undefined) own.set(key, word.trim());
    key = undefined;
    word = "";
  };
  for (const [index, character] of [...rest].entries()) {
    if (quote !== "" || /["']/.test(character)) {
      quote = quote === character ? "" : quote || character;
      word += character;
    } else if (character === "{" || character === "[") {
      opened.push({ bracket: character, depth: steps.length });
      if (key !== undefined) steps.push(key);
      if (character === "[") steps.push(0);
      own = new Map();
      key = undefined;
      word = "";
    } else if (opened.length > 0 && (character === "}" || character === "]")) {
      leave();
      steps.length = opened.pop()?.depth ?? path.length;
    } else if (opened.length > 0 && character === ",") leave();
    else if (character === ":" && key === undefined && /\s|^$/.test(rest[index + 1] ?? "")) {
      key = word.trim();
      word = "";
    } else word += character;
  }
  if (key !== undefined) {
    return { path: [...steps, key], part: "value", typed: word.trimStart(), beside: own };
  }
  const part = opened.at(-1)?.bracket === "[" ? "value" : "key";
  return { path: steps, part, typed: word.trimStart(), beside: own };
}
