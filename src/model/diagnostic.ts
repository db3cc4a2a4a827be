/** What a bad input is answered with: one diagnostic a finding, all of them at once. */

/** Where in the user's input a finding is; line and column count from 1. */
export interface Position {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** One finding about the input. The texts are whole sentences without a final full stop. */
export interface Diagnostic {
  readonly severity: "error" | "warning" | "note";
  /** Absent where the finding is about no single place (an empty folder, a count of kinds). */
  readonly position?: Position;
  /** The field as a user writes it, such as `spec.containers[0].image`. */
  readonly path?: string;
  readonly message: string;
  /** What stands there, as text. */
  readonly found?: string;
  readonly expected?: string;
  /** What to do about it. */
  readonly fix?: string;
}

/** Thrown where input cannot be used; carries every error found, never only the first. */
export class InputError extends Error {
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    super(diagnostics.map(formatDiagnostic).join("\n"));
    this.name = "InputError";
    this.diagnostics = diagnostics;
  }
}

/** `pod.yaml:3:9: error: spec.containers: …, found …, expected …; fix`, as compilers print it. */
export function formatDiagnostic(diagnostic: Diagnostic): string {
  const { position, severity, path, message, found, expected, fix } = diagnostic;
  const place = position ? `${position.file}:${position.line}:${position.column}: ` : "";
  const subject = path === undefined || path === "" ? "" : `${path}: `;
  const details = [
    found === undefined ? "" : `, found ${found}`,
    expected === undefined ? "" : `, expected ${expected}`,
    fix === undefined ? "" : `; ${fix}`,
  ];
  return escapeControls(`${place}${severity}: ${subject}${message}${details.join("")}`);
}

/** C0, DEL, C1, the line ends of Unicode and its controls of direction. */
const controls = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu;

/** A user's text may not move the cursor, colour the terminal or turn the line around. */
export function escapeControls(text: string): string {
  return text.replaceAll(controls, (control) => `\\u{${control.charCodeAt(0).toString(16)}}`);
}
