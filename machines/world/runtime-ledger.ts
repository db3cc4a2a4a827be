/**
 * What the runtime machine keeps of its containers: their pictures, who waits, and its counters.
 */
import { type ActorRefFrom, type AnyActorRef, type AnyActorLogic, createActor } from "xstate";
import { containerRecord } from "../../src/decide/container-record.ts";
import { behaviourFor, runScript } from "../../src/decide/container-script.ts";
import { execOutcome } from "../../src/decide/exec-script.ts";
import { connectionLostText } from "../../src/decide/runtime-outage.ts";
import type { BehaviourTable } from "../../src/model/behaviour.ts";
import type { ExecPurpose, ExecReply } from "../../src/model/cri.ts";
import { displayName } from "../../src/model/container-key.ts";
import type {
  ContainerConfig,
  ContainerRecord,
  ContainerState,
  RuntimeEvent,
  RuntimeReply,
} from "../../src/model/runtime.ts";
import type { ContainerInput, containerMachine } from "./container.ts";
import type { PodInstances } from "./pod-instances.ts";
import type { ProbeAnswers } from "./probe-answers.ts";
import { ContainerRegistry, type Slot } from "./registry.ts";

export type ContainerActor = ActorRefFrom<typeof containerMachine>;

/** A call that waits for its container. */
export interface Caller {
  readonly id: string;
  readonly to: AnyActorRef;
  readonly call: number;
  readonly verb: "start" | "stop" | "remove" | "exec";
}

/** A command that ends after `delayMs`; Infinity: not by itself. */
export interface ArmedExec {
  readonly id: string;
  readonly exec: number;
  readonly delayMs: number;
  readonly result: ExecReply["result"];
  readonly output: string;
}

interface CreateCall {
  readonly config: ContainerConfig;
  readonly call: number;
  readonly replyTo: AnyActorRef;
}

/** One reply and whom it is for. */
export interface Answer {
  readonly to: AnyActorRef;
  readonly reply: RuntimeReply | ExecReply;
}

export type ContainerSlot = Slot<ContainerActor, Caller>;

/** Read-only from outside: looking at them moves none of them. */
export interface RuntimeCounters {
  readonly lists: number;
  readonly creates: number;
  readonly removes: number;
}

export class RuntimeLedger {
  readonly registry = new ContainerRegistry<ContainerActor, Caller>();
  readonly instances: PodInstances;
  /** What ended while the runtime was down. */
  readonly lost = new Set<string>();
  readonly #lostStops = new Set<string>();
  readonly #now: () => number;
  readonly #probeAnswers: ProbeAnswers | undefined;
  readonly #runs = new Map<string, number>();
  #lists = 0;
  #creates = 0;
  #removes = 0;
  #execs = 0;
  #newest: ContainerSlot | undefined = undefined;

  constructor(now: () => number, instances: PodInstances, probeAnswers?: ProbeAnswers) {
    this.#now = now;
    this.instances = instances;
    this.#probeAnswers = probeAnswers;
  }

