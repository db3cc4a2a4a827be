/** What one would change in the manifests, as the run shows it; and the lanes that show it. */
import { useEffect, useState } from "preact/hooks";
import { pageOf } from "../../advice/advice-json.ts";
import { type Advice, adviceOf } from "../../advice/advice.ts";
import type { Fix } from "../../advice/finding.ts";
import { counted } from "../../trace/times.ts";
import type { Run } from "../run.ts";

/** After the picture; it goes through the whole trace. Nothing before that. */
export function useAdvice(run: Run, isWanted: boolean): readonly Advice[] | undefined {
  const [known, setKnown] = useState<{ readonly run: Run; readonly all: readonly Advice[] }>();
  useEffect(() => {
    if (!isWanted) return;
    const timer = setTimeout(() => setKnown({ run, all: adviceOf(run.input, run.records) }));
    return () => clearTimeout(timer);
  }, [run, isWanted]);
  return known?.run === run ? known.all : undefined;
}

interface Props {
  readonly advice: readonly Advice[] | undefined;
  readonly isTextbook: boolean;
  readonly onFind: (lane: string) => void;
}

export function AdviceView({ advice, isTextbook, onFind }: Props) {
  return (
    <section class="advice panel open" aria-label="Advice">
      <div class="body">
        {advice === undefined && <p class="faint">reading the run …</p>}
        {advice?.length === 0 && (
          <p class="faint">
            {isTextbook
              ? "None: the textbook has neither probes nor statuses to advise on."
              : "Nothing in this run asks for a change of the manifests."}
          </p>
        )}
        {advice?.map((each) => (
          <Item key={`${each.rule} ${nameOf(each)}`} advice={each} onFind={onFind} />
        ))}
      </div>
    </section>
  );
}

function Item({ advice, onFind }: { readonly advice: Advice; readonly onFind: Props["onFind"] }) {
  const { rule, says, advice: todo, fixes, others } = advice;
  const name = nameOf(advice);
  return (
    <article>
      <h3>
        <span class="bad">!</span>{" "}
        <button type="button" title="Show its lane alone" onClick={() => onFind(name)}>
          {name}
        </button>{" "}
        {`${says}.`}
        {others > 0 && ` So with ${counted(others, "more pod")}.`}
      </h3>
      <p>{`${todo.slice(0, 1).toUpperCase()}${todo.slice(1)}.`}</p>
      {fixes.map((fix) => (
        <p key={fix.path} class="mono">
          {fixText(fix)}
          {fix.position && (
            <span class="place">{` ${fix.position.file}:${fix.position.line}`}</span>
          )}
        </p>
      ))}
      <p class="faint">{pageOf(rule)}</p>
    </article>
  );
}

function nameOf({ pod, container }: Advice): string {
  return container === undefined ? pod : `${pod}/${container}`;
}

function fixText({ path, value, suggested }: Fix): string {
  const [now, then] = [value, suggested].map(shortValue);
  return `${path}${now ? `: ${now}` : ""}${then ? ` → ${then}` : ""}`;
}

/** Empty where it is longer than a word. */
function shortValue(value: unknown): string {
  const isShown = ["string", "number", "boolean"].includes(typeof value);
  return isShown ? JSON.stringify(value).replaceAll('"', "") : "";
}
