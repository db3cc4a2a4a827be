/** The difference in one sentence: who converges, who does not, and which event made it so. */
import { displayName } from "../model/container-key.ts";
import type { TraceRecord } from "../model/trace.ts";
import { foldLanes } from "../trace/lanes.ts";
import { isLost } from "../trace/lost.ts";
import { formatTime, toMs } from "../trace/times.ts";
import type { Comparison, Parting, VariantResult } from "./compare.ts";
import { extraStartText } from "./extra-start.ts";

export function differenceText({ variants, partings }: Comparison): string {
  const results = Object.values(variants);
  const [first] = results;
  const names = new Map<string, string[]>();
  for (const result of results) {
    const isNamed = missedOf(result, partings).length > 0;
    const isHeld = !first?.converged || first === result || isNamed || !result.hears;
    const extra = isHeld ? undefined : extraStartText(first, result);
    const said = `${told(result, partings)}${extra === undefined ? "" : `, and ${extra}`}`;
    names.set(said, [...(names.get(said) ?? []), result.name]);
  }
  const parts = [...names].map(([said, who]) => `${listed(who)} ${said}`);
  const isHeard = results.every(({ records }) => !records.some(isLostEvent));
  return `${parts.join("; ")}.${isHeard ? " No event was lost." : ""}`;
}

function told(result: VariantResult, partings: readonly Parting[]): string {
  const { converged, measures } = result;
  if (converged) {
    const { converge = 0 } = measures;
    return converge === 0
      ? "converged by the last disturbance"
      : `converged ${formatTime(toMs(converge))} after the last disturbance`;
  }
  const mine = missedOf(result, partings);
  const [first] = mine;
  if (first === undefined) return `did not converge: ${whyApart(result)}`;
  const more = mine.length === 1 ? "" : `, and ${mine.length - 1} more`;
  return `did not converge, for ${causeText(first)}${more}`;
}

/** One of each container of which it missed something. */
function missedOf({ name }: VariantResult, partings: readonly Parting[]): readonly Parting[] {
  const mine = partings.filter(({ missedBy }) => missedBy === name);
  return mine.filter(
    (parting, index) => mine.findIndex((other) => other.name === parting.name) === index,
  );
}

/** And what it takes for so, where that is all that is wrong. */
export function causeText(parting: Parting): string {
  const believed = parting.unheard ? `, and it still takes ${parting.name} for running` : "";
  return `${eventText(parting)}${believed}`;
}

/** `ContainerDied of web/app at 8.5s, which fall made, was lost to glitch`. */
function eventText({ lost, also = [], name, because }: Parting): string {
  if (lost === undefined) return "";
  const made = because === undefined ? "" : `, which ${because} made,`;
  const all = [lost, ...also];
  const times = [...new Set(all.map(({ t }) => formatTime(toMs(t))))];
  const isOneTime = times.length === 1;
  const events = all.map(({ event, t }) =>
    isOneTime ? event : `${event} (${formatTime(toMs(t))})`,
  );
  const at = isOneTime ? ` at ${listed(times)}` : "";
  const faults = listed([...new Set(all.map(({ delivered }) => String(delivered)))]);
  const verb = all.length === 1 ? "was" : "were";
  const fate = all.every(({ due }) => due === undefined) ? "lost to" : "held back by";
  return `${listed(events)} of ${name}${at}${made} ${verb} ${fate} ${faults}`;
}

/** `web/app missing (in back-off)`, in the words of a run's own table. */
function whyApart({ records, verdict, ends }: VariantResult): string {
  const waiting = new Set(
    foldLanes(records).lanes.flatMap(({ name, spans }) =>
      spans.at(-1)?.state === "waiting" ? [name] : [],
    ),
  );
  const refused = refusals(records);
  const apart = verdict.rows.flatMap((row) => {
    if (row.verdict === "agrees") return [];
    const name = displayName(row.namespace, row.pod, row.container);
    const why = waiting.has(name) ? "in back-off" : refused.get(podOf(row));
    const isExplained = row.verdict === "missing" && why !== undefined;
    return [`${name} ${row.verdict}${isExplained ? ` (${why})` : ""}`];
  });
  const unheard = ends.flatMap(({ name, heardAt }) =>
    heardAt === undefined ? [`${name} ended, which it does not know`] : [],
  );
  return shortList(apart.length > 0 ? apart : unheard);
}

/** `OutOfpods`: of each pod that failed for such a reason, as its last status tells it. */
function refusals(records: readonly TraceRecord[]): ReadonlyMap<string, string | undefined> {
  return new Map(
    records.flatMap((record) =>
      record.type === "status"
        ? [[podOf(record), record.phase === "Failed" ? record.reason : undefined] as const]
        : [],
    ),
  );
}

function podOf({ namespace, pod }: { readonly namespace: string; readonly pod: string }): string {
  return JSON.stringify([namespace, pod]);
}

function isLostEvent(record: TraceRecord): boolean {
  return record.type === "runtimeEvent" && isLost(record);
}

const shownAtMost = 3;

/** `a, b, c and 4 more`. */
export function shortList(names: readonly string[]): string {
  const hidden = names.length - shownAtMost;
  const shown = names.slice(0, shownAtMost).join(", ");
  return hidden > 0 ? `${shown} and ${hidden} more` : shown;
}

/** `a, b and c`. */
export function listed(names: readonly string[]): string {
  if (names.length < 2) return names.join("");
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
