/** What a run with a seed threw, as plain data: it crosses between threads, and keeps its class. */
import { SimulationError } from "../sim/limits.ts";

export interface FailedSeed {
  readonly seed: number;
  readonly message: string;
  /** Of a limit that was reached: that is told without a stack. */
  readonly isLimit: boolean;
  readonly stack?: string;
}

export function failureOf(seed: number, error: unknown): FailedSeed {
  if (!(error instanceof Error)) return { seed, message: String(error), isLimit: false };
  const { message, stack, cause } = error;
  const isLimit = error instanceof SimulationError && cause === undefined;
  const inner = cause instanceof Error ? cause.stack : stack;
  return { seed, message, isLimit, ...(inner === undefined ? {} : { stack: inner }) };
}

/** Says the same as the error of a single run, and of which seed. */
export function toError({ seed, message, isLimit, stack }: FailedSeed): Error {
  const text = `seed ${seed}: ${message}`;
  if (isLimit) return new SimulationError(text);
  const error = new Error(text);
  if (stack !== undefined) error.stack = `${text}\n${stack}`;
  return error;
}
