/** What the log says of the node: conditions that change, and its taints. */
import type { NodeTrace, TraceStamp } from "../../model/trace.ts";
import { span } from "../line.ts";
import type { LogPen } from "./log-pen.ts";

export class NodeLog {
  readonly #pen: LogPen;
  readonly #known = new Map<string, string>();
  readonly #taints = new Map<string, readonly string[]>();

  constructor(pen: LogPen) {
    this.#pen = pen;
  }

  take(record: NodeTrace & TraceStamp, atMs: number): void {
    const { node, conditions, change, taints = [] } = record;
    if (change === "taints") {
      const now = taints.map(({ key, effect }) => `${key}:${effect}`);
      const before = this.#taints.get(node) ?? [];
      this.#taints.set(node, now);
      const isTainted = now.some((taint) => !before.includes(taint));
      const sign = isTainted ? this.#pen.mark("lost") : this.#pen.good();
      const text = isTainted ? `tainted ${now.join(", ")}` : untaintedText(before, now);
      this.#pen.list.add({ atMs, kind: "other", subjects: [node], sign, text });
    }
    for (const { type, status, reason } of conditions) {
      const key = `${node} ${type}`;
      const before = this.#known.get(key);
      this.#known.set(key, status);
      // How a node begins is no news.
      if (before === undefined || before === status) continue;
      const isGood = (status === "True") === (type === "Ready");
      const sign = isGood ? this.#pen.good() : span(this.#pen.mark("lost").text, "warning");
      this.#pen.list.add({
        atMs,
        kind: "other",
        subjects: [node],
        sign,
        text: `node condition ${type} is ${status}: ${reason}`,
      });
    }
  }
}

function untaintedText(before: readonly string[], now: readonly string[]): string {
  if (now.length === 0) return "no taint is left";
  const gone = before.filter((taint) => !now.includes(taint));
  return `no more tainted ${gone.join(", ")}; still ${now.join(", ")}`;
}
