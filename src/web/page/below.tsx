/** What stands below the timeline: one of several views of the run that is looked at. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Moment } from "../history.ts";
import { ActorsView } from "./actors-view.tsx";
import { AdviceView, useAdvice } from "./advice-view.tsx";
import type { Live } from "./live.ts";
import { NodeView } from "./node-view.tsx";
import { Sequence } from "./sequence.tsx";
import { useActors } from "./use-actors.ts";
import type { PageState } from "./use-stage.ts";
import { type ViewName, Views } from "./views.tsx";

const views = ["Node", "Actors", "Messages", "Advice"] as const;

export type Editor = (props: { readonly live: Live }) => JSX.Element;

interface Props {
  readonly state: PageState;
  readonly moment: Moment;
  readonly live: Live | undefined;
  readonly editor: Editor | undefined;
}

export function Below({ state, moment, live, editor: Edit }: Props) {
  const { stage, setFilter } = state;
  const { run } = stage;
  const [view, setView] = useState<ViewName>("Node");
  const actors = useActors(run, view === "Actors" || view === "Messages");
  const advice = useAdvice(run, live === undefined || view === "Advice");
  const isTextbook = run.picture.model === "textbook";
  return (
    <>
      <Views
        names={Edit ? [...views, "Edit"] : views}
        view={view}
        setView={setView}
        found={advice?.length}
      />
      {view === "Node" && <NodeView state={state} moment={moment} />}
      {view === "Actors" && <ActorsView stage={stage} actors={actors} />}
      {view === "Messages" && <Sequence stage={stage} actors={actors} />}
      {view === "Advice" && (
        <AdviceView advice={advice} isTextbook={isTextbook} onFind={setFilter} />
      )}
      {view === "Edit" && live && Edit && <Edit live={live} />}
    </>
  );
}
