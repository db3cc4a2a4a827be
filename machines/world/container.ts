/**
 * A container: Creating → Running → Exited, by the script of its run.
 *
 * It is the process as the runtime sees it. Time is not in here: what is to come later is armed
 * through the effect `arm` and comes back as an event. It stays Exited until the runtime forgets
 * it, so the state is not final.
 * Models: kubernetes/cri-api/pkg/apis/runtime/v1/api.proto ContainerState.
 */
import { assign, sendParent, setup } from "xstate";
import {
  exitReason,
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
  readonly exitCode?: number;
  readonly reason?: string;
}

export type ContainerEvent =
  | { readonly type: "container.start" }
  | { readonly type: "process.up" }
  | { readonly type: "process.exit"; readonly exitCode: number; readonly reason: string }
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
    noteExit: assign((_, exit: { readonly exitCode: number; readonly reason: string }) => exit),
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
      ],
      on: {
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

function sigtermExit(sigterm: SigtermScript): { exitCode: number; reason: string } {
  const exitCode = sigterm === "ignored" ? sigkillExitCode : sigterm.exitCode;
  return { exitCode, reason: exitReason(exitCode) };
}

function killed(exitCode: number): { exitCode: number; reason: string } {
  return { exitCode, reason: exitReason(exitCode) };
}
