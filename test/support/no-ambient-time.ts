/**
 * Makes the host's time and chance throw inside core tests, so that a leak fails where it happens
 * and not as a flaky trace later. Also fails a test that wrote a warning (XState warns where it
 * should throw) or left an error to be reported "later" by a host timer, as XState and RxJS do.
 */
import * as fc from "fast-check";
import { afterEach, beforeEach, vi } from "vitest";

// A property must draw the same cases on each run; another seed is a deliberate act.
fc.configureGlobal({ seed: Number(process.env["FC_SEED"] ?? 42) });

interface Frame {
  getFileName(): string | null | undefined;
  getFunctionName(): string | null;
}

const HostDate = Date;
let unhandled: unknown[] = [];
let restore: (() => void)[] = [];

beforeEach(() => {
  unhandled = [];
  restore = [
    trip(Math, "random"),
    trip(globalThis, "setInterval"),
    trip(globalThis, "setImmediate"),
    trip(globalThis, "setTimeout", runUnhandledReport),
    replaceDate(),
  ];
  const warn = vi.spyOn(console, "warn");
  warn.mockImplementation(() => {
    if (isFalseAlarm()) warn.mock.calls.pop();
  });
  vi.spyOn(console, "error").mockImplementation(() => {});
});

afterEach(() => {
  for (const undo of restore) undo();
  const printed = [...vi.mocked(console.warn).mock.calls, ...vi.mocked(console.error).mock.calls];
  vi.mocked(console.warn).mockRestore();
  vi.mocked(console.error).mockRestore();
  if (unhandled.length > 0) throw unhandled[0];
  if (printed.length > 0) {
    const lines = printed.map((words) => words.map(String).join(" ")).join("\n");
    throw new Error(`a core test wrote to the console; fix the cause of:\n${lines}`);
  }
});

function ambient(name: string): Error {
  return new Error(`${name} is not deterministic: use the simulation's clock or random streams`);
}

/** A spy, so that a test of foreign code can say `vi.mocked(Math.random).mockReturnValue(0)`. */
function trip<T extends object>(
  owner: T,
  name: string & keyof T,
  allowed: (...args: readonly unknown[]) => boolean = () => false,
): () => void {
  const spy = vi.spyOn(owner, name as never) as unknown as ReturnType<typeof vi.fn>;
  spy.mockImplementation((...args: readonly unknown[]) => {
    if (allowed(...args)) return 0;
    throw ambient(owner === Math ? `Math.${name}` : name);
  });
  return () => spy.mockRestore();
}

/** XState and RxJS throw an unhandled error from a host timer; here its own test fails. */
function runUnhandledReport(callback: unknown): boolean {
  const reporting = callers(8).some((frame) => frame.getFunctionName() === "reportUnhandledError");
  if (!reporting) return false;
  try {
    (callback as () => void)();
  } catch (error) {
    unhandled.push(error);
  }
  return true;
}

/**
 * XState's development build takes an actor that is created inside an action for a call of `assign`
 * by that action: it uses `assign` itself to make the new actor's context from its input.
 */
function isFalseAlarm(): boolean {
  return callers(10).some((frame) => frame.getFunctionName()?.endsWith("_getPreInitialState"));
}

/** XState stamps each timer with `Date.now()` and never reads it, so it alone gets an answer: 0. */
function replaceDate(): () => void {
  const now = (): number => {
    const [caller] = callers(3).slice(-1);
    if (caller?.getFileName()?.includes("/node_modules/xstate/")) return 0;
    throw ambient("Date.now");
  };
  const tripped = new Proxy(HostDate, {
    get: (target, key): unknown => (key === "now" ? now : Reflect.get(target, key)),
    apply: () => {
      throw ambient("Date");
    },
    construct: (target, args, newTarget) => {
      if (args.length === 0) throw ambient("new Date");
      return Reflect.construct(target, args, newTarget) as Date;
    },
  });
  globalThis.Date = tripped;
  return () => {
    globalThis.Date = HostDate;
  };
}

/** The innermost frames of the stack, this module's own first; raw, as formatting them is slow. */
function callers(depth: number): readonly Frame[] {
  const { prepareStackTrace, stackTraceLimit } = Error;
  Error.stackTraceLimit = depth;
  Error.prepareStackTrace = (_, frames) => frames;
  try {
    return new Error("stack").stack as unknown as readonly Frame[];
  } finally {
    Error.prepareStackTrace = prepareStackTrace;
    Error.stackTraceLimit = stackTraceLimit;
  }
}
