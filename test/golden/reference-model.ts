/**
 * The textbook rules once more, as a plain program of ticks: no actors, no virtual clock. With all
 * its quirks it is the recorded program; with none it is what the actor system must do.
 *
 * Its parts are methods, so that a wrong variant is the model with one method replaced.
 */
import {
  type ContainerSpec,
  type DesiredRow,
  type ListEntry,
  type LogLine,
  type Player,
  type PodSpec,
  type RoundOutcome,
  type SeedAction,
  type SeedRound,
  type SeedScenario,
  runningOf,
  tally,
} from "./seed-ticks.ts";

/** What the recorded program does and the kubelet of this project, on purpose, does not. */
export const departures = [
  "norestart-recreated",
  "duplicate-key",
  "key-collision",
  "no-catch-up-on-link",
  "running-counts-as-relist",
  "restart-forgets",
  "clock-only-in-tick",
] as const;

/** Peculiarities of the recorded program that the kubelet of this project shares. */
export const kept = [
  "same-pod-name-merges",
  "external-remove-not-counted",
  "state-outlives-pod",
  "backoff-never-resets",
  "spec-change-ignored",
  "link-independent-of-apiserver",
] as const;

export type Departure = (typeof departures)[number];

export interface Container {
  readonly id: string;
  readonly pod: string;
  readonly name: string;
  state: ListEntry["state"];
  readonly spec: ContainerSpec;
  /** World steps in the present state. */
  age: number;
}

export interface Declared extends DesiredRow {
  readonly key: string;
  readonly spec: ContainerSpec;
}

/** Of a tick, how long after the last step of the world a bare sync takes place. */
const bareSyncOffset = 0.25;

export class ReferenceModel implements Player {
  protected containers: Container[] = [];
  protected counters = { relists: 0, creates: 0, removes: 0 };
  protected filePods: readonly PodSpec[] = [];
  protected apiPods: readonly PodSpec[] = [];
  /** What was offered last, whether or not it was delivered. */
  protected storedPods: readonly PodSpec[] = [];
  protected linked = false;
  protected restarts = new Map<string, number>();
  protected waitUntil = new Map<string, number>();
  protected displayNames = new Map<string, string>();
  /** Ids that were said to be left as they are, and ids that this kubelet told to start. */
  protected left = new Set<string>();
  protected started = new Set<string>();
  protected ticks = 0;
  protected steps = 0;
  protected bareSync = false;
  protected log: LogLine[] = [];
  readonly #quirks: ReadonlySet<Departure>;

  constructor(quirks: Iterable<Departure>) {
    this.#quirks = new Set(quirks);
  }

  play({ actions, advance }: SeedRound): RoundOutcome {
    this.log = [];
    const results = actions.map((action) => this.act(action));
    const t = this.ticks;
    const seen = this.advance(advance);
    const list = this.list();
    return {
      t,
      now: this.ticks,
      linked: this.linked,
      results,
      seen,
      list,
      running: runningOf(list),
      desired: this.desired().map(({ pod, name, source, restart }) => {
        return { pod, name, source, restart };
      }),
      restarts: this.#tally(this.restarts),
      waitUntil: this.#tally(this.waitUntil),
      counters: { ...this.counters },
      log: this.log,
    };
  }

  protected has(quirk: Departure): boolean {
    return this.#quirks.has(quirk);
  }

  protected act(action: SeedAction): unknown {
    switch (action.do) {
      case "setFilePods":
        return this.setFilePods(action.pods);
      case "deliver":
        return this.deliver(action.pods);
      case "link":
        return this.link(action.up);
      case "runtimeCreate":
        return this.create(action.pod, action.container).id;
      case "runtimeRemove":
        this.remove(action.id ?? "");
        return null;
      case "kill":
        return this.kill(action.id ?? "");
      case "callList":
        return this.look().length;
      case "callRunning":
        return runningOf(this.look());
      case "restartKubelet":
        return this.restartKubelet();
    }
  }

  protected setFilePods(pods: readonly PodSpec[]): null {
    this.filePods = pods;
    this.say({ code: "files-reloaded", count: pods.length });
    return null;
  }

