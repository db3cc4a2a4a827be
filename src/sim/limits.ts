/** What a run may not exceed, so that a mistake in a scenario ends in a message, not in a hang. */

export interface SimulationLimits {
  /** Messages and timers handled in one run. */
  readonly events: number;
  /** The same, without virtual time going on: two actors that answer each other for ever. */
  readonly eventsAtInstant: number;
  /** Messages that wait at one moment. */
  readonly queue: number;
  /** Virtual time in milliseconds. */
  readonly timeMs: number;
}

export const defaultLimits: SimulationLimits = {
  events: 100_000_000,
  eventsAtInstant: 10_000_000,
  queue: 10_000_000,
  timeMs: 10 * 365 * 24 * 3_600_000,
};

/** Throws for what would be no limit: nothing is ever above a number that is none. */
export function limitsOf(given: Partial<SimulationLimits> = {}): SimulationLimits {
  const limits = { ...defaultLimits, ...given };
  for (const [name, value] of Object.entries(limits) as readonly [string, unknown][]) {
    if (typeof value === "number" && value >= 0) continue;
    throw new RangeError(`limits.${name} must be a number, 0 or more, got ${String(value)}`);
  }
  return limits;
}

/** A run that could not go on: a limit, or a handler that threw (then `cause` is what it threw). */
export class SimulationError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "SimulationError";
  }
}
