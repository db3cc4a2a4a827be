/**
 * A container: Creating → Running → Exited, by the script of its run.
 *
 * It is the process as the runtime sees it. Time is not in here: what is to come later is armed
 * through the effect `arm` and comes back as an event. It stays Exited until the runtime forgets
 * it, so the state is not final.
 * Models: kubernetes/cri-api/pkg/apis/runtime/v1/api.proto ContainerState. An OOM is kept as
 * containerd's handler of TaskOOM keeps it.
 */
import { assign, sendParent, setup } from "xstate";
import {
  exitReason,
  oomReason,
  scriptedExit,
  sigkillExitCode,
  sigtermExitCode,
} from "../../src/decide/container-script.ts";
import type { RunScript, SigtermScript } from "../../src/model/behaviour.ts";

export interface ContainerInput {
  readonly id: string;
  readonly script: RunScript;
  readonly sigterm: SigtermScript;
}

export interface ContainerContext extends ContainerInput {
  readonly started: boolean;
  /** A process in it was killed for want of memory, be it a child of the one that counts. */
  readonly hadOom?: boolean;
  readonly exitCode?: number;
  readonly reason?: string;
}

export type ContainerEvent =
  | { readonly type: "container.start" }
  | { readonly type: "process.up" }
  | { readonly type: "process.exit"; readonly exitCode: number; readonly reason: string }
  | { readonly type: "child.oom" }
  | { readonly type: "signal.term" }
  | { readonly type: "signal.kill" };

/** What it tells the runtime. */
export type ContainerChanged =
  | { readonly type: "container.running"; readonly id: string }
  | {
      readonly type: "container.exited";
      readonly id: string;
      readonly exitCode: number;
      readonly reason: string;
    };

/** An event that this container is to get after a delay in milliseconds. */
export interface ArmedEvent {
  readonly event: ContainerEvent;
  readonly delayMs: number;
}

export const containerMachine = setup({
  types: {
    context: {} as ContainerContext,
    events: {} as ContainerEvent,
    input: {} as ContainerInput,
  },
  actions: {
    /** Effect: the host of the machine supplies the clock. */
    arm: (_, _later: ArmedEvent | undefined) => {},
    /** Effect: takes back everything that is armed. */
    disarm: () => {},
    noteStart: assign({ started: true }),
    noteOom: assign({ hadOom: true }),
    /** The runtime keeps the reason of an OOM until the end, whatever the code is then. */
    noteExit: assign(
      (
        { context },
        { exitCode, reason }: { readonly exitCode: number; readonly reason: string },
      ) => ({
        exitCode,
        reason: context.hadOom ? oomReason : reason,
      }),
    ),
    reportRunning: sendParent(({ context }) => ({ type: "container.running", id: context.id })),
    reportExited: sendParent(({ context }) => ({
      type: "container.exited",
      id: context.id,
      exitCode: context.exitCode,
      reason: context.reason,
    })),
  },
  guards: {
    isStarted: ({ context }) => context.started,
    hangs: ({ context }) => context.script.startHangs === true,
    startsAtOnce: ({ context }) => context.script.startupMs <= 0,
    ignoresSigterm: ({ context }) => context.sigterm === "ignored",
    obeysAtOnce: ({ context }) => context.sigterm !== "ignored" && context.sigterm.exitAfterMs <= 0,
  },
}).createMachine({
  id: "container",
  context: ({ input }) => ({ ...input, started: false }),
  initial: "creating",
  states: {
    creating: {
      description: "Created; its start has not been asked for or has not finished.",
      on: {
        "container.start": [
          { guard: "isStarted" },
          { guard: "hangs", actions: "noteStart" },
          { guard: "startsAtOnce", target: "running" },
          {
            actions: [
              "noteStart",
              {
                type: "arm",
                params: ({ context }) => ({
                  event: { type: "process.up" },
                  delayMs: context.script.startupMs,
                }),
              },
            ],
          },
        ],
        "process.up": { target: "running" },
        "process.exit": {
          target: "exited",
          actions: {
            type: "noteExit",
            params: ({ event }) => ({ exitCode: event.exitCode, reason: event.reason }),
          },
        },
        "signal.term": {
          target: "exited",
          actions: { type: "noteExit", params: () => killed(sigtermExitCode) },
        },
        "signal.kill": {
          target: "exited",
          actions: { type: "noteExit", params: () => killed(sigkillExitCode) },
        },
      },
    },
    running: {
      description: "Its process is up.",
      entry: [
        "reportRunning",
        { type: "arm", params: ({ context }) => exitByItself(context.script) },
        { type: "arm", params: ({ context }) => childOom(context.script) },
      ],
      on: {
        "child.oom": { actions: "noteOom" },
        "process.exit": {
          target: "exited",
          actions: {
            type: "noteExit",
            params: ({ event }) => ({ exitCode: event.exitCode, reason: event.reason }),
          },
        },
        "signal.term": [
          { guard: "ignoresSigterm" },
          {
            guard: "obeysAtOnce",
            target: "exited",
            actions: { type: "noteExit", params: ({ context }) => sigtermExit(context.sigterm) },
          },
          {
            actions: {
              type: "arm",
              params: ({ context }) => ({
                event: { type: "process.exit", ...sigtermExit(context.sigterm) },
                delayMs: context.sigterm === "ignored" ? 0 : context.sigterm.exitAfterMs,
              }),
            },
          },
        ],
        "signal.kill": {
          target: "exited",
          actions: { type: "noteExit", params: () => killed(sigkillExitCode) },
        },
      },
    },
    exited: {
      description: "Its process is gone; it stays in the list until it is removed.",
      entry: ["disarm", "reportExited"],
    },
  },
});

/** The end that the script has in store, counted from Running; none for a run that lasts. */
function exitByItself(script: RunScript): ArmedEvent | undefined {
  if (script.exitAfterMs === undefined) return undefined;
  return {
    event: { type: "process.exit", ...scriptedExit(script) },
    delayMs: script.exitAfterMs,
  };
}

/** Nothing is told of it: the kernel kills a child, and the container goes on. */
function childOom({ childOomAfterMs }: RunScript): ArmedEvent | undefined {
  if (childOomAfterMs === undefined) return undefined;
  return { event: { type: "child.oom" }, delayMs: childOomAfterMs };
}

function sigtermExit(sigterm: SigtermScript): { exitCode: number; reason: string } {
  const exitCode = sigterm === "ignored" ? sigkillExitCode : sigterm.exitCode;
  return { exitCode, reason: exitReason(exitCode) };
}

function killed(exitCode: number): { exitCode: number; reason: string } {
  return { exitCode, reason: exitReason(exitCode) };
}
