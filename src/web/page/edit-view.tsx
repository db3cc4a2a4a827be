/** Manifests and scenario as texts: what is written and can be run is run at once. */
import { useState } from "preact/hooks";
import { type Diagnostic, formatDiagnostic } from "../../model/diagnostic.ts";
import type { CheckedTexts } from "../editing/check-texts.ts";
import { goToPlace } from "./code-editor.ts";
import type { Live } from "./live.ts";
import { useEditing } from "./use-editing.ts";

export function EditView({ live }: { readonly live: Live }) {
  const { sources } = live.texts;
  const [file, setFile] = useState(sources[0]?.file ?? "");
  const { place, view, checked } = useEditing(live, file);
  const pick = ({ position }: Diagnostic): void => {
    if (position === undefined || view.current === undefined) return;
    if (position.file === file) goToPlace(view.current, position.line, position.column);
    else if (sources.some((source) => source.file === position.file)) setFile(position.file);
  };
  return (
    <div class="edit">
      <section class="panel open" aria-label="Text">
        <header>
          {sources.map((source) => (
            <button
              key={source.file}
              type="button"
              aria-pressed={source.file === file}
              onClick={() => setFile(source.file)}
            >
              {source.file}
            </button>
          ))}
        </header>
        <div class="editor" ref={place} />
      </section>
      <Findings checked={checked} onPick={pick} />
    </div>
  );
}

interface FindingsProps {
  readonly checked: CheckedTexts;
  readonly onPick: (finding: Diagnostic) => void;
}

function Findings({ checked: { diagnostics, isUsable }, onPick }: FindingsProps) {
  return (
    <section class="panel open" aria-label="Findings in the text">
      <header>
        <h2>{isUsable ? "✓ It runs as it is written" : "✗ Not run: it has errors"}</h2>
      </header>
      <div class="body">
        {diagnostics.length === 0 && <p class="faint">Nothing to say.</p>}
        <p class="faint">
          Ctrl + Space completes, F8 goes to the next finding, Tab leaves the text.
        </p>
        {diagnostics.map((finding) => (
          <button
            key={formatDiagnostic(finding)}
            type="button"
            class={`finding ${finding.severity === "error" ? "bad" : ""}`}
            onClick={() => onPick(finding)}
          >
            {formatDiagnostic(finding)}
          </button>
        ))}
      </div>
    </section>
  );
}
