/** The page: one run looked at from all sides, or two next to each other. */
import type { JSX } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import type { Runs } from "../run.ts";
import { Act } from "./act.tsx";
import { ActorsView } from "./actors-view.tsx";
import { Agreement } from "./agreement.tsx";
import { PairAgreement } from "./pair-agreement.tsx";
import { Heading } from "./heading.tsx";
import { Legend } from "./legend.tsx";
import type { Live } from "./live.ts";
import { keysOf } from "./page-keys.ts";
import { type Panel, Panels } from "./panels.tsx";
import { Records } from "./records.tsx";
import { Sequence } from "./sequence.tsx";
import { Help, useShortcuts } from "./shortcuts.tsx";
import { useTheme } from "./theme.ts";
import { Timeline } from "./timeline.tsx";
import { Press, Transport } from "./transport.tsx";
import { useActors } from "./use-actors.ts";
import { type PageState, useStage } from "./use-stage.ts";
import { type ViewName, Views } from "./views.tsx";
import { Why } from "./why.tsx";

const views = ["Node", "Actors", "Messages"] as const;

export interface AppProps {
  readonly runs: Runs;
  /** Of a run that goes on: its server. */
  readonly live?: Live;
  /** A report has none, and so is half as large. */
  readonly editor?: (props: { readonly live: Live }) => JSX.Element;
}

export function App({ runs, live, editor: Editor }: AppProps) {
  const [theme, toggleTheme] = useTheme();
  const state = useStage(runs, theme, live);
  const { stage, time, setFilter } = state;
  const { run, pair } = stage;
  const { count } = stage.place;
  const moment = useMemo(() => run.history.at(count), [run, count]);
  const [view, setView] = useState<ViewName>("Node");
  const actors = useActors(run, view === "Actors" || view === "Messages");
  const help = useRef<HTMLDialogElement>(null);
  const showHelp = (): void => help.current?.showModal();
  const keys = keysOf(stage, time, { toggleTheme, showHelp });
  useShortcuts(keys);
  const agreement: Panel = {
    name: "Declared and actual",
    body: pair ? (
      <PairAgreement pair={pair} place={stage.place} />
    ) : (
      <Agreement moment={moment} hasApi={run.picture.model === "kubernetes"} />
    ),
  };
  const why: Panel = { name: "Why", className: "why", body: <Why {...stage} /> };
  return (
    <div class="app">
      <header class="top">
        <Heading stage={stage} moment={moment} isLost={live?.isConnected === false} />
        <div class="end">
          <Press
            name="Light or dark"
            icon={theme === "dark" ? "light" : "dark"}
            onPress={toggleTheme}
          />
          <Press name="Keys" text="?" onPress={showHelp} />
        </div>
      </header>
      <Transport stage={stage} controls={time} setFilter={setFilter} />
      {live && <Act stage={stage} live={live} moment={moment} />}
      <Timeline {...stage} />
      <Legend {...stage} />
      <Views names={Editor ? [...views, "Edit"] : views} view={view} setView={setView} />
      {view === "Node" && (
        <Panels
          panels={[agreement, recordsPanel(state), why]}
          shown={stage.chosen === undefined ? undefined : "Why"}
        />
      )}
      {view === "Actors" && <ActorsView stage={stage} actors={actors} />}
      {view === "Edit" && live && Editor && <Editor live={live} />}
      {view === "Messages" && <Sequence stage={stage} actors={actors} />}
      <Help dialog={help} shortcuts={keys} />
    </div>
  );
}

function recordsPanel({ stage, time: { listed }, isAll, setAll }: PageState): Panel {
  const count = (
    <label class="faint" title="Also lists without news, and probes that pass as before">
      {`${listed.length} of ${stage.run.records.length} `}
      <input
        type="checkbox"
        checked={isAll}
        onChange={(event) => setAll(event.currentTarget.checked)}
      />{" "}
      all
    </label>
  );
  return {
    name: "Records",
    isFlush: true,
    beside: count,
    body: <Records {...stage} listed={listed} />,
  };
}
