/** What each key of the page does. */
import { panned, wholeRun, zoomed } from "../time-window.ts";
import type { Shortcut } from "./shortcuts.tsx";
import type { Stage } from "./stage.ts";
import type { PlaceControls } from "./use-place.ts";

interface Others {
  readonly toggleTheme: () => void;
  readonly showHelp: () => void;
}

export function keysOf(
  { run, pair, window, place, setWindow, goTo, lookAt }: Stage,
  { toggle, stepRecord, stepList }: PlaceControls,
  { toggleTheme, showHelp }: Others,
): readonly Shortcut[] {
  const { endMs, spanMs } = run;
  const zoom = (factor: number) => setWindow(zoomed(window, factor, place.ms, spanMs));
  const pan = (share: number) =>
    setWindow(panned(window, share * (window.toMs - window.fromMs), spanMs));
  const one = (key: string, what: string, go: () => void, shown = key): Shortcut => ({
    what,
    shown,
    keys: [key],
    run: go,
  });
  return [
    one(" ", "play or pause", toggle, "Space"),
    one("ArrowRight", "next record", () => stepRecord(1), "→"),
    one("ArrowLeft", "previous record", () => stepRecord(-1), "←"),
    one("Shift+ArrowRight", "next list", () => stepList(1), "Shift + →"),
    one("Shift+ArrowLeft", "previous list", () => stepList(-1), "Shift + ←"),
    one("Home", "to the start", () => goTo(0)),
    one("End", "to the end", () => goTo(endMs)),
    { keys: ["+", "="], shown: "+", what: "zoom in", run: () => zoom(2) },
    one("-", "zoom out", () => zoom(1 / 2)),
    one("0", "show the whole run", () => setWindow(wholeRun(spanMs))),
    one("[", "move to the left", () => pan(-0.25)),
    one("]", "move to the right", () => pan(0.25)),
    ...(pair
      ? [one("k", "the other kubelet", () => lookAt((place.side + 1) % pair.runs.length))]
      : []),
    one("t", "light or dark", toggleTheme),
    one("?", "these keys", showHelp),
  ];
}
