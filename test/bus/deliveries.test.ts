/** Notifications on their way: nothing is dropped in silence, and types are picked by name. */
import { type Observable, Subject, of } from "rxjs";
import { describe, expect, it } from "vitest";
import {
  type Fault,
  asDeliveries,
  delayEvents,
  dropEvents,
  duplicateEvents,
  keeperOf,
  ofType,
  reorderEvents,
  through as piped,
} from "../../src/bus/deliveries.ts";
import { VirtualClock } from "../../src/sim/virtual-clock.ts";

interface Born {
  readonly type: "born";
  readonly name: string;
}

interface Died {
  readonly type: "died";
  readonly name: string;
  readonly code: number;
}

type Fact = Born | Died;

const facts: readonly Fact[] = [
  { type: "born", name: "a" },
  { type: "born", name: "b" },
  { type: "died", name: "a", code: 1 },
  { type: "died", name: "b", code: 0 },
];

function all<T>(stream$: Observable<T>): T[] {
  const seen: T[] = [];
  stream$.subscribe((value) => seen.push(value));
  return seen;
}

/** What becomes of the facts: `<type> <name>`, and the fault that took it. */
function through(...faults: readonly Fault<Fact>[]): string[] {
  const deliveries$ = of(...facts).pipe(asDeliveries);
  return all(faults.reduce((stream$, fault) => stream$.pipe(fault), deliveries$)).map(
    ({ event: { type, name }, lostTo }) => `${type} ${name}${lostTo ? ` lost to ${lostTo}` : ""}`,
  );
}

describe("deliveries", () => {
  it("all arrive without faults", () => {
    expect(through()).toEqual(["born a", "born b", "died a", "died b"]);
  });

  it("are marked as lost where a fault takes them, and stay in their place", () => {
    expect(through(dropEvents("storm", ({ type }) => type === "died"))).toEqual([
      "born a",
      "born b",
      "died a lost to storm",
      "died b lost to storm",
    ]);
  });

  it("are lost to the first fault that takes them, and the second counts them all the same", () => {
    const asked: string[] = [];
    const second = dropEvents<Fact>("second", ({ name }) => {
      asked.push(name);
      return true;
    });
    expect(
      through(
        dropEvents("first", ({ name }) => name === "a"),
        second,
      ),
    ).toEqual([
      "born a lost to first",
      "born b lost to second",
      "died a lost to first",
      "died b lost to second",
    ]);
    expect(asked).toEqual(["a", "b", "a", "b"]);
  });

  it("do not change what they carry", () => {
    const [delivery] = all(
      of(...facts).pipe(
        asDeliveries,
        dropEvents("storm", () => true),
      ),
    );
    expect(delivery?.event).toBe(facts[0]);
  });
});

/** When what arrives or is kept, in ms; one fact each second. */
function inTime(...faults: readonly ((clock: VirtualClock) => Fault<Fact>)[]): string[] {
  const clock = new VirtualClock();
  const source$ = new Subject<Fact>();
  const lines: string[] = [];
  const made = faults.map((fault) => fault(clock));
  piped(source$.pipe(asDeliveries), made).subscribe((delivery) => {
    const { event, held, broughtBy } = delivery;
    const keeper = keeperOf(delivery);
    lines.push(
      `${clock.now()} ${event.type} ${event.name}` +
        (keeper === undefined ? "" : ` kept by ${keeper}`) +
        (held && delivery.lostTo === undefined ? ` for ${held.forMs}` : "") +
        (broughtBy === undefined ? "" : ` brought by ${broughtBy}`),
    );
  });
  facts.forEach((fact, index) => {
    clock.arm(() => source$.next(fact), index * 1000, 0);
  });
  clock.advanceTo(60_000);
  return lines;
}

const ofDeaths = (byMs: number) => (clock: VirtualClock) => ({
  isHit: ({ type }: Fact) => type === "died",
  byMs: () => byMs,
  clock: () => clock,
});

describe("a fault in time", () => {
  it("holds back, says until when, and brings it then", () => {
    expect(inTime((clock) => delayEvents("fog", ofDeaths(1500)(clock)))).toEqual([
      "0 born a",
      "1000 born b",
      "2000 died a kept by fog for 1500",
      "3000 died b kept by fog for 1500",
      "3500 died a brought by fog",
      "4500 died b brought by fog",
    ]);
  });

  it("brings it twice, the second time as late as asked", () => {
    expect(inTime((clock) => duplicateEvents("echo", ofDeaths(500)(clock))).slice(2)).toEqual([
      "2000 died a",
      "2500 died a brought by echo",
      "3000 died b",
      "3500 died b brought by echo",
    ]);
  });

  it("lets one overtake another where each is late by a time of its own", () => {
    const times = [5000, 100];
    const lines = inTime((clock) =>
      reorderEvents("mill", { ...ofDeaths(0)(clock), byMs: () => times.shift() ?? 0 }),
    );
    expect(lines.slice(-2)).toEqual(["3100 died b brought by mill", "7000 died a brought by mill"]);
  });

  it("acts on what others bring late, and not on what they keep", () => {
    expect(
      inTime(
        (clock) => delayEvents("fog", ofDeaths(1500)(clock)),
        () => dropEvents("storm", ({ name, type }) => name === "a" && type === "died"),
      ).slice(2),
    ).toEqual([
      "2000 died a kept by fog for 1500",
      "3000 died b kept by fog for 1500",
      "3500 died a kept by storm brought by fog",
      "4500 died b brought by fog",
    ]);
  });
});

describe("ofType", () => {
  it("picks the events of one type, with its fields", () => {
    const codes = all(of(...facts).pipe(ofType("died"))).map(({ code }) => code);
    expect(codes).toEqual([1, 0]);
  });

  it("picks those of several types, in order, and nothing else", () => {
    const source$ = new Subject<Fact | { readonly type: "other" }>();
    const seen: string[] = [];
    source$
      .pipe(ofType("died", "born"))
      .subscribe(({ type, name }) => seen.push(`${type} ${name}`));
    source$.next({ type: "other" });
    for (const fact of facts) source$.next(fact);
    expect(seen).toEqual(["born a", "born b", "died a", "died b"]);
  });
});
