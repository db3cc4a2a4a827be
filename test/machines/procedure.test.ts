/** Procedures: what they wait for, and how the actor that runs one carries it on. */
import { describe, expect, it } from "vitest";
import { type AnyActorRef, type EventObject, createActor } from "xstate";
import { Pokes, runProbeWorker } from "../../machines/kubelet/probe-worker.ts";
import {
  Latch,
  type Procedure,
  type ProcedureHost,
  all,
  callService,
  first,
  fromProcedure,
  idleHost,
  sleep,
  waitFor,
} from "../../machines/kubelet/procedure.ts";
import { isActive } from "../../src/node/node-system.ts";
import { VirtualClock } from "../../src/sim/virtual-clock.ts";
import { container, pod, probe } from "../support/kube.ts";
import { kubeletCore } from "../support/kubelet-core.ts";

/** A host on a clock of its own: a call `{type, takesMs}` is answered after that time. */
class Host implements ProcedureHost {
  readonly clock: VirtualClock;
  readonly calls: string[] = [];
  /** Calls and sleeps that have not come back; a `first` leaves those of the losers. */
  outstanding = 0;

  constructor(clock = new VirtualClock()) {
    this.clock = clock;
  }

  call(self: AnyActorRef, service: string, request: { readonly type: string }, call: number): void {
    this.calls.push(`${service} ${request.type}`);
    const { takesMs = 0 } = request as { readonly takesMs?: number };
    this.#later(self, takesMs, { type: `${request.type}.reply`, call });
  }

  sleep(self: AnyActorRef, ms: number, call: number): void {
    this.#later(self, ms, { type: "procedure.resume", call });
  }

  #later(self: AnyActorRef, ms: number, event: EventObject & { readonly call: number }): void {
    this.outstanding++;
    this.clock.setTimeout(() => {
      this.outstanding--;
      if (isActive(self)) self.send(event);
    }, ms);
  }
}

function* ask(type: string, takesMs: number): Procedure<string> {
  return (yield* callService("runtime", { type, takesMs })).type;
}

/** Runs it; the log holds what it says, with the time. */
function run<Output>(procedure: (say: (what: string) => void) => Procedure<Output>) {
  const host = new Host();
  const log: string[] = [];
  const say = (what: string): void => {
    log.push(`${host.clock.now()} ${what}`);
  };
  const actor = createActor(fromProcedure(procedure, host), { input: say });
  actor.start();
  return { actor, host, log };
}

describe("a procedure", () => {
  it("that waits for nothing is done in the turn in which it began", () => {
    const { actor } = run(function* () {
      yield* sleep(0);
      return 42;
    });
    expect(actor.getSnapshot()).toMatchObject({ status: "done", output: 42 });
  });

  it("is carried on by the reply to its call", () => {
    const { actor, host, log } = run(function* (say) {
      say(yield* ask("list", 5));
      return "end";
    });
    expect(actor.getSnapshot().status).toBe("active");
    host.clock.advanceBy(5);
    expect(host.calls).toEqual(["runtime list"]);
    expect(log).toEqual(["5 list.reply"]);
    expect(actor.getSnapshot()).toMatchObject({ status: "done", output: "end" });
  });

  it("sleeps to the millisecond, and not at all for 0", () => {
    const { host, log } = run(function* (say) {
      yield* sleep(0);
      say("at once");
      yield* sleep(1000);
      say("later");
    });
    host.clock.advanceBy(999);
    expect(log).toEqual(["0 at once"]);
    host.clock.advanceBy(1);
    expect(log).toEqual(["0 at once", "1000 later"]);
  });

  it("waits for all that it began side by side, and has their results in order", () => {
    const { actor, host } = run(function* () {
      return yield* all([ask("slow", 7), ask("quick", 2)]);
    });
    expect(host.calls).toEqual(["runtime slow", "runtime quick"]);
    host.clock.advanceBy(6);
    expect(actor.getSnapshot().status).toBe("active");
    host.clock.advanceBy(1);
    expect(actor.getSnapshot().output).toEqual(["slow.reply", "quick.reply"]);
  });

  it("goes on at once after all of nothing", () => {
    const { actor } = run(() => all([]));
    expect(actor.getSnapshot()).toMatchObject({ status: "done", output: [] });
  });

  it("goes on with the first, and the losers go on by themselves", () => {
    const { host, log } = run(function* (say) {
      function* loser(): Procedure<string> {
        yield* sleep(5);
        say("loser, halfway");
        yield* sleep(5);
        say("loser, done");
        return "loser";
      }
      say(yield* first([loser(), ask("winner", 2)]));
      yield* sleep(100);
      say("end");
    });
    host.clock.advanceBy(200);
    expect(log).toEqual(["2 winner.reply", "5 loser, halfway", "10 loser, done", "102 end"]);
  });

  it("goes on at once with one that needs no time", () => {
    const { actor } = run(() => first([waitFor(new Latch()), sleep(0)]));
    expect(actor.getSnapshot().status).toBe("done");
  });

  it("waits for a latch, whoever opens it, and not for one that is open", () => {
    const latch = new Latch();
    const { host, log } = run(function* (say) {
      yield* waitFor(latch);
      say("open");
      yield* waitFor(latch);
      say("still open");
    });
    host.clock.advanceBy(10);
    expect(log).toEqual([]);
    latch.open();
    // Whoever opened it is through first.
    expect(log).toEqual([]);
    host.clock.advanceBy(0);
    expect(log).toEqual(["10 open", "10 still open"]);
    latch.open();
    expect(latch.isOpen).toBe(true);
  });

  it("fails its actor where it throws", () => {
    const { actor, host } = run(function* () {
      yield* sleep(1);
      throw new Error("no such pod");
    });
    const errors: unknown[] = [];
    actor.subscribe({ error: (error) => errors.push(error) });
    host.clock.advanceBy(1);
    expect(actor.getSnapshot().status).toBe("error");
    expect(errors).toMatchObject([{ message: "no such pod" }]);
  });
});

