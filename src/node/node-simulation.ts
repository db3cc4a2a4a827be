/**
 * One simulated node: joins the machines with the clock, the bus and the trace. The only place
 * where the effects that machines name are carried out.
 */
import type { AnyActorRef, EventObject } from "xstate";
import type { ApiLinkEvent } from "../../machines/world/api-link.ts";
import type { FileSourceEvent } from "../../machines/world/file-source.ts";
import type { RuntimeMachineEvent } from "../../machines/world/runtime.ts";
import type { RuntimeCounters, RuntimeLedger } from "../../machines/world/runtime-ledger.ts";
import type { KubeletMemory } from "../../machines/textbook/memory.ts";
import { asDeliveries, keeperOf, ofType, through } from "../bus/deliveries.ts";
import { EventBus } from "../bus/event-bus.ts";
import type { NodeEvent } from "../model/events.ts";
import type { RuntimeNotified } from "../model/messages.ts";
import type { ContainerConfig, ContainerRecord, RuntimeRequest } from "../model/runtime.ts";
import type { RelistTrace, TraceBody, TraceRecord } from "../model/trace.ts";
import { Simulation } from "../sim/simulation.ts";
import { type NodeActor, createNodeActor } from "./create-node-actor.ts";
import type { NodeOptions } from "./node-options.ts";
import { actorOf, isActive, serviceOf } from "./node-system.ts";
import { relay } from "./relay.ts";
import { TraceWriter, deliveryTrace, runtimeEventTrace } from "./trace-writer.ts";

export class NodeSimulation {
  readonly simulation: Simulation<TraceBody>;
  readonly bus: EventBus<NodeEvent>;
  readonly root: NodeActor;
  readonly #options: NodeOptions;
  readonly #writer = new TraceWriter();
  /** The last record about a container, by id: what its timers are caused by. */
  readonly #lastRecords = new Map<string, number>();
  readonly #removals = new Map<string, number>();
  #notifications = 0;

  constructor(options: NodeOptions) {
    this.#options = options;
    const { name, seed, limits, onRecord, keepRecords } = options;
    this.simulation = new Simulation<TraceBody>({
      node: name,
      seed,
      ...(limits ? { limits } : {}),
      ...(onRecord ? { onRecord } : {}),
      ...(keepRecords === undefined ? {} : { keepRecords }),
    });
    this.bus =
      options.bus ??
      new EventBus<NodeEvent>({
        causes: this.simulation.causes,
        onError: (error) => this.simulation.fail(error),
      });
    this.root = createNodeActor(options, {
      simulation: this.simulation,
      publish: (event) => this.bus.publish(event),
      lastRecordOf: (id) => this.#lastRecords.get(id),
    });
    this.#listen();
    this.root.subscribe({ error: (error) => this.simulation.fail(error) });
    this.root.start();
  }

  /** What the trace holds so far. */
  get records(): readonly TraceRecord[] {
    return this.simulation.recorder.records;
  }

  /** Looks at the runtime from outside: no call, so no counter moves. */
  list(): readonly ContainerRecord[] {
    return this.#ledger.registry.list();
  }

  get counters(): RuntimeCounters {
    return this.#ledger.counters;
  }

  /** How many notifications the runtime published, whoever heard them. */
  get notifications(): number {
    return this.#notifications;
  }

