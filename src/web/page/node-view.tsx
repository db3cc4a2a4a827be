/** The node at the moment that is looked at: what is declared and what is, the records, and why. */
import type { Moment } from "../history.ts";
import { Agreement } from "./agreement.tsx";
import { PairAgreement } from "./pair-agreement.tsx";
import { type Panel, Panels } from "./panels.tsx";
import { Records } from "./records.tsx";
import type { PageState } from "./use-stage.ts";
import { Why } from "./why.tsx";

interface Props {
  readonly state: PageState;
  readonly moment: Moment;
}

export function NodeView({ state, moment }: Props) {
  const { run, pair, place, chosen } = state.stage;
  const agreement: Panel = {
    name: "Declared and actual",
    body: pair ? (
      <PairAgreement pair={pair} place={place} />
    ) : (
      <Agreement moment={moment} hasApi={run.picture.model === "kubernetes"} />
    ),
  };
  const why: Panel = { name: "Why", className: "why", body: <Why {...state.stage} /> };
  return (
    <Panels
      panels={[agreement, recordsPanel(state), why]}
      shown={chosen === undefined ? undefined : "Why"}
    />
  );
}

function recordsPanel({ stage, time: { listed }, isAll, setAll }: PageState): Panel {
  const count = (
    <label class="faint" title="Also lists without news, and probes that pass as before">
      {`${listed.length} of ${stage.run.records.length} `}
      <input
        type="checkbox"
        checked={isAll}
        onChange={(event) => setAll(event.currentTarget.checked)}
      />{" "}
      all
    </label>
  );
  return {
    name: "Records",
    isFlush: true,
    beside: count,
    body: <Records {...stage} listed={listed} />,
  };
}
