/**
 * What frames of the inspector's protocol tell of actors, for whoever looks at any moment of it.
 * They may come from any program that speaks it, so nothing in them is taken for granted.
 */
import { type AnyStateMachine, type StateValue, createMachine } from "xstate";
import type { ActorLife, ActorLog, Message, Point } from "./actor-log.ts";
import { statechartOf } from "./machines/statechart.ts";

/** What an actor got, and what it held after that. */
export interface Step extends Point {
  readonly event: unknown;
  readonly context: unknown;
}

export interface FramedLife extends ActorLife {
  readonly steps: Step[];
}

/** The actors of one root, which have one clock; two programs, or two nodes, have two. */
export class FramedSystem implements ActorLog {
  readonly name: string;
  readonly actors = new Map<string, FramedLife>();
  readonly messages: Message[] = [];
  readonly #startMs: number;
  /** When each of its frames came. */
  readonly #times: number[] = [];

  constructor(name: string, startMs: number) {
    this.name = name;
    this.#startMs = startMs;
  }

  /** How many frames have come. */
  get count(): number {
    return this.#times.length;
  }

  /** After so many frames. */
  pointAt(count: number): Point {
    const within = Math.max(1, Math.min(this.count, count));
    return { ms: this.#times[within - 1] ?? 0, count: within };
  }

  /** A client that comes back tells again of what was before: time stands still meanwhile. */
  tick(createdAt: number): Point {
    const ms = Math.max(this.#times.at(-1) ?? 0, createdAt - this.#startMs);
    this.#times.push(ms);
    return { ms, count: this.count };
  }
}

/** That of `Date.now()` in 1973; virtual time begins at 0. */
const firstHostMs = 100_000_000_000;

export class ActorFrames {
  readonly #systems = new Map<string, FramedSystem>();
  /** Of each actor by its id in the frames. */
  readonly #known = new Map<string, { readonly system: FramedSystem; readonly life: FramedLife }>();
  readonly #uses = new Map<string, number>();
  #passedOver = 0;

  /** By the names of their roots, as they came. */
  get systems(): readonly FramedSystem[] {
    return [...this.#systems.values()];
  }

  /** How many frames could not be read, or told of an actor that nothing is known of. */
  get passedOver(): number {
    return this.#passedOver;
  }

  take(frame: unknown): void {
    const known = isRecord(frame) && this.#take(frame);
    if (!known) this.#passedOver++;
  }

  #take(frame: Fields): boolean {
    const { type, sessionId } = frame;
    if (typeof sessionId !== "string") return false;
    if (type === "@xstate.actor") return this.#begin(sessionId, frame);
    const known = this.#known.get(sessionId);
    if (known === undefined) return false;
    const { system, life } = known;
    const point = system.tick(timeOf(frame));
    if (type === "@xstate.snapshot") hold(life, point, frame);
    else if (type === "@xstate.event") this.#hear(system, life, point, frame);
    else return false;
    return true;
  }

  #begin(id: string, frame: Fields): boolean {
    // Told again by a client that has come back.
    if (this.#known.has(id)) return true;
    const { parentId, name, definition } = frame;
    const above = typeof parentId === "string" ? this.#known.get(parentId) : undefined;
    const full = this.#nameOf(id, typeof name === "string" ? name : id, above?.life);
    const system = above?.system ?? new FramedSystem(full, startOf(timeOf(frame)));
    if (above === undefined) this.#systems.set(full, system);
    const begin = system.tick(timeOf(frame));
    const life: FramedLife = {
      name: full,
      parent: above?.life.name,
      ...machineOf(definition),
      states: [],
      messages: [],
      steps: [],
      begin,
    };
    system.actors.set(full, life);
    this.#known.set(id, { system, life });
    hold(life, begin, frame);
    return true;
  }

  /** An id that XState gave is a number; the path of the names is something to read. */
  #nameOf(id: string, name: string, above: FramedLife | undefined): string {
    if (!/^x:\d+( \(\d+\))?$/.test(id)) return id;
    const path = above === undefined ? name : `${above.name}/${name}`;
    const use = (this.#uses.get(path) ?? 0) + 1;
    this.#uses.set(path, use);
    return use === 1 ? path : `${path} (${use})`;
  }

  #hear(system: FramedSystem, life: FramedLife, point: Point, { event, sourceId }: Fields): void {
    const type = isRecord(event) && typeof event["type"] === "string" ? event["type"] : "?";
    if (type === "xstate.init") return;
    const from = typeof sourceId === "string" ? this.#known.get(sourceId)?.life.name : undefined;
    life.messages.push(system.messages.length);
    system.messages.push({
      ...point,
      ...(from === undefined ? {} : { from }),
      to: life.name,
      type,
    });
  }
}

type Fields = Readonly<Record<string, unknown>>;

function isRecord(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function timeOf({ createdAt }: Fields): number {
  const ms = Number(createdAt);
  return Number.isFinite(ms) && ms >= 0 ? Math.round(ms) : 0;
}

/** The time of day of a host says less than how long it has been since the beginning. */
function startOf(ms: number): number {
  return ms < firstHostMs ? 0 : ms;
}

/** What an actor is by then: its state, where it is another one, and what it holds. */
function hold(life: FramedLife, point: Point, { type, event, snapshot }: Fields): void {
  if (!isRecord(snapshot)) return;
  const { status, value, context } = snapshot;
  const isNews = type === "@xstate.snapshot";
  // A program that is over is looked at all the same. What the client says of a new actor is late.
  const isOver = status === "stopped" || (life.parent !== undefined && status !== "active");
  if (isNews && isOver) life.end ??= point;
  life.steps.push({ ...point, event: isNews ? event : undefined, context });
  const before = life.states.at(-1)?.value;
  if (isStateValue(value) && JSON.stringify(before) !== JSON.stringify(value))
    life.states.push({ ...point, value });
}

function isStateValue(value: unknown): value is StateValue {
  return typeof value === "string" || (isRecord(value) && Object.values(value).every(isStateValue));
}

/** The machine of a definition; none of what is no statechart, or cannot be drawn. */
function machineOf(definition: unknown): Pick<FramedLife, "machine" | "flaw"> {
  try {
    const config = typeof definition === "string" ? (JSON.parse(definition) as unknown) : undefined;
    if (!isRecord(config) || !isRecord(config["states"])) return { machine: undefined };
    const machine: AnyStateMachine = createMachine(config as Parameters<typeof createMachine>[0]);
    statechartOf(machine);
    return { machine };
  } catch (error) {
    return { machine: undefined, flaw: error instanceof Error ? error.message : String(error) };
  }
}
