/** What stands below the timeline, chosen by a row of names. */

/** *Edit* is for a run that its server can begin anew. */
export type ViewName = "Node" | "Actors" | "Messages" | "Advice" | "Edit";

interface Props {
  readonly names: readonly ViewName[];
  readonly view: ViewName;
  readonly setView: (view: ViewName) => void;
  /** How much advice there is; absent: nobody has looked. */
  readonly found: number | undefined;
}

export function Views({ names, view, setView, found }: Props) {
  return (
    <div class="views" role="toolbar" aria-label="View">
      {names.map((name) => (
        <button key={name} type="button" aria-pressed={name === view} onClick={() => setView(name)}>
          {name}
          {name === "Advice" && found !== undefined && found > 0 && (
            <b class="bad">{` ! ${found}`}</b>
          )}
        </button>
      ))}
    </div>
  );
}
