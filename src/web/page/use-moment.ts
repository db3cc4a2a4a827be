/** The moment of a system of actors that is looked at, and how it moves: by frames and messages. */
import { useState } from "preact/hooks";
import type { FramedSystem } from "../actor-frames.ts";
import type { Point } from "../actor-log.ts";
import { countUpTo } from "../search.ts";

export interface Moment {
  readonly system: FramedSystem | undefined;
  readonly place: Point;
  readonly choose: (name: string) => void;
  /** To so many frames. */
  readonly goTo: (count: number) => void;
  /** To the message before or after. */
  readonly step: (by: 1 | -1) => void;
}

/** Whoever looks at the end goes on looking at it. */
export function useMoment(systems: readonly FramedSystem[]): Moment {
  const [name, choose] = useState<string>();
  const [count, setCount] = useState<number>();
  const system = systems.find((each) => each.name === name) ?? systems[0];
  const place = system?.pointAt(count ?? system.count) ?? { ms: 0, count: 0 };
  const goTo = (to: number): void =>
    setCount(system !== undefined && to < system.count ? Math.max(1, to) : undefined);
  return {
    system,
    place,
    choose: (other) => {
      choose(other);
      setCount(undefined);
    },
    goTo,
    step: (by) => {
      const { messages = [] } = system ?? {};
      const upTo = (limit: number): number =>
        countUpTo(messages.length, (at) => messages[at]?.count ?? 0, limit);
      const next = by === 1 ? messages[upTo(place.count)] : messages[upTo(place.count - 1) - 1];
      if (next !== undefined) goTo(next.count);
      else if (by === 1) setCount(undefined);
      else goTo(1);
    },
  };
}
