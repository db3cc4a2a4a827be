/** What of a pod record is news: a kubelet that was restarted reads old declarations again. */
import type { PodTrace } from "../model/trace.ts";

export class PodNews {
  readonly #known = new Set<string>();

  /** Nothing where it is no news. */
  textOf({ uid = "", change, source }: PodTrace): string | undefined {
    const by = source === "file" ? "a file" : "the API";
    switch (change) {
      case "added":
        if (this.#known.has(uid)) return undefined;
        this.#known.add(uid);
        return `declared by ${by}`;
      case "updated":
        return `changed by ${by}`;
      case "terminating":
        return `being deleted, says ${by}`;
      case "removed":
        this.#known.delete(uid);
        return `no longer declared by ${by}`;
    }
  }
}
