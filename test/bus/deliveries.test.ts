/** Notifications on their way: nothing is dropped in silence, and types are picked by name. */
import { type Observable, Subject, of } from "rxjs";
import { describe, expect, it } from "vitest";
import { type Fault, asDeliveries, dropEvents, ofType } from "../../src/bus/deliveries.ts";

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
    expect(through(dropEvents(({ type }) => (type === "died" ? "storm" : undefined)))).toEqual([
      "born a",
      "born b",
      "died a lost to storm",
      "died b lost to storm",
    ]);
  });

  it("are lost to the first fault that takes them, and the second is not asked", () => {
    const asked: string[] = [];
    const second = dropEvents<Fact>(({ name }) => {
      asked.push(name);
      return "second";
    });
    expect(
      through(
        dropEvents(({ name }) => (name === "a" ? "first" : undefined)),
        second,
      ),
    ).toEqual([
      "born a lost to first",
      "born b lost to second",
      "died a lost to first",
      "died b lost to second",
    ]);
    expect(asked).toEqual(["b", "b"]);
  });

  it("do not change what they carry", () => {
    const [delivery] = all(
      of(...facts).pipe(
        asDeliveries,
        dropEvents(() => "storm"),
      ),
    );
    expect(delivery?.event).toBe(facts[0]);
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
