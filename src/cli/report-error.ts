/** Tells the user what went wrong, and turns it into an exit status. */
import { CommanderError } from "commander";
import { InputError, escapeControls, formatDiagnostic } from "../model/diagnostic.ts";
import { CallError, exitStatus } from "./call-error.ts";
import { PipeClosed, standardError, writeFully } from "./pipes.ts";

export function reportError(error: unknown): number {
  // Commander ends so where it has written a help text or the version.
  if (error instanceof CommanderError) return error.exitCode && exitStatus.wrong;
  const causes = [...causesOf(error)];
  if (causes.some((cause) => cause instanceof PipeClosed)) return exitStatus.ok;
  const known = causes.find(isTheCallers) ?? withoutFolder(causes);
  // Where nobody can read it, the exit status is all that is left to say.
  writeFully(standardError, `${known ? explain(known) : explainUnknown(error)}\n`);
  return known ? exitStatus.wrong : exitStatus.internal;
}

/** Output is written while a run is under way, and its kernel wraps what is thrown inside of it. */
function* causesOf(error: unknown): Iterable<unknown> {
  for (let cause = error; cause !== undefined;) {
    yield cause;
    cause = cause instanceof Error ? cause.cause : undefined;
  }
}

/**
 * A run that reached a limit, or that a kubelet of the user's ended, is known by its name: its
 * class would load the whole simulator.
 */
export function isTheCallers(error: unknown): error is Error {
  if (error instanceof InputError || error instanceof CallError) return true;
  if (!(error instanceof Error) || error.name !== "SimulationError") return false;
  const { cause } = error;
  return cause === undefined || (cause instanceof Error && cause.name === "GuestError");
}

/** Where the working directory was deleted, nothing can be found from it. */
function withoutFolder(causes: readonly unknown[]): CallError | undefined {
  const isGone = causes.some((cause) => cause instanceof Error && /\buv_cwd$/.test(cause.message));
  return isGone ? new CallError("the working directory does not exist any more") : undefined;
}

/** Of a file that is something else altogether, the first errors say it. */
const errorsShown = 10;

function explain(error: Error): string {
  // What the user typed is shown as text; the trace's tail of a run keeps its lines.
  if (error instanceof CallError) return `error: ${escapeControls(error.message)}`;
  if (!(error instanceof InputError)) return `error: ${error.message}`;
  const { diagnostics } = error;
  const shown = diagnostics.length > errorsShown + 1 ? errorsShown : diagnostics.length;
  const lines = diagnostics.slice(0, shown).map(formatDiagnostic);
  const hidden = diagnostics.length - shown;
  return [...lines, ...(hidden > 0 ? [`and ${hidden} more`] : [])].join("\n");
}

function explainUnknown(error: unknown): string {
  const details = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `error: this is a mistake in relist, please report it\n${details}`;
}
