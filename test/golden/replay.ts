/** Plays a recorded scenario on a node of actors with the level-triggered kubelet. */
import type { Declaration } from "../../src/decide/declarations.ts";
import { containerKey, displayName } from "../../src/model/container-key.ts";
import type { BehaviourRule, ContainerBehaviour, RunScript } from "../../src/model/behaviour.ts";
import type { DeclaredContainer, DeclaredPod } from "../../src/model/pod.ts";
import type { ContainerRecord } from "../../src/model/runtime.ts";
import type { SyncAction, TraceRecord } from "../../src/model/trace.ts";
import { NodeSimulation } from "../../src/node/node-simulation.ts";
import { serviceOf } from "../../src/node/node-system.ts";
import { ranks } from "../../src/sim/virtual-clock.ts";
import {
  type ContainerSpec,
  type DesiredRow,
  type ListEntry,
  type LogLine,
  type Player,
  type PodSpec,
  type RoundOutcome,
  type Scenario,
  type SeedAction,
  type SeedRound,
  isTicksOnly,
  runningOf,
  tally,
} from "./seed-ticks.ts";

/**
 * `ticker`: the kubelet's own period makes the rounds, and the world moves at the very instant of a
 * round, before it. `driven`: rounds come by command, as they must where the recorded program
 * looked without the world moving or the other way round.
 */
export type Drive = "ticker" | "driven";

/**
 * What becomes of a delivery that the cut link refuses. The recorded program has no API server:
 * what it refuses is `lost`. Where a scenario is about catching up, it is `stored`: the API has
 * changed, and the kubelet finds out when it can.
 */
export type Refused = "lost" | "stored";

function refusedIn({ tags }: Scenario): Refused {
  return tags.includes("quirk:no-catch-up-on-link") ? "stored" : "lost";
}

const tickMs = 1000;
/** When, within a tick, a bare sync takes place: after the round before it, ahead of the world. */
const bareSyncMs = 250;
/** How much earlier than the round that sees it the world moves when the rounds are driven. */
const aheadMs = 500;
const farAwayMs = 1e12;

export class NodePlayer implements Player {
  readonly node = new NodeSimulation({
    name: "node",
    seed: 1,
    observe: "level",
    periodMs: tickMs,
    phaseMs: tickMs,
  });
  readonly #drive: Drive;
  readonly #refused: Refused;
  readonly #specs = new Map<DeclaredContainer, ContainerSpec>();
  #steps = 0;
  #ticks = 0;
  #told = 0;
  #lastRead: readonly ContainerRecord[] = [];

  static for(scenario: Scenario): NodePlayer {
    return new NodePlayer(isTicksOnly(scenario) ? "ticker" : "driven", refusedIn(scenario));
  }

  constructor(drive: Drive, refused: Refused) {
    this.#drive = drive;
    this.#refused = refused;
    const { bus, simulation } = this.node;
    bus.handle("replay", bus.events$, (event) => {
      if (event.type === "listRead") this.#lastRead = event.containers;
    });
    if (drive === "driven") {
      // The kubelet's own ticker is the one thing that uses the clock's observer timers.
      const { clock } = simulation;
      clock.setTimeout = (run) => clock.arm(run, farAwayMs, ranks.observer);
    }
    this.node.startKubelet();
    this.#settle();
    // The reading of still empty sources at the start comes before the first round.
    this.#told = this.node.records.length;
  }

  play({ actions, advance }: SeedRound): RoundOutcome {
    const t = this.#ticks;
    const results = actions.map((action) => {
      const result = this.#act(action);
      this.#settle();
      return result();
    });
    const looks = this.#advance(advance);
    const list = this.node.list().map(entryOf);
    const { lists: relists, creates, removes } = this.node.counters;
    const { backoffs, declarations } = this.#memory;
    return {
      t,
      now: this.#ticks,
      linked: this.#linked,
      results,
      seen: looks ? this.#lastRead.map(entryOf) : list,
      list,
      running: runningOf(list),
      desired: [...declarations.byKey.values()]
        .toSorted((a, b) => a.order - b.order)
        .map(desiredRow),
      restarts: tally([...backoffs].map(([key, { restarts }]) => [readable(key), restarts])),
      waitUntil: tally(
        // Round n of the recording, counted from 0, is at second n + 1 here.
        [...backoffs].map(([key, { waitUntilMs }]) => [readable(key), waitUntilMs / tickMs - 1]),
      ),
      counters: { relists, creates, removes },
      log: this.#log(t),
    };
  }

