/** What stands below the timeline, chosen by a row of names. */

export const viewNames = ["Node", "Actors", "Messages"] as const;
export type ViewName = (typeof viewNames)[number];

interface Props {
  readonly view: ViewName;
  readonly setView: (view: ViewName) => void;
}

export function Views({ view, setView }: Props) {
  return (
    <div class="views" role="toolbar" aria-label="View">
      {viewNames.map((name) => (
        <button key={name} type="button" aria-pressed={name === view} onClick={() => setView(name)}>
          {name}
        </button>
      ))}
    </div>
  );
}
