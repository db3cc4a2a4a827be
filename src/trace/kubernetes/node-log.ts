/** What the log says of the node: conditions that change, and its taints. */
import type { NodeTrace, TraceStamp } from "../../model/trace.ts";
import { span } from "../line.ts";
import type { LogPen } from "./log-pen.ts";

export class NodeLog {
  readonly #pen: LogPen;
  readonly #known = new Map<string, string>();

  constructor(pen: LogPen) {
    this.#pen = pen;
  }

  take(record: NodeTrace & TraceStamp, atMs: number): void {
    const { node, conditions, change, taints = [] } = record;
    if (change === "taints") {
      const list = taints.map(({ key, effect }) => `${key}:${effect}`).join(", ");
      const sign = taints.length === 0 ? this.#pen.good() : this.#pen.mark("lost");
      const text = taints.length === 0 ? "no taint is left" : `tainted ${list}`;
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
