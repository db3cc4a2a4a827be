/**
 * `relist/vitest`: matchers for tests of what a node does with pods. To import it is enough.
 *
 * @example
 * // web.test.ts
 * import { overSeeds, simulate } from "relist";
 * import "relist/vitest";
 * import { expect, test } from "vitest";
 *
 * const pod = {
 *   apiVersion: "v1",
 *   kind: "Pod",
 *   metadata: { name: "web" },
 *   spec: { containers: [{ name: "app", image: "example.com/web:1" }] },
 * };
 *
 * test("a crash is over in a minute", { timeout: 60_000 }, () => {
 *   const runs = overSeeds(5, (seed) =>
 *     simulate(pod, { seed, behave: "app: exit 1 after 5s then runs" }).advance("2m"),
 *   );
 *   expect(runs).toRestart("app", { times: 1 });
 *   expect(runs).toBecomeReady("web", { after: "app#1.exit", within: "1m" });
 *   expect(runs).not.toReceiveSignal("app", "SIGKILL");
 * });
 */
import { expect } from "vitest";
import { type CountedWindow, matchers } from "./matchers.ts";
import type { Moment, Window } from "./window.ts";

export type { CountedWindow, Moment, Window };

/** What `expect` can do with the node of `simulate`, and with the runs of `overSeeds`. */
export interface RelistMatchers<Result = unknown> {
  /**
   * The container (`app`, `web/app`) or the pod (`web`) becomes Ready; without a name each pod.
   * Judged is the run as far as it went: where a window ends later, the matcher fails, also with
   * `not`.
   */
  toBecomeReady: (name?: string, window?: Window) => Result;
  /** A container is started again; of a pod any of its containers. Without a name each pod. */
  toRestart: (name?: string, options?: CountedWindow) => Result;
  /** A process gets the signal. */
  toReceiveSignal: (name: string, signal: "SIGTERM" | "SIGKILL", options?: CountedWindow) => Result;
}

declare module "vitest" {
  interface Matchers<T> extends RelistMatchers<T> {}
}

expect.extend(matchers);
