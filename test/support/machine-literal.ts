/**
 * Reads a machine out of its source as Stately's editors do, which parse a file and never run it:
 * what is no literal is lost to them. The rules are those of the extractor for XState 5 in
 * `statelyai/xstate-tools` (`new-packages/ts-project/src/state.ts`, extractState), which is not
 * published as a package, and stricter in one point: a function that stands where a name could is
 * shown there without one, and is a flaw here. What a name is given (`params`, `input`) is not
 * read.
 */
import ts from "typescript";

export interface MachineLiteral {
  /** What `createMachine` takes, as far as it could be read. */
  readonly config: Record<string, unknown>;
  /** What could not be read, each with its line. */
  readonly flaws: readonly string[];
}

/** Of each call of `createMachine` in a file. */
export function machineLiterals(path: string, text: string): readonly MachineLiteral[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: MachineLiteral[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && calleeOf(node) === "createMachine") {
      const reader = new LiteralReader(file);
      found.push({ config: reader.state(node.arguments[0] ?? node), flaws: reader.flaws });
    }
    node.forEachChild(visit);
  };
  file.forEachChild(visit);
  return found;
}

function calleeOf({ expression }: ts.CallExpression): string {
  if (ts.isIdentifier(expression)) return expression.text;
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : "";
}

type Read = (value: ts.Expression) => unknown;

class LiteralReader {
  readonly flaws: string[] = [];
  readonly #file: ts.SourceFile;

  constructor(file: ts.SourceFile) {
    this.#file = file;
  }

  state(node: ts.Node): Record<string, unknown> {
    return this.#object(node, {
      id: this.#text,
      initial: this.#text,
      type: this.#text,
      history: this.#text,
      description: this.#text,
      context: this.#unread,
      output: this.#unread,
      states: (states) => this.#record(states, (each) => this.state(each)),
      on: (on) => this.#record(on, this.#transitions),
      after: (after) => this.#record(after, this.#transitions),
      always: this.#transitions,
      onDone: this.#transitions,
      entry: this.#named,
      exit: this.#named,
      invoke: (invoke) => this.#each(invoke, (each) => this.#invoke(each)),
    });
  }

  #invoke(node: ts.Expression): unknown {
    return this.#object(node, {
      src: this.#text,
      id: this.#text,
      systemId: this.#text,
      input: this.#unread,
      onDone: this.#transitions,
      onError: this.#transitions,
    });
  }

  readonly #transitions: Read = (value) =>
    this.#each(value, (each) =>
      ts.isStringLiteralLike(each)
        ? each.text
        : this.#object(each, {
            target: (target) => this.#each(target, this.#text),
            guard: this.#named,
            actions: this.#named,
            description: this.#text,
            reenter: (reenter) => reenter.kind === ts.SyntaxKind.TrueKeyword,
          }),
    );

  /** A name, or an object with one and what it is given. */
  readonly #named: Read = (value) =>
    this.#each(value, (each) =>
      ts.isStringLiteralLike(each)
        ? each.text
        : this.#object(each, { type: this.#text, params: this.#unread }),
    );

  readonly #text: Read = (value) =>
    ts.isStringLiteralLike(value) ? value.text : this.#flaw(value, "is no text");

  readonly #unread: Read = () => undefined;

  #each(value: ts.Expression, read: Read): unknown {
    return ts.isArrayLiteralExpression(value) ? value.elements.map(read) : read(value);
  }

  #object(node: ts.Node, keys: Readonly<Record<string, Read>>): Record<string, unknown> {
    return this.#properties(node, (key, value) => {
      const read = keys[key];
      return read === undefined ? this.#flaw(value, `of "${key}" is not known`) : read(value);
    });
  }

  #record(node: ts.Node, read: Read): Record<string, unknown> {
    return this.#properties(node, (_, value) => read(value));
  }

  #properties(
    node: ts.Node,
    read: (key: string, value: ts.Expression) => unknown,
  ): Record<string, unknown> {
    const all: Record<string, unknown> = {};
    if (!ts.isObjectLiteralExpression(node)) {
      this.#flaw(node, "is no object literal");
      return all;
    }
    for (const property of node.properties) {
      const { name } = property;
      if (!ts.isPropertyAssignment(property) || name === undefined || !isPlainKey(name)) {
        this.#flaw(property, "is no property with a literal key");
        continue;
      }
      const value = read(name.text, property.initializer);
      if (value !== undefined) all[name.text] = value;
    }
    return all;
  }

  #flaw(node: ts.Node, what: string): undefined {
    const { line } = this.#file.getLineAndCharacterOfPosition(node.getStart(this.#file));
    const [start = ""] = node.getText(this.#file).split("\n");
    this.flaws.push(`line ${line + 1}: ${start} ${what}`);
    return undefined;
  }
}

function isPlainKey(
  name: ts.PropertyName,
): name is ts.Identifier | ts.StringLiteral | ts.NumericLiteral {
  return ts.isIdentifier(name) || ts.isStringLiteral(name) || ts.isNumericLiteral(name);
}