  get counters(): RuntimeCounters {
    return { lists: this.#lists, creates: this.#creates, removes: this.#removes };
  }

  countList(): void {
    this.#lists++;
  }

  /** The container that was admitted last. */
  get newest(): ContainerSlot {
    if (this.#newest === undefined) throw new Error("no container was created yet");
    return this.#newest;
  }

  stateOf(id: string): ContainerState | undefined {
    return this.registry.get(id)?.record.state;
  }

  /** Throws for an unknown id: guards keep such events away. */
  slot(id: string): ContainerSlot {
    const slot = this.registry.get(id);
    if (slot === undefined) throw new Error(`the runtime has no container ${id}`);
    return slot;
  }

  actor(id: string): ContainerActor {
    const { actor } = this.slot(id);
    if (actor === undefined) throw new Error(`container ${id} was not brought to life`);
    return actor;
  }

  /** The answer about the one that was admitted last. */
  created({ call, replyTo: to }: CreateCall): Answer {
    const { id } = this.newest.record;
    return { to, reply: { type: "runtime.created", call, id } };
  }

  /** Who has the name of that attempt; only what a kubelet creates has one. */
  holderOf({ podUid, container, labels }: ContainerConfig): ContainerRecord | undefined {
    if (labels === undefined) return undefined;
    return this.registry
      .ofPod(podUid)
      .find((other) => isAttempt(other, container, labels.restartCount));
  }

  /** In containerd's words. */
  nameTaken({ config, call, replyTo: to }: CreateCall): Answer {
    const { pod, namespace, podUid, container, labels } = config;
    const parts = [container, pod, namespace, podUid, labels?.restartCount ?? 0];
    const name = JSON.stringify(parts.join("_"));
    const holder = JSON.stringify(this.holderOf(config)?.id ?? "");
    const why = `name ${name} is reserved for ${holder}`;
    const message = `failed to reserve container name ${name}: ${why}`;
    return { to, reply: { type: "runtime.failed", call, code: "FAILED_PRECONDITION", message } };
  }

  /** Enters a new container in state Creating. */
  admit(config: ContainerConfig, behaviour: BehaviourTable): void {
    const { namespace, pod, podUid, container } = config;
    const runKey = `${podUid}/${config.key}`;
    const run = (this.#runs.get(runKey) ?? 0) + 1;
    this.#runs.set(runKey, run);
    const instance = this.instances.of(namespace, pod, podUid);
    const id = `c${++this.#creates}`;
    const record = containerRecord(config, { id, run, createdAtMs: this.#now() });
    const script = behaviourFor(behaviour, { namespace, pod, instance, container });
    this.#newest = this.registry.add(record, script);
  }

  noteRunning(id: string): void {
    const slot = this.slot(id);
    const startedAtMs = this.#now();
    const facts = { ...slot.record, state: "Running" as const, startedAtMs };
    this.registry.update(slot, containerRecord(slot.record, facts));
  }

  noteExited(id: string, exitCode: number, reason: string): void {
    const slot = this.slot(id);
    const finishedAtMs = this.#now();
    const facts = { ...slot.record, state: "Exited" as const, finishedAtMs, exitCode, reason };
    this.registry.update(slot, containerRecord(slot.record, facts));
  }

  awaitStart(caller: Caller): void {
    (this.slot(caller.id).starts ??= []).push(caller);
  }

  awaitEnd(caller: Caller): void {
    const slot = this.slot(caller.id);
    slot.stopping = true;
    (slot.ends ??= []).push(caller);
  }

  /** Takes the calls that waited for the start; each is given its answer. */
  answerStarts(id: string): readonly Answer[] {
    return (this.slot(id).starts ?? []).map((caller) => done(caller));
  }

  /** The calls that waited for the end, and those that waited for a start that will never be. */
  answerEnds(id: string): readonly Answer[] {
    const { starts = [], ends = [], execs } = this.slot(id);
    return [
      ...Array.from(execs?.values() ?? [], (caller) => execEnded(caller, "killed", "")),
      ...starts.map((caller) => exitedBeforeStart(caller)),
      ...ends.map(done),
    ];
  }

  /** The answered calls are forgotten; so is the container itself if its removal was among them. */
  clearWaiting(id: string): void {
    const slot = this.slot(id);
    slot.starts = undefined;
    slot.ends = undefined;
    slot.execs = undefined;
  }

  /** All calls that wait for a container, which the runtime takes with it when it stops. */
  lostCalls(): readonly Answer[] {
    const message = connectionLostText;
    return this.registry.list().flatMap(({ id }) => {
      const { starts = [], ends = [], execs } = this.slot(id);
      const callers = [...starts, ...ends, ...(execs?.values() ?? [])];
      return callers.map(({ to, call }) => ({
        to,
        reply: { type: "runtime.failed" as const, call, code: "UNAVAILABLE" as const, message },
      }));
    });
  }

  forgetCalls(): void {
    for (const { id } of this.registry.list()) {
      const slot = this.slot(id);
      this.clearWaiting(id);
      if (slot.stopping) this.#lostStops.add(id);
      slot.stopping = false;
    }
  }

  /** Whether its grace says nothing any more, since the runtime that waited for it is gone. */
  isStopLost(id: string): boolean {
    return this.#lostStops.has(id) && !this.slot(id).stopping;
  }

  /** Of a container that does not run; as containerd says it. */
  refuseExec(caller: Caller): Answer {
    const state = this.stateOf(caller.id);
    if (state === undefined) return notFound(caller);
    const name = state === "Exited" ? "CONTAINER_EXITED" : "CONTAINER_CREATED";
    const message = `failed to exec in container: container is in ${name} state`;
    const { to, call } = caller;
    return { to, reply: { type: "runtime.failed", call, code: "UNKNOWN", message } };
  }

  /** Begins to run a command inside a container; `exec` is its number. */
  beginExec(caller: Caller, purpose: ExecPurpose, timeoutMs: number): ArmedExec {
    const slot = this.slot(caller.id);
    const exec = ++this.#execs;
    (slot.execs ??= new Map()).set(exec, caller);
    const startedAtMs = slot.record.startedAtMs ?? 0;
    const age = {
      sinceStartMs: this.#now() - startedAtMs,
      ...(slot.signalledAtMs === undefined
        ? {}
        : { signalledAfterMs: slot.signalledAtMs - startedAtMs }),
    };
    const behaviour =
      purpose.kind === "probe"
        ? this.#probeAnswers?.applyTo(slot.behaviour, slot.record, purpose.probe)
        : undefined;
    const outcome = execOutcome(behaviour ?? slot.behaviour, purpose, age, exec);
    const { takesMs = Infinity, result, output } = outcome;
    if (timeoutMs > 0 && takesMs > timeoutMs) {
      return { id: caller.id, exec, delayMs: timeoutMs, result: "timedOut", output: "" };
    }
    return { id: caller.id, exec, delayMs: takesMs, result, output };
  }

  answerExec({ id, exec, result, output }: Omit<ArmedExec, "delayMs">): readonly Answer[] {
    const slot = this.registry.get(id);
    const caller = slot?.execs?.get(exec);
    if (slot === undefined || caller === undefined) return [];
    slot.execs?.delete(exec);
    return [execEnded(caller, result, output)];
  }

  noteSignal(id: string): void {
    this.slot(id).signalledAtMs ??= this.#now();
  }

  forget(id: string): void {
    this.registry.remove(id);
    this.#removes++;
  }

  isRemovalWaiting(id: string): boolean {
    return this.registry.get(id)?.ends?.some((caller) => caller.verb === "remove") ?? false;
  }
}

function isAttempt(
  { container, labels }: ContainerRecord,
  name: string,
  restartCount: number,
): boolean {
  return container === name && labels?.restartCount === restartCount;
}

/** What is published of a container; `from` is the state before, absent where there was none. */
export function runtimeEvent(
  type: RuntimeEvent["type"],
  container: ContainerRecord,
  from?: ContainerState,
): RuntimeEvent {
  return { type, container, ...(from === undefined ? {} : { from }) };
}

export function done({ id, to, call, verb }: Caller): Answer {
  const types = {
    start: "runtime.started",
    stop: "runtime.stopped",
    remove: "runtime.removed",
    exec: "runtime.stopped",
  } as const;
  return { to, reply: { type: types[verb], call, id } };
}

function execEnded({ to, call }: Caller, result: ExecReply["result"], output: string): Answer {
  return { to, reply: { type: "runtime.execEnded", call, result, output } };
}

export function notFound({ id, to, call }: Caller): Answer {
  const message = `there is no container ${id}`;
  return { to, reply: { type: "runtime.failed", call, code: "NOT_FOUND", message } };
}

export function exitedBeforeStart({ id, to, call }: Caller): Answer {
  const message = `container ${id} has exited and cannot be started`;
  return { to, reply: { type: "runtime.failed", call, code: "FAILED_PRECONDITION", message } };
}

/**
 * Makes the action that brings a container to life. `createActor` with a parent shares the
 * parent's system and shows as its child, but stays out of the parent's snapshot, which is copied
 * at each step.
 */
export function spawnContainer(logic: AnyActorLogic) {
  return ({ self }: { readonly self: AnyActorRef }, slot: ContainerSlot): void => {
    const { id, namespace, pod, container, run } = slot.record;
    const input: ContainerInput = {
      id,
      script: runScript(slot.behaviour, run),
      sigterm: slot.behaviour.sigterm,
    };
    const name = `${displayName(namespace, pod, container)}#${run}`;
    const actor = createActor(logic, { parent: self, id: name, src: "container", input });
    slot.actor = actor as ContainerActor;
    actor.start();
  };
}
