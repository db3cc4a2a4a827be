/** The texts that are being edited: checked after the last key, and sent where they can be run. */
import type { EditorView } from "codemirror";
import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { type CheckedTexts, checkTexts } from "../editing/check-texts.ts";
import { markFindings, openEditor, replaceText } from "./code-editor.ts";
import type { Live } from "./live.ts";

/** A run of a large file takes longer than a key. */
const restMs = 250;

export interface Editing {
  /** Where the editor is put. */
  readonly place: RefObject<HTMLDivElement | null>;
  readonly view: { readonly current: EditorView | undefined };
  readonly checked: CheckedTexts;
}

/** `file`: the one that is seen. */
export function useEditing(live: Live, file: string): Editing {
  const [checked, setChecked] = useState<CheckedTexts>({ diagnostics: [], isUsable: true });
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | undefined>(undefined);
  /** What stands in the editor of each file that was changed, sent or not. */
  const written = useRef(new Map<string, string>());
  const latest = useRef(live);
  latest.current = live;
  const textOf = (name: string): string => {
    const source = latest.current.texts.sources.find((each) => each.file === name);
    return written.current.get(name) ?? source?.text ?? "";
  };
  const check = (): void => {
    const { texts, send } = latest.current;
    const sources = texts.sources.map((source) => ({ ...source, text: textOf(source.file) }));
    const now = checkTexts({ ...texts, sources });
    setChecked(now);
    if (view.current) markFindings(view.current, file, now.diagnostics);
    const isOther = sources.some(({ text }, index) => text !== texts.sources[index]?.text);
    if (now.isUsable && isOther) send({ do: "edit", sources });
  };
  useEffect(() => {
    if (place.current === null) return;
    let timer = 0;
    const opened = openEditor({
      parent: place.current,
      text: textOf(file),
      label: file,
      onChange: (text) => {
        written.current.set(file, text);
        clearTimeout(timer);
        timer = window.setTimeout(check, restMs);
      },
    });
    view.current = opened;
    check();
    return () => {
      clearTimeout(timer);
      opened.destroy();
    };
  }, [file]);
  // Whoever types keeps what is typed; the others see what has been run.
  useEffect(() => {
    if (view.current === undefined || view.current.hasFocus) return;
    written.current.clear();
    replaceText(view.current, textOf(file));
  }, [live.texts]);
  return { place, view, checked };
}
