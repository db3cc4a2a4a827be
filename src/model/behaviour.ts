/**
 * What the world does: how containers, probes, hooks and pulls behave. All times in milliseconds.
 */

/** One run (start) of a container. */
export interface RunScript {
  /** How long it stays Creating after its start; 0 or more. */
  readonly startupMs: number;
  /** From Running to Exited; absent: it runs for ever. */
  readonly exitAfterMs?: number;
  /** 0 to 255; of an exit by itself, by the kernel's hand too. */
  readonly exitCode: number;
  /** The exit is the kernel's: reason OOMKilled. */
  readonly oomKilled?: boolean;
  /** The start never returns. */
  readonly startHangs?: boolean;
  /** A child process, not the container, is killed for memory at that time of the run. */
  readonly childOomAfterMs?: number;
}

/** What SIGTERM does; `ignored`: only SIGKILL ends the container. */
export type SigtermScript = "ignored" | { readonly exitAfterMs: number; readonly exitCode: number };

export type ProbeKind = "liveness" | "readiness" | "startup";

/** From when to when of a run an answer holds; `sigterm` is the moment of the signal. */
export interface ProbeScript {
  readonly fromMs: number | "sigterm";
  readonly toMs: number | "sigterm";
  /** `warning`: an answer that counts as success, and is told. */
  readonly result: "success" | "warning" | "failure" | "error";
  readonly takesMs?: number;
  readonly output?: string;
}

export interface HookScript {
  readonly takesMs: number | "forever";
  readonly result: "success" | "failure";
}

export interface PullScript {
  readonly takesMs: number;
  readonly result: "success" | "failure" | "byRegistry";
  /** The runtime's error when it fails. */
  readonly output?: string;
}

export interface ContainerBehaviour {
  /** One entry for each run, the last one repeats; never empty. */
  readonly runs: readonly RunScript[];
  readonly sigterm: SigtermScript;
  readonly probes?: Readonly<Partial<Record<ProbeKind, readonly ProbeScript[]>>>;
  readonly postStart?: HookScript;
  readonly preStop?: HookScript;
  readonly pull?: PullScript;
}

/** A behaviour and the containers it is meant for; names may be patterns (`web-*`, `*`). */
export interface BehaviourRule {
  readonly pod: string;
  /** 1 for the first pod of that name, 2 for the second (another UID) …; absent: every one. */
  readonly instance?: number;
  readonly container: string;
  readonly behaviour: ContainerBehaviour;
  /** The rule that is written, where this is it for some of its containers, with more said. */
  readonly of?: BehaviourRule;
}

/** The most exact rule first: a container has the behaviour of the first that matches. */
export type BehaviourTable = readonly BehaviourRule[];

/** Starts at once, runs for ever, and SIGTERM ends it at once with 143 (128 + 15). */
export const defaultBehaviour: ContainerBehaviour = {
  runs: [{ startupMs: 0, exitCode: 0 }],
  sigterm: { exitAfterMs: 0, exitCode: 143 },
};
