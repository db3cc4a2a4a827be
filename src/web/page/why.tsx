/** Why a record came about: its chain of causes, each a step back to the one before it. */
import { useMemo } from "preact/hooks";
import type { Step } from "../../explain/explain.ts";
import { type Ground, groundText } from "../../explain/ground.ts";
import type { TraceRecord } from "../../model/trace.ts";
import { formatTime, toMs } from "../../trace/times.ts";
import type { Stage } from "./stage.ts";

const ends = {
  field: "It ends in a line of the manifest.",
  stimulus: "It ends in what the scenario does.",
  hand: "It ends in what you did here, on the page.",
  world: "It ends in what the world does by itself.",
};

export function Why({ run, chosen, goToRecord, choose }: Stage) {
  const explanation = useMemo(() => {
    const record = chosen === undefined ? undefined : run.records[chosen - 1];
    return record && run.explain(record);
  }, [run, chosen]);
  if (explanation === undefined) {
    return <p class="faint">Click a bar, a sign, a name or a record, and its causes stand here.</p>;
  }
  const { steps, root } = explanation;
  const before = steps.at(-1)?.record.cause;
  return (
    <>
      <ol>
        {steps.map((step) => (
          <WhyStep key={step.record.seq} step={step} onPick={goToRecord} />
        ))}
      </ol>
      <p class="root">
        {ends[root]}
        {before !== undefined && (
          <>
            {" "}
            <button type="button" onClick={() => choose(before)}>
              What was before that
            </button>
          </>
        )}
      </p>
    </>
  );
}

function WhyStep({ step, onPick }: { step: Step; onPick: (record: TraceRecord) => void }) {
  const { record, what, details, grounds, rule } = step;
  return (
    <li>
      <button type="button" class="what" onClick={() => onPick(record)}>
        <time>{formatTime(Math.max(0, toMs(record.t)))}</time>
        <b>{what}</b>
      </button>
      {details.map((detail) => (
        <p key={detail}>{detail}</p>
      ))}
      {grounds.map((ground) => (
        <p key={groundText(ground)}>
          <GroundText ground={ground} />
        </p>
      ))}
      {rule && (
        <p class="rule">
          {rule.says}. <span class="mono">{rule.source}</span>
          {rule.version === undefined ? "" : `, ${rule.version}`}
        </p>
      )}
    </li>
  );
}

function GroundText({ ground }: { ground: Ground }) {
  const { position, text } = ground;
  if (position === undefined) return <>{groundText(ground)}</>;
  return (
    <>
      {text} <span class="place">{`${position.file}:${position.line}`}</span>
    </>
  );
}
