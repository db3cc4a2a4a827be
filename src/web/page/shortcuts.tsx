/** The keys of the page, and the text that tells them. */
import type { ComponentChildren, RefObject } from "preact";
import { useEffect } from "preact/hooks";

export interface Shortcut {
  readonly keys: readonly string[];
  readonly shown: string;
  readonly what: string;
  readonly run: () => void;
}

/** Of what scrolls, these are its own while it has the focus. */
const isMoving = /^(?: |Arrow.*|Page.*|Home|End)$/;

/** Keys that mean something else where a person types or chooses. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { target, key, shiftKey, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey || !(target instanceof HTMLElement)) return;
      if (target.closest("input, select, textarea, dialog, .cm-editor")) return;
      if (key === " " && target.closest("button")) return;
      if (isMoving.test(key) && target.closest("[data-keys]")) return;
      const pressed = shiftKey && key.startsWith("Arrow") ? `Shift+${key}` : key;
      const found = shortcuts.find(({ keys }) => keys.includes(pressed));
      if (found === undefined) return;
      event.preventDefault();
      found.run();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [shortcuts]);
}

interface HelpProps {
  readonly dialog: RefObject<HTMLDialogElement | null>;
  readonly shortcuts: readonly Shortcut[];
  /** What is no key. */
  readonly children?: ComponentChildren;
}

export function Help({ dialog, shortcuts, children }: HelpProps) {
  return (
    <dialog ref={dialog} aria-label="Keys">
      <h2>Keys</h2>
      <dl>
        {shortcuts.map(({ shown, what }) => (
          <>
            <dt>{shown}</dt>
            <dd>{what}</dd>
          </>
        ))}
        {children}
      </dl>
      <form method="dialog">
        <button type="submit">Close</button>
      </form>
    </dialog>
  );
}
