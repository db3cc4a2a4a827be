/** The inspector, loaded only by those who ask for it. */
import type { Inspector } from "../inspect/inspect.ts";
import { CallError } from "./call-error.ts";
import type { Flags } from "./flags.ts";
import { tell } from "./output.ts";

/** Nothing where nobody has asked for it. */
export async function inspection({
  inspect,
  inspectOnly: only,
}: Pick<Flags, "inspect" | "inspectOnly">): Promise<Inspector | undefined> {
  if (inspect === undefined && only === undefined) return undefined;
  const [{ startInspector }, { pageParts }, { pageHtml }] = await Promise.all([
    import("../inspect/inspect.ts"),
    import("./report.ts"),
    import("../web/page-html.ts"),
  ]);
  const page = pageHtml({ ...pageParts("viewer.js"), title: "relist inspector" });
  try {
    return await startInspector({ page, say: tell, only });
  } catch (error) {
    // What can fail here is the port, which somebody else may have.
    if (error instanceof Error) throw new CallError(`--inspect: ${error.message}`);
    throw error;
  }
}
