/**
 * Text from a manifest may not steer the terminal that it is shown on.
 *
 * Models: kubernetes/staging/src/k8s.io/cli-runtime/pkg/printers/terminal.go EscapeTerminal, for
 * the two characters that it names.
 */
import { span } from "../trace/line.ts";

/** Tabs stay: they end cells. */
export function escapeTerminal(text: string): string {
  const named = text.replaceAll("\u001b", "^[").replaceAll("\r", String.raw`\r`);
  return named
    .split("\t")
    .map((cell) => span(cell).text)
    .join("\t");
}
