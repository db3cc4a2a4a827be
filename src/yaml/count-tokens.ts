/** Looks at a text's smallest parts, before anything that costs more than them is done with it. */
import { CST, Lexer } from "yaml";
import type { Finding } from "./to-value.ts";
import type { YamlLimits } from "./limits.ts";

/** What stands before a value: any value has few of them, and the library compares them all. */
const marks = new Set<CST.TokenType | null>(["anchor", "tag", "map-value-ind", "comma"]);
/** What closes; where nothing is open, each is an error of its own. */
const closing = new Set<CST.TokenType | null>(["flow-map-end", "flow-seq-end"]);
const opening = new Set<CST.TokenType | null>(["flow-map-start", "flow-seq-start"]);
const blanks = new Set<CST.TokenType | null>(["space", "newline", "comment", "doc-mode"]);
/** Between values; not counted, since a JSON text without blanks would have twice as many. */
const separators = new Set<CST.TokenType | null>(["comma", "map-value-ind"]);

export type TokenLimits = Pick<YamlLimits, "maxTokens" | "maxMarks" | "maxErrors">;

/** The first place where a text has too much of something, if any. */
export function findExcess(text: string, limits: TokenLimits): Finding | undefined {
  return new TokenCounter(limits).read(text);
}

const comment = {
  message: "a comment that is neither JSON nor YAML",
  found: "`//` or `/*`",
  expected: "`#` before a comment",
  fix: "write `#`, or remove the comment",
};

class TokenCounter {
  readonly #limits: TokenLimits;
  #offset = 0;
  #tokens = 0;
  #marks = 0;
  #open = 0;
  #strays = 0;
  #directives = 0;

  constructor(limits: TokenLimits) {
    this.#limits = limits;
  }

  read(text: string): Finding | undefined {
    let isScalar = false;
    for (const lexeme of new Lexer().lex(text)) {
      const type: CST.TokenType | null = isScalar ? "scalar" : CST.tokenType(lexeme);
      const isControl = !isScalar && lexeme.length === 1 && lexeme < "\t";
      // The library announces a plain value by a token of its own, which is not in the text.
      const announces: boolean = !isScalar && type === "scalar";
      isScalar = announces;
      if (announces || isControl || type === "flow-error-end") {
        if (type === "flow-error-end") this.#open = 0;
        continue;
      }
      if (type === "scalar" && this.#isComment(lexeme)) return { ...comment, offset: this.#offset };
      const finding = blanks.has(type) ? undefined : this.#count(type);
      if (finding) return finding;
      this.#offset += lexeme.length;
    }
    return undefined;
  }

  /** With a blank, unlike the paths in `[//host/path, /*]`. */
  #isComment(plain: string): boolean {
    return (this.#open > 0 || this.#tokens === 0) && /^\/[/*]\s/.test(plain);
  }

  #count(type: CST.TokenType | null): Finding | undefined {
    const { maxTokens, maxMarks, maxErrors } = this.#limits;
    if (!separators.has(type) && ++this.#tokens > maxTokens) return this.#tooMany(maxTokens);
    this.#marks = marks.has(type) ? this.#marks + 1 : 0;
    if (this.#marks > maxMarks) return this.#withoutValue(maxMarks);
    if (opening.has(type)) this.#open += 1;
    else if (closing.has(type) && this.#open > 0) this.#open -= 1;
    else if (closing.has(type) && ++this.#strays > maxErrors) return this.#unopened(maxErrors);
    this.#directives = type === "directive-line" ? this.#directives + 1 : 0;
    return this.#directives > maxErrors ? this.#onlyDirectives(maxErrors) : undefined;
  }

  #tooMany(limit: number): Finding {
    return {
      offset: this.#offset,
      message: "the file has too many parts",
      found: `more than ${limit} tokens (keys, values, brackets and marks)`,
      expected: `at most ${limit}`,
      fix: "split it, or leave out what is not simulated",
    };
  }

  #withoutValue(limit: number): Finding {
    return {
      offset: this.#offset,
      message: "too many signs in a row without a value",
      found: `more than ${limit} anchors, tags, colons and commas`,
      expected: "a value",
      fix: "remove the signs",
    };
  }

  #unopened(limit: number): Finding {
    return {
      offset: this.#offset,
      message: "too many brackets that close nothing",
      found: `more than ${limit}`,
      expected: "a `[` or `{` for each",
      fix: "remove the brackets",
    };
  }

  #onlyDirectives(limit: number): Finding {
    return {
      offset: this.#offset,
      message: "too many directives in a row",
      found: `more than ${limit} lines that begin with \`%\``,
      expected: "a document",
      fix: "remove these lines",
    };
  }
}
