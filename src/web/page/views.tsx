/** What stands below the timeline, chosen by a row of names. */

/** *Edit* is for a run that its server can begin anew. */
export type ViewName = "Node" | "Actors" | "Messages" | "Edit";

interface Props {
  readonly names: readonly ViewName[];
  readonly view: ViewName;
  readonly setView: (view: ViewName) => void;
}

export function Views({ names, view, setView }: Props) {
  return (
    <div class="views" role="toolbar" aria-label="View">
      {names.map((name) => (
        <button key={name} type="button" aria-pressed={name === view} onClick={() => setView(name)}>
          {name}
        </button>
      ))}
    </div>
  );
}
