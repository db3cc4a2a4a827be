/** The controls of the inspector's page: the moment, the program, and which of its actors. */
import { formatTime } from "../../trace/times.ts";
import type { FramedSystem } from "../actor-frames.ts";
import { Press } from "./transport.tsx";
import type { Moment } from "./use-moment.ts";

interface Props {
  readonly moment: Moment;
  readonly system: FramedSystem;
  readonly systems: readonly FramedSystem[];
  readonly filter: string;
  readonly setFilter: (text: string) => void;
}

export function ViewerBar({ moment, system, systems, filter, setFilter }: Props) {
  const { place, goTo, step, choose } = moment;
  return (
    <div class="bar" role="toolbar" aria-label="Time">
      <output class="clock" aria-label="Clock">
        {formatTime(place.ms)}
      </output>
      <div class="group">
        <Press name="To the start" icon="start" onPress={() => goTo(1)} />
        <Press name="Previous message" icon="previous" onPress={() => step(-1)} />
        <Press name="Next message" icon="next" onPress={() => step(1)} />
        <Press name="To the end" icon="end" onPress={() => goTo(system.count)} />
      </div>
      <input
        type="range"
        aria-label="Moment"
        aria-valuetext={`${formatTime(place.ms)}, frame ${place.count} of ${system.count}`}
        min={1}
        max={system.count}
        value={place.count}
        onInput={(event) => goTo(Number(event.currentTarget.value))}
      />
      {systems.length > 1 && (
        <select
          aria-label="Program"
          value={system.name}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          {systems.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      )}
      <input
        type="search"
        aria-label="Find actors"
        placeholder="Find actors"
        value={filter}
        onInput={(event) => setFilter(event.currentTarget.value)}
      />
    </div>
  );
}
