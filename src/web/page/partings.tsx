/** Where kubelets part: each a button to that moment, and to the event that was lost. */
import { formatTime, toMs } from "../../trace/times.ts";
import { type Pair, type PairParting, isForGood } from "../pair.ts";
import type { Stage } from "./stage.ts";

/** Who wants all of many has the lanes. */
const partingsShown = 3;

export function Partings({ pair, ...stage }: Stage & { readonly pair: Pair }) {
  const { partings, names } = pair;
  const hidden = partings.length - partingsShown;
  const isOver = stage.run.records.at(-1)?.type === "verdict";
  return (
    <div class="partings" role="status" aria-label="Partings">
      {partings.length === 0 && (
        <span class="faint">{noneText(stage.run.records.length, names.join(" and "))}</span>
      )}
      {partings.slice(0, partingsShown).map((parting) => (
        <button
          key={`${parting.side} ${parting.name}`}
          type="button"
          onClick={() => show(parting, stage)}
        >
          <Since parting={parting} isOver={isOver} />
          {` ${partingText(parting, names)}`}
        </button>
      ))}
      {hidden > 0 && <span class="faint">{`and ${hidden} more`}</span>}
    </div>
  );
}

interface SinceProps {
  readonly parting: PairParting;
  readonly isOver: boolean;
}

/** One of them may merely be later with the same. */
function Since({ parting, isOver }: SinceProps) {
  const since = formatTime(toMs(parting.t));
  if (isForGood(parting)) return <b class="bad">{`✂ they part at ${since}`}</b>;
  return (
    <span class="faint">{`they differ ${isOver ? "at the end" : "for now"}, since ${since}`}</span>
  );
}

/** They may have been apart and come together again. */
function noneText(records: number, names: string): string {
  if (records === 0) return `press Play, or Space: where ${names} part is told here`;
  return `nothing has parted ${names} for good so far`;
}

function partingText(
  { side, name, states, lost, missedBy = side, unheard }: PairParting,
  names: Pair["names"],
): string {
  const text = (state: string | undefined): string => state ?? "not there";
  const [first, other] = states;
  const idea = unheard ? "taken for running" : text(other);
  const ends = `${name}: ${text(first)} under ${names[0]}, ${idea} under ${names[side]}`;
  if (lost === undefined) return ends;
  return `${ends}: ${names[missedBy]} did not hear ${lost.event} of ${formatTime(toMs(lost.t))}`;
}

/** At that moment, of that kubelet, and why: the event that did not reach it. */
function show(
  { side, t, lost, missedBy = side }: PairParting,
  { goTo, goToRecord, choose }: Omit<Stage, "pair">,
): void {
  if (lost === undefined) return goTo(toMs(t));
  goToRecord(lost, missedBy);
  choose(lost.seq, missedBy);
}
