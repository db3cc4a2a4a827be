/** The messages between actors in the interval that is in sight, as a sequence diagram. */
import { useEffect, useRef } from "preact/hooks";
import { formatTime } from "../../trace/times.ts";
import { type ActorLog, type Message, countBy } from "../actor-log.ts";
import { ArrowHead } from "./arrow-head.tsx";
import { shortName } from "./actors-view.tsx";
import { useSize } from "./canvas.ts";
import { useRoving } from "./roving.ts";
import { SequenceArrow, outside, rowHeight } from "./sequence-arrow.tsx";
import type { ActorStage } from "./stage.ts";
import type { Actors } from "./use-actors.ts";

/** More arrows or lanes are no diagram for the eye. */
const messagesShown = 150;
const lanesShown = 12;

/** Of a lane, in pixels: as wide as there is room for, between these. */
const narrowest = 96;
const widest = 170;
const timeWidth = 76;

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
  if (actors === undefined) return <p class="loading">playing the run once more …</p>;
  const { window } = stage;
  const { shown, numbers, lanes, hidden } = diagramOf(actors.log, stage);
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
        <Drawn shown={shown} numbers={numbers} lanes={lanes} stage={stage} />
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

interface DrawnProps {
  readonly shown: readonly Message[];
  /** Of each, its place among all of the interval, so that it keeps the focus. */
  readonly numbers: readonly number[];
  readonly lanes: readonly string[];
  readonly stage: ActorStage;
}

function Drawn(props: DrawnProps) {
  const { shown, lanes, stage } = props;
  const body = useNowInSight(countBy(shown, stage.place));
  const room = useSize(body);
  const share = Math.floor((room.width - timeWidth) / lanes.length);
  const laneWidth = Math.max(narrowest, Math.min(widest, share));
  return (
    <div class="body flush" ref={body}>
      <div class="lanes" style={{ width: `${timeWidth + lanes.length * laneWidth}px` }}>
        {lanes.map((name) => (
          <span key={name} title={name} style={{ width: `${laneWidth}px` }}>
            {wrapped(shortName(name))}
          </span>
        ))}
      </div>
      <Diagram {...props} laneWidth={laneWidth} />
    </div>
  );
}

/** A name that may break after each of its slashes. */
function wrapped(name: string) {
  return name.split(/(?<=\/)/).map((part) => (
    <>
      {part}
      <wbr />
    </>
  ));
}

interface DiagramProps extends DrawnProps {
  readonly laneWidth: number;
}

function Diagram({ shown, numbers, lanes, laneWidth, stage }: DiagramProps) {
  const width = timeWidth + lanes.length * laneWidth;
  const height = shown.length * rowHeight + 8;
  const xOf = (name: string): number => timeWidth + (lanes.indexOf(name) + 0.5) * laneWidth;
  const now = countBy(shown, stage.place);
  const { list, item } = useRoving(shown.length, now - 1);
  return (
    <svg
      class="chart"
      width={width}
      height={height}
      role="listbox"
      aria-label="Sequence diagram"
      data-keys
      tabindex={-1}
      {...list}
    >
      <ArrowHead id="head" />
      {lanes.map((name) => (
        <line key={name} class="lane" x1={xOf(name)} x2={xOf(name)} y1={0} y2={height} />
      ))}
      {shown.map((message, index) => (
        <SequenceArrow
          key={numbers[index]}
          message={message}
          index={index}
          fromX={xOf(message.from ?? outside)}
          toX={xOf(message.to)}
          width={width}
          timeX={shown[index - 1]?.ms === message.ms ? undefined : timeWidth - 8}
          isLater={index >= now}
          isNow={index === now - 1}
          item={item(index)}
          onPick={() => stage.goTo(message.ms, message.count)}
        />
      ))}
      {now > 0 && now < shown.length && (
        <line class="now" x1={0} x2={width} y1={now * rowHeight} y2={now * rowHeight} />
      )}
    </svg>
  );
}

/** Messages of an interval, those around the moment where they are many, and their lanes. */
function diagramOf({ messages }: ActorLog, { window, filter, place }: ActorStage) {
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
  const numbers: number[] = [];
  for (const [index, message] of all.slice(from).entries()) {
    if (shown.length >= messagesShown) break;
    const both = [message.from ?? outside, message.to];
    const isNew = both.filter((name) => !lanes.has(name)).length;
    if (lanes.size + isNew > lanesShown) continue;
    for (const name of both) lanes.add(name);
    shown.push(message);
    numbers.push(from + index);
  }
  return { shown, numbers, lanes: [...lanes], hidden: all.length - shown.length };
}
