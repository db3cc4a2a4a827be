/** The inspector's own page: the actors of any program that speaks its protocol, at any moment. */
import { useRef, useState } from "preact/hooks";
import type { FramedSystem } from "../actor-frames.ts";
import { ActorsView } from "./actors-view.tsx";
import { Held } from "./held.tsx";
import { PageButtons } from "./page-buttons.tsx";
import { Sequence } from "./sequence.tsx";
import { Help, type Shortcut, useShortcuts } from "./shortcuts.tsx";
import { useTheme } from "./theme.ts";
import { useFrames } from "./use-frames.ts";
import { type Moment, useMoment } from "./use-moment.ts";
import { ViewerBar } from "./viewer-bar.tsx";
import { ViewerHeading } from "./viewer-heading.tsx";
import { type ViewName, Views } from "./views.tsx";

const words = { interval: "", more: "go to another moment, or find actors" };

export function ViewerPage() {
  const [theme, toggleTheme] = useTheme();
  const told = useFrames();
  const help = useRef<HTMLDialogElement>(null);
  const showHelp = (): void => help.current?.showModal();
  const moment = useMoment(told.frames.systems);
  const keys = keysOf(moment, toggleTheme, showHelp);
  useShortcuts(keys);
  return (
    <div class="app viewer">
      <header class="top">
        <ViewerHeading told={told} system={moment.system} />
        <PageButtons theme={theme} toggleTheme={toggleTheme} showHelp={showHelp} />
      </header>
      <Sight moment={moment} systems={told.frames.systems} />
      <Help dialog={help} shortcuts={keys} />
    </div>
  );
}

interface SightProps {
  readonly moment: Moment;
  readonly systems: readonly FramedSystem[];
}

function Sight({ moment, systems }: SightProps) {
  const { system, place, goTo } = moment;
  const [filter, setFilter] = useState("");
  const [view, setView] = useState<ViewName>("Actors");
  if (system === undefined) return <p class="loading">waiting for the first actor …</p>;
  const stage = {
    place,
    filter,
    window: { fromMs: 0, toMs: system.pointAt(system.count).ms },
    goTo: (_: number, count = place.count) => goTo(count),
  };
  const actors = { log: system, progress: 1 };
  return (
    <>
      <ViewerBar
        moment={moment}
        system={system}
        systems={systems}
        filter={filter}
        setFilter={setFilter}
      />
      <Views names={["Actors", "Messages"]} view={view} setView={setView} found={undefined} />
      {view === "Actors" ? (
        <ActorsView
          key={system.name}
          stage={stage}
          actors={actors}
          more={(chosen) => ({
            name: "Context",
            body: <Held life={system.actors.get(chosen?.name ?? "")} place={place} />,
          })}
        />
      ) : (
        <Sequence stage={stage} actors={actors} words={words} />
      )}
    </>
  );
}

function keysOf(
  { goTo, step, system }: Moment,
  toggleTheme: () => void,
  showHelp: () => void,
): readonly Shortcut[] {
  const one = (key: string, what: string, run: () => void, shown = key): Shortcut => ({
    keys: [key],
    shown,
    what,
    run,
  });
  return [
    one("ArrowRight", "next message", () => step(1), "→"),
    one("ArrowLeft", "previous message", () => step(-1), "←"),
    one("Home", "to the start", () => goTo(1)),
    one("End", "to the end", () => goTo(system?.count ?? 1)),
    one("t", "light or dark", toggleTheme),
    one("?", "these keys", showHelp),
  ];
}
