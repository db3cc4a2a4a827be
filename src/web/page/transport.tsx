/** The controls of time: play, step, speed, and how much of the run is in sight. */
import { formatTime } from "../../trace/times.ts";
import { wholeRun, zoomed } from "../time-window.ts";
import { Icon, type IconName } from "./icons.tsx";
import type { Stage } from "./stage.ts";
import { Which } from "./which.tsx";

/** Virtual seconds in one of the host's; the last is the whole run in a few moments. */
const speeds = [1, 5, 20, 60, 600] as const;

export interface Controls {
  readonly isPlaying: boolean;
  /** 0: as fast as it goes. */
  readonly speed: number;
  readonly toggle: () => void;
  /** Not where the server that would have to do it is away. */
  readonly canPlay: boolean;
  readonly setSpeed: (speed: number) => void;
  readonly stepRecord: (by: 1 | -1) => void;
  readonly stepList: (by: 1 | -1) => void;
}

interface Props {
  readonly stage: Stage;
  readonly controls: Controls;
  readonly setFilter: (text: string) => void;
}

export function Transport({ stage, controls, setFilter }: Props) {
  const { place, run, window, setWindow, goTo, filter } = stage;
  const { isPlaying, speed, toggle, canPlay, setSpeed, stepRecord, stepList } = controls;
  const zoom = (factor: number): void => setWindow(zoomed(window, factor, place.ms, run.spanMs));
  return (
    <div class="bar" role="toolbar" aria-label="Time">
      <output class="clock" aria-label="Clock">
        {formatTime(Math.round(place.ms))}
      </output>
      <div class="group">
        <Press name="To the start" icon="start" onPress={() => goTo(0)} />
        <Press name="Previous list" icon="back" onPress={() => stepList(-1)} />
        <Press name="Previous record" icon="previous" onPress={() => stepRecord(-1)} />
        <Press
          name={isPlaying ? "Pause" : "Play"}
          icon={isPlaying ? "pause" : "play"}
          onPress={toggle}
          pressed={isPlaying}
          disabled={!canPlay}
        />
        <Press name="Next record" icon="next" onPress={() => stepRecord(1)} />
        <Press name="Next list" icon="forward" onPress={() => stepList(1)} />
        <Press name="To the end" icon="end" onPress={() => goTo(run.endMs)} />
      </div>
      <select
        aria-label="Speed"
        value={speed}
        onChange={(event) => setSpeed(Number(event.currentTarget.value))}
      >
        {speeds.map((each) => (
          <option key={each} value={each}>{`${each}×`}</option>
        ))}
        <option value={0}>fastest</option>
      </select>
      <Which {...stage} />
      <span class="gap" />
      <input
        type="search"
        aria-label="Find lanes"
        placeholder="Find lanes"
        value={filter}
        onInput={(event) => setFilter(event.currentTarget.value)}
      />
      <div class="group">
        <Press name="Zoom out" text="−" onPress={() => zoom(1 / 2)} />
        <Press name="Zoom in" text="+" onPress={() => zoom(2)} />
        <Press
          name="Show the whole run"
          text="Whole"
          onPress={() => setWindow(wholeRun(run.spanMs))}
        />
      </div>
    </div>
  );
}

interface PressProps {
  readonly name: string;
  readonly text?: string;
  readonly icon?: IconName;
  readonly onPress: () => void;
  readonly pressed?: boolean;
  readonly disabled?: boolean;
}

export function Press({ name, text, icon, onPress, pressed, disabled }: PressProps) {
  return (
    <button
      type="button"
      aria-label={name}
      title={name}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onPress}
    >
      {icon === undefined ? text : <Icon name={icon} />}
    </button>
  );
}