  protected deliver(pods: readonly PodSpec[]): boolean {
    this.storedPods = pods;
    if (this.linked) this.apiPods = pods;
    return this.linked;
  }

  protected link(up: boolean): null {
    if (up === this.linked) return null;
    this.linked = up;
    if (up && !this.has("no-catch-up-on-link")) this.apiPods = this.storedPods;
    this.say({ code: up ? "store-reachable" : "store-unreachable" });
    return null;
  }

  protected restartKubelet(): null {
    this.restarts.clear();
    this.waitUntil.clear();
    this.left.clear();
    this.started.clear();
    if (this.has("restart-forgets")) {
      this.filePods = [];
      this.apiPods = [];
      this.linked = false;
      this.ticks = 0;
    } else {
      this.say({ code: "files-reloaded", count: this.filePods.length });
    }
    return null;
  }

  /** A look from outside. */
  protected look(): readonly ListEntry[] {
    if (this.has("running-counts-as-relist")) this.counters.relists++;
    return this.list();
  }

  protected advance(how: SeedRound["advance"]): readonly ListEntry[] {
    if (how === "tick") return this.tick();
    if (how === "step") this.step();
    const seen = this.list();
    if (how === "sync") {
      this.bareSync = true;
      this.sync();
      this.bareSync = false;
    }
    return seen;
  }

  protected tick(): readonly ListEntry[] {
    this.step();
    const seen = this.list();
    this.sync();
    this.ticks++;
    return seen;
  }

  protected step(): void {
    this.steps++;
    for (const container of this.containers) this.move(container);
  }

  protected move(container: Container): void {
    const { startupTicks, failAfter } = container.spec;
    container.age++;
    if (container.state === "Creating" && container.age >= startupTicks) {
      container.state = "Running";
      container.age = 0;
    } else if (container.state === "Running" && failAfter > 0 && container.age >= failAfter) {
      container.state = "Exited";
    }
  }

  /** What waits are measured by; of a tick it is the number of steps before it. */
  protected clock(): number {
    if (this.has("clock-only-in-tick")) return this.ticks;
    return this.steps - 1 + (this.bareSync ? bareSyncOffset : 0);
  }

  protected sync(): void {
    this.counters.relists++;
    const list = this.list();
    this.serveDeclared(list);
    this.removeUnwanted(list);
  }

  protected serveDeclared(list: readonly ListEntry[]): void {
    for (const declared of this.desired()) {
      const entry = this.entryOf(list, declared.key);
      if (entry === undefined) this.createMissing(declared);
      else if (entry.state === "Exited") this.afterExit(declared, entry.id);
      else if (entry.state === "Creating") this.startUnknown(declared, entry.id);
    }
  }

  protected createMissing({ key, pod, name, source, spec }: Declared): void {
    if (this.clock() < (this.waitUntil.get(key) ?? -Infinity)) return;
    this.started.add(this.create(pod, spec).id);
    const again = (this.restarts.get(key) ?? 0) > 0;
    this.say(
      again
        ? { code: "recreated", key: `${pod}/${name}` }
        : { code: "created", key: `${pod}/${name}`, source },
    );
  }

  protected afterExit({ key, pod, name, restart }: Declared, id: string): void {
    if (restart) {
      this.remove(id);
      const restarts = (this.restarts.get(key) ?? 0) + 1;
      const wait = this.wait(restarts);
      this.restarts.set(key, restarts);
      this.waitUntil.set(key, this.clock() + wait);
      this.say({ code: "crashed", key: `${pod}/${name}`, wait, restarts });
    } else if (this.has("norestart-recreated")) {
      this.remove(id);
      this.say({ code: "not-recreated", key: `${pod}/${name}` });
    } else if (!this.left.has(id)) {
      this.left.add(id);
      this.say({ code: "not-recreated", key: `${pod}/${name}` });
    }
  }

