/** The last record about each container and sandbox: what their timers, and a kubelet, go by. */
import type {
  ContainerTrace,
  KubeletTrace,
  LinkTrace,
  NodeTrace,
  SandboxTrace,
  SignalTrace,
} from "../model/trace.ts";

export class LastRecords {
  readonly #records = new Map<string, number>();
  /** What is gone stays for two lists, so that the kubelet that misses it can tell why. */
  #removed: string[] = [];
  #removedBefore: string[] = [];

  of(id: string): number | undefined {
    return this.#records.get(id);
  }

  note(body: ContainerTrace | SandboxTrace | SignalTrace, seq: number): void {
    this.#records.set(body.id, seq);
    if (body.type !== "signal" && body.to === "Removed") this.#removed.push(body.id);
  }

  /** At each list. */
  forgetRemoved(): void {
    if (this.#removed.length === 0 && this.#removedBefore.length === 0) return;
    for (const id of this.#removedBefore) this.#records.delete(id);
    this.#removedBefore = this.#removed;
    this.#removed = [];
  }
}

/** What made the node silent or has it speak again, as the control plane sees it. */
export class ReachRecords {
  readonly #gone = new Map<"link" | "kubelet", number>();
  #last: number | undefined;
  /** The record of what was said of the node's conditions last. */
  status: number | undefined;

  /** The first thing that is still away, else the last that went or came. */
  get cause(): number | undefined {
    const [first] = [...this.#gone.values()].toSorted((a, b) => a - b);
    return first ?? this.#last;
  }

  noteNode({ change }: NodeTrace, seq: number): void {
    if (change === "status") this.status = seq;
  }

  note(body: KubeletTrace | LinkTrace, seq: number): void {
    const isHere = body.type === "link" ? body.up : body.change === "started";
    if (isHere) this.#gone.delete(body.type);
    else if (!this.#gone.has(body.type)) this.#gone.set(body.type, seq);
    this.#last = seq;
  }
}
