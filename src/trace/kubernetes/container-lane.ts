/** One container's lane while the trace of a kubelet as Kubernetes runs it is read. */
import { type ContainerKey, displayName } from "../../model/container-key.ts";
import type { ContainerApiStatus } from "../../model/kube-status.ts";
import type { ContainerTrace, HookTrace, ProbeTrace, SignalTrace } from "../../model/trace.ts";
import type { Lane, LaneMark, LaneState } from "../lane.ts";
import { SpanList } from "../span-list.ts";
import { type ContainerKind, hasReadiness } from "./container-kinds.ts";
import { isFailure } from "./failure.ts";
import { isStartWait } from "./waiting.ts";

export interface ContainerLaneSubject {
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
}

interface Present {
  readonly isAlive: boolean;
  readonly isRunning: boolean;
  readonly exitCode: number;
}

export class ContainerLane {
  readonly subject: ContainerLaneSubject;
  readonly #kind: ContainerKind | undefined;
  readonly #spans = new SpanList<LaneState>("absent");
  readonly #marks: { readonly atMs: number; readonly mark: LaneMark }[] = [];
  readonly #declaredBy = new Set<string>();
  readonly #present = new Map<string, Present>();
  /** Containers that are being stopped, and those that a hook is run for. */
  readonly #stopping = new Set<string>();
  readonly #hooked = new Set<string>();
  readonly #condemned = new Set<string>();
  readonly #failing = new Set<string>();
  #readyId: string | undefined = undefined;
  #isPulling = false;
  #isBackingOff = false;
  /** The exit code of what is over though the runtime has it no more. */
  #over: number | undefined = undefined;
  #isPodOver = false;
  /** Its pod is on its way out: nothing of it is started again. */
  #isEnding = false;
  #isMarked = false;
  #restarts = 0;

  constructor(subject: ContainerLaneSubject, kind: ContainerKind | undefined) {
    this.subject = subject;
    this.#kind = kind;
  }

