/** What tests of machines share: pods, containers, a world without a kubelet, and its callers. */
import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type EventObject,
  createActor,
  fromTransition,
  transition,
} from "xstate";
import { getShortestPaths } from "xstate/graph";
import { vi } from "vitest";
import { containerRecord } from "../../src/decide/container-record.ts";
import type { BehaviourTable, RunScript, SigtermScript } from "../../src/model/behaviour.ts";
import { containerKey } from "../../src/model/container-key.ts";
import type { DeclaredPod } from "../../src/model/pod.ts";
import type {
  ContainerConfig,
  ContainerRecord,
  RuntimeReply,
  RuntimeRequest,
} from "../../src/model/runtime.ts";
import type { NodeOptions } from "../../src/node/node-options.ts";
import { NodeSimulation } from "../../src/node/node-simulation.ts";

export function config(pod = "web", container = "app"): ContainerConfig {
  return {
    key: containerKey("default", pod, container),
    namespace: "default",
    pod,
    podUid: `uid-${pod}`,
    container,
    image: "image",
    gracePeriodMs: 30_000,
  };
}

export function record(
  id: string,
  facts: Partial<ContainerRecord> = {},
  of: ContainerConfig = config(),
): ContainerRecord {
  return containerRecord(of, { run: 1, createdAtMs: 0, ...facts, id });
}

export function declaredPod(name = "web", rest: Partial<DeclaredPod> = {}): DeclaredPod {
  return {
    namespace: "default",
    name,
    uid: `uid-${name}`,
    source: "file",
    restartPolicy: "Always",
    gracePeriodMs: 30_000,
    containers: [{ name: "app", image: "image" }],
    ...rest,
  };
}

/** One behaviour for every container. */
export function behaving(
  script: Partial<RunScript> = {},
  sigterm: SigtermScript = { exitAfterMs: 0, exitCode: 143 },
): BehaviourTable {
  const runs = [{ startupMs: 0, exitCode: 0, ...script }];
  return [{ pod: "*", container: "*", behaviour: { runs, sigterm } }];
}

export function node(options: Partial<NodeOptions> = {}): NodeSimulation {
  return new NodeSimulation({ name: "node", seed: 1, observe: "level", ...options });
}

type Call = RuntimeRequest extends infer Request
  ? Request extends RuntimeRequest
    ? Omit<Request, "call">
    : never
  : never;

/** A node whose kubelet does not run, and a caller that hears what the runtime answers. */
export class World {
  readonly node: NodeSimulation;
  readonly #caller = createActor(
    fromTransition((heard: readonly RuntimeReply[], reply: RuntimeReply) => [...heard, reply], []),
  ).start();
  #calls = 0;
  #told = 0;

  constructor(behaviour: BehaviourTable = [], options: Partial<NodeOptions> = {}) {
    this.node = node({ behaviour, ...options });
  }

  /** Makes a call and lets everything happen that follows at once. */
  call(request: Call): void {
    const call = ++this.#calls;
    this.node.tellRuntime({ ...request, call, replyTo: this.#caller });
    this.after(0);
  }

  /** Creates a container and tells it to start; returns its id. */
  start(of = config()): string {
    this.call({ type: "runtime.create", config: of });
    const id = `c${this.node.counters.creates}`;
    this.call({ type: "runtime.start", id });
    return id;
  }

  after(ms: number): void {
    this.node.advanceBy(ms);
  }

  get replies(): readonly RuntimeReply[] {
    return this.#caller.getSnapshot().context;
  }

  /** The types of the replies so far, without `runtime.`. */
  get heard(): readonly string[] {
    return this.replies.map(({ type }) => type.slice("runtime.".length));
  }

  /** What the trace tells since the last look: states, and signals. */
  news(): readonly string[] {
    const records = this.node.records.slice(this.#told);
    this.#told = this.node.records.length;
    return records.flatMap((told) => {
      if (told.type === "container") return `${told.id} ${told.to}`;
      return told.type === "signal" ? `${told.id} SIG${told.signal}` : [];
    });
  }

  find(id: string): ContainerRecord | undefined {
    return this.node.list().find((container) => container.id === id);
  }
}

/** The next state and the names of the actions: `idle | noteStart arm`. */
export function step(
  machine: AnyStateMachine,
  snapshot: AnyMachineSnapshot,
  event: EventObject,
): { readonly to: string; readonly does: readonly string[]; readonly next: AnyMachineSnapshot } {
  const [next, actions] = transition(machine, snapshot, event);
  return { to: String(next.value), does: actions.map(({ type }) => type), next };
}

/** The states that some sequence of the events leads to. */
export function reachable(
  machine: AnyStateMachine,
  input: unknown,
  events: readonly EventObject[],
): readonly string[] {
  // The only use that the graph package makes of chance is an id for an actor it never runs.
  vi.mocked(Math.random).mockReturnValue(0);
  const paths = getShortestPaths(machine, {
    input,
    events: [...events],
    serializeState: (snapshot) => JSON.stringify((snapshot as AnyMachineSnapshot).value),
  });
  const values = paths.map(({ state }) => (state as AnyMachineSnapshot).value as unknown);
  return values
    .map((value) => (typeof value === "string" ? value : JSON.stringify(value)))
    .toSorted();
}
