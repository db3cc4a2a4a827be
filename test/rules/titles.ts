/** The titles of the tests in a source text, with the rows that are put into them. */
import ts from "typescript";

const callers = new Set(["it", "test", "describe"]);

/** Literals of titles and of the tables behind `.each`: what can be told without a run. */
export function titlesIn(text: string): readonly string[] {
  const source = ts.createSourceFile("test.ts", text, ts.ScriptTarget.Latest, true);
  const tables = tablesIn(source);
  const titles: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) titles.push(...titleOf(node, tables));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return titles;
}

function titleOf(
  { expression, arguments: [title] }: ts.CallExpression,
  tables: ReadonlyMap<string, ts.Expression>,
): readonly string[] {
  if (title === undefined) return [];
  if (ts.isIdentifier(expression) && callers.has(expression.text)) return textsOf(title);
  if (!ts.isCallExpression(expression)) return [];
  const { expression: each, arguments: args } = expression;
  if (!ts.isPropertyAccessExpression(each) || each.name.text !== "each") return [];
  if (!ts.isIdentifier(each.expression) || !callers.has(each.expression.text)) return [];
  const [rows] = args;
  const table = rows && ts.isIdentifier(rows) ? tables.get(rows.text) : rows;
  return [...textsOf(title), ...(table ? textsIn(table) : [])];
}

function tablesIn(source: ts.SourceFile): ReadonlyMap<string, ts.Expression> {
  const tables = new Map<string, ts.Expression>();
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer) {
      tables.set(node.name.text, node.initializer);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return tables;
}

function textsOf(node: ts.Node): readonly string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  return ts.isTemplateExpression(node) ? [node.getText()] : [];
}

function textsIn(node: ts.Node): readonly string[] {
  const texts: string[] = [];
  const visit = (child: ts.Node): void => {
    texts.push(...textsOf(child));
    ts.forEachChild(child, visit);
  };
  visit(node);
  return texts;
}
