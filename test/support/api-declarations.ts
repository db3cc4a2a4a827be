/** Finds what an entry of the package exports: where it is declared, and what it says of itself. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as ts from "typescript";

export interface ApiDeclaration {
  readonly name: string;
  readonly kind: "function" | "class" | "interface" | "type" | "constant";
  /** What its doc comment says, without tags. */
  readonly text: string;
  /** The programs of its `@example` tags. */
  readonly examples: readonly string[];
  /** As a declaration file would have it. */
  readonly code: string;
}

/** In the order in which the entry exports them. */
export function declarationsOf(entry: string): readonly ApiDeclaration[] {
  const file = parse(entry);
  return file.statements.flatMap((statement): readonly ApiDeclaration[] => {
    if (ts.isInterfaceDeclaration(statement) && isExported(statement)) {
      return [toDeclaration([statement], file)];
    }
    const { exportClause } = statement as ts.ExportDeclaration;
    if (!ts.isExportDeclaration(statement) || !exportClause) return [];
    if (!ts.isNamedExports(exportClause)) throw new Error(`${entry}: every name is exported alone`);
    return exportClause.elements.map(({ name: { text } }) => {
      const from = statement.moduleSpecifier ?? importOf(text, file);
      return declared(text, join(dirname(entry), (from as ts.StringLiteral).text));
    });
  });
}

/** The doc comment at the top of a file. */
export function moduleText(path: string): string {
  return textOf(parse(path).statements[0])?.text ?? "";
}

/** The programs in the doc comment at the top of a file. */
export function moduleExamples(path: string): readonly string[] {
  return textOf(parse(path).statements[0])?.examples ?? [];
}

function parse(path: string): ts.SourceFile {
  return ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.ES2023, true);
}

function importOf(name: string, file: ts.SourceFile): ts.Expression {
  for (const statement of file.statements) {
    if (!ts.isImportDeclaration(statement)) continue;
    const bindings = statement.importClause?.namedBindings;
    if (!bindings || !ts.isNamedImports(bindings)) continue;
    if (bindings.elements.some((element) => element.name.text === name)) {
      return statement.moduleSpecifier;
    }
  }
  throw new Error(`${file.fileName}: ${name} is exported and not imported`);
}

function declared(name: string, path: string): ApiDeclaration {
  const file = parse(path);
  const found = file.statements.filter((statement) => nameOf(statement) === name);
  if (found.length > 0) return toDeclaration(found, file);
  // Exported once more from where it is declared.
  const again = declarationsOf(path).find((declaration) => declaration.name === name);
  if (again === undefined) throw new Error(`${path} does not declare ${name}`);
  return again;
}

function isExported(statement: ts.Statement): boolean {
  const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined;
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
}

function nameOf(statement: ts.Statement): string | undefined {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations[0]?.name.getText();
  }
  const { name } = statement as ts.Statement & { readonly name?: ts.Node };
  return isExported(statement) ? name?.getText() : undefined;
}

const kinds: Readonly<Partial<Record<ts.SyntaxKind, ApiDeclaration["kind"]>>> = {
  [ts.SyntaxKind.FunctionDeclaration]: "function",
  [ts.SyntaxKind.ClassDeclaration]: "class",
  [ts.SyntaxKind.InterfaceDeclaration]: "interface",
  [ts.SyntaxKind.TypeAliasDeclaration]: "type",
  [ts.SyntaxKind.VariableStatement]: "constant",
};

/** Several statements are the overloads of one function. */
function toDeclaration(statements: readonly ts.Statement[], file: ts.SourceFile): ApiDeclaration {
  const [first] = statements;
  const name = first && nameOf(first);
  const kind = first && kinds[first.kind];
  if (first === undefined || name === undefined || kind === undefined) {
    throw new Error(`${file.fileName}: an export of a kind that no page shows`);
  }
  const texts = statements.map(textOf).find((found) => found !== undefined);
  const code = statements.map((statement) => codeOf(statement)).join("\n");
  return { name, kind, text: texts?.text ?? "", examples: texts?.examples ?? [], code };
}

function textOf(node: ts.Node | undefined) {
  const comments = node === undefined ? [] : ts.getJSDocCommentsAndTags(node);
  const comment = comments.find((one) => ts.isJSDoc(one));
  if (comment === undefined) return undefined;
  const examples = (comment.tags ?? []).flatMap((tag) =>
    tag.tagName.text === "example" ? (ts.getTextOfJSDocComment(tag.comment) ?? []) : [],
  );
  return { text: ts.getTextOfJSDocComment(comment.comment) ?? "", examples };
}

function codeOf(statement: ts.Statement): string {
  const text = bare(statement).replace(/^export /, "");
  if (ts.isFunctionDeclaration(statement)) return signature(statement);
  if (!ts.isClassDeclaration(statement)) return text;
  const head = text.slice(0, text.indexOf("{") + 1);
  const overloaded = new Set<string>();
  const members = statement.members.flatMap((member) => {
    if (member.name && ts.isPrivateIdentifier(member.name)) return [];
    const hasBody = "body" in member && member.body !== undefined;
    const name = member.name?.getText() ?? "";
    if (!hasBody) overloaded.add(name);
    else if (overloaded.has(name)) return [];
    return [`  ${signature(member)}`];
  });
  return [head, ...members, "}"].join("\n");
}

/** Without the body, and with the doc comment of what is in a class. */
function signature(node: ts.Node): string {
  const { body, initializer } = node as { readonly body?: ts.Node; readonly initializer?: ts.Node };
  const own = ts.isClassElement(node) ? node.getFullText().trim() : bare(node);
  const end = body ?? initializer;
  const cut = end === undefined ? own : own.slice(0, own.length - end.getText().length);
  return `${cut
    .replace(/^export /, "")
    .trimEnd()
    .replace(/[;=]$/, "")
    .trimEnd()};`;
}

function bare(node: ts.Node): string {
  return node.getText();
}
