/** The actors at the moment that is looked at: who is there, in which state, and what came last. */
import { useState } from "preact/hooks";
import { formatTime } from "../../trace/times.ts";
import {
  type ActorLife,
  type ActorLog,
  type Message,
  type Point,
  countBy,
  messageText,
  stateAt,
  valueText,
} from "../actor-log.ts";
import { type ActorRow, treeOf } from "../actor-tree.ts";
import { type Panel, Panels } from "./panels.tsx";
import { type Item, useRoving } from "./roving.ts";
import type { ActorStage } from "./stage.ts";
import { Statechart } from "./statechart.tsx";
import type { Actors } from "./use-actors.ts";

/** More rows are no list for the eye. */
const actorsShown = 300;
const messagesShown = 60;

interface Props {
  readonly stage: ActorStage;
  readonly actors: Actors | undefined;
  /** What else is told of the one that is chosen. */
  readonly more?: (chosen: ActorLife | undefined) => Panel;
}

export function ActorsView({ stage, actors, more }: Props) {
  const [chosen, setChosen] = useState<string>();
  if (actors === undefined) return <p class="loading">playing the run once more …</p>;
  const { log, progress } = actors;
  const there = actorsAt(log, stage);
  const life =
    log.actors.get(chosen ?? "") ??
    there.find(({ name }) => name.endsWith("/kubelet")) ??
    there.find(({ machine }) => machine !== undefined);
  const list = <ActorList there={there} chosen={life?.name} stage={stage} onPick={setChosen} />;
  const count =
    progress < 1 ? `up to ${Math.round(progress * 100)} % of the run` : `${there.length}`;
  return (
    <Panels
      shown={chosen === undefined ? undefined : "Statechart"}
      panels={[
        {
          name: "Actors",
          isFlush: true,
          beside: (
            <span class="faint" role="status">
              {count}
            </span>
          ),
          body: list,
        },
        { name: "Statechart", className: "wide", body: <Chart life={life} stage={stage} /> },
        {
          name: "Last messages",
          isFlush: true,
          body: <LastMessages life={life} log={log} stage={stage} onPick={setChosen} />,
        },
        ...(more === undefined ? [] : [more(life)]),
      ]}
    />
  );
}

/** Those that are there then. */
function actorsAt({ actors }: ActorLog, { place }: ActorStage): readonly ActorLife[] {
  const isThere = ({ begin, end }: ActorLife): boolean =>
    countBy([begin], place) > 0 && (end === undefined || countBy([end], place) === 0);
  return [...actors.values()].filter(isThere);
}

interface ListProps {
  readonly there: readonly ActorLife[];
  readonly chosen: string | undefined;
  readonly stage: ActorStage;
  readonly onPick: (name: string) => void;
}

function ActorList({ there, chosen, stage, onPick }: ListProps) {
  const { place, filter } = stage;
  const found = there.filter(({ name }) => name.toLowerCase().includes(filter.toLowerCase()));
  const hidden = found.length - actorsShown;
  const rows = treeOf(found).slice(0, actorsShown);
  const here = rows.findIndex(({ life }) => life.name === chosen);
  const { list, item } = useRoving(rows.length, here);
  return (
    <div class="body flush" {...list}>
      {rows.map((row, index) => (
        <ActorButton
          key={row.life.name}
          row={row}
          item={item(index)}
          {...{ chosen, place, onPick }}
        />
      ))}
      {hidden > 0 && <p class="faint more">{`and ${hidden} more; find them by their names`}</p>}
    </div>
  );
}

interface ButtonProps extends Pick<ListProps, "chosen" | "onPick"> {
  readonly row: ActorRow;
  readonly place: Point;
  readonly item: Item;
}

/** What it is below is seen by its place, and heard by its name. */
function ActorButton({ row, chosen, place, item, onPick }: ButtonProps) {
  const { life, depth } = row;
  const { name, parent = "", machine } = life;
  const value = machine === undefined ? undefined : stateAt(life, place);
  const state = value === undefined ? "" : valueText(value);
  const isBelow = depth > 0 && name.startsWith(`${parent}/`);
  return (
    <button
      type="button"
      class={`actor ${name === chosen ? "chosen" : ""}`}
      aria-label={`${shortName(name)} ${state}`.trim()}
      aria-pressed={name === chosen}
      style={{ paddingLeft: `${16 + depth * 14}px` }}
      {...item}
      onClick={() => onPick(name)}
    >
      <span class="words">{isBelow ? name.slice(parent.length + 1) : shortName(name)}</span>{" "}
      <span class="faint">{state}</span>
    </button>
  );
}

function Chart({
  life,
  stage,
}: {
  readonly life: ActorLife | undefined;
  readonly stage: ActorStage;
}) {
  if (life === undefined) return <p class="faint">No actor is there yet.</p>;
  const { name, machine, flaw } = life;
  return (
    <>
      <p class="of mono">{name}</p>
      {machine === undefined ? (
        <p class="faint">
          {flaw === undefined
            ? "It is a procedure, and has no statechart."
            : `Its statechart cannot be drawn: ${flaw}`}
        </p>
      ) : (
        <Statechart machine={machine} value={stateAt(life, stage.place)} />
      )}
    </>
  );
}

interface MessagesProps {
  readonly life: ActorLife | undefined;
  readonly log: ActorLog;
  readonly stage: ActorStage;
  readonly onPick: (name: string) => void;
}

/** What came to an actor before the moment, the newest first. */
function LastMessages({ life, log, stage, onPick }: MessagesProps) {
  const messages = (life?.messages ?? []).flatMap((index) => log.messages[index] ?? []);
  const shown = messages
    .slice(0, countBy(messages, stage.place))
    .slice(-messagesShown)
    .toReversed();
  // Of each, its moment and its sender.
  const { list, item } = useRoving(2 * shown.length, 0);
  if (shown.length === 0) return <p class="faint more">Nothing has come to it so far.</p>;
  return (
    <div class="body flush" {...list}>
      {shown.map((message, index) => (
        <MessageRow
          key={shown.length - index}
          message={message}
          stage={stage}
          onPick={onPick}
          items={[item(2 * index), item(2 * index + 1)]}
        />
      ))}
    </div>
  );
}

interface RowProps {
  readonly message: Message;
  readonly stage: ActorStage;
  readonly onPick: (name: string) => void;
  readonly items: readonly [Item, Item];
}

function MessageRow({ message, stage, onPick, items }: RowProps) {
  const { ms, count, from, type } = message;
  return (
    <div class="message">
      <button type="button" class="when" {...items[0]} onClick={() => stage.goTo(ms, count)}>
        <time>{formatTime(ms)}</time> <b>{messageText(type)}</b>
      </button>
      {from === undefined ? (
        <span class="faint">from outside</span>
      ) : (
        <button type="button" class="from" {...items[1]} onClick={() => onPick(from)}>
          {`from ${shortName(from)}`}
        </button>
      )}
    </div>
  );
}

/** Without the node, which all have. */
export function shortName(name: string): string {
  return name.includes("/") ? name.slice(name.indexOf("/") + 1) : name;
}
