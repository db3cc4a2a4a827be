/** The pods and their containers at the end, as `kubectl get pods` has them and a bit more. */
import { displayName } from "../../model/container-key.ts";
import type { ContainerApiStatus } from "../../model/kube-status.ts";
import type { VerdictRow } from "../../model/trace.ts";
import { type Line, type Role, type Span, padEnd, shortenMiddle, span, widestOf } from "../line.ts";
import { counted } from "../times.ts";
import type { View } from "../view.ts";
import { type ContainerFacts, isEnding, type PodFacts, unseenEnd } from "./pod-facts.ts";
import { hasReadiness } from "./container-kinds.ts";
import { isWell } from "./pod-sentence.ts";
import { containersOf } from "./pod-status.ts";

/** More would push the log off the screen. */
const rowsShown = 20;

interface Row {
  readonly name: string;
  readonly state: Span;
  readonly ready: Span;
  readonly restarts: string;
}

/** A pod's row and those of its containers; `alike` pods look the same. */
interface Block {
  readonly rows: readonly Row[];
  readonly isWell: boolean;
  readonly alike: number;
}

export function podTable(
  pods: readonly PodFacts[],
  strays: readonly VerdictRow[],
  { columns, glyphs }: View,
): readonly Line[] {
  const blocks = [
    ...pods.filter(({ change }) => change !== "removed").map(podBlock),
    ...strays.map(strayBlock),
  ];
  if (blocks.length === 0) return [];
  const { shown, hidden } = choose(blocks);
  const rows = shown.flatMap(blockRows);
  const nameMax = Math.max(8, Math.floor((columns - 18) * 0.45));
  const nameWidth = Math.min(nameMax, widestOf(rows.map(({ name }) => name)));
  const stateMax = Math.max(8, columns - nameWidth - 18);
  const stateWidth = Math.min(
    stateMax,
    widestOf(
      rows.map(({ state }) => state.text),
      5,
    ),
  );
  const fit = (text: string, max: number): string => shortenMiddle(text, max, glyphs.ellipsis);
  const cells = (name: Span, state: Span, ready: Span, restarts: Span): Line => [
    ...padEnd([span(fit(name.text, nameWidth), name.role)], nameWidth + 2),
    ...padEnd([span(fit(state.text, stateWidth), state.role)], stateWidth + 2),
    ...padEnd([ready], 7),
    restarts,
  ];
  const [pod, state, ready, restarts] = ["POD", "STATE", "READY", "RESTARTS"] as const;
  const head = cells(
    span(pod, "faint"),
    span(state, "faint"),
    span(ready, "faint"),
    span(restarts, "faint"),
  );
  const lines = rows.map((row) => cells(span(row.name), row.state, row.ready, span(row.restarts)));
  const more = `and ${counted(hidden, "more pod")} (--output jsonl has everything)`;
  return [head, ...lines, ...(hidden > 0 ? [[span(more, "faint")]] : [])];
}

/** Of many, those that look the same become one, and those that are not well come first. */
function choose(blocks: readonly Block[]): {
  readonly shown: readonly Block[];
  readonly hidden: number;
} {
  const size = (some: readonly Block[]): number =>
    some.reduce((sum, { rows }) => sum + rows.length, 0);
  if (size(blocks) <= rowsShown) return { shown: blocks, hidden: 0 };
  const merged = mergeAlike(blocks);
  const sorted = [...merged.filter((b) => !b.isWell), ...merged.filter((b) => b.isWell)];
  const shown: Block[] = [];
  for (const block of sorted) {
    if (shown.length > 0 && size([...shown, block]) > rowsShown) break;
    shown.push(block);
  }
  const told = shown.reduce((sum, { alike }) => sum + alike, 0);
  return { shown, hidden: blocks.length - told };
}

function mergeAlike(blocks: readonly Block[]): readonly Block[] {
  const merged = new Map<string, Block>();
  for (const block of blocks) {
    const looks = JSON.stringify(
      block.rows.map(({ name, ...row }, index) => (index === 0 ? row : { name, ...row })),
    );
    const known = merged.get(looks);
    merged.set(looks, known ? { ...known, alike: known.alike + 1 } : block);
  }
  return [...merged.values()];
}

function blockRows({ rows, alike }: Block): readonly Row[] {
  return rows.map((row, index) =>
    index === 0 && alike > 1 ? { ...row, name: `${row.name} +${alike - 1}` } : row,
  );
}

function podBlock(pod: PodFacts): Block {
  const { held, change, containers } = pod;
  const name = displayName(pod.namespace, pod.pod);
  const well = isWell(pod);
  if (held === undefined) {
    const state = span("Pending", "missing");
    const row = { name, state, ready: span(""), restarts: "" };
    return { rows: [row], isWell: false, alike: 1 };
  }
  const statuses = containersOf(held);
  // As kubectl counts: neither init containers nor ephemeral ones are part of what is ready.
  const counting = statuses.filter(({ name: each }) => hasReadiness(containers.get(each)?.kind));
  const readyCount = counting.filter(({ ready }) => ready).length;
  const role: Role = well ? "running" : held.phase === "Failed" ? "failed" : "creating";
  const word = change === "terminating" ? "Terminating" : (held.reason ?? held.phase);
  const row: Row = {
    name,
    state: span(word, role),
    ready: span(`${readyCount}/${counting.length}`),
    restarts: String(statuses.reduce((sum, { restartCount }) => sum + restartCount, 0)),
  };
  const rows = statuses.map((status) => containerRow(status, containers.get(status.name), pod));
  return { rows: [row, ...rows], isWell: well, alike: 1 };
}

function containerRow(
  status: ContainerApiStatus,
  facts: ContainerFacts | undefined,
  pod: PodFacts,
): Row {
  const { name, ready, restartCount } = status;
  const kind = facts?.kind === undefined ? "" : ` (${facts.kind})`;
  const isWaiting = facts !== undefined && facts.isBackingOff && !isEnding(pod);
  return {
    name: `  ${name}${kind}`,
    state: (facts && unseenSpan(facts, pod)) ?? stateSpan(status, isWaiting),
    ready: hasReadiness(facts?.kind)
      ? span(ready ? "yes" : "no", ready ? "good" : "bad")
      : span(""),
    restarts: String(restartCount),
  };
}

function unseenSpan(facts: ContainerFacts, pod: PodFacts): Span | undefined {
  return unseenEnd(facts, pod) ? span("Running (ended unseen)", "failed") : undefined;
}

function stateSpan({ state }: ContainerApiStatus, isBackingOff: boolean): Span {
  if (state.running) return span("Running", "running");
  if (state.terminated) {
    const { reason = "Exited", exitCode } = state.terminated;
    const text = `${reason} (exit ${exitCode})${isBackingOff ? ", in back-off" : ""}`;
    return span(text, exitCode === 0 ? "faint" : "failed");
  }
  return span(state.waiting?.reason ?? "Waiting", "missing");
}

function strayBlock({ namespace, pod, container, state = "Exited" }: VerdictRow): Block {
  const row: Row = {
    name: displayName(namespace, pod, container),
    state: span(`${state}, nobody declares it`, "undeclared"),
    ready: span(""),
    restarts: "",
  };
  return { rows: [row], isWell: false, alike: 1 };
}
