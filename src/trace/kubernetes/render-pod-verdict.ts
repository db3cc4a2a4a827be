/** The end of a run of a kubelet as Kubernetes runs it: pods, a sentence, and what it took. */
import { displayName } from "../../model/container-key.ts";
import type { TraceRecord, VerdictRow, VerdictTrace } from "../../model/trace.ts";
import { type Line, lineWidth, paragraph, span } from "../line.ts";
import { counted, formatTime, toMs } from "../times.ts";
import type { View } from "../view.ts";
import { type PodFacts, podFacts } from "./pod-facts.ts";
import { hasStory, isCutShort, isWell, podSentence, podStory } from "./pod-sentence.ts";
import { podTable } from "./pod-table.ts";

/** Of more pods, only those that have something to tell get a sentence, and so many at most. */
const sentencesShown = 3;

export function renderPodVerdict(
  verdict: VerdictTrace,
  records: readonly TraceRecord[],
  view: View,
): readonly Line[] {
  const pods = podFacts(records);
  const leaving = new Set(
    pods.flatMap(({ change, namespace, pod }) =>
      change === "terminating" ? [displayName(namespace, pod)] : [],
    ),
  );
  // What is left of a pod that terminates is told with the pod.
  const strays = verdict.rows.filter(
    ({ verdict: said, namespace, pod }) =>
      said === "undeclared" && !leaving.has(displayName(namespace, pod)),
  );
  const table = podTable(pods, strays, view);
  return [
    ...table,
    ...(table.length > 0 ? [[]] : []),
    ...[...sentences(pods, strays), ...kubeletSentence(records)].flatMap((sentence) =>
      signed(sentence.text, sentence.isGood, view),
    ),
    ...paragraph(countersText(verdict, records, view), view.columns, "faint"),
  ];
}

interface Sentence {
  readonly text: string;
  readonly isGood: boolean;
}

function sentences(pods: readonly PodFacts[], strays: readonly VerdictRow[]): readonly Sentence[] {
  const stray: Sentence[] =
    strays.length === 0
      ? []
      : [{ text: `${counted(strays.length, "container")} that nobody declares.`, isGood: false }];
  const own = (pod: PodFacts): Sentence => ({ text: podSentence(pod), isGood: endedWell(pod) });
  if (pods.length === 0) return [{ text: "No pod was declared.", isGood: true }, ...stray];
  if (pods.length <= sentencesShown) return [...pods.map(own), ...stray];
  const well = pods.filter(isWell).length;
  const text =
    well === pods.length
      ? `All ${pods.length} pods are ready, done or gone.`
      : `${well} of ${pods.length} pods are ready, done or gone.`;
  const told = pods
    .filter((pod) => !isWell(pod) || hasStory(pod))
    .toSorted((a, b) => Number(endedWell(a)) - Number(endedWell(b)));
  const each = [...bySentence(told).values()].slice(0, sentencesShown).map(ofSeveral);
  return [{ text, isGood: well === pods.length }, ...each, ...stray];
}

function kubeletSentence(records: readonly TraceRecord[]): readonly Sentence[] {
  const last = records.findLast(({ type }) => type === "kubelet");
  if (last?.type !== "kubelet" || last.change === "started") return [];
  const text = "The kubelet is down at the end: what runs goes on, and nobody looks after it.";
  return [{ text, isGood: false }];
}

/** All is well with it, and nothing was killed on the way out. */
function endedWell(pod: PodFacts): boolean {
  return isWell(pod) && !isCutShort(pod);
}

function bySentence(pods: readonly PodFacts[]): ReadonlyMap<string, PodFacts[]> {
  const groups = new Map<string, PodFacts[]>();
  for (const pod of pods) {
    const story = podStory(pod);
    const group = groups.get(story);
    if (group) group.push(pod);
    else groups.set(story, [pod]);
  }
  return groups;
}

function ofSeveral(pods: readonly PodFacts[]): Sentence {
  const [first] = pods;
  if (first === undefined) return { text: "", isGood: true };
  const others = pods.length - 1;
  const also = others === 0 ? "" : ` So with ${counted(others, "more pod")}.`;
  return { text: `${podSentence(first)}${also}`, isGood: endedWell(first) };
}

function signed(text: string, isGood: boolean, { columns, glyphs }: View): readonly Line[] {
  const sign = isGood ? span(`${glyphs.yes} `, "good") : span(`${glyphs.no} `, "bad");
  const width = lineWidth([sign]);
  return paragraph(text, columns - width, "title").map((line, index) => [
    index === 0 ? sign : span(" ".repeat(width)),
    ...line,
  ]);
}

function countersText(
  { counters }: VerdictTrace,
  records: readonly TraceRecord[],
  { glyphs }: View,
): string {
  const { lists, creates, removes } = counters;
  const events = records.filter(({ type }) => type === "event").length;
  return [
    `${formatTime(toMs(records.at(-1)?.t ?? 0))} simulated`,
    counted(lists, "list call"),
    counted(creates, "create"),
    counted(removes, "remove"),
    counted(events, "Kubernetes Event"),
  ].join(glyphs.dot);
}
