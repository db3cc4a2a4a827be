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
      <Value name="Context" value={context} none="It holds none." />
      <Value name="The event that came last" value={event} none="None came yet." />
    </>
  );
}

interface ValueProps {
  readonly name: string;
  readonly value: unknown;
  readonly none: string;
}

function Value({ name, value, none }: ValueProps) {
  return (
    <>
      <h3>{name}</h3>
      {value === undefined || value === null ? (
        <p class="faint">{none}</p>
      ) : (
        <pre class="mono">{JSON.stringify(value, null, 2)}</pre>
      )}
    </>
  );
}
