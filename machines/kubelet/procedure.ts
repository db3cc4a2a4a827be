/**
 * A procedure: a sequence of steps that each may take time, written as a generator, so that it
 * reads like the function it models; and the actor logic that runs it by messages and timers.
 *
 * A procedure yields what it waits for and is resumed with the outcome. It never waits in any
 * other way, so that it runs in virtual time as well as against a real runtime.
 */
import type { ActorLogic, AnyActorRef, EventObject, Snapshot } from "xstate";

/** Who is called. */
export type Service = "runtime" | "sandboxes" | "images" | "api";

/** What a procedure may wait for. */
export type Wait =
  | { readonly wait: "reply"; readonly service: Service; readonly request: EventObject }
  | { readonly wait: "time"; readonly ms: number }
  | { readonly wait: "all"; readonly procedures: readonly Procedure<unknown>[] }
  | { readonly wait: "first"; readonly procedures: readonly Procedure<unknown>[] }
  | { readonly wait: "latch"; readonly latch: Latch };

/** A call without its number and its sender, which the host adds. */
export type Request = EventObject & Readonly<Record<string, unknown>>;

export type Procedure<Result> = Generator<Wait, Result, unknown>;

/** Opens once; whoever waits for it goes on, now or at once. */
export class Latch {
  #open = false;
  #waiting: (() => void)[] = [];

  get isOpen(): boolean {
    return this.#open;
  }

  open(): void {
    if (this.#open) return;
    this.#open = true;
    for (const resume of this.#waiting) resume();
    this.#waiting = [];
  }

  whenOpen(resume: () => void): void {
    if (this.#open) resume();
    else this.#waiting.push(resume);
  }
}

/** Supplies what the waits need. */
export interface ProcedureHost {
  /** Sends the request; `call` comes back with the reply, which is sent to `self` as an event. */
  call(self: AnyActorRef, service: Service, request: Request, call: number): void;
  /** Sends `procedure.resume` with that `call` after so many virtual ms; 0: in the next turn. */
  sleep(self: AnyActorRef, ms: number, call: number): void;
}

/** Supplies nothing: a procedure begins and waits for ever, as in a visualiser. */
export const idleHost: ProcedureHost = { call: () => {}, sleep: () => {} };

/** A reply, or the end of a sleep. */
export interface Resume extends EventObject {
  readonly call: number;
}

export function* callService(service: Service, request: Request): Procedure<EventObject> {
  return (yield { wait: "reply", service, request }) as EventObject;
}

export function* sleep(ms: number): Procedure<void> {
  if (ms > 0) yield { wait: "time", ms };
}

export function* waitFor(latch: Latch): Procedure<void> {
  if (!latch.isOpen) yield { wait: "latch", latch };
}

/** Runs them side by side and ends when all have. */
export function* all<Result>(procedures: readonly Procedure<Result>[]): Procedure<Result[]> {
  return (yield { wait: "all", procedures }) as Result[];
}

/** Ends when the first of them does; the others go on by themselves, and nobody waits for them. */
export function* first<Result>(procedures: readonly Procedure<Result>[]): Procedure<Result> {
  return (yield { wait: "first", procedures }) as Result;
}

/** Takes it as far as it goes without waiting; what is left of it, if it has to wait. */
export function untilWait<Result>(procedure: Procedure<Result>): Procedure<Result> | undefined {
  const next = procedure.next();
  return next.done ? undefined : goOn(next.value, procedure);
}

function* goOn<Result>(wait: Wait, procedure: Procedure<Result>): Procedure<Result> {
  let next = procedure.next(yield wait);
  while (!next.done) next = procedure.next(yield next.value);
  return next.value;
}

type ProcedureSnapshot<Output, Input> = Snapshot<Output> & { readonly input: Input };

/** The snapshot changes only when the procedure ends; what it waits for is in the generator. */
export type ProcedureLogic<Input, Output> = ActorLogic<
  ProcedureSnapshot<Output, Input>,
  Resume,
  Input
>;

export function fromProcedure<Input, Output>(
  begin: (input: Input) => Procedure<Output>,
  host: ProcedureHost,
): ProcedureLogic<Input, Output> {
  const runs = new WeakMap<AnyActorRef, ProcedureRun<Output>>();
  return {
    config: begin,
    getInitialSnapshot: (_, input) => ({
      status: "active",
      output: undefined,
      error: undefined,
      input,
    }),
    start: (snapshot, { self, defer }) => {
      const run = new ProcedureRun(self, host, begin(snapshot.input));
      runs.set(self, run);
      // It begins when the actor is up, so that it may end in the same turn.
      defer(() => self.send({ type: "procedure.begin", call: 0 }));
    },
    transition: (snapshot, event, { self }) => {
      const run = runs.get(self);
      if (run === undefined || snapshot.status !== "active") return snapshot;
      if (event.type === "xstate.stop") return { ...snapshot, status: "stopped" } as never;
      if (event.type === "procedure.begin") run.begin();
      else run.resume(event);
      if (!run.isDone) return snapshot;
      return { ...snapshot, status: "done", output: run.output as Output };
    },
    getPersistedSnapshot: (snapshot) => snapshot,
  };
}

/** One procedure under way, with those that it runs side by side. */
class ProcedureRun<Output> {
  isDone = false;
  output: Output | undefined = undefined;
  readonly #self: AnyActorRef;
  readonly #host: ProcedureHost;
  readonly #root: Procedure<Output>;
  readonly #waiting = new Map<number, (outcome: unknown) => void>();
  #calls = 0;

  constructor(self: AnyActorRef, host: ProcedureHost, root: Procedure<Output>) {
    this.#self = self;
    this.#host = host;
    this.#root = root;
  }

  begin(): void {
    this.#step(this.#root, undefined, (output) => {
      this.isDone = true;
      this.output = output;
    });
  }

  resume(event: Resume): void {
    const resume = this.#waiting.get(event.call);
    this.#waiting.delete(event.call);
    resume?.(event);
  }

  #step<R>(procedure: Procedure<R>, outcome: unknown, done: (result: R) => void): void {
    const next = procedure.next(outcome);
    if (next.done) return done(next.value);
    this.#await(next.value, (result) => this.#step(procedure, result, done));
  }

