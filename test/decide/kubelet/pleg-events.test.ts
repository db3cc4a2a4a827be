/** Models: kubernetes/pkg/kubelet/pleg/generic_test.go TestRelisting and its kin. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type PlegState,
  type PodRecord,
  computeEvents,
  eventsToSend,
  generateEvents,
  needsInspection,
  plegHealth,
  podRecord,
  syncsPod,
} from "../../../src/decide/kubelet/pleg-events.ts";
import {
  allFeatures,
  exited,
  noFeatures,
  record,
  runtimeStatus,
  sandbox,
} from "../../support/kube.ts";

const states = ["running", "exited", "unknown", "non-existent"] as const;

describe("the table of events", () => {
  /** Old state, then what each new state of `states` brings. */
  const rows: readonly (readonly [PlegState, string, string, string, string])[] = [
    ["running", "", "ContainerDied", "ContainerChanged", "ContainerDied ContainerRemoved"],
    ["exited", "ContainerStarted", "", "ContainerChanged", "ContainerRemoved"],
    ["unknown", "ContainerStarted", "ContainerDied", "", "ContainerDied ContainerRemoved"],
    ["non-existent", "ContainerStarted", "ContainerDied", "ContainerChanged", ""],
  ];
  it.each(rows)("from %s", (before, ...expected) => {
    expect(states.map((now) => generateEvents(before, now).join(" "))).toEqual(expected);
  });

  it("S48: created and dead within one relist is one ContainerDied", () => {
    expect(generateEvents("non-existent", "exited")).toEqual(["ContainerDied"]);
  });
});

describe("a pod's record", () => {
  it("holds containers and sandboxes, and takes what was only created as unknown", () => {
    const status = runtimeStatus(
      [record({ restartCount: 1, state: "created" }), exited()],
      [sandbox({ attempt: 1 }), sandbox({ state: "SANDBOX_NOTREADY" })],
    );
    expect([...podRecord(status)]).toEqual([
      ["app-1", "unknown"],
      ["app-0", "exited"],
      ["sandbox-1", "running"],
      ["sandbox-0", "exited"],
    ]);
  });

  it("gives its events in list order, the old list first", () => {
    const old = podRecord(runtimeStatus([record()]));
    const current = podRecord(
      runtimeStatus([record({ restartCount: 1 }), exited()], [sandbox({ attempt: 1 })]),
    );
    expect(computeEvents("uid-web", old, current)).toEqual([
      { uid: "uid-web", type: "ContainerDied", id: "app-0" },
      { uid: "uid-web", type: "ContainerDied", id: "sandbox-0" },
      { uid: "uid-web", type: "ContainerRemoved", id: "sandbox-0" },
      { uid: "uid-web", type: "ContainerStarted", id: "app-1" },
      { uid: "uid-web", type: "ContainerStarted", id: "sandbox-1" },
    ]);
  });

  it("that appears starts what runs, and that goes loses all", () => {
    const one = podRecord(runtimeStatus([exited()]));
    const types = (old?: PodRecord, current?: PodRecord) =>
      computeEvents("uid-web", old, current).map(({ type }) => type);
    expect(types(undefined, one)).toEqual(["ContainerDied", "ContainerStarted"]);
    expect(types(one)).toEqual(["ContainerRemoved", "ContainerDied", "ContainerRemoved"]);
    expect(types()).toEqual([]);
  });
});

describe("what goes out", () => {
  const changed = { uid: "u", type: "ContainerChanged", id: "a" } as const;
  const died = { uid: "u", type: "ContainerDied", id: "b" } as const;
  it.each([
    ["events but ContainerChanged", [changed, died], noFeatures, [died]],
    ["nothing for a change to unknown", [changed], noFeatures, []],
    ["… which is not a re-inspection either", [changed], allFeatures, []],
    ["row 35, old: nothing for a pod inspected again", [], noFeatures, []],
    ["row 35, new: a PodSync", [], allFeatures, [{ uid: "u", type: "PodSync" }]],
  ] as const)("%s", (_what, events, features, sent) => {
    expect(eventsToSend("u", events, features)).toEqual(sent);
  });

  it("is inspected first, also after an inspection that failed", () => {
    const given = [needsInspection([], false), needsInspection([], true)];
    expect([...given, needsInspection([changed], false)]).toEqual([false, true, true]);
  });

  it("has the pod synced, but for a removal", () => {
    const types = ["ContainerStarted", "ContainerDied", "ContainerRemoved", "PodSync"] as const;
    expect(types.map((type) => syncsPod({ uid: "u", type }))).toEqual([true, true, false, true]);
  });
});

it.each([
  ["never", undefined, "pleg has yet to be successful"],
  ["3 min ago", 20_000, undefined],
  ["S47: longer ago", 19_999, "pleg was last seen active 3m0.001s ago; threshold is 3m0s"],
])("is healthy or not: relisted %s", (_what, lastMs, text) => {
  expect(plegHealth(lastMs, 200_000)).toBe(text);
});

describe("any lists, one after the other", () => {
  const state = fc.constantFrom<"running" | "exited" | "unknown">("running", "exited", "unknown");
  const list = fc
    .array(fc.tuple(fc.constantFrom("a", "b", "c"), state))
    .map((entries): PodRecord => new Map(entries));

  it("tell every death once, and every removal, whatever is missed between", () => {
    fc.assert(
      fc.property(fc.array(list), (lists) => {
        let old: PodRecord = new Map();
        for (const current of [...lists, new Map() as PodRecord]) {
          const events = computeEvents("u", old, current);
          for (const [id, before] of old) {
            const types = events.filter((event) => event.id === id).map(({ type }) => type);
            const isGone = !current.has(id);
            const died = before !== "exited" && (isGone || current.get(id) === "exited");
            expect(types.includes("ContainerDied")).toBe(died);
            expect(types.includes("ContainerRemoved")).toBe(isGone);
          }
          expect(computeEvents("u", current, current)).toEqual([]);
          old = current;
        }
      }),
    );
  });
});
