/**
 * Supplies the effects that the machines of a node name: messages between actors, timers, the bus.
 * The only place where machines, kernel and bus meet.
 */
import { type AnyActorRef, type EventObject, createActor } from "xstate";
import { kubeletEdgeMachine } from "../../machines/textbook/kubelet-edge.ts";
import { kubeletLevelMachine } from "../../machines/textbook/kubelet-level.ts";
import { apiLinkMachine } from "../../machines/world/api-link.ts";
import { containerMachine } from "../../machines/world/container.ts";
import { fileSourceMachine } from "../../machines/world/file-source.ts";
import { nodeMachine } from "../../machines/world/node.ts";
import { PodInstances } from "../../machines/world/pod-instances.ts";
import { type RuntimeMachineEvent, runtimeMachine } from "../../machines/world/runtime.ts";
import { spawnContainer } from "../../machines/world/runtime-ledger.ts";
import type { PodLifecycleEvent } from "../decide/kubelet/pleg-events.ts";
import type { NodeEvent } from "../model/events.ts";
import type { SourceGet } from "../model/messages.ts";
import type { RuntimeRequest } from "../model/runtime.ts";
import type { TraceBody } from "../model/trace.ts";
import type { Simulation } from "../sim/simulation.ts";
import { ranks } from "../sim/virtual-clock.ts";
import { type RuntimeLatency, callLatency } from "./call-latency.ts";
import type { GuestHost } from "./guest-kubelet.ts";
import type { NodeOptions } from "./node-options.ts";
import { actorOf, isActive, serviceOf } from "./node-system.ts";
import type { PlegNotice } from "./pleg-stream.ts";
import { relay } from "./relay.ts";
import { TimerTable } from "./timer-table.ts";

/** No id of a container or sandbox: what made the node silent, or has it heard again. */
export const nodeKey = "node";
/** Likewise: what was said of its conditions last. */
export const nodeStatusKey = "node status";

/** What the effects work on. */
export interface Host {
  readonly simulation: Simulation<TraceBody>;
  readonly publish: (event: NodeEvent) => void;
  /** The `seq` of the last record about a container, which its timers are caused by. */
  readonly lastRecordOf: (id: string) => number | undefined;
  /** Takes an event of the kubelet's own to its sync loop; absent: it gets there. */
  readonly onPlegEvent?: (event: PodLifecycleEvent, deliver: PlegNotice["deliver"]) => void;
}

export type NodeActor = ReturnType<typeof createNodeActor>;

interface Acting {
  readonly self: AnyActorRef;
}

/** The root of one node's actor system, not started yet. */
export function createNodeActor(options: NodeOptions, host: Host) {
  const { name, observe, periodMs = 1000, phaseMs = 0, behaviour = [], latency = {} } = options;
  const { clock } = host.simulation;
  const publish = (_: unknown, fact: NodeEvent): void => host.publish(fact);
  const sources = sourceEffects(host);
  const kubelet = kubeletEffects(host, latency);
  const node = nodeMachine.provide({
    actions: { publish },
    actors: {
      runtime: provideRuntime(host),
      apiLink: apiLinkMachine.provide({ actions: { ...sources, publish } }),
      fileSource: fileSourceMachine.provide({ actions: { ...sources, publish } }),
      // The node machine is typed for the level-triggered kubelet; a variant takes its place.
      kubelet: (options.kubelet
        ? options.kubelet.actorLogic(guestHost(host, kubelet))
        : observe === "level"
          ? kubeletLevelMachine.provide({ actions: kubelet })
          : provideEdge(host, kubelet, observe)) as unknown as typeof kubeletLevelMachine,
    },
  });
  return createActor(node, {
    id: name,
    clock,
    input: {
      behaviour,
      instances: new PodInstances(),
      kubelet: { periodMs, phaseMs, now: () => clock.now() },
    },
  });
}