  declare(uid: string, isDeclared: boolean, atMs: number): void {
    if (isDeclared && !this.#declaredBy.has(uid)) {
      [this.#isPodOver, this.#isEnding] = [false, false];
    }
    if (isDeclared) this.#declaredBy.add(uid);
    else this.#declaredBy.delete(uid);
    this.#update(atMs);
  }

  change(record: ContainerTrace, atMs: number): void {
    const { id, run, to, exitCode = 0 } = record;
    if (to === "Creating") {
      // One more of a stray is no restart: nobody asks for it to run on.
      if (this.#declaredBy.size > 0) this.#restarts = run - 1;
      [this.#isBackingOff, this.#isPulling] = [false, false];
      [this.#isPodOver, this.#isEnding] = [false, false];
      this.#over = undefined;
    }
    if (to === "Exited") this.#mark(this.#endMark(record), atMs);
    if (to === "Removed") this.#forget(id);
    else {
      const isAlive = to !== "Exited";
      this.#present.set(id, { isAlive, isRunning: to === "Running", exitCode });
      if (!isAlive) this.#hooked.delete(id);
    }
    this.#update(atMs);
  }

  signal({ id, signal }: SignalTrace, atMs: number): void {
    this.#mark(signal === "KILL" ? "kill" : "term", atMs);
    this.#stopping.add(id);
    this.#update(atMs);
  }

  hook({ id, hook, phase }: HookTrace, atMs: number): void {
    if (phase === "start") this.#hooked.add(id);
    else this.#hooked.delete(id);
    if (hook === "preStop") this.#stopping.add(id);
    this.#update(atMs);
  }

  /** The kubelet has begun to stop it; the signal may be a hook away. */
  killing(atMs: number): void {
    for (const [id, { isAlive }] of this.#present) if (isAlive) this.#stopping.add(id);
    this.#update(atMs);
  }

  backOff(atMs: number): void {
    this.#isBackingOff = true;
    this.#update(atMs);
  }

  pull(isPulling: boolean, atMs: number): void {
    this.#isPulling = isPulling;
    this.#update(atMs);
  }

  /** Only a probe that begins to fail, or one that decides, is worth a mark. */
  probe({ id, probe, result, changed }: ProbeTrace, atMs: number): void {
    // Nothing comes of it where the end is decided already.
    if (this.#stopping.has(id)) return;
    const key = `${id} ${probe}`;
    if (result === "success") this.#failing.delete(key);
    else {
      if (changed || !this.#failing.has(key)) this.#mark("probe", atMs);
      this.#failing.add(key);
    }
  }

  /** A probe has decided its end: that it was stopped for it is no orderly stop. */
  condemn(id: string): void {
    this.#condemned.add(id);
  }

  lost(atMs: number): void {
    this.#mark("lost", atMs);
  }

  status({ state, ready, containerID }: ContainerApiStatus, atMs: number): void {
    this.#readyId = ready ? containerID?.replace(/^.*:\/\//, "") : undefined;
    if (state.running || (state.waiting && isStartWait(state.waiting.reason))) {
      this.#isBackingOff = false;
    } else if (state.waiting && !this.#isEnding) this.#isBackingOff = true;
    this.#over = state.terminated?.exitCode;
    this.#update(atMs);
  }

  /** Of the only container of a pod, whose lane tells how ready that is. */
  markNotReady(isMarked: boolean, atMs: number): void {
    this.#isMarked = isMarked;
    this.#update(atMs);
  }

  podEnded(atMs: number): void {
    this.#isPodOver = true;
    this.ends(atMs);
  }

  /** A back-off comes to nothing where the pod is deleted or over. */
  ends(atMs: number): void {
    [this.#isEnding, this.#isBackingOff] = [true, false];
    this.#update(atMs);
  }

  /** As it is known by then; it may go on. */
  until(key: ContainerKey, endMs: number): Lane {
    const { namespace, pod, container } = this.subject;
    const tag = this.#kind === undefined ? "" : ` (${this.#kind})`;
    return {
      key,
      name: `${displayName(namespace, pod, container)}${tag}`,
      spans: this.#spans.until(endMs),
      marks: [...this.#marks],
      restarts: this.#restarts,
    };
  }

  #endMark(record: ContainerTrace): LaneMark {
    if (this.#condemned.has(record.id)) return "crash";
    if (this.#stopping.has(record.id)) return "stop";
    return isFailure(record) ? "crash" : "end";
  }

  #forget(id: string): void {
    this.#present.delete(id);
    this.#stopping.delete(id);
    this.#hooked.delete(id);
    this.#condemned.delete(id);
  }

  #mark(mark: LaneMark, atMs: number): void {
    this.#marks.push({ atMs, mark });
  }

  #update(atMs: number): void {
    this.#spans.set(this.#now(), atMs);
  }

  #now(): LaneState {
    const alive = [...this.#present].findLast(([, { isAlive }]) => isAlive);
    if (alive) return this.#alive(...alive);
    if (this.#isPulling) return "pulling";
    const isDeclared = this.#declaredBy.size > 0;
    if (isDeclared && this.#isBackingOff) return "waiting";
    const exitCode = [...this.#present.values()].at(-1)?.exitCode;
    const over = exitCode ?? (isDeclared ? this.#over : undefined);
    if (over !== undefined) return over === 0 ? "completed" : "exited";
    if (!isDeclared) return "absent";
    return this.#isPodOver ? "exited" : "pending";
  }

  #alive(id: string, { isRunning }: Present): LaneState {
    if (this.#hooked.has(id)) return "hook";
    if (this.#stopping.has(id)) return "stopping";
    if (this.#declaredBy.size === 0) return "undeclared";
    if (!isRunning) return "creating";
    if (this.#isMarked) return "unready";
    return hasReadiness(this.#kind) && this.#readyId !== id ? "unready" : "running";
  }
}
