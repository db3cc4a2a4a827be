/** Parses YAML and JSON texts into documents, or reports every error of the text at once. */
import { Composer, LineCounter, Parser } from "yaml";
import type { CST, Document, Node, YAMLError } from "yaml";
import { InputError } from "../model/diagnostic.ts";
import type { Diagnostic, Position } from "../model/diagnostic.ts";
import { findExcess } from "./count-tokens.ts";
import { inspectTokens } from "./inspect-tokens.ts";
import { displayFile } from "./document.ts";
import type { SourceFile, YamlDocument } from "./document.ts";
import { defaultYamlLimits, tooLarge } from "./limits.ts";
import type { YamlLimits } from "./limits.ts";
import { locateOffset } from "./locate.ts";
import { kubernetesScalars } from "./scalars.ts";
import { TooManyErrors, stopAfter } from "./stop-composer.ts";
import { describeSyntaxError, inTextOrder, withoutConsequences } from "./syntax-errors.ts";
import { toPlainValue } from "./to-value.ts";
import type { Finding } from "./to-value.ts";

export function parseYaml(
  source: SourceFile,
  limits: Partial<YamlLimits> = {},
): readonly YamlDocument[] {
  if (typeof (source as Partial<SourceFile> | undefined)?.text !== "string") {
    throw new TypeError("parseYaml takes a file as {file, text}, both of them texts");
  }
  return new TextReader(source, { ...defaultYamlLimits, ...limits }).read();
}

const byteOrderMark = "\uFEFF";
/** How many errors of the library one mistake may cause, of which one is shown. */
const consequences = 10;
const nearby = 200;
/** All that YAML and JSON leave unescaped: no control characters but tab and line ends. */
const unprintable = /[^\t\n\r\u0020-\uffff]/;

class TextReader {
  readonly #file: string;
  readonly #text: string;
  readonly #limits: YamlLimits;
  readonly #lines = new LineCounter();
  readonly #documents: YamlDocument[] = [];
  readonly #syntaxErrors: Diagnostic[] = [];
  readonly #valueErrors: Diagnostic[] = [];
  #documentCount = 0;

  constructor(source: SourceFile, limits: YamlLimits) {
    this.#file = displayFile(source.file);
    // Cut off here, since it would count as a column.
    this.#text = source.text.startsWith(byteOrderMark) ? source.text.slice(1) : source.text;
    this.#limits = limits;
  }

