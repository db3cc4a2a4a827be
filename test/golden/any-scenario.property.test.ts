/** The actor system equals the reference model without quirks in any scenario, not in 54 alone. */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { ReferenceModel } from "./reference-model.ts";
import { type Drive, NodePlayer } from "./replay.ts";
import type { ContainerSpec, PodSpec, SeedAction, SeedRound } from "./seed-ticks.ts";

const containerName = fc.constantFrom("a", "b", "b/c");
const podName = fc.constantFrom("p", "q", "P", "p/b", "p-1");
const container: fc.Arbitrary<ContainerSpec> = fc.record({
  name: containerName,
  startupTicks: fc.integer({ min: -1, max: 3 }),
  failAfter: fc.integer({ min: -1, max: 3 }),
});
const pods: fc.Arbitrary<readonly PodSpec[]> = fc.array(
  fc.record({
    name: podName,
    restart: fc.boolean(),
    containers: fc.array(container, { maxLength: 3 }),
  }),
  { maxLength: 4 },
);
const id = fc.integer({ min: 1, max: 20 }).map((number) => `c${number}`);
const action: fc.Arbitrary<SeedAction> = fc.oneof(
  fc.record({ do: fc.constantFrom("setFilePods" as const, "deliver" as const), pods }),
  fc.record({ do: fc.constant("link" as const), up: fc.boolean() }),
  fc.record({ do: fc.constant("runtimeCreate" as const), pod: podName, container }),
  fc.record({ do: fc.constantFrom("kill" as const, "runtimeRemove" as const), id }),
  fc.record({ do: fc.constantFrom("callList" as const, "callRunning" as const) }),
);
const actions = fc
  .tuple(fc.nat(9), fc.array(action, { maxLength: 3 }))
  .map(([dice, rest]): readonly SeedAction[] => {
    return dice === 0 ? [{ do: "restartKubelet" }, ...rest] : rest;
  });

it.each([
  ["ticker", ["tick"]],
  ["driven", ["tick", "tick", "sync", "step", "none"]],
] as const)("whoever drives it: %s", (drive: Drive, advances) => {
  const round: fc.Arbitrary<SeedRound> = fc.record({
    actions,
    advance: fc.constantFrom(...advances),
  });
  fc.assert(
    fc.property(fc.array(round, { maxLength: 25 }), (rounds) => {
      const node = new NodePlayer(drive, "stored");
      const model = new ReferenceModel([]);
      for (const input of rounds) expect(node.play(input)).toEqual(model.play(input));
    }),
    { numRuns: 100 },
  );
});
