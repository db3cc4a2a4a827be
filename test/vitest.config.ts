/**
 * Two projects. `core` is everything that lives in virtual time: a tripwire makes the host's clock
 * and chance throw there. `host` is the tests that start processes or read files: time is real.
 */
import { defineConfig } from "vitest/config";

const hostTests = ["test/{cli,docs,e2e,page}/**/*.test.ts", "test/{lint,tidy}*.test.ts"];

/** For what hangs. Nothing here measures speed, and a machine may have other things to do. */
const patience = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 30_000 } },
};

/**
 * XState's development build says this of every assign() that an actor makes while another's action
 * is on the stack, and here actors tell each other at once: thousands of times, of none of ours.
 */
const falseAlarm = "Custom actions should not call `assign()` directly";

export default defineConfig({
  test: {
    onConsoleLog: (log) =>
      log.split("\n").some((line) => line !== "" && !line.startsWith(falseAlarm)),
    passWithNoTests: false,
    allowOnly: false,
    // One core less, the default, is half of a machine with two.
    maxWorkers: "100%",
    projects: [
      {
        test: {
          name: "core",
          ...patience,
          include: ["test/**/*.test.ts"],
          exclude: hostTests,
          setupFiles: ["test/support/no-ambient-time.ts"],
          // Core tests share no state, so one worker may run many files: the start-up of a
          // worker costs more than most of the files. A test that fails only this way leaks state.
          pool: "threads",
          isolate: false,
        },
      },
      {
        test: {
          name: "host",
          include: hostTests,
          globalSetup: ["test/support/build-once.ts"],
          ...patience,
        },
      },
    ],
  },
});
