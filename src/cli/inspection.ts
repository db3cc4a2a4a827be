/** The Stately inspector, loaded only by those who ask for it. */
import type { Inspector } from "../inspect/inspect.ts";
import { CallError } from "./call-error.ts";
import { tell } from "./output.ts";

export async function inspection(): Promise<Inspector> {
  const { startInspector } = await import("../inspect/inspect.ts");
  try {
    return await startInspector({ say: tell });
  } catch (error) {
    // What can fail here is the port, which somebody else may have.
    if (error instanceof Error) throw new CallError(`--inspect: ${error.message}`);
    throw error;
  }
}
