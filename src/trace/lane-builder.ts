/** One lane while the trace is read: what is declared of a key, and what is there of it. */
import { type ContainerKey, displayName } from "../model/container-key.ts";
import type { ContainerTrace } from "../model/trace.ts";
import type { Lane, LaneMark, LaneState } from "./lane.ts";
import { SpanList } from "./span-list.ts";

export interface LaneSubject {
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
}

interface Present {
  readonly state: "Creating" | "Running" | "Exited";
  readonly exitCode: number;
}

export class LaneBuilder {
  readonly subject: LaneSubject;
  readonly #spans = new SpanList<LaneState>("absent");
  readonly #marks: { readonly atMs: number; readonly mark: LaneMark }[] = [];
  /** UIDs of the pods that declare it; a file and the API may both do so. */
  readonly #declaredBy = new Set<string>();
  readonly #present = new Map<string, Present>();
  readonly #signalled = new Set<string>();
  #waiting = false;
  #restarts = 0;

  constructor(subject: LaneSubject) {
    this.subject = subject;
  }

  declare(uid: string, isDeclared: boolean, atMs: number): void {
    if (isDeclared) this.#declaredBy.add(uid);
    else this.#declaredBy.delete(uid);
    this.#update(atMs);
  }

  forgetDeclarations(atMs: number): void {
    this.#declaredBy.clear();
    this.#waiting = false;
    this.#update(atMs);
  }

  change({ id, run, to, exitCode = 0 }: ContainerTrace, atMs: number): void {
    if (to === "Removed") {
      this.#present.delete(id);
      this.#signalled.delete(id);
    } else this.#present.set(id, { state: to, exitCode });
    if (to === "Creating") {
      // One more of a stray is no restart: nobody asks for it to run on.
      if (this.#declaredBy.size > 0) this.#restarts = run - 1;
      this.#waiting = false;
    }
    if (to === "Exited") {
      const ended = exitCode === 0 ? "end" : "crash";
      this.mark(this.#signalled.has(id) ? "stop" : ended, atMs);
    }
    this.#update(atMs);
  }

  /** An end that was asked for is no crash. */
  signal(id: string, atMs: number): void {
    this.#signalled.add(id);
    this.#update(atMs);
  }

  wait(atMs: number): void {
    this.#waiting = true;
    this.#update(atMs);
  }

  mark(mark: LaneMark, atMs: number): void {
    this.#marks.push({ atMs, mark });
  }

  /** As it is known by then; it may go on. */
  until(key: ContainerKey, endMs: number): Lane {
    const { namespace, pod, container } = this.subject;
    return {
      key,
      name: displayName(namespace, pod, container),
      spans: this.#spans.until(endMs),
      marks: [...this.#marks],
      restarts: this.#restarts,
    };
  }

  #update(atMs: number): void {
    this.#spans.set(this.#now(), atMs);
  }

  /** Of several containers of one key, the liveliest is shown. */
  #now(): LaneState {
    const present = [...this.#present.values()];
    const isDeclared = this.#declaredBy.size > 0;
    const alive = [...this.#present].filter(([, { state }]) => state !== "Exited");
    if (alive.length > 0 && alive.every(([id]) => this.#signalled.has(id))) return "stopping";
    if (alive.length > 0 && !isDeclared) return "undeclared";
    if (present.some(({ state }) => state === "Running")) return "running";
    if (present.some(({ state }) => state === "Creating")) return "creating";
    const last = present.at(-1);
    if (last) return last.exitCode === 0 ? "completed" : "exited";
    if (!isDeclared) return "absent";
    return this.#waiting ? "waiting" : "missing";
  }
}
