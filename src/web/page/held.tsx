/** What an actor got last at the moment that is looked at, and what it held after that. */
import { type Point, countBy } from "../actor-log.ts";
import type { FramedLife } from "../actor-frames.ts";

interface Props {
  readonly life: FramedLife | undefined;
  readonly place: Point;
}

export function Held({ life, place }: Props) {
  const step = life?.steps[countBy(life.steps, place) - 1];
  if (step === undefined) return <p class="faint">Nothing is known of it yet.</p>;
  const { event, context } = step;
  return (
    <>
      <Value value={context} none="It holds none." />
      <h3>The event that came last</h3>
      <Value value={event} none="None came yet." />
    </>
  );
}

interface ValueProps {
  readonly value: unknown;
  readonly none: string;
}

function Value({ value, none }: ValueProps) {
  if (value === undefined || value === null) return <p class="faint">{none}</p>;
  return <pre class="mono">{JSON.stringify(value, null, 2)}</pre>;
}
