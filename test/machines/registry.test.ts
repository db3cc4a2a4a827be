/** The registry keeps its list sorted while containers come, change and go. */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { ContainerRegistry } from "../../machines/world/registry.ts";
import { compareBytes } from "../../src/model/container-key.ts";
import { defaultBehaviour } from "../../src/model/behaviour.ts";
import type { ContainerRecord } from "../../src/model/runtime.ts";
import { config, record } from "./support.ts";

type Step =
  | { readonly do: "add"; readonly pod: string; readonly container: string }
  | { readonly do: "update" | "remove"; readonly pick: number }
  | { readonly do: "list" };

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    fc.record({
      do: fc.constant("add" as const),
      pod: fc.constantFrom("a", "a-b", "b", "B"),
      container: fc.constantFrom("x", "y"),
    }),
    fc.record({ do: fc.constantFrom("update" as const, "remove" as const), pick: fc.nat(30) }),
    fc.constant({ do: "list" as const }),
  ),
  { maxLength: 60 },
);

it("lists what a plain sorted array would", () => {
  fc.assert(
    fc.property(steps, (script) => {
      const registry = new ContainerRegistry<undefined, undefined>();
      let plain: ContainerRecord[] = [];
      let ids = 0;
      const looks: (readonly [ContainerRecord[], ContainerRecord[]])[] = [];
      for (const what of script) {
        if (what.do === "add") {
          const added = record(`c${++ids}`, {}, config(what.pod, what.container));
          registry.add(added, defaultBehaviour);
          plain.push(added);
        } else if (what.do !== "list") {
          const id = `c${what.pick}`;
          const slot = registry.get(id);
          if (what.do === "remove") {
            registry.remove(id);
            plain = plain.filter((other) => other.id !== id);
          } else if (slot) {
            const changed = record(id, { state: "Exited" }, slot.record);
            registry.update(slot, changed);
            plain = plain.map((other) => (other.id === id ? changed : other));
          }
        } else {
          looks.push([[...registry.list()], sorted(plain)]);
        }
      }
      looks.push([[...registry.list()], sorted(plain)]);
      for (const [listed, expected] of looks) expect(listed).toEqual(expected);
      expect(registry.size).toBe(plain.length);
    }),
  );
});

it("knows no container that was removed, and removes the absent without complaint", () => {
  const registry = new ContainerRegistry<undefined, undefined>();
  registry.add(record("c1"), defaultBehaviour);
  registry.remove("c1");
  registry.remove("c1");
  expect(registry.get("c1")).toBeUndefined();
  expect(registry.list()).toEqual([]);
});

it("gives lists that later changes leave alone", () => {
  const registry = new ContainerRegistry<undefined, undefined>();
  const slot = registry.add(record("c1"), defaultBehaviour);
  const before = registry.list();
  registry.update(slot, record("c1", { state: "Running" }));
  registry.add(record("c2"), defaultBehaviour);
  expect(before).toMatchObject([{ id: "c1", state: "Creating" }]);
});

function sorted(records: readonly ContainerRecord[]): ContainerRecord[] {
  return records.toSorted((a, b) => compareBytes(a.key, b.key));
}
