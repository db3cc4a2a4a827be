/** From what is published to what is traced: states, and what changed between two lists. */
import { describe, expect, it } from "vitest";
import { containerRecord } from "../../src/decide/container-record.ts";
import type { ContainerRecord, RuntimeEvent } from "../../src/model/runtime.ts";
import type { Delivery } from "../../src/bus/deliveries.ts";
import { TraceWriter, deliveryTrace, runtimeEventTrace } from "../../src/node/trace-writer.ts";
import { strayConfig } from "./sample-node.ts";

function listed(id: string, state: ContainerRecord["state"] = "Running"): ContainerRecord {
  return containerRecord(strayConfig(`pod-${id}`), { id, run: 1, createdAtMs: 0, state });
}

/** What the trace shows of each list in turn. */
function changesOf(...lists: readonly (readonly ContainerRecord[])[]): unknown[] {
  const writer = new TraceWriter();
  return lists.map((containers) => writer.toTrace({ type: "listRead", containers }));
}

describe("a list in the trace", () => {
  it("is numbered and counted", () => {
    expect(changesOf([], [listed("c1")])).toEqual([
      { type: "relist", number: 1, containers: 0, changes: {} },
      { type: "relist", number: 2, containers: 1, changes: { c1: { new: "Running" } } },
    ]);
  });

  it("shows nothing where nothing changed, in the same or in equal pictures", () => {
    const [one, two] = [listed("c1"), listed("c2")];
    const lists = changesOf([one, two], [one, two], [listed("c1"), listed("c2")]);
    expect(lists.slice(1)).toMatchObject([{ changes: {} }, { changes: {} }]);
  });

  it("shows what came, what moved and what went, by id", () => {
    const [, last] = changesOf(
      [listed("c1"), listed("c2"), listed("c3")],
      [listed("c4", "Creating"), listed("c1", "Exited"), listed("c3")],
    );
    expect(last).toMatchObject({
      containers: 3,
      changes: {
        c4: { new: "Creating" },
        c1: { old: "Running", new: "Exited" },
        c2: { old: "Running" },
      },
    });
  });

  it("shows changes in the order of the newer list, then what is gone", () => {
    const [, last] = changesOf(
      [listed("c9"), listed("c1")],
      [listed("c5"), listed("c1", "Exited"), listed("c3")],
    ) as { readonly changes: object }[];
    expect(Object.keys(last?.changes ?? {})).toEqual(["c5", "c1", "c3", "c9"]);
  });

  it("compares with the list before, not with the first", () => {
    const lists = changesOf([listed("c1")], [], [listed("c1")]);
    expect(lists.at(-1)).toMatchObject({ changes: { c1: { new: "Running" } } });
  });
});

describe("a container in the trace", () => {
  const subject = {
    namespace: "default",
    pod: "web",
    uid: "uid-stray-web",
    container: "app",
    id: "c1",
  };

  function picture(facts: Partial<ContainerRecord> = {}): ContainerRecord {
    return containerRecord(strayConfig("web"), { id: "c1", run: 2, createdAtMs: 0, ...facts });
  }

  it.each<[string, RuntimeEvent, object]>([
    [
      "created",
      { type: "ContainerCreated", container: picture() },
      { type: "container", ...subject, run: 2, to: "Creating" },
    ],
    [
      "started",
      { type: "ContainerStarted", container: picture({ state: "Running" }), from: "Creating" },
      { type: "container", ...subject, run: 2, from: "Creating", to: "Running" },
    ],
    [
      "dead",
      {
        type: "ContainerDied",
        container: picture({ state: "Exited", exitCode: 137, reason: "OOMKilled" }),
        from: "Running",
      },
      {
        type: "container",
        ...subject,
        run: 2,
        from: "Running",
        to: "Exited",
        exitCode: 137,
        reason: "OOMKilled",
      },
    ],
    [
      "removed, without the exit that was told before",
      {
        type: "ContainerRemoved",
        container: picture({ state: "Exited", exitCode: 0, reason: "Completed" }),
        from: "Exited",
      },
      { type: "container", ...subject, run: 2, from: "Exited", to: "Removed" },
    ],
  ])("is %s", (_, event, expected) => {
    expect(new TraceWriter().toTrace(event)).toStrictEqual(expected);
  });

  it("shows whether its notification got through, or which fault took it", () => {
    const event: RuntimeEvent = { type: "ContainerDied", container: picture() };
    const told = { type: "runtimeEvent", ...subject, event: "ContainerDied" };
    const written = (delivery: Omit<Delivery<RuntimeEvent>, "event">) =>
      runtimeEventTrace(event, deliveryTrace({ event, ...delivery }, 1500));
    expect(written({})).toStrictEqual({ ...told, delivered: true });
    expect(written({ lostTo: "storm" })).toStrictEqual({ ...told, delivered: "storm" });
    expect(written({ held: { by: "fog", forMs: 500 } })).toStrictEqual({
      ...told,
      delivered: "fog",
      due: 2,
    });
    expect(written({ broughtBy: "fog" })).toStrictEqual({ ...told, delivered: true, fault: "fog" });
  });
});

it("traces other facts as they are published", () => {
  const fact = { type: "link", up: true } as const;
  expect(new TraceWriter().toTrace(fact)).toBe(fact);
});
