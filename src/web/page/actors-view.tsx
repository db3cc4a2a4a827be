/** The actors at the moment that is looked at: who is there, in which state, and what came last. */
import { useState } from "preact/hooks";
import { formatTime } from "../../trace/times.ts";
import {
  type ActorLife,
  type ActorLog,
  type Message,
  countBy,
  messageText,
  stateAt,
  valueText,
} from "../actor-log.ts";
import type { Actors } from "./use-actors.ts";
import { Panels } from "./panels.tsx";
import { type Item, useRoving } from "./roving.ts";
import type { Stage } from "./stage.ts";
import { Statechart } from "./statechart.tsx";

/** More rows are no list for the eye. */
const actorsShown = 300;
const messagesShown = 60;

interface Props {
  readonly stage: Stage;
  readonly actors: Actors | undefined;
}

export function ActorsView({ stage, actors }: Props) {
  const [chosen, setChosen] = useState<string>();
  if (actors === undefined) return <p class="loading">playing the run once more …</p>;
  const { log, progress } = actors;
  const there = actorsAt(log, stage);
  const life = log.actors.get(chosen ?? "") ?? there.find(({ name }) => name.endsWith("/kubelet"));
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
      ]}
    />
  );
}

/** Those that are there then, in the order of their names. */
function actorsAt({ actors }: ActorLog, { place }: Stage): readonly ActorLife[] {
  const isThere = ({ states, messages, machine, end }: ActorLife): boolean =>
    (end === undefined || countBy([end], place) === 0) &&
    (machine === undefined ? messages.length > 0 : countBy(states, place) > 0);
  return [...actors.values()].filter(isThere).toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

interface ListProps {
  readonly there: readonly ActorLife[];
  readonly chosen: string | undefined;
  readonly stage: Stage;
  readonly onPick: (name: string) => void;
}

function ActorList({ there, chosen, stage, onPick }: ListProps) {
  const { place, filter } = stage;
  const found = there.filter(({ name }) => name.toLowerCase().includes(filter.toLowerCase()));
  const hidden = found.length - actorsShown;
  const here = found.findIndex(({ name }) => name === chosen);
  const { list, item } = useRoving(Math.min(found.length, actorsShown), here);
  return (
    <div class="body flush" {...list}>
      {found.slice(0, actorsShown).map((life, index) => {
        const { name, machine } = life;
        const value = stateAt(life, place);
        return (
          <button
            key={name}
            type="button"
            class={`actor ${name === chosen ? "chosen" : ""}`}
            aria-pressed={name === chosen}
            {...item(index)}
            onClick={() => onPick(name)}
          >
            <span class="words">{shortName(name)}</span>
            <span class="faint">
              {machine === undefined || value === undefined ? "" : valueText(value)}
            </span>
          </button>
        );
      })}
      {hidden > 0 && <p class="faint more">{`and ${hidden} more; Find lanes finds actors, too`}</p>}
    </div>
  );
}

function Chart({ life, stage }: { readonly life: ActorLife | undefined; readonly stage: Stage }) {
  if (life === undefined) return <p class="faint">No actor is there yet.</p>;
  const { name, machine } = life;
  return (
    <>
      <p class="of mono">{name}</p>
      {machine === undefined ? (
        <p class="faint">It is a procedure, and has no statechart.</p>
      ) : (
        <Statechart machine={machine} value={stateAt(life, stage.place)} />
      )}
    </>
  );
}

interface MessagesProps {
  readonly life: ActorLife | undefined;
  readonly log: ActorLog;
  readonly stage: Stage;
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
  readonly stage: Stage;
  readonly onPick: (name: string) => void;
  readonly items: readonly [Item, Item];
}

function MessageRow({ message, stage, onPick, items }: RowProps) {
  const { ms, from, type } = message;
  return (
    <div class="message">
      <button type="button" class="when" {...items[0]} onClick={() => stage.goTo(ms)}>
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
