/**
 * A kubelet of the user's runs in this very process. What it does to it is kept from ending the
 * command with a wrong status, or never, and is told as its own.
 */
import { syncBuiltinESMExports } from "node:module";
import { escapeControls } from "../model/diagnostic.ts";
import { lineIn } from "../node/guest-error.ts";
import { CallError } from "./call-error.ts";
import { reportError } from "./report-error.ts";

const exit = process.exit.bind(process);
const strays: unknown[] = [];
let isGuarded = false;

/** To be called before such a file is read; of this thread. */
export function guardHost(): void {
  if (isGuarded) return;
  isGuarded = true;
  process.exit = (): never => {
    throw new Error("process.exit was called, and would end relist without a result");
  };
  syncBuiltinESMExports();
  // A rejection that nobody handles comes here, too.
  process.on("uncaughtException", (error: unknown) => strays.push(error));
}

/** Throws a `CallError` for what was thrown where nobody catches it. `files`: of the kubelets. */
export async function refuseStrays(files: readonly string[]): Promise<void> {
  if (files.length === 0) return;
  // The host tells of a rejection after the microtasks, and this is after that.
  await new Promise((resolve) => setImmediate(resolve));
  if (strays.length === 0) return;
  const [error] = strays;
  const culprit = files.find((file) => lineIn(file, error) !== undefined);
  const place = culprit === undefined ? files.join(", ") : `${culprit}:${lineIn(culprit, error)}`;
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  throw new CallError(
    `--variant: ${place} threw where nobody catches it, in a promise or a timer of the host: ` +
      `${escapeControls(what)}; catch it there, and let XState have the timers`,
  );
}

/** Ends the process with the result: a timer of such a kubelet's would keep it up. */
export async function endWith(action: () => Promise<number>): Promise<never> {
  let status: number;
  try {
    status = await action();
  } catch (error) {
    status = reportError(error);
  }
  return exit(status);
}
