/**
 * The textbook's world in the small, as values that can be compared. What a kubelet does in it is
 * decided by the program's own `planRound` and `planKey`, and what it believes is kept by the
 * program's own `FoldedView`. Time goes in whole periods, and a call is answered at once.
 */
import { FoldedView } from "../../machines/textbook/folded-view.ts";
import { compareWithDeclared } from "../../src/decide/agreement.ts";
import type { Backoff } from "../../src/decide/backoff.ts";
import { containerRecord } from "../../src/decide/container-record.ts";
import { type Declarations, joinDeclarations } from "../../src/decide/declarations.ts";
import { type Plan, planKey, planRound } from "../../src/decide/textbook-plan.ts";
import { type ContainerKey, containerKey } from "../../src/model/container-key.ts";
import type { DeclaredPod } from "../../src/model/pod.ts";
import type { ContainerRecord, RuntimeEvent } from "../../src/model/runtime.ts";

export type Kubelet = "level" | "edge";

export interface Container {
  readonly pod: string;
  readonly name: string;
  /** Among those of its name, in what is and in what is believed: a higher one is younger. */
  readonly age: number;
  readonly isRunning: boolean;
}

/** Periods until a key may be created again, and how often it had crashed. */
export interface Wait {
  readonly pod: string;
  readonly name: string;
  readonly restarts: number;
  readonly periods: number;
}

export interface State {
  readonly declared: readonly string[];
  readonly containers: readonly Container[];
  /** What an `edge` kubelet believes; empty of `level`, which believes nothing. */
  readonly view: readonly Container[];
  readonly waits: readonly Wait[];
}

export const nothing: State = { declared: [], containers: [], view: [], waits: [] };

/** The pods that there may be, and the containers of each. */
export type Pods = Readonly<Record<string, readonly string[]>>;

/** What happens next; `lost`: the event that tells of it never comes. */
export type Move =
  | { readonly move: "declare" | "withdraw"; readonly pod: string }
  | { readonly move: "kill" | "take"; readonly container: Container; readonly lost: boolean }
  | { readonly move: "stray"; readonly pod: string; readonly name: string; readonly lost: boolean }
  /** A round of `level`; of `edge` a wait goes on, and may be over. */
  | { readonly move: "period" };

/** More of one name than these would be nothing new: each is one too many. */
const mostOfOneName = 2;
/** From here on a wait is not longer any more. */
const mostRestarts = 4;
const periodMs = 1000;
const moment = { nowMs: 0, periodMs };

export function movesOf(state: State, pods: Pods): readonly Move[] {
  const each = [false, true];
  const names = Object.entries(pods).flatMap(([pod, all]) => all.map((name) => ({ pod, name })));
  return [
    { move: "period" },
    ...Object.keys(pods).map((pod): Move => {
      return { move: state.declared.includes(pod) ? "withdraw" : "declare", pod };
    }),
    ...state.containers.flatMap((container) =>
      each.flatMap((lost): Move[] => [
        ...(container.isRunning ? [{ move: "kill" as const, container, lost }] : []),
        { move: "take", container, lost },
      ]),
    ),
    ...names
      .filter((one) => state.containers.filter(isNamed(one)).length < mostOfOneName)
      .flatMap((one) => each.map((lost): Move => ({ move: "stray", ...one, lost }))),
  ];
}

export function agrees({ declared, containers }: State, pods: Pods): boolean {
  return compareWithDeclared(declarationsOf(declared, pods), toRecords(containers)).agrees;
}

/** The state after a move, with names by which equal states are equal. */
export function after(state: State, move: Move, kubelet: Kubelet, pods: Pods): State {
  const world = new World(state, kubelet, pods);
  world.make(move);
  return world.state();
}

class World {
  readonly #kubelet: Kubelet;
  readonly #pods: Pods;
  readonly #view = new FoldedView();
  readonly #containers: Map<string, ContainerRecord>;
  readonly #backoffs: Map<ContainerKey, Backoff>;
  #declared: readonly string[];
  #declarations: Declarations;
  #made = 0;

