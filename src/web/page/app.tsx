/** The page: one run looked at from all sides, or two next to each other. */
import { useMemo, useRef } from "preact/hooks";
import type { Runs } from "../run.ts";
import { Act, type ManifestEditor } from "./act.tsx";
import { Below, type Editor } from "./below.tsx";
import { Heading } from "./heading.tsx";
import { Legend } from "./legend.tsx";
import type { Live } from "./live.ts";
import { PageButtons } from "./page-buttons.tsx";
import { keysOf } from "./page-keys.ts";
import { Help, useShortcuts } from "./shortcuts.tsx";
import { useTheme } from "./theme.ts";
import { Timeline } from "./timeline.tsx";
import { Transport } from "./transport.tsx";
import { useStage } from "./use-stage.ts";

export interface AppProps {
  readonly runs: Runs;
  /** Of a run that goes on: its server. */
  readonly live?: Live;
  /** A report has none, and so is half as large. */
  readonly editor?: Editor;
  readonly manifestEditor?: ManifestEditor;
}

export function App({ runs, live, editor, manifestEditor }: AppProps) {
  const [theme, toggleTheme] = useTheme();
  const state = useStage(runs, theme, live);
  const { stage, time, setFilter } = state;
  const { run } = stage;
  const { count } = stage.place;
  const moment = useMemo(() => run.history.at(count), [run, count]);
  const help = useRef<HTMLDialogElement>(null);
  const showHelp = (): void => help.current?.showModal();
  const keys = keysOf(stage, time, { toggleTheme, showHelp });
  useShortcuts(keys);
  return (
    <div class="app">
      <header class="top">
        <Heading stage={stage} moment={moment} isLost={live?.isConnected === false} />
        <PageButtons theme={theme} toggleTheme={toggleTheme} showHelp={showHelp} />
      </header>
      <Transport stage={stage} controls={time} setFilter={setFilter} />
      {live && <Act stage={stage} live={live} moment={moment} manifestEditor={manifestEditor} />}
      <Timeline {...stage} />
      <Legend {...stage} />
      <Below state={state} moment={moment} live={live} editor={editor} />
      <Help dialog={help} shortcuts={keys}>
        <dt>Ctrl + wheel</dt>
        <dd>zoom; a drag moves, Shift + wheel too</dd>
      </Help>
    </div>
  );
}
