/** Inputs that the recording lacks, for rules that only the reference model can then decide. */
import type { PodSpec, Scenario, SeedAction, SeedRound } from "./seed-ticks.ts";

const tick = round("tick");
const step = round("step");
const sync = round("sync");

export const ownScenarios: readonly Scenario[] = [
  scenario(
    "wait-while-world-moves",
    "A wait goes on while the world moves and the kubelet does not look",
    [
      round("tick", files([pod("p", [1, 1])])),
      ...times(12, tick),
      ...times(7, step),
      sync,
      ...times(3, step),
      sync,
      ...times(3, tick),
    ],
  ),
  scenario("bare-syncs-between-ticks", "Bare syncs look more often, and wait no shorter", [
    round("tick", files([pod("p", [0, 2]), pod("q", [2, 1])])),
    ...times(20, [sync, tick, sync, sync]).flat(),
  ]),
  scenario("restart-during-wait", "A kubelet that is new serves no wait that began before it", [
    round("tick", files([pod("p", [0, 1])])),
    ...times(4, tick),
    round("tick", { do: "restartKubelet" }),
    ...times(12, tick),
  ]),
  scenario("restart-while-creating", "What is still Creating is told to start once more", [
    round("tick", files([pod("p", [5, 0]), pod("q", [3, 1])])),
    tick,
    round("tick", { do: "restartKubelet" }),
    ...times(12, tick),
  ]),
  scenario("restart-after-exit", "What rests is left alone by the next kubelet as well", [
    round("tick", files([pod("p", [0, 1], false), pod("q", [0, 1])])),
    ...times(3, tick),
    round("tick", { do: "restartKubelet" }),
    ...times(3, tick),
  ]),
  scenario(
    "restart-while-cut",
    "A new kubelet is given what was delivered last",
    [
      round("tick", { do: "link", up: true }, { do: "deliver", pods: [pod("web", [1, 0])] }),
      tick,
      round("tick", { do: "link", up: false }, { do: "deliver", pods: [pod("worker", [1, 0])] }),
      round("tick", { do: "restartKubelet" }),
      ...times(2, tick),
      round("tick", { do: "link", up: true }),
      ...times(2, tick),
    ],
    ["quirk:no-catch-up-on-link"],
  ),
  scenario(
    "catch-up-to-nothing",
    "All API pods were withdrawn during the cut",
    [
      round("tick", { do: "link", up: true }, { do: "deliver", pods: [pod("web", [1, 0])] }),
      round("tick", { do: "link", up: false }, { do: "deliver", pods: [] }),
      tick,
      round("tick", { do: "link", up: true }),
      tick,
    ],
    ["quirk:no-catch-up-on-link"],
  ),
  scenario("slash-in-names-crash", "A crash of one of two that read the same", [
    round("tick", files([pod("a", [0, 0], true, "b/c"), pod("a/b", [0, 2], true, "c")])),
    ...times(12, tick),
  ]),
  scenario("extra-of-crashed-key", "The oldest crashes, and an extra container goes with it", [
    round("tick", files([pod("p", [0, 3])])),
    ...times(2, tick),
    round("tick", {
      do: "runtimeCreate",
      pod: "p",
      container: { name: "app", startupTicks: 0, failAfter: 0 },
    }),
    ...times(6, tick),
  ]),
  scenario("rests-then-restarts", "Left Exited, then declared with restart", [
    round("tick", files([pod("p", [0, 1], false)])),
    ...times(4, tick),
    round("tick", files([pod("p", [0, 1], true)])),
    ...times(6, tick),
    round("tick", files([])),
    tick,
  ]),
];

function scenario(
  id: string,
  title: string,
  rounds: readonly SeedRound[],
  tags: readonly string[] = [],
): Scenario {
  return { id, title, tags, rounds: rounds.map((input) => ({ in: input })) };
}

function round(advance: SeedRound["advance"], ...actions: readonly SeedAction[]): SeedRound {
  return { advance, actions };
}

function times<T>(count: number, what: T): readonly T[] {
  return Array.from({ length: count }, () => what);
}

function files(pods: readonly PodSpec[]): SeedAction {
  return { do: "setFilePods", pods };
}

function pod(
  name: string,
  [startupTicks, failAfter]: readonly [number, number],
  restart = true,
  container = "app",
): PodSpec {
  return { name, restart, containers: [{ name: container, startupTicks, failAfter }] };
}
