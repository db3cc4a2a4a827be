/** Tells the user what went wrong, and turns it into an exit status. */
import { InputError, formatDiagnostic } from "../model/diagnostic.ts";
import { CallError, exitStatus } from "./call-error.ts";
import { PipeClosed, writeFully } from "./pipes.ts";

export function reportError(error: unknown): number {
  if (error instanceof PipeClosed) return exitStatus.ok;
  try {
    writeFully(2, `${explain(error)}\n`);
  } catch (failure) {
    // Nobody reads standard error either: the exit status is all that is left to say.
    if (!(failure instanceof PipeClosed)) throw failure;
  }
  return statusOf(error);
}

function statusOf(error: unknown): number {
  return isTheCallers(error) ? exitStatus.wrong : exitStatus.internal;
}

/** A run that reached a limit is named, not imported: it would load the whole simulator. */
function isTheCallers(error: unknown): error is Error {
  if (error instanceof InputError || error instanceof CallError) return true;
  return error instanceof Error && error.name === "SimulationError" && error.cause === undefined;
}

function explain(error: unknown): string {
  if (error instanceof InputError) return error.diagnostics.map(formatDiagnostic).join("\n");
  if (isTheCallers(error)) return `error: ${error.message}`;
  const details = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `error: this is a mistake in relist, please report it\n${details}`;
}