  constructor(state: State, kubelet: Kubelet, pods: Pods) {
    this.#kubelet = kubelet;
    this.#pods = pods;
    this.#containers = new Map(toRecords(state.containers).map((one) => [one.id, one]));
    this.#view.adopt(toRecords(state.view));
    this.#declared = state.declared;
    this.#declarations = declarationsOf(state.declared, pods);
    this.#backoffs = new Map(
      state.waits.map(({ pod, name, restarts, periods }) => [
        keyOf(pod, name),
        { restarts, waitUntilMs: periods * periodMs },
      ]),
    );
  }

  make(move: Move): void {
    switch (move.move) {
      case "period":
        return this.#period();
      case "declare":
      case "withdraw":
        return this.#declare(move);
      case "stray":
        return this.#start(containerOf(move.pod, move.name), move.lost);
      case "kill":
        return this.#kill(move.container, move.lost);
      case "take":
        return this.#take(idOf(move.container), move.lost);
    }
  }

  state(): State {
    const actual = [...this.#containers.values()];
    const believed = this.#kubelet === "edge" ? this.#view.list() : [];
    const ages = agesOf([...actual, ...believed]);
    const waits = [...this.#backoffs].map(([key, { restarts, waitUntilMs }]): Wait => {
      const { pod, name } = partsOf(key);
      return { pod, name, restarts, periods: Math.max(0, waitUntilMs / periodMs) };
    });
    return {
      declared: this.#declared,
      containers: inOrder(actual.map((one) => toContainer(one, ages))),
      view: inOrder(believed.map((one) => toContainer(one, ages))),
      waits: waits.toSorted((a, b) => compare(`${a.pod}/${a.name}`, `${b.pod}/${b.name}`)),
    };
  }

  #period(): void {
    const over: ContainerKey[] = [];
    for (const [key, backoff] of this.#backoffs) {
      if (backoff.waitUntilMs <= 0) continue;
      const waitUntilMs = backoff.waitUntilMs - periodMs;
      this.#backoffs.set(key, { ...backoff, waitUntilMs });
      if (waitUntilMs <= 0) over.push(key);
    }
    if (this.#kubelet === "level") return this.#round(sorted([...this.#containers.values()]));
    for (const key of over) this.#decide(key);
  }

  #declare({ move, pod }: { readonly move: string; readonly pod: string }): void {
    const others = this.#declared.filter((name) => name !== pod);
    this.#declared = move === "declare" ? [...others, pod].toSorted(compare) : others;
    this.#declarations = declarationsOf(this.#declared, this.#pods);
    if (this.#kubelet === "edge") this.#round(this.#view.list());
  }

  #kill(container: Container, lost: boolean): void {
    const known = this.#containers.get(idOf(container));
    if (known === undefined) return;
    const exited = containerRecord(known, { ...known, state: "Exited", exitCode: 1 });
    this.#containers.set(known.id, exited);
    this.#tell({ type: "ContainerDied", container: exited }, lost);
  }

  #take(id: string, lost: boolean): void {
    const container = this.#containers.get(id);
    if (container === undefined) return;
    this.#containers.delete(id);
    this.#tell({ type: "ContainerRemoved", container }, lost);
  }

  #start(config: ReturnType<typeof containerOf>, lost: boolean): void {
    // Younger than what there is of its name: digits are compared as they stand.
    const id = `${config.pod}/${config.container}/new-${this.#made++}`;
    const container = containerRecord(config, { id, run: 1, createdAtMs: 0, state: "Running" });
    this.#containers.set(id, container);
    this.#tell({ type: "ContainerStarted", container }, lost);
  }

  /** Who lists hears nothing. */
  #tell(event: RuntimeEvent, lost: boolean): void {
    if (lost || this.#kubelet === "level") return;
    this.#view.fold(event);
    this.#decide(event.container.key);
  }

  #round(seen: readonly ContainerRecord[]): void {
    this.#carryOut(planRound(this.#declarations, seen, this.#remembered, moment));
  }

  #decide(key: ContainerKey): void {
    const seen = this.#view.of(key);
    this.#carryOut(planKey(key, this.#declarations, seen, this.#remembered, moment));
  }

  /** The answers to its own calls tell a kubelet what the lost event would have told. */
  #carryOut({ commands, backoffs }: Plan): void {
    for (const [key, { restarts, waitUntilMs }] of backoffs) {
      this.#backoffs.set(key, { restarts: Math.min(restarts, mostRestarts), waitUntilMs });
    }
    for (const command of commands) {
      if (command.command === "create") {
        const { pod, container } = command.declaration;
        this.#start(containerOf(pod.name, container.name), false);
      } else if (command.command === "remove") {
        const { container } = command;
        if (this.#containers.has(container.id)) this.#take(container.id, false);
        // Also of one that is gone already the answer is that it is gone.
        else this.#tell({ type: "ContainerRemoved", container }, false);
      }
    }
  }

  /** No call is under way: each is answered at once. */
  get #remembered() {
    const none = new Set<never>();
    return { backoffs: this.#backoffs, creating: none, starting: none, removing: none, left: none };
  }
}

