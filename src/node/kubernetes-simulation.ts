/** One simulated node of the kubernetes model: clock, bus, trace, and the actors of the node. */
import type { AnyActorRef, EventObject } from "xstate";
import { EventBus } from "../bus/event-bus.ts";
import type { KubeletVersion } from "../decide/kubelet/versions.ts";
import type { BehaviourTable } from "../model/behaviour.ts";
import type { NodeEvent } from "../model/events.ts";
import type { ContainerRecord } from "../model/runtime.ts";
import type { TraceBody, TraceRecord } from "../model/trace.ts";
import type { SimulationLimits } from "../sim/limits.ts";
import { Simulation } from "../sim/simulation.ts";
import { type KubernetesActor, createKubernetesActor } from "./kubernetes-actor.ts";
import { isActive } from "./node-system.ts";
import { TraceWriter } from "./trace-writer.ts";

export interface KubernetesNodeOptions {
  readonly name: string;
  readonly seed: number;
  readonly version: KubeletVersion;
  readonly behaviour?: BehaviourTable;
  readonly hasApi?: boolean;
  readonly latency?: Readonly<Record<string, number>>;
  readonly limits?: Partial<SimulationLimits>;
  readonly onRecord?: (record: TraceRecord) => void;
}

export class KubernetesSimulation {
  readonly simulation: Simulation<TraceBody>;
  readonly bus: EventBus<NodeEvent>;
  readonly root: KubernetesActor;
  readonly #writer = new TraceWriter();
  readonly #lastRecords = new Map<string, number>();

  constructor(options: KubernetesNodeOptions) {
    const { name, seed, version, behaviour = [], hasApi = true, latency = {} } = options;
    const { limits, onRecord } = options;
    this.simulation = new Simulation<TraceBody>({
      node: name,
      seed,
      ...(limits ? { limits } : {}),
      ...(onRecord ? { onRecord } : {}),
    });
    this.bus = new EventBus<NodeEvent>({
      causes: this.simulation.causes,
      onError: (error) => this.simulation.fail(error),
    });
    this.root = createKubernetesActor(
      { name, version, behaviour, hasApi, latency },
      {
        simulation: this.simulation,
        publish: (event) => this.bus.publish(event),
        lastRecordOf: (id) => this.#lastRecords.get(id),
      },
    );
    this.bus.handle("trace", this.bus.events$, (event) => {
      const body = this.#writer.toTrace(event);
      const seq = this.simulation.recorder.record(body);
      if (body.type === "container" || body.type === "signal") this.#lastRecords.set(body.id, seq);
    });
    this.root.subscribe({ error: (error) => this.simulation.fail(error) });
    this.root.start();
  }

  get records(): readonly TraceRecord[] {
    return this.simulation.recorder.records;
  }

  list(): readonly ContainerRecord[] {
    const runtime = this.root.system.get("runtime") as AnyActorRef;
    return runtime.getSnapshot().context.ledger.registry.list();
  }

  /** The world acts on one of the node's actors. */
  tell(
    name: "runtime" | "sandboxes" | "images" | "apiServer" | "staticFiles",
    event: EventObject,
  ): void {
    const target = this.root.system.get(name) as AnyActorRef;
    this.simulation.post(() => {
      if (isActive(target)) target.send(event);
    });
  }

  startKubelet(): void {
    this.simulation.post(() => this.root.send({ type: "kubelet.start" }));
  }

  stopKubelet(): void {
    this.simulation.post(() => this.root.send({ type: "kubelet.stop" }));
  }

  advanceTo(ms: number): void {
    this.simulation.advanceTo(ms);
  }
}
