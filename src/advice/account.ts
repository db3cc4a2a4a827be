/** What a run did to its pods, as the rules of advice read it; all moments in ms after `t0`. */
import type { ProbeKind } from "../model/behaviour.ts";
import type { KubePod } from "../model/kube-pod.ts";

/** The answers to one probe in one run of a container. */
export interface ProbeAccount {
  readonly successes: number;
  /** Failures, and those among them that were no answer in time. */
  readonly failures: number;
  readonly timeouts: number;
  /** Absent: it never succeeded. */
  readonly firstSuccessMs?: number;
  /** Most failures in a row between two successes. */
  readonly longestMiss: number;
}

/** One run of a container. What is absent did not happen. */
export interface RunAccount {
  readonly id: string;
  readonly container: string;
  readonly run: number;
  readonly startMs?: number;
  readonly exitMs?: number;
  readonly exitCode?: number;
  readonly reason?: string;
  /** Why the kubelet stopped it while its pod went on: `liveness`, `startup`, or another reason. */
  readonly killReason?: string;
  /** When the stop began that came to SIGTERM, or the newest one; before any hook. */
  readonly stopMs?: number;
  /** The hook of that stop. */
  readonly preStopMs?: number;
  readonly preStopEndMs?: number;
  readonly termMs?: number;
  readonly killMs?: number;
  /** When the status said first that it is ready. */
  readonly readyMs?: number;
  readonly probes: Readonly<Partial<Record<ProbeKind, ProbeAccount>>>;
}

/** `state`: what the newest status says of it, such as `CrashLoopBackOff` or `running`. */
export interface ContainerAccount {
  readonly name: string;
  readonly state: string;
  readonly isReady: boolean;
  readonly runs: readonly RunAccount[];
}

export interface PodAccount {
  readonly namespace: string;
  readonly name: string;
  /** As references name it: `web`, `web@2`. */
  readonly title: string;
  /** 1 for the first pod of its name. */
  readonly instance: number;
  readonly source: KubePod["source"];
  readonly addedMs: number;
  readonly terminatingMs?: number;
  readonly removedMs?: number;
  /** Of its deletion, in seconds. */
  readonly deletionGrace?: number;
  /** A sync has come to what is to be done: no volume keeps it waiting any more. */
  readonly isSetUp: boolean;
  readonly phase: string;
  /** Of the pod, such as `OutOfcpu`. */
  readonly reason?: string;
  readonly firstReadyMs?: number;
  /** When it was not Ready though it was to be: until it was told to go, or had ended. */
  readonly unready: readonly Span[];
  readonly containers: readonly ContainerAccount[];
}

export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}
