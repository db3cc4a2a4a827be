/** What a run with a seed threw, as plain data: it crosses between threads, and keeps its class. */
import { SimulationError } from "../sim/limits.ts";
import { isTheCallers } from "./report-error.ts";

export interface FailedSeed {
  readonly seed: number;
  readonly message: string;
  /** A limit that was reached, or a kubelet of the user's: that is told without a stack. */
  readonly isTheCallers: boolean;
  readonly stack?: string;
}

export function failureOf(seed: number, error: unknown): FailedSeed {
  if (!(error instanceof Error)) return { seed, message: String(error), isTheCallers: false };
  const { message, stack, cause } = error;
  const inner = cause instanceof Error ? cause.stack : stack;
  const told = { seed, message, isTheCallers: isTheCallers(error) };
  return { ...told, ...(inner === undefined ? {} : { stack: inner }) };
}

/** Says the same as the error of a single run, and of which seed. */
export function toError({ seed, message, isTheCallers: isTold, stack }: FailedSeed): Error {
  const text = `seed ${seed}: ${message}`;
  if (isTold) return new SimulationError(text);
  const error = new Error(text);
  if (stack !== undefined) error.stack = `${text}\n${stack}`;
  return error;
}