  /** A declared container that the world started, or a kubelet before this one. */
  protected startUnknown({ pod, name }: Declared, id: string): void {
    const isRecorded = this.has("restart-forgets") && this.has("duplicate-key");
    if (isRecorded || this.started.has(id)) return;
    this.started.add(id);
    this.say({ code: "start-asked", key: `${pod}/${name}` });
  }

  protected wait(restarts: number): number {
    return Math.min(2 ** (restarts - 1), 8);
  }

  protected removeUnwanted(list: readonly ListEntry[]): void {
    const wanted = new Set(this.desired().map(({ key }) => key));
    for (const { id, pod, name } of list) {
      const key = this.keyOf(pod, name);
      if (wanted.has(key) && !this.isExtra(list, key, id)) continue;
      this.remove(id);
      this.say({ code: "removed", key: `${pod}/${name}` });
    }
  }

  /** Whether a container of a declared key is one too many. */
  protected isExtra(list: readonly ListEntry[], key: string, id: string): boolean {
    return !this.has("duplicate-key") && this.entryOf(list, key)?.id !== id;
  }

  /** The container that counts as the one of a key: the oldest, where it matters. */
  protected entryOf(list: readonly ListEntry[], key: string): ListEntry | undefined {
    const isOfKey = ({ pod, name }: ListEntry): boolean => this.keyOf(pod, name) === key;
    return this.has("duplicate-key") ? list.findLast(isOfKey) : list.find(isOfKey);
  }

  /** All that is declared, in the order in which it is walked. */
  protected desired(): readonly Declared[] {
    const rows = this.sources().flatMap(([source, { name: pod, restart, containers }]) =>
      containers.map((spec): Declared => {
        const { name } = spec;
        return { key: this.keyOf(pod, name), pod, name, source, restart, spec };
      }),
    );
    if (this.has("duplicate-key")) return rows;
    return rows.filter(({ key }, at) => rows.findIndex((row) => row.key === key) === at);
  }

  protected sources(): readonly (readonly [DesiredRow["source"], PodSpec])[] {
    return [
      ...this.filePods.map((pod) => ["file", pod] as const),
      ...this.apiPods.map((pod) => ["apiserver", pod] as const),
    ].toSorted(([, a], [, b]) => compareNames(a.name, b.name));
  }

  protected keyOf(pod: string, name: string): string {
    const key = this.has("key-collision") ? `${pod}/${name}` : JSON.stringify([pod, name]);
    this.displayNames.set(key, `${pod}/${name}`);
    return key;
  }

  protected create(pod: string, spec: ContainerSpec): Container {
    const id = `c${++this.counters.creates}`;
    const state = spec.startupTicks > 0 ? "Creating" : "Running";
    const container: Container = { id, pod, name: spec.name, state, spec, age: 0 };
    this.containers.push(container);
    return container;
  }

  protected remove(id: string): void {
    const before = this.containers.length;
    this.containers = this.containers.filter((container) => container.id !== id);
    this.counters.removes += before - this.containers.length;
  }

  protected kill(id: string): boolean {
    const container = this.containers.find((candidate) => candidate.id === id);
    if (container) container.state = "Exited";
    return container !== undefined;
  }

  protected list(): readonly ListEntry[] {
    return this.containers
      .map(({ id, pod, name, state }) => ({ id, pod, name, state }))
      .toSorted((a, b) => compareNames(a.pod, b.pod) || compareNames(a.name, b.name));
  }

  protected say(line: Omit<LogLine, "t">): void {
    this.log.push({ t: this.ticks, ...line });
  }

  #tally(counts: ReadonlyMap<string, number>): RoundOutcome["restarts"] {
    return tally([...counts].map(([key, count]) => [this.displayNames.get(key) ?? key, count]));
  }
}

/**
 * The quirks that are left in the documented outcome of a scenario. Where it is not about catching
 * up, a delivery that the cut link refuses is lost and leaves nothing to catch up with.
 */
export function documentedQuirks({ tags }: Pick<SeedScenario, "tags">): readonly Departure[] {
  return tags.includes("quirk:no-catch-up-on-link") ? [] : ["no-catch-up-on-link"];
}

/** By the bytes of the text, which is what the recorded program compares. */
function compareNames(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
