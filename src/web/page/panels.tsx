/** The panels below the timeline: beside each other, or on a narrow screen one at a time. */
import type { ComponentChild } from "preact";
import { useEffect, useState } from "preact/hooks";

export interface Panel {
  readonly name: string;
  readonly body: ComponentChild;
  readonly beside?: ComponentChild;
  /** The body scrolls by itself and reaches to the edges. */
  readonly isFlush?: boolean;
  readonly className?: string;
}

interface Props {
  readonly panels: readonly Panel[];
  /** Brought to the front on a narrow screen, each time that it changes. */
  readonly shown: string | undefined;
}

export function Panels({ panels, shown }: Props) {
  const [open, setOpen] = useState(panels[0]?.name);
  useEffect(() => {
    if (shown !== undefined) setOpen(shown);
  }, [shown]);
  return (
    <>
      <div class="tabs" role="group" aria-label="Panels">
        {panels.map(({ name }) => (
          <button
            key={name}
            type="button"
            aria-pressed={name === open}
            onClick={() => setOpen(name)}
          >
            {name}
          </button>
        ))}
      </div>
      <main class="panels">
        {panels.map(({ name, body, beside, isFlush, className = "" }) => (
          <section
            key={name}
            class={`panel ${className} ${name === open ? "open" : ""}`}
            aria-label={name}
          >
            <header>
              <h2>{name}</h2>
              {beside}
            </header>
            {isFlush ? body : <div class="body">{body}</div>}
          </section>
        ))}
      </main>
    </>
  );
}
