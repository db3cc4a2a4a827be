/** What can be done to the node: now, or at an earlier moment, from where on it is a branch. */
import type { ComponentType } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { displayName } from "../../model/container-key.ts";
import type { VerdictRow } from "../../model/trace.ts";
import { formatTime } from "../../trace/times.ts";
import { type Target, actedOn } from "../acted-on.ts";
import { type Deed, containerDeeds, nodeDeeds } from "../deeds.ts";
import { type Sent, outcomeOf, sentNow } from "../editing/edit-outcome.ts";
import { type DeclaredManifest, declaredManifest } from "../editing/manifest-edit.ts";
import type { Moment } from "../history.ts";
import type { BranchInfo, GoingBack } from "../live-protocol.ts";
import type { Live } from "./live.ts";
import type { Stage } from "./stage.ts";

export interface ManifestEditorProps {
  readonly manifest: DeclaredManifest;
  /** The moment at which it is declared so. */
  readonly when: string;
  /** Why what was applied last has come to nothing; empty where it has not. */
  readonly refused: string;
  readonly onApply: (entry: Deed["entry"]) => void;
  readonly onClose: () => void;
}

/** Given from outside, since a report has no use for an editor. */
export type ManifestEditor = ComponentType<ManifestEditorProps>;

interface Props {
  readonly stage: Stage;
  readonly live: Live;
  readonly moment: Moment;
  readonly manifestEditor: ManifestEditor | undefined;
}

export function Act({ stage, live, moment, manifestEditor: ManifestEditor }: Props) {
  const { run, place } = stage;
  const isPast = place.count < run.records.length;
  const atMs = Math.round(place.ms);
  const editing = useManifestEditing(live);
  const act = (entry: Deed["entry"]): void => {
    live.send({ do: "apply", entry, ...(isPast ? { atMs } : {}) });
  };
  return (
    <div class="bar act" role="toolbar" aria-label="Act" inert={!live.isConnected}>
      <div class="group">
        <Deeds deeds={nodeDeeds(run.input.scenario.model, moment)} onAct={act} />
      </div>
      <ContainerActs
        stage={stage}
        moment={moment}
        onEdit={ManifestEditor && editing.open}
        onAct={act}
      />
      {editing.edited && ManifestEditor && (
        <ManifestEditor
          manifest={editing.edited}
          when={formatTime(atMs)}
          refused={live.refused}
          onApply={(entry) => {
            editing.wait();
            act(entry);
          }}
          onClose={editing.close}
        />
      )}
      <span class="gap" />
      {live.state.goingBack ? (
        <Way {...live.state.goingBack} />
      ) : (
        <button
          type="button"
          class={isPast ? "goOn" : "goOn unused"}
          title="A new branch, in which nothing else is done at this moment"
          onClick={() => live.send({ do: "branch", atMs })}
        >
          {`Go on from ${formatTime(atMs)}`}
        </button>
      )}
      <Branches live={live} />
      {live.refused !== "" && editing.edited === undefined && (
        <p role="alert" class="bad refused">
          {live.refused}
        </p>
      )}
    </div>
  );
}

function Way({ toMs, share }: GoingBack) {
  return (
    <span
      class="goOn"
      role="status"
    >{`going back to ${formatTime(toMs)}: ${Math.floor(share * 100)} %`}</span>
  );
}

/** A manifest is open until what was made of it is done, or it is closed. */
function useManifestEditing(live: Live) {
  const [edited, setEdited] = useState<DeclaredManifest>();
  const awaited = useRef<Sent>(undefined);
  useEffect(() => {
    if (awaited.current === undefined) return;
    const outcome = outcomeOf(awaited.current, live.state);
    if (outcome === "done") setEdited(undefined);
    if (outcome !== "under way") awaited.current = undefined;
  }, [live]);
  return {
    edited,
    open: setEdited,
    close: () => setEdited(undefined),
    wait: () => {
      awaited.current = sentNow(live.state);
    },
  };
}

interface DeedsProps {
  readonly deeds: readonly Deed[];
  readonly onAct: (entry: Deed["entry"]) => void;
}

function Deeds({ deeds, onAct }: DeedsProps) {
  return (
    <>
      {deeds.map(({ name, entry }) => (
        <button key={name} type="button" onClick={() => onAct(entry)}>
          {name}
        </button>
      ))}
    </>
  );
}

interface ContainerActsProps extends Pick<DeedsProps, "onAct"> {
  readonly stage: Stage;
  readonly moment: Moment;
  /** Absent where nothing can be edited. */
  readonly onEdit: ((manifest: DeclaredManifest) => void) | undefined;
}

function ContainerActs({ stage, moment, onEdit, onAct }: ContainerActsProps) {
  const { run, target, aim } = stage;
  const row = actedOn(moment.rows, target);
  const key = row && keyOf(row);
  // Who stands there is meant from now on, also where nobody has chosen it.
  useEffect(() => {
    if (row) aim(row);
  }, [key, target]);
  if (row === undefined && target === undefined) return null;
  const of = row?.id === undefined ? undefined : run.nameOf(row.id);
  const manifest = onEdit && row && declaredManifest(run.input, moment, row);
  return (
    <div class="group">
      <select
        aria-label="Container"
        value={key ?? ""}
        onChange={({ currentTarget: { value } }) => {
          const chosen = moment.rows.find((each) => keyOf(each) === value);
          if (chosen) aim(chosen);
        }}
      >
        {row === undefined && target && (
          <option value="">{`${nameOf(target)}, not there now`}</option>
        )}
        {moment.rows.map((each) => (
          <option key={keyOf(each)} value={keyOf(each)}>
            {nameOf(each)}
          </option>
        ))}
      </select>
      {row && (
        <Deeds deeds={containerDeeds(run.input.scenario.model, row, of, moment)} onAct={onAct} />
      )}
      {manifest && (
        <button type="button" onClick={() => onEdit(manifest)}>
          Edit its manifest
        </button>
      )}
    </div>
  );
}

function nameOf({ namespace, pod, container }: Target): string {
  return displayName(namespace, pod, container);
}

function keyOf({ namespace, pod, container, id }: VerdictRow): string {
  return [namespace, pod, container, id].join("/");
}

function Branches({ live }: { readonly live: Live }) {
  const { branches, current } = live.state;
  return (
    <select
      aria-label="Branch"
      class={branches.length === 1 ? "unused" : ""}
      value={current}
      onChange={(event) => live.send({ do: "show", branch: Number(event.currentTarget.value) })}
    >
      {branches.map((branch) => (
        <option key={branch.id} value={branch.id}>
          {branchText(branch)}
        </option>
      ))}
    </select>
  );
}

function branchText({ id, from, applied }: BranchInfo): string {
  if (from === undefined) return "branch 1, as it began";
  const own = applied.findLast(({ atMs }) => atMs >= from.atMs);
  const what = own === undefined ? "" : `, ${String(own.entry["action"])}`;
  return `branch ${id}, from ${from.branch} at ${formatTime(from.atMs)}${what}`;
}