export function provideRuntime(host: Host) {
  const { simulation, publish, lastRecordOf } = host;
  const timers = new TimerTable(simulation.clock);
  const fire = (id: string, target: AnyActorRef, event: EventObject) => (): void => {
    simulation.causes.current = lastRecordOf(id);
    target.send(event);
  };
  const container = containerMachine.provide({
    actions: {
      arm: ({ context: { id }, self }, later) => {
        if (later) timers.arm(id, later.delayMs, fire(id, self, later.event));
      },
      disarm: ({ context }) => timers.disarm(context.id),
    },
  });
  return runtimeMachine.provide({
    actions: {
      spawn: spawnContainer(container),
      publish: (_, fact) => publish(fact),
      reply: ({ self }, answers) => {
        for (const { to, reply } of answers) simulation.post(() => relay(self, to, reply));
      },
      findLost: ({ self }, ids) => {
        for (const id of ids) {
          // It knows neither when it ended nor how: what containerd says of such a one.
          const what = { exitCode: 255, reason: "Unknown" };
          const exited: RuntimeMachineEvent = { type: "container.exited", id, ...what };
          simulation.post(() => relay(self, self, exited));
        }
      },
      armExec: ({ self }, { delayMs, ...exec }) => {
        if (!Number.isFinite(delayMs)) return;
        // It follows from who asked for it, and not from what has become of the container.
        timers.arm(exec.id, delayMs, () => self.send({ type: "exec.due", ...exec }));
      },
      armStopTimeout: ({ self }, { id, timeoutMs }) => {
        const timeout: EventObject & { id: string } = { type: "stop.timeout", id };
        timers.arm(id, timeoutMs, fire(id, self, timeout));
      },
    },
  });
}

/** What the two sources of declarations need. */
function sourceEffects({ simulation }: Host) {
  return {
    tell: ({ self }: Acting, message: EventObject): void => {
      const kubelet = actorOf(self, "kubelet");
      if (kubelet) simulation.post(() => relay(self, kubelet, message));
    },
    answer: (
      { self }: Acting,
      { to, message }: { readonly to: AnyActorRef; readonly message: EventObject },
    ): void => simulation.post(() => relay(self, to, message)),
  };
}

/** What every kubelet needs. */
function kubeletEffects(host: Host, latency: RuntimeLatency) {
  const { simulation, publish } = host;
  const latencyOf = callLatency(() => latency, simulation.random);
  return {
    ask: ({ self }: Acting, sources: readonly ("file" | "api")[]): void => {
      for (const source of sources) {
        const target = serviceOf(self, source === "file" ? "fileSource" : "apiLink");
        const question: SourceGet & Addressed = { type: "source.get", replyTo: self };
        simulation.post(() => relay(self, target, question));
      }
    },
    publish: (_: unknown, facts: readonly NodeEvent[]): void => facts.forEach(publish),
    call: ({ self, context }: Acting & Calling): void => {
      const runtime = serviceOf(self, "runtime");
      for (const request of context.memory.outbox) {
        const message: RuntimeRequest & Addressed = { ...request, replyTo: self };
        const delayMs = latencyOf(request);
        const deliver = (): void => relay(self, runtime, message);
        if (delayMs > 0) simulation.clock.arm(deliver, delayMs, ranks.world);
        else simulation.post(deliver);
      }
    },
  };
}

function guestHost(
  { simulation, publish }: Host,
  { ask, call }: ReturnType<typeof kubeletEffects>,
): GuestHost {
  return {
    clock: simulation.clock,
    now: () => simulation.clock.now(),
    publish,
    call: (self, request) => call({ self, context: { memory: { outbox: [request] } } }),
    ask: (self) => ask({ self }, ["file", "api"]),
    fail: (error) => simulation.fail(error),
  };
}

interface Addressed {
  readonly replyTo: AnyActorRef;
}

interface Calling {
  readonly context: { readonly memory: { readonly outbox: readonly RuntimeRequest[] } };
}

/** As long as evented PLEG takes. */
const eventedRelistMs = 300_000;

function provideEdge(
  { simulation }: Host,
  kubelet: ReturnType<typeof kubeletEffects>,
  observe: "edge" | "evented",
) {
  return kubeletEdgeMachine.provide({
    actions: {
      ...kubelet,
      armRelist: ({ self }) => {
        if (observe === "edge") return;
        simulation.clock.setTimeout(() => {
          if (isActive(self)) self.send({ type: "relist.due" });
        }, eventedRelistMs);
      },
      armWaits: ({ self }, waits) => {
        for (const [key, { waitUntilMs }] of waits) {
          const delayMs = waitUntilMs - simulation.clock.now();
          simulation.clock.setTimeout(() => {
            if (isActive(self)) self.send({ type: "wait.over", key });
          }, delayMs);
        }
      },
    },
  });
}
