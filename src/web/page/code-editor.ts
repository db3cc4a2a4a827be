/** An editor for YAML: completion at the cursor, and the program's own findings where they are. */
import { autocompletion } from "@codemirror/autocomplete";
import { yaml } from "@codemirror/lang-yaml";
import { syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic as Mark, lintGutter, setDiagnostics } from "@codemirror/lint";
import type { Text } from "@codemirror/state";
import { classHighlighter } from "@lezer/highlight";
import { EditorView, basicSetup } from "codemirror";
import schema from "../../../docs/scenario.schema.json" with { type: "json" };
import { type Diagnostic, formatDiagnostic } from "../../model/diagnostic.ts";
import { type JsonSchema, suggestionsAt } from "../editing/suggestions.ts";

interface Options {
  readonly parent: Element;
  readonly text: string;
  /** What a reader of screens calls it. */
  readonly label: string;
  readonly onChange: (text: string) => void;
}

export function openEditor({ parent, text, label, onChange }: Options): EditorView {
  return new EditorView({
    parent,
    doc: text,
    extensions: [
      basicSetup,
      yaml(),
      syntaxHighlighting(classHighlighter),
      lintGutter(),
      autocompletion({ override: [complete], icons: false }),
      EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) onChange(update.state.doc.toString());
      }),
    ],
  });
}

export function replaceText(view: EditorView, text: string): void {
  const { doc } = view.state;
  if (doc.toString() === text) return;
  view.dispatch({ changes: { from: 0, to: doc.length, insert: text } });
}

/** Of one file; what has no place in it stands beside the editor only. */
export function markFindings(
  view: EditorView,
  file: string,
  findings: readonly Diagnostic[],
): void {
  const { doc } = view.state;
  const marks = findings.flatMap((finding): Mark[] => {
    const { position, severity } = finding;
    if (position?.file !== file) return [];
    const from = offsetOf(doc, position.line, position.column);
    const to = Math.max(from, doc.lineAt(from).to);
    return [{ from, to, message: formatDiagnostic(finding), severity: marked[severity] }];
  });
  view.dispatch(setDiagnostics(view.state, marks));
}

export function goToPlace(view: EditorView, line: number, column: number): void {
  view.dispatch({
    selection: { anchor: offsetOf(view.state.doc, line, column) },
    scrollIntoView: true,
  });
  view.focus();
}

const marked = { error: "error", warning: "warning", note: "info" } as const;

function offsetOf(doc: Text, line: number, column: number): number {
  const { from, to } = doc.line(Math.min(Math.max(1, line), doc.lines));
  return Math.min(to, from + column - 1);
}

function complete({
  state,
  pos,
  explicit,
}: {
  state: EditorView["state"];
  pos: number;
  explicit: boolean;
}) {
  const { from, part, options } = suggestionsAt(state.doc.toString(), pos, schema as JsonSchema);
  if (options.length === 0 || (from === pos && !explicit)) return null;
  return {
    from,
    options: options.map(({ label, info }) => ({
      label,
      ...(info === "" ? {} : { info }),
      type: part === "key" ? "property" : "enum",
      ...(part === "key" ? { apply: `${label}: ` } : {}),
    })),
    validFor: /^[\w.-]*$/,
  };
}