  /** The memory of the kubelet that runs, to look at; undefined while none does. */
  get kubeletMemory(): KubeletMemory | undefined {
    const kubelet = actorOf(this.root, "kubelet");
    if (this.#options.kubelet) return kubelet && this.#options.kubelet.memory;
    return kubelet?.getSnapshot().context.memory;
  }

  /** The world acts: on the runtime, the link or the folder. */
  tellRuntime(event: RuntimeMachineEvent): void {
    this.#post(serviceOf(this.root, "runtime"), event);
  }

  tellApi(event: ApiLinkEvent): void {
    this.#post(serviceOf(this.root, "apiLink"), event);
  }

  tellFiles(event: FileSourceEvent): void {
    this.#post(serviceOf(this.root, "fileSource"), event);
  }

  /** Asks the runtime as an outsider; nobody hears the answer. */
  call(request: RuntimeRequest): void {
    this.tellRuntime({ ...request, replyTo: this.root });
  }

  /** Puts a container straight into the runtime and starts it, past the kubelet. */
  addContainer(config: ContainerConfig): void {
    this.call({ type: "runtime.create", call: 0, config });
    this.simulation.post(() => {
      const { id } = this.#ledger.newest.record;
      serviceOf(this.root, "runtime").send({
        type: "runtime.start",
        call: 0,
        id,
        replyTo: this.root,
      });
    });
  }

  startKubelet(): void {
    this.#post(this.root, { type: "kubelet.start" });
  }

  /** It loses its memory; what it asked for goes on. */
  stopKubelet(): void {
    this.#post(this.root, { type: "kubelet.stop" });
  }

  /** Makes a periodic kubelet look at once. */
  syncKubelet(): void {
    const kubelet = actorOf(this.root, "kubelet");
    if (kubelet) this.#post(kubelet, { type: "kubelet.sync" });
  }

  advanceTo(ms: number): void {
    this.simulation.advanceTo(ms);
  }

  advanceBy(ms: number): void {
    this.simulation.advanceBy(ms);
  }

  get #ledger(): RuntimeLedger {
    return serviceOf(this.root, "runtime").getSnapshot().context.ledger;
  }

  #post(target: AnyActorRef, event: EventObject): void {
    this.simulation.post(() => {
      if (isActive(target)) target.send(event);
    });
  }

  /** Keeps which record was the last about a container; of one that is gone until the next list. */
  #note(body: TraceBody, seq: number): void {
    if (body.type === "signal") this.#lastRecords.set(body.id, seq);
    if (body.type !== "container") return;
    if (body.to !== "Removed") this.#lastRecords.set(body.id, seq);
    else {
      this.#lastRecords.delete(body.id);
      if (this.#options.observe === "level") this.#removals.set(body.id, seq);
    }
  }

  /** The newest record about the containers that a list shows to have changed. */
  #lastOf(changes: RelistTrace["changes"]): number | undefined {
    const records = Object.keys(changes).flatMap(
      (id) => this.#lastRecords.get(id) ?? this.#removals.get(id) ?? [],
    );
    this.#removals.clear();
    return records.length === 0 ? undefined : records.reduce((a, b) => Math.max(a, b));
  }

  #listen(): void {
    const { recorder, causes } = this.simulation;
    this.bus.handle("trace", this.bus.events$, (event) => {
      const body = this.#writer.toTrace(event);
      // What a list shows anew came from those records, not from the list before it.
      if (body.type === "relist") causes.current = this.#lastOf(body.changes) ?? causes.current;
      const seq = recorder.record(body);
      this.#note(body, seq);
    });
    const notifications$ = this.bus.events$.pipe(
      ofType("ContainerCreated", "ContainerStarted", "ContainerDied", "ContainerRemoved"),
      asDeliveries,
    );
    const observed$ = through(notifications$, this.#options.faults ?? []);
    this.bus.handle("notifications", observed$, (delivery) => {
      const { event, broughtBy } = delivery;
      if (broughtBy === undefined) this.#notifications++;
      const delivered = deliveryTrace(delivery, this.simulation.clock.now());
      const seq = recorder.note(runtimeEventTrace(event, delivered));
      if (keeperOf(delivery) !== undefined || this.#options.observe === "level") return;
      const kubelet = actorOf(this.root, "kubelet");
      const notified: RuntimeNotified = { type: "runtime.event", event };
      const deliver = (target: AnyActorRef): void =>
        relay(serviceOf(this.root, "runtime"), target, notified);
      if (kubelet) this.simulation.post(() => deliver(kubelet), seq);
    });
  }
}
