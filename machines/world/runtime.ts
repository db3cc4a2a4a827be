/**
 * The container runtime: the actor that owns the containers of a node. Its face is CRI's: create,
 * start, stop, remove and list are messages, each answered by a later one. It publishes what
 * happens and depends on nobody's hearing it.
 * Models: kubernetes/cri-api/pkg/apis/runtime/v1/api.proto RuntimeService: stopping the stopped
 * and removing the absent succeed; removing one that runs kills it first.
 */
import { type AnyActorRef, type ErrorActorEvent, assign, sendTo, setup, stopChild } from "xstate";
import { sigkillExitCode } from "../../src/decide/container-script.ts";
import type { BehaviourTable } from "../../src/model/behaviour.ts";
import type { ExecRequest } from "../../src/model/cri.ts";
import type { ContainerConfig, RuntimeEvent, RuntimeRequest } from "../../src/model/runtime.ts";
import type { SignalTrace } from "../../src/model/trace.ts";
import type { PodInstances } from "./pod-instances.ts";
import type { ProbeAnswers } from "./probe-answers.ts";
import { type ContainerChanged, containerMachine } from "./container.ts";
import {
  type Answer,
  type ArmedExec,
  type Caller,
  RuntimeLedger,
  done,
  exitedBeforeStart,
  notFound,
  runtimeEvent,
  spawnContainer,
} from "./runtime-ledger.ts";

export type RuntimeMachineEvent =
  | ((RuntimeRequest | ExecRequest) & { readonly replyTo: AnyActorRef })
  /** A command inside a container ends. */
  | (Omit<ArmedExec, "delayMs"> & { readonly type: "exec.due" })
  | ContainerChanged
  | ErrorActorEvent
  /** The grace of a stop is over. */
  | { readonly type: "stop.timeout"; readonly id: string }
  /** The world: a process falls, whoever may have started it. */
  | {
      readonly type: "world.kill";
      readonly id: string;
      readonly exitCode: number;
      readonly reason?: string;
    }
  /** The world: the runtime stops, and comes back; containers go on without it. */
  | { readonly type: "world.runtimeDown" }
  | { readonly type: "world.runtimeUp" }
  /** The world: containers that are created from now on behave like this. */
  | { readonly type: "world.behave"; readonly behaviour: BehaviourTable };

export interface RuntimeInput {
  readonly behaviour: BehaviourTable;
  /** Virtual milliseconds. */
  readonly now: () => number;
  readonly instances: PodInstances;
  readonly probeAnswers?: ProbeAnswers;
}

export interface RuntimeContext {
  readonly ledger: RuntimeLedger;
  readonly behaviour: BehaviourTable;
}

interface OfContainer {
  readonly context: RuntimeContext;
  readonly event: { readonly id: string };
}

interface OfCall {
  readonly event: { readonly id: string; readonly call: number; readonly replyTo: AnyActorRef };
}