  read(): readonly YamlDocument[] {
    if (this.#text.length > this.#limits.maxBytes) {
      throw new InputError([tooLarge(this.#file, this.#text.length, this.#limits.maxBytes)]);
    }
    const unprintableAt = this.#text.search(unprintable);
    if (unprintableAt >= 0) throw new InputError([this.#binary(unprintableAt)]);
    const excess = findExcess(this.#text, this.#limits);
    if (excess) throw new InputError([this.#early(excess)]);
    const composer = new Composer({
      prettyErrors: false,
      // Both are checked by `toPlainValue`: the library compares each key with each other one.
      uniqueKeys: false,
      merge: false,
      stringKeys: true,
      resolveKnownTags: false,
      customTags: (tags) => [...kubernetesScalars, ...tags],
    });
    this.#compose(composer);
    const errors = this.#reported();
    if (errors.length > 0) throw new InputError(errors);
    return this.#documents;
  }

  #compose(composer: Composer): void {
    stopAfter(composer, this.#limits.maxErrors * consequences);
    try {
      for (const document of composer.compose(this.#tokens(), true, this.#text.length)) {
        this.#take(document);
        if (this.#syntaxErrors.length >= this.#limits.maxErrors) break;
      }
    } catch (error) {
      if (!(error instanceof TooManyErrors)) throw error;
      const { errors, warnings } = composer.streamInfo();
      this.#takeProblems([...errors, ...warnings]);
    }
  }

  /** Stops before the library's recursive part sees what is too deep or too many. */
  *#tokens(): Generator<CST.Token, void, void> {
    const { maxDepth, maxDocuments, maxErrors } = this.#limits;
    let errors = 0;
    for (const token of new Parser(this.#lines.addNewLine).parse(this.#text)) {
      const { tooDeepAt, unclosedAt } = inspectTokens(token, maxDepth);
      if (tooDeepAt !== undefined) {
        this.#reportSyntax({
          offset: tooDeepAt,
          message: "nested too deeply",
          expected: `at most ${maxDepth} levels`,
          fix: "flatten the document",
        });
        return;
      }
      if (unclosedAt !== undefined) {
        const quote = this.#text.charAt(unclosedAt);
        this.#reportSyntax({
          offset: unclosedAt,
          message: "this quoted text is never closed",
          expected: `a closing \`${quote}\``,
          fix: `add the \`${quote}\``,
        });
      }
      if (token.type === "document" && ++this.#documentCount > maxDocuments) {
        this.#reportSyntax({
          offset: token.offset,
          message: "too many documents in one file",
          expected: `at most ${maxDocuments}`,
          fix: "split the file",
        });
        return;
      }
      if (token.type === "error" && ++errors > maxErrors * consequences) return;
      yield token;
    }
  }

  #take(document: Document.Parsed): void {
    const problems = [...document.errors, ...document.warnings];
    this.#takeProblems(problems);
    const root = document.contents as Node | null;
    if (problems.length > 0 || root === null) return;
    const { value, findings, targets } = toPlainValue(root, this.#limits.maxAliasedValues);
    this.#valueErrors.push(...findings.map((finding) => this.#diagnostic(finding)));
    if (value === null) return;
    this.#documents.push({
      file: this.#file,
      value,
      locate: (path, of = "value") => this.#position(locateOffset(root, targets, path, of)),
    });
  }

  #takeProblems(problems: readonly YAMLError[]): void {
    for (const problem of problems) {
      // Reported by `#tokens`, at the opening quote instead of the end of the file.
      if (problem.message.startsWith("Missing closing ")) continue;
      const offset = this.#skipBlanks(problem.pos[0]);
      this.#reportSyntax({ ...describeSyntaxError(problem, this.#lineAt(offset)), offset });
    }
  }

  #reportSyntax(finding: Finding): void {
    this.#syntaxErrors.push(this.#diagnostic(finding));
  }

  #diagnostic(finding: Finding): Diagnostic {
    const { offset, other, ...wording } = finding;
    const position = this.#position(offset);
    if (other === undefined) return { severity: "error", position, ...wording };
    const { line, column } = this.#position(other);
    const found = `${wording.found}; the first is at line ${line}, column ${column}`;
    return { severity: "error", position, ...wording, found };
  }

  #reported(): Diagnostic[] {
    const all = [...withoutConsequences(this.#syntaxErrors), ...this.#valueErrors];
    const shown = all.toSorted(inTextOrder).slice(0, this.#limits.maxErrors);
    const hidden = all.length - shown.length;
    if (hidden === 0) return shown;
    const message = `${this.#file} has ${hidden} more errors that are not shown`;
    return [...shown, { severity: "error", message, fix: "correct these first" }];
  }

  #position(offset: number): Position {
    // What is missing at the end of a text is reported at its last character.
    let at = Math.min(offset, this.#text.length);
    if (offset >= this.#text.length) at = Math.max(0, this.#text.trimEnd().length - 1);
    const { line, col } = this.#lines.linePos(at);
    return { file: this.#file, line: Math.max(1, line), column: Math.max(1, col) };
  }

  #skipBlanks(offset: number): number {
    let at = offset;
    while (this.#text.charAt(at) === " ") at++;
    return at;
  }

  /** No more than is near: a text of one long line may have an error at each word. */
  #lineAt(offset: number): string {
    const before = this.#text.slice(Math.max(0, offset - nearby), offset);
    const after = this.#text.slice(offset, offset + nearby);
    return `${before.split("\n").at(-1) ?? ""}${after.split("\n", 1)[0] ?? ""}`;
  }

  #binary(offset: number): Diagnostic {
    const code = this.#text.charCodeAt(offset).toString(16).toUpperCase().padStart(4, "0");
    return this.#early({
      offset,
      message: "a character that no YAML or JSON text has",
      found: `U+${code}`,
      expected: "a text file",
      fix: "remove the character, or leave this file out",
    });
  }

  /** Of what is found before the parser has told where the lines begin. */
  #early({ offset, ...wording }: Finding): Diagnostic {
    const before = this.#text.slice(0, offset).split("\n");
    const column = (before.at(-1) ?? "").length + 1;
    const position = { file: this.#file, line: before.length, column };
    return { severity: "error", position, ...wording };
  }
}
