/** What is simulated, and how the node does at the moment that is looked at. */
import { apartAt } from "../divergence.ts";
import type { Moment } from "../history.ts";
import type { Stage } from "./stage.ts";

interface Props {
  readonly stage: Stage;
  readonly moment: Moment;
  /** The server that moves it is away. */
  readonly isLost: boolean;
}

export function Heading({ stage, moment, isLost }: Props) {
  const { run, pair } = stage;
  const { scenario } = run.input;
  const { title, name, model, observe, seed } = scenario;
  const version = run.records.find((record) => record.type === "kubelet")?.version;
  const observes = pair?.names.join(", ") ?? observe;
  const which = model === "textbook" ? `${model} · ${observes}` : `${model} ${version ?? ""}`;
  const apart = moment.rows.filter(({ verdict }) => verdict !== "agrees").length;
  return (
    <>
      <h1 title={title ?? name}>{title ?? name}</h1>
      <span class="how">{`${which} · seed ${seed}`}</span>
      <div class="chips" role="group" aria-label="Node">
        {pair === undefined ? (
          <AgreementChip name="declared = actual" apart={apart} />
        ) : (
          pair.names.map((side, index) => (
            <AgreementChip
              key={side}
              name={`${side} = declared`}
              apart={apartAt(pair.divergence[index] ?? [], stage.place.ms)}
            />
          ))
        )}
        <span class={`chip ${moment.link ? "" : "bad"}`}>
          API link <b>{moment.link ? "up" : "✗ down"}</b>
        </span>
        <span class={`chip ${moment.kubelet === false ? "bad" : ""}`}>
          kubelet <b>{kubeletText(moment.kubelet)}</b>
        </span>
        {isLost && (
          <span class="chip bad" role="status">
            server <b>✗ away</b>: acts and Play wait for it
          </span>
        )}
        <span class="chip">
          lists <b>{moment.lists}</b>
        </span>
      </div>
    </>
  );
}

function AgreementChip({ name, apart }: { readonly name: string; readonly apart: number }) {
  return (
    <span class={`chip ${apart === 0 ? "good" : "bad"}`}>
      {name} <b>{apart === 0 ? "✓ yes" : `✗ ${apart} apart`}</b>
    </span>
  );
}

function kubeletText(kubelet: Moment["kubelet"]): string {
  if (kubelet === false) return "✗ down";
  return kubelet === true ? "up" : kubelet;
}