export const runtimeMachine = setup({
  types: {
    context: {} as RuntimeContext,
    events: {} as RuntimeMachineEvent,
    input: {} as RuntimeInput,
  },
  actions: {
    /** Effect: carries answers back to those who asked. */
    reply: (_, _answers: readonly Answer[]) => {},
    /** Effect: tells the event bus. */
    publish: (_, _fact: RuntimeEvent | SignalTrace) => {},
    /** Effect: arms `exec.due`. */
    armExec: (_, _exec: ArmedExec) => {},
    /** Effect: arms `stop.timeout`, in milliseconds. */
    armStopTimeout: (_, _stop: { readonly id: string; readonly timeoutMs: number }) => {},
    /** Effect: brings a container to life; the host gives its machine a clock. */
    spawn: spawnContainer(containerMachine),
    startProcess: sendTo(actorOf, { type: "container.start" }),
    sendSigterm: sendTo(actorOf, { type: "signal.term" }),
    sendSigkill: sendTo(actorOf, { type: "signal.kill" }),
    endProcess: sendTo(actorOf, ({ event }) => ({
      type: "process.exit",
      exitCode: event.type === "world.kill" ? event.exitCode : sigkillExitCode,
      reason: (event.type === "world.kill" ? event.reason : undefined) ?? "Error",
    })),
    stopContainer: stopChild(actorOf),
    countList: ({ context }) => context.ledger.countList(),
    admit: ({ context, event }) => {
      if (event.type === "runtime.create") context.ledger.admit(event.config, context.behaviour);
    },
    awaitStart: ({ context }, call: Caller) => context.ledger.awaitStart(call),
    awaitEnd: ({ context }, call: Caller) => context.ledger.awaitEnd(call),
    noteRunning: ({ context }, id: string) => context.ledger.noteRunning(id),
    noteExited: ({ context, event }) => {
      if (event.type !== "container.exited") return;
      context.ledger.noteExited(event.id, event.exitCode, event.reason);
    },
    noteSignal: ({ context }, id: string) => context.ledger.noteSignal(id),
    loseCalls: ({ context }) => context.ledger.forgetCalls(),
    loseExit: ({ context }, id: string) => void context.ledger.lost.add(id),
    /** Effect: sends itself `container.exited` of each, with what it knows: nothing. */
    findLost: (_, _ids: readonly string[]) => {},
    forgetLost: ({ context }) => context.ledger.lost.clear(),
    clearWaiting: ({ context }, id: string) => context.ledger.clearWaiting(id),
    forget: ({ context }, id: string) => context.ledger.forget(id),
    behave: assign((_, behaviour: BehaviourTable) => ({ behaviour })),
    failed: (_, { actorId, error }: ErrorActorEvent) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`container "${actorId}" failed: ${reason}`, { cause: error });
    },
  },
  guards: {
    isAbsent: ({ context }, id: string) => context.ledger.stateOf(id) === undefined,
    isRunning: ({ context }, id: string) => context.ledger.stateOf(id) === "Running",
    isExited: ({ context }, id: string) => context.ledger.stateOf(id) === "Exited",
    isStopping: ({ context }, id: string) => context.ledger.slot(id).stopping,
    isStopLost: ({ context }, id: string) => context.ledger.isStopLost(id),
    isRemovalWaiting: ({ context }, id: string) => context.ledger.isRemovalWaiting(id),
    isNameTaken: ({ context }, config: ContainerConfig) =>
      context.ledger.holderOf(config) !== undefined,
    hasNoGrace: (_, timeoutMs: number) => timeoutMs <= 0,
  },
}).createMachine({
  id: "runtime",
  context: ({ input }) => ({
    ledger: new RuntimeLedger(input.now, input.instances, input.probeAnswers),
    behaviour: input.behaviour,
  }),
  initial: "serving",
  states: {
    serving: {
      description: "Answers calls and follows its containers.",
      initial: "up",
      states: {
        up: { on: { "world.runtimeDown": "down" } },
        down: {
          description: "It has stopped: no call gets here, and of its containers it hears nothing.",
          entry: [
            { type: "reply", params: ({ context }) => context.ledger.lostCalls() },
            "loseCalls",
          ],
          on: {
            "container.exited": { actions: { type: "loseExit", params: idOf } },
            "runtime.remove": {},
            "stop.timeout": {},
            "world.runtimeUp": {
              target: "up",
              actions: [
                { type: "findLost", params: ({ context }) => [...context.ledger.lost] },
                "forgetLost",
              ],
            },
          },
        },
      },
      on: {
        "runtime.list": {
          actions: [
            "countList",
            {
              type: "reply",
              params: ({ context, event }) => {
                const { call, replyTo: to } = event;
                const { registry } = context.ledger;
                const containers =
                  event.podUid === undefined ? registry.list() : registry.ofPod(event.podUid);
                return [{ to, reply: { type: "runtime.listed", call, containers } }];
              },
            },
          ],
        },
        "runtime.create": [
          {
            guard: { type: "isNameTaken", params: ({ event }) => event.config },
            actions: {
              type: "reply",
              params: ({ context, event }) => [context.ledger.nameTaken(event)],
            },
          },
          {
            actions: [
              "admit",
              { type: "spawn", params: ({ context }) => context.ledger.newest },
              {
                type: "publish",
                params: ({ context }) =>
                  runtimeEvent("ContainerCreated", context.ledger.newest.record),
              },
              { type: "reply", params: ({ context, event }) => [context.ledger.created(event)] },
            ],
          },
        ],
        "runtime.start": [
          {
            guard: { type: "isAbsent", params: idOf },
            actions: { type: "reply", params: ({ event }) => [notFound(caller(event, "start"))] },
          },
          {
            guard: { type: "isRunning", params: idOf },
            actions: { type: "reply", params: ({ event }) => [done(caller(event, "start"))] },
          },
          {
            guard: { type: "isExited", params: idOf },
            actions: {
              type: "reply",
              params: ({ event }) => [exitedBeforeStart(caller(event, "start"))],
            },
          },
          {
            actions: [
              { type: "awaitStart", params: ({ event }) => caller(event, "start") },
              "startProcess",
            ],
          },
        ],
        "runtime.stop": [
          {
            guard: { type: "isAbsent", params: idOf },
            actions: { type: "reply", params: ({ event }) => [done(caller(event, "stop"))] },
          },
          {
            guard: { type: "isExited", params: idOf },
            actions: { type: "reply", params: ({ event }) => [done(caller(event, "stop"))] },
          },
          {
            guard: { type: "hasNoGrace", params: ({ event }) => event.timeoutMs },
            actions: [
              { type: "awaitEnd", params: ({ event }) => caller(event, "stop") },
              { type: "publish", params: (args) => signal(args, "KILL") },
              "sendSigkill",
            ],
          },
          {
            guard: { type: "isStopping", params: idOf },
            description: "SIGTERM is sent once; a later call may still bring SIGKILL nearer.",
            actions: [
              { type: "awaitEnd", params: ({ event }) => caller(event, "stop") },
              { type: "armStopTimeout", params: ({ event }) => event },
            ],
          },
          {
            actions: [
              { type: "awaitEnd", params: ({ event }) => caller(event, "stop") },
              { type: "noteSignal", params: idOf },
              { type: "publish", params: (args) => signal(args, "TERM") },
              { type: "armStopTimeout", params: ({ event }) => event },
              "sendSigterm",
            ],
          },
        ],
        "runtime.exec": [
          {
            guard: { type: "isRunning", params: idOf },
            actions: {
              type: "armExec",
              params: ({ context, event }) =>
                context.ledger.beginExec(caller(event, "exec"), event.purpose, event.timeoutMs),
            },
          },
          { actions: { type: "reply", params: refusedExec } },
        ],
        "exec.due": {
          actions: {
            type: "reply",
            params: ({ context, event }) => context.ledger.answerExec(event),
          },
        },
        "stop.timeout": [
          { guard: { type: "isAbsent", params: idOf } },
          { guard: { type: "isExited", params: idOf } },
          { guard: { type: "isStopLost", params: idOf } },
          {
            actions: [{ type: "publish", params: (args) => signal(args, "KILL") }, "sendSigkill"],
          },
        ],
        "runtime.remove": [
          {
            guard: { type: "isAbsent", params: idOf },
            actions: { type: "reply", params: ({ event }) => [done(caller(event, "remove"))] },
          },
          {
            guard: { type: "isExited", params: idOf },
            actions: [
              "stopContainer",
              { type: "publish", params: removedEvent },
              { type: "forget", params: idOf },
              { type: "reply", params: ({ event }) => [done(caller(event, "remove"))] },
            ],
          },
          {
            actions: [
              { type: "awaitEnd", params: ({ event }) => caller(event, "remove") },
              { type: "publish", params: (args) => signal(args, "KILL") },
              "sendSigkill",
            ],
          },
        ],
        "container.running": {
          actions: [
            { type: "noteRunning", params: idOf },
            {
              type: "publish",
              params: ({ context, event }) =>
                runtimeEvent("ContainerStarted", context.ledger.slot(event.id).record, "Creating"),
            },
            {
              type: "reply",
              params: ({ context, event }) => context.ledger.answerStarts(event.id),
            },
            { type: "clearWaiting", params: idOf },
          ],
        },
        "container.exited": [
          {
            guard: { type: "isRemovalWaiting", params: idOf },
            actions: [
              "noteExited",
              { type: "publish", params: diedEvent },
              "stopContainer",
              { type: "publish", params: removedEvent },
              { type: "reply", params: endAnswers },
              { type: "forget", params: idOf },
            ],
          },
          {
            actions: [
              "noteExited",
              { type: "publish", params: diedEvent },
              { type: "reply", params: endAnswers },
              { type: "clearWaiting", params: idOf },
            ],
          },
        ],
        "world.kill": [{ guard: { type: "isAbsent", params: idOf } }, { actions: "endProcess" }],
        "world.behave": {
          actions: { type: "behave", params: ({ event }) => event.behaviour },
        },
        "xstate.error.actor.*": {
          actions: { type: "failed", params: ({ event }) => event },
        },
      },
    },
  },
});