  get #memory() {
    const memory = this.node.kubeletMemory;
    if (memory === undefined) throw new Error("the kubelet does not run");
    return memory;
  }

  get #linked(): boolean {
    return serviceOf(this.node.root, "apiLink").getSnapshot().value === "up";
  }

  /** Does it; what it returns tells the result once all that follows from it has happened. */
  #act(action: SeedAction): () => unknown {
    const { node } = this;
    switch (action.do) {
      case "setFilePods": {
        const pods = this.#declare(action.pods, "file");
        node.tellFiles({ type: "file.write", path: "pods.yaml", pods });
        return () => null;
      }
      case "deliver": {
        const accepted = this.#linked;
        const pods = this.#declare(action.pods, "api");
        if (accepted || this.#refused === "stored") node.tellApi({ type: "api.declare", pods });
        return () => accepted;
      }
      case "link":
        node.tellApi({ type: action.up ? "link.restore" : "link.cut" });
        return () => null;
      case "runtimeCreate":
        return this.#createFromOutside(action.pod, action.container);
      case "runtimeRemove":
        node.call({ type: "runtime.remove", call: 0, id: action.id ?? "" });
        return () => null;
      case "kill": {
        const { id = "" } = action;
        const existed = node.list().some((container) => container.id === id);
        node.tellRuntime({ type: "world.kill", id, exitCode: 137 });
        return () => existed;
      }
      case "callList":
        return () => node.list().length;
      case "callRunning":
        return () => runningOf(node.list().map(entryOf));
      case "restartKubelet":
        node.stopKubelet();
        node.startKubelet();
        return () => null;
    }
  }

  #createFromOutside(pod: string, spec: ContainerSpec): () => unknown {
    const { node } = this;
    node.tellRuntime({ type: "world.behave", behaviour: [this.#rule(pod, spec)] });
    const config = {
      key: containerKey("default", pod, spec.name),
      namespace: "default",
      pod,
      podUid: "from outside",
      container: spec.name,
      image: "from outside",
      gracePeriodMs: 30_000,
    };
    node.addContainer(config);
    return () => `c${node.counters.creates}`;
  }

  /** Lets time pass as the round says; returns whether the kubelet looked. */
  #advance(how: SeedRound["advance"]): boolean {
    const { node } = this;
    this.#behaveAsDeclared();
    switch (how) {
      case "tick":
        node.advanceTo(++this.#steps * tickMs);
        if (this.#drive === "driven") node.syncKubelet();
        this.#ticks++;
        break;
      case "step":
        node.advanceTo(++this.#steps * tickMs);
        break;
      case "sync":
        node.advanceTo(this.#steps * tickMs + bareSyncMs);
        node.syncKubelet();
        break;
      case "none":
        break;
    }
    this.#settle();
    return how === "tick" || how === "sync";
  }

  #settle(): void {
    this.node.advanceBy(0);
  }

  /** What is created from now on behaves as the declaration says that the kubelet has of it. */
  #behaveAsDeclared(): void {
    const behaviour = this.#memory.declarations.inListOrder.map(({ pod, container }) => {
      const spec = this.#specs.get(container);
      if (spec === undefined) throw new Error(`nobody declared ${pod.name}/${container.name}`);
      return this.#rule(pod.name, spec);
    });
    this.node.tellRuntime({ type: "world.behave", behaviour });
  }

  #rule(pod: string, spec: ContainerSpec): BehaviourRule {
    const behaviour: ContainerBehaviour = {
      runs: [this.#script(spec)],
      sigterm: { exitAfterMs: 0, exitCode: 143 },
    };
    return { pod, container: spec.name, behaviour };
  }

  #script({ startupTicks, failAfter }: ContainerSpec): RunScript {
    const aheadOfRound = this.#drive === "driven" ? aheadMs : 0;
    const starts = startupTicks > 0;
    const startupMs = starts ? startupTicks * tickMs - aheadOfRound : 0;
    if (!(failAfter > 0)) return { startupMs, exitCode: 1 };
    const exitAfterMs = failAfter * tickMs - (starts ? 0 : aheadOfRound);
    return { startupMs, exitAfterMs, exitCode: 1 };
  }

  #declare(pods: readonly PodSpec[], source: "file" | "api"): readonly DeclaredPod[] {
    return pods.map(({ name, restart, containers }, at) => ({
      namespace: "default",
      name,
      uid: `${source}-${at}-${name}`,
      source,
      restartPolicy: restart ? "Always" : "Never",
      gracePeriodMs: 30_000,
      containers: containers.map((spec) => {
        const container: DeclaredContainer = { name: spec.name, image: "image" };
        this.#specs.set(container, spec);
        return container;
      }),
    }));
  }

  /** The lines of this round; where the kubelet itself ticks, their time is that of the trace. */
  #log(t: number): readonly LogLine[] {
    const records = this.node.records.slice(this.#told);
    this.#told = this.node.records.length;
    return records.flatMap((record) => {
      const ofTrace = record.type === "sync" ? record.t - 1 : record.t;
      const time = this.#drive === "ticker" ? ofTrace : t;
      return linesOf(record).map((line) => ({ t: time, ...line }));
    });
  }
}

function linesOf(record: TraceRecord): readonly Omit<LogLine, "t">[] {
  switch (record.type) {
    case "source":
      return record.source === "file" ? [{ code: "files-reloaded", count: record.pods }] : [];
    case "link":
      return [{ code: record.up ? "store-reachable" : "store-unreachable" }];
    case "sync":
      return record.uid === undefined ? record.actions.map(lineOf) : [];
    default:
      return [];
  }
}

function lineOf(action: SyncAction): Omit<LogLine, "t"> {
  const key = displayName(action.namespace, action.pod, action.container);
  switch (action.action) {
    case "create":
      return { code: "created", key, source: seedSource(action.source) };
    case "recreate":
      return { code: "recreated", key };
    case "crashed":
      return { code: "crashed", key, wait: action.wait, restarts: action.restarts };
    case "leave":
      return { code: "not-recreated", key };
    case "start":
      return { code: "start-asked", key };
    case "remove":
      return { code: "removed", key };
  }
}

function entryOf({ id, pod, container: name, state }: ContainerRecord): ListEntry {
  return { id, pod, name, state };
}

function desiredRow({ pod, container }: Declaration): DesiredRow {
  return {
    pod: pod.name,
    name: container.name,
    source: seedSource(pod.source),
    restart: pod.restartPolicy === "Always",
  };
}

function seedSource(source: "file" | "api"): "file" | "apiserver" {
  return source === "api" ? "apiserver" : "file";
}

/** `pod/name` of a key whose namespace is `default`. */
function readable(key: string): string {
  const [namespace = "", pod = "", container] = key.split("\u0000");
  return displayName(namespace, pod, container);
}
