/** A manifest in an editor: what is changed becomes one act, at the moment that is looked at. */
import { useEffect, useRef, useState } from "preact/hooks";
import { InputError, formatDiagnostic } from "../../model/diagnostic.ts";
import { openEditor } from "./code-editor.ts";
import type { ManifestEditorProps } from "./act.tsx";

export function ManifestDialog({ manifest, when, refused, onApply, onClose }: ManifestEditorProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const text = useRef(manifest.text);
  const [error, setError] = useState("");
  // What was refused before it was opened is not about it.
  const [isAsked, setAsked] = useState(false);
  useEffect(() => {
    if (place.current === null) return;
    const view = openEditor({
      parent: place.current,
      text: manifest.text,
      label: manifest.title,
      onChange: (changed) => {
        text.current = changed;
      },
    });
    dialog.current?.showModal();
    view.focus();
    return () => view.destroy();
  }, []);
  const apply = (): void => {
    setError("");
    setAsked(false);
    try {
      const entry = manifest.toEntry(text.current);
      if (entry === undefined) setError("Nothing has changed.");
      else {
        onApply(entry);
        setAsked(true);
      }
    } catch (failure) {
      if (!(failure instanceof InputError)) throw failure;
      setError(failure.diagnostics.map(formatDiagnostic).join("\n"));
    }
  };
  const said = error === "" && isAsked ? refused : error;
  return (
    <dialog ref={dialog} class="manifest" aria-label={manifest.title} onClose={onClose}>
      <h2>{manifest.title}</h2>
      <p>{`as it is declared at ${when}`}</p>
      <div class="edit">
        <div class="editor" ref={place} />
      </div>
      {said !== "" && (
        <p role="alert" class="bad refused">
          {said}
        </p>
      )}
      <form method="dialog">
        <button type="button" onClick={apply}>
          Apply
        </button>
        <button type="submit">Cancel</button>
      </form>
    </dialog>
  );
}