  #await(wait: Wait, resume: (outcome: unknown) => void): void {
    switch (wait.wait) {
      case "reply": {
        const call = this.#expect(resume);
        return this.#host.call(this.#self, wait.service, wait.request, call);
      }
      case "time":
        return this.#host.sleep(this.#self, wait.ms, this.#expect(resume));
      case "latch":
        return this.#awaitLatch(wait.latch, resume);
      case "all":
        return this.#awaitAll(wait.procedures, resume);
      case "first":
        return this.#awaitFirst(wait.procedures, resume);
    }
  }

  /** Whoever opens it is in a turn of its own: what waits goes on in the next one. */
  #awaitLatch(latch: Latch, resume: (outcome: unknown) => void): void {
    latch.whenOpen(() => this.#host.sleep(this.#self, 0, this.#expect(resume)));
  }

  #awaitAll(procedures: readonly Procedure<unknown>[], resume: (outcome: unknown) => void): void {
    const results: unknown[] = [];
    let running = procedures.length;
    if (running === 0) return resume(results);
    procedures.forEach((procedure, index) => {
      this.#step(procedure, undefined, (result) => {
        results[index] = result;
        if (--running === 0) resume(results);
      });
    });
  }

  #awaitFirst(procedures: readonly Procedure<unknown>[], resume: (outcome: unknown) => void): void {
    let isOver = false;
    for (const procedure of procedures) {
      this.#step(procedure, undefined, (result) => {
        if (isOver) return;
        isOver = true;
        resume(result);
      });
    }
  }

  #expect(resume: (outcome: unknown) => void): number {
    const call = ++this.#calls;
    this.#waiting.set(call, resume);
    return call;
  }
}