describe("the actor of a procedure", () => {
  it("that is stopped takes no further step", () => {
    const { actor, host, log } = run(function* (say) {
      yield* sleep(5);
      say("never");
    });
    actor.stop();
    expect(actor.getSnapshot().status).toBe("stopped");
    host.clock.advanceBy(10);
    expect(log).toEqual([]);
  });

  it("takes no notice of a reply that it does not wait for", () => {
    const { actor, host, log } = run(function* (say) {
      say(yield* ask("list", 5));
    });
    actor.send({ type: "list.reply", call: 99 });
    expect(log).toEqual([]);
    host.clock.advanceBy(5);
    expect(log).toEqual(["5 list.reply"]);
  });

  it("takes a reply once, though it comes twice", () => {
    const { actor, host, log } = run(function* (say) {
      say(yield* ask("one", 5));
      say(yield* ask("two", 5));
    });
    host.clock.advanceBy(5);
    actor.send({ type: "one.reply", call: 1 });
    expect(log).toEqual(["5 one.reply"]);
    host.clock.advanceBy(5);
    expect(log).toEqual(["5 one.reply", "10 two.reply"]);
  });

  it("waits for ever where the host supplies nothing, as in a visualiser", () => {
    const logic = fromProcedure(() => ask("list", 0), idleHost);
    expect(createActor(logic, { input: undefined }).start().getSnapshot().status).toBe("active");
  });

  it("keeps nothing of its losers: a thousand rounds leave as much as one", () => {
    const { host } = run(function* () {
      for (;;) yield* first<unknown>([ask("poke", 3), sleep(50)]);
    });
    host.clock.advanceBy(300);
    const early = host.outstanding;
    host.clock.advanceBy(3000);
    expect(host.outstanding).toBe(early);
  });

  it("of a probe waits for as much after 10,000 rounds as after one, poked or not", () => {
    const { core, clock } = kubeletCore();
    const host = new Host(clock);
    const pokes = new Pokes();
    const probed = container({ readinessProbe: probe({ periodSeconds: 10 }) });
    const input = {
      core,
      pod: pod({ spec: { containers: [probed] } }),
      name: { container: "app", probeType: "readiness" as const },
      pokes,
    };
    createActor(fromProcedure(runProbeWorker, host), { input }).start();
    const most: number[] = [];
    for (let round = 0; round < 10_000; round++) {
      if (round % 3 === 0) pokes.poke();
      clock.advanceBy(5000);
      most.push(host.outstanding);
    }
    // A tick, and the ticks that pokes have put off.
    expect(Math.max(...most)).toBeLessThanOrEqual(4);
  });
});
