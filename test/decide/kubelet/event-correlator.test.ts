/** Models: client-go/tools/record/events_cache_test.go, event_test.go; recorded run api-events. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type AggregateRecord,
  type BucketRecord,
  type Correlation,
  type CountRecord,
  type RecordedEvent,
  correlate,
  correlatorKeysMax,
  remember,
} from "../../../src/decide/kubelet/event-correlator.ts";

function unhealthy(message: string, given: Partial<RecordedEvent> = {}): RecordedEvent {
  return {
    eventType: "Warning",
    reason: "Unhealthy",
    message,
    about: {
      kind: "Pod",
      namespace: "default",
      name: "web",
      uid: "uid-web",
      fieldPath: "spec.containers{app}",
    },
    occurredMs: 0,
    name: "web.0",
    ...given,
  };
}

class Recorder {
  readonly #memory = {
    aggregates: new Map<string, AggregateRecord>(),
    counts: new Map<string, CountRecord>(),
    buckets: new Map<string, BucketRecord>(),
  };

  #recorded = 0;

  at(seconds: number, event: RecordedEvent, draw = 0): Correlation {
    const occurredMs = Math.round(seconds * 1000);
    const name = `web.${++this.#recorded}`;
    const correlation = correlate(this.#memory, { ...event, occurredMs, name }, occurredMs, draw);
    remember(this.#memory.aggregates, correlation.aggregate);
    remember(this.#memory.counts, correlation.counted);
    remember(this.#memory.buckets, correlation.bucket);
    return correlation;
  }
}

/** The probes of a worker that is poked at these moments, as each resync does. */
function probes(periodSeconds: number, pokes: readonly number[], until: number): readonly number[] {
  const times: number[] = [];
  for (const [index, poke] of pokes.entries()) {
    const end = pokes[index + 1] ?? until;
    for (let time = poke; time < end; time += periodSeconds) times.push(time);
  }
  return times;
}

describe("en-01, recorded: the same failure every 2 s", () => {
  const times = probes(2, [0.32, 0.85, 74.9, 150.8, 226.9], 310);
  const recorder = new Recorder();
  const all = times.map((time) => ({ time, ...recorder.at(time, unhealthy("500")) }));
  const sent = all.filter(({ isSent }) => isSent);

  it("B26: is one Event whose count stops at 25, after 47 s", () => {
    const last = sent[24];
    expect({ count: last?.count, time: last?.time }).toEqual({ count: 25, time: 46.85 });
    expect(new Set(all.map(({ name }) => name)).size).toBe(1);
  });

  it("B26: and goes on at 154, after five minutes: it was counted all the time", () => {
    const next = sent[25];
    expect(sent).toHaveLength(26);
    expect({ count: next?.count, time: next?.time.toFixed(1) }).toEqual({
      count: 154,
      time: "300.9",
    });
  });
});

describe("en-01, recorded: a failure every 5 s, each with another text", () => {
  const times = probes(5, [0, 0.21, 178.16], 306);
  const recorder = new Recorder();
  const all = times.map((time, index) => recorder.at(time, unhealthy(`uptime ${index}`)));
  const sent = all.filter(({ isSent }) => isSent);

  it("B26: is nine Events, then one folded", () => {
    const counts = sent.map(({ message, count }) => [message.startsWith("(combined"), count]);
    expect(counts.slice(0, 9)).toEqual(Array.from({ length: 9 }, () => [false, 1]));
    expect(counts.slice(9, 25)).toEqual(
      Array.from({ length: 16 }, (_, index) => [true, index + 1]),
    );
    expect(new Set(sent.map(({ name }) => name)).size).toBe(10);
    expect(sent[9]?.message).toBe("(combined from similar events): uptime 9");
  });

  it("B26: which stops at 16, goes on at 54 after five minutes", () => {
    expect(sent.slice(25).map(({ count, lastMs }) => [count, lastMs])).toEqual([[54, 303_160]]);
  });
});

describe("the bucket", () => {
  const fill = (recorder: Recorder, event: RecordedEvent) =>
    Array.from({ length: 26 }, () => recorder.at(0, event).isSent);

  it("holds 25 and gains one in 300 s", () => {
    const recorder = new Recorder();
    expect(fill(recorder, unhealthy("x"))).toEqual([
      ...Array.from({ length: 25 }, () => true),
      false,
    ]);
    expect(
      [299.999, 300, 300.001, 600].map((time) => recorder.at(time, unhealthy("x")).isSent),
    ).toEqual([false, true, false, true]);
  });

  it.each([
    ["another type: from 1.32 on", unhealthy("x", { eventType: "Normal" }), true],
    ["another pod", unhealthy("x", { about: { ...unhealthy("x").about, uid: "other" } }), true],
    ["another reason", unhealthy("x", { reason: "BackOff" }), false],
    [
      "another container of the pod",
      unhealthy("x", { about: { ...unhealthy("x").about, fieldPath: "spec.containers{b}" } }),
      false,
    ],
  ])("is it full for %s?", (_what, other, isSent) => {
    const recorder = new Recorder();
    fill(recorder, unhealthy("x"));
    expect(recorder.at(0, other).isSent).toBe(isSent);
  });
});

describe("folding", () => {
  const ten = (recorder: Recorder) =>
    Array.from({ length: 10 }, (_, index) => recorder.at(index, unhealthy(`${index}`)));

  it("begins with the tenth message, not with the tenth time", () => {
    const recorder = new Recorder();
    for (let time = 0; time < 20; time++) recorder.at(time, unhealthy("same"));
    expect(recorder.at(20, unhealthy("same"))).toMatchObject({ message: "same", count: 21 });
  });

  it("ends after ten quiet minutes", () => {
    const [late, onTime] = [609.001, 609].map((time) => {
      const recorder = new Recorder();
      ten(recorder);
      return recorder.at(time, unhealthy("new")).message;
    });
    expect(late).toBe("new");
    expect(onTime).toBe("(combined from similar events): new");
  });

  it("leaves a known message alone, unless it is the one that was dropped", () => {
    const [dropped, kept] = [0, 0.95].map((draw) => {
      const recorder = new Recorder();
      Array.from({ length: 10 }, (_, index) => recorder.at(index, unhealthy(`${index}`), draw));
      return recorder.at(10, unhealthy("0")).message;
    });
    expect([dropped, kept]).toEqual(["(combined from similar events): 0", "0"]);
  });
});

describe("any events", () => {
  it("are never sent more often than the burst and the refill allow, and all are counted", () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 80 });
    fc.assert(
      fc.property(gaps, fc.constantFrom(1, 3, 20), (seconds, kinds) => {
        const recorder = new Recorder();
        let [now, sent] = [0, 0];
        const counted = new Map<string, number>();
        for (const [index, gap] of seconds.entries()) {
          now += gap;
          const { isSent, name, count } = recorder.at(now, unhealthy(`${index % kinds}`));
          sent += isSent ? 1 : 0;
          counted.set(name, count);
        }
        expect(sent).toBeLessThanOrEqual(25 + Math.floor(now / 300));
        expect([...counted.values()].reduce((sum, count) => sum + count, 0)).toBe(seconds.length);
      }),
    );
  });
});

it("forgets the key that was not used for longest", () => {
  const map = new Map(Array.from({ length: correlatorKeysMax }, (_, index) => [`${index}`, 0]));
  remember(map, ["0", 1]);
  remember(map, ["new", 1]);
  expect([map.size, map.has("0"), map.has("1")]).toEqual([correlatorKeysMax, true, false]);
});