function declarationsOf(declared: readonly string[], pods: Pods): Declarations {
  return joinDeclarations(
    [],
    declared.map((name): DeclaredPod => {
      const containers = (pods[name] ?? []).map((each) => ({ name: each, image: "a" }));
      return {
        namespace: "default",
        name,
        uid: name,
        source: "api",
        restartPolicy: "Always",
        gracePeriodMs: 0,
        containers,
      };
    }),
  );
}

function containerOf(pod: string, container: string) {
  const key = keyOf(pod, container);
  return { key, namespace: "default", pod, podUid: pod, container, image: "a", gracePeriodMs: 0 };
}

function toRecords(containers: readonly Container[]): readonly ContainerRecord[] {
  return sorted(
    containers.map((one) =>
      containerRecord(containerOf(one.pod, one.name), {
        id: idOf(one),
        run: 1,
        createdAtMs: 0,
        state: one.isRunning ? "Running" : "Exited",
        ...(one.isRunning ? {} : { exitCode: 1 }),
      }),
    ),
  );
}

function toContainer(record: ContainerRecord, ages: ReadonlyMap<string, number>): Container {
  const { pod, container: name, id, state } = record;
  return { pod, name, age: ages.get(id) ?? 0, isRunning: state === "Running" };
}

/** 1, 2, 3 … of each name, in the order of their ids. */
function agesOf(records: readonly ContainerRecord[]): ReadonlyMap<string, number> {
  const ages = new Map<string, number>();
  const counts = new Map<string, number>();
  for (const { id, key } of records.toSorted((a, b) => compare(a.id, b.id))) {
    if (ages.has(id)) continue;
    const age = (counts.get(key) ?? 0) + 1;
    counts.set(key, age);
    ages.set(id, age);
  }
  return ages;
}

function idOf({ pod, name, age }: Container): string {
  return `${pod}/${name}/${age}`;
}

function keyOf(pod: string, name: string): ContainerKey {
  return containerKey("default", pod, name);
}

function partsOf(key: ContainerKey): { readonly pod: string; readonly name: string } {
  const [, pod = "", name = ""] = key.split("\u0000");
  return { pod, name };
}

function isNamed(one: { readonly pod: string; readonly name: string }) {
  return ({ pod, name }: Container): boolean => pod === one.pod && name === one.name;
}

function inOrder(containers: readonly Container[]): readonly Container[] {
  return containers.toSorted((a, b) => compare(idOf(a), idOf(b)));
}

function sorted(records: readonly ContainerRecord[]): readonly ContainerRecord[] {
  return records.toSorted((a, b) => compare(a.key, b.key) || compare(a.id, b.id));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
