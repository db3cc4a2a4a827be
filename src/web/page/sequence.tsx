/** The messages between actors in the interval that is in sight, as a sequence diagram. */
import { useEffect, useRef } from "preact/hooks";
import { formatTime } from "../../trace/times.ts";
import { type ActorLog, type Message, countBy, messageText } from "../actor-log.ts";
import { ArrowHead } from "./arrow-head.tsx";
import { shortName } from "./actors-view.tsx";
import type { ActorStage } from "./stage.ts";
import type { Actors } from "./use-actors.ts";

/** More arrows or lanes are no diagram for the eye. */
const messagesShown = 150;
const lanesShown = 12;

const laneWidth = 148;
const rowHeight = 24;
const timeWidth = 76;
const outside = "outside";

interface Props {
  readonly stage: ActorStage;
  readonly actors: Actors | undefined;
  /** What the interval is, and how to see more of what is in it. */
  readonly words?: { readonly interval: string; readonly more: string };
}

const ofTimeline = {
  interval: ", which is what the timeline has in sight",
  more: "zoom in, or find lanes",
};

export function Sequence({ stage, actors, words = ofTimeline }: Props) {
  const { window, place } = stage;
  const { shown, lanes, hidden } = diagramOf(actors?.log, stage);
  const body = useNowInSight(countBy(shown, place));
  if (actors === undefined) return <p class="loading">playing the run once more …</p>;
  const [from, to] = [window.fromMs, window.toMs].map((ms) => formatTime(Math.round(ms)));
  return (
    <section class="sequence panel open" aria-label="Messages">
      <header>
        <h2>Messages</h2>
        <span class="faint">
          {`${from} to ${to}${words.interval}: ${shown.length} shown`}
          {hidden > 0 && `, ${hidden} more left out; ${words.more}`}
        </span>
      </header>
      {shown.length === 0 ? (
        <p class="faint more">No message was sent in it.</p>
      ) : (
        <div class="body flush" ref={body}>
          <div class="lanes" style={{ width: `${timeWidth + lanes.length * laneWidth}px` }}>
            {lanes.map((name) => (
              <span key={name} title={name} style={{ width: `${laneWidth}px` }}>
                {shortName(name)}
              </span>
            ))}
          </div>
          <Diagram shown={shown} lanes={lanes} stage={stage} />
        </div>
      )}
    </section>
  );
}

/** The diagram scrolls to where the moment is, the page around it does not. */
function useNowInSight(now: number) {
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = body;
    if (current === null) return;
    const { scrollTop, clientHeight } = current;
    const y = now * rowHeight;
    const isSeen = y >= scrollTop + rowHeight && y <= scrollTop + clientHeight - 2 * rowHeight;
    if (!isSeen) current.scrollTop = y - clientHeight / 2;
  }, [now]);
  return body;
}

interface DiagramProps {
  readonly shown: readonly Message[];
  readonly lanes: readonly string[];
  readonly stage: ActorStage;
}

function Diagram({ shown, lanes, stage }: DiagramProps) {
  const width = timeWidth + lanes.length * laneWidth;
  const height = shown.length * rowHeight + 8;
  const xOf = (name: string): number => timeWidth + (lanes.indexOf(name) + 0.5) * laneWidth;
  const now = countBy(shown, stage.place);
  return (
    <svg class="chart" width={width} height={height} role="img" aria-label="Sequence diagram">
      <ArrowHead id="head" />
      {lanes.map((name) => (
        <line key={name} class="lane" x1={xOf(name)} x2={xOf(name)} y1={0} y2={height} />
      ))}
      {shown.map((message, index) => {
        const { ms, count, from = outside, to, type } = message;
        const y = (index + 0.75) * rowHeight;
        const [start, end] = [xOf(from), xOf(to)];
        const isSelf = from === to;
        const path = isSelf
          ? `M${start} ${y - 6}h16v8h-14`
          : `M${start} ${y}L${end + (end > start ? -2 : 2)} ${y}`;
        return (
          <g
            key={index}
            class={`sent ${index >= now ? "later" : ""} ${from === outside ? "outside" : ""}`}
            onClick={() => stage.goTo(ms, count)}
          >
            <rect x={0} y={index * rowHeight} width={width} height={rowHeight} />
            {shown[index - 1]?.ms !== ms && (
              <text class="time" x={timeWidth - 8} y={y} text-anchor="end">
                {formatTime(ms)}
              </text>
            )}
            <path d={path} marker-end="url(#head)" />
            <text
              x={isSelf ? start + 22 : (start + end) / 2}
              y={isSelf ? y : y - 4}
              text-anchor={isSelf ? "start" : "middle"}
            >
              {messageText(type)}
            </text>
          </g>
        );
      })}
      {now > 0 && now < shown.length && (
        <line class="now" x1={0} x2={width} y1={now * rowHeight} y2={now * rowHeight} />
      )}
    </svg>
  );
}

/** Messages of an interval, those around the moment where they are many, and their lanes. */
function diagramOf(log: ActorLog | undefined, { window, filter, place }: ActorStage) {
  const messages = log?.messages ?? [];
  const first = countBy(messages, { ms: window.fromMs, count: -1 });
  const end = countBy(messages, { ms: window.toMs, count: Infinity });
  const text = filter.toLowerCase();
  const isMeant = ({ from = "", to }: Message): boolean =>
    from.toLowerCase().includes(text) || to.toLowerCase().includes(text);
  const all = messages.slice(first, end).filter(isMeant);
  const before = countBy(all, place) - Math.floor(messagesShown / 2);
  const from = Math.max(0, Math.min(before, all.length - messagesShown));
  const lanes = new Set<string>();
  const shown: Message[] = [];
  for (const message of all.slice(from)) {
    if (shown.length >= messagesShown) break;
    const both = [message.from ?? outside, message.to];
    const isNew = both.filter((name) => !lanes.has(name)).length;
    if (lanes.size + isNew > lanesShown) continue;
    for (const name of both) lanes.add(name);
    shown.push(message);
  }
  return { shown, lanes: [...lanes], hidden: all.length - shown.length };
}