function idOf({ event }: { readonly event: { readonly id: string } }): string {
  return event.id;
}

function actorOf({
  context,
  event,
}: {
  readonly context: RuntimeContext;
  readonly event: RuntimeMachineEvent;
}): AnyActorRef {
  return context.ledger.actor("id" in event ? event.id : "");
}

function caller(event: OfCall["event"], verb: Caller["verb"]): Caller {
  return { id: event.id, to: event.replyTo, call: event.call, verb };
}

function refusedExec({ context, event }: OfCall & Pick<OfContainer, "context">): readonly Answer[] {
  return [context.ledger.refuseExec(caller(event, "exec"))];
}

function endAnswers({ context, event }: OfContainer): readonly Answer[] {
  return context.ledger.answerEnds(event.id);
}

/** Killed while still Creating, it dies without ever having run. */
function diedEvent({ context, event }: OfContainer): RuntimeEvent {
  const { record } = context.ledger.slot(event.id);
  const from = record.startedAtMs === undefined ? "Creating" : "Running";
  return runtimeEvent("ContainerDied", record, from);
}

function removedEvent({ context, event }: OfContainer): RuntimeEvent {
  return runtimeEvent("ContainerRemoved", context.ledger.slot(event.id).record, "Exited");
}

function signal({ context, event }: OfContainer, name: "TERM" | "KILL"): SignalTrace {
  const { namespace, pod, podUid: uid, container, id, run } = context.ledger.slot(event.id).record;
  return { type: "signal", namespace, pod, uid, container, id, run, signal: name };
}
