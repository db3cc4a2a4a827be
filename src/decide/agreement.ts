/** Whether what is agrees with what was declared, and where it does not. */
import { compareBytes } from "../model/container-key.ts";
import type { ContainerRecord } from "../model/runtime.ts";
import type { VerdictRow } from "../model/trace.ts";
import { wantsRestart } from "./backoff.ts";
import type { Declarations } from "./declarations.ts";

export interface Agreement {
  readonly rows: readonly VerdictRow[];
  readonly agrees: boolean;
}

/**
 * Declared and actual, side by side. An Exited container agrees where its pod does not want it to
 * run again; one that is still Creating agrees, for it is on its way.
 */
export function compareWithDeclared(
  declarations: Declarations,
  list: readonly ContainerRecord[],
): Agreement {
  const rows: VerdictRow[] = [];
  const seen = new Set<string>();
  let at = 0;
  const declared = declarations.inListOrder;
  const missing = (untilKey: string | undefined): void => {
    for (let next = declared[at]; next !== undefined; next = declared[at]) {
      if (untilKey !== undefined && compareBytes(next.key, untilKey) >= 0) return;
      at++;
      if (seen.has(next.key)) continue;
      const { namespace, name } = next.pod;
      rows.push({
        namespace,
        pod: name,
        container: next.container.name,
        source: next.pod.source,
        verdict: "missing",
      });
    }
  };
  for (const actual of list) {
    missing(actual.key);
    const declaration = declarations.byKey.get(actual.key);
    const { namespace, pod, container, id, state, exitCode } = actual;
    const exit = exitCode === undefined ? {} : { exitCode };
    const row = { namespace, pod, container, id, state, ...exit };
    if (declaration === undefined) {
      rows.push({ ...row, verdict: "undeclared" });
      continue;
    }
    const { source, restartPolicy } = declaration.pod;
    const isOver = state === "Exited" && wantsRestart(restartPolicy, exitCode ?? 0);
    const first = !seen.has(actual.key);
    seen.add(actual.key);
    rows.push({ ...row, source, verdict: !first ? "duplicate" : isOver ? "exited" : "agrees" });
  }
  missing(undefined);
  return { rows, agrees: rows.every((row) => row.verdict === "agrees") };
}
