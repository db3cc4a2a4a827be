/** What the log says of containers: several records of one moment often are one thing. */
import { displayName } from "../model/container-key.ts";
import type {
  ContainerTrace,
  SignalTrace,
  SyncAction,
  SyncTrace,
  TraceRecord,
} from "../model/trace.ts";
import { type Glyphs, markRoles, stateRoles } from "./glyphs.ts";
import type { LaneMark, LaneState } from "./lane.ts";
import { type Span, span } from "./line.ts";
import type { EntryKind, EntryList } from "./log-entry.ts";
import { crashText } from "./log-words.ts";
import { formatTime } from "./times.ts";

type Change = ContainerTrace & { readonly cause?: number };

/** What is known of a container that is there. */
interface Known {
  readonly createdMs: number;
  signalled: boolean;
  exited: boolean;
}

export class ContainerLog {
  readonly #list: EntryList;
  readonly #records: readonly TraceRecord[];
  readonly #firstSeq: number;
  readonly #glyphs: Glyphs;
  readonly #known = new Map<string, Known>();
  readonly #decisions = new Decisions();

  constructor(list: EntryList, records: readonly TraceRecord[], glyphs: Glyphs) {
    this.#list = list;
    this.#records = records;
    this.#firstSeq = records[0]?.seq ?? 1;
    this.#glyphs = glyphs;
  }

  isOver(id: string): boolean {
    return this.#known.get(id)?.exited ?? false;
  }

  change(record: Change, atMs: number): void {
    const name = nameOf(record);
    switch (record.to) {
      case "Creating":
        this.#known.set(record.id, { createdMs: atMs, signalled: false, exited: false });
        return this.#add(atMs, "created", name, this.#state("creating"), this.#creation(record));
      case "Running":
        return this.#running(record, atMs);
      case "Exited":
        return this.#exited(record, atMs);
      case "Removed":
        return this.#removed(record, atMs);
    }
  }

  signal({ id, signal, ...subject }: SignalTrace, atMs: number): void {
    const name = nameOf(subject);
    const known = this.#known.get(id);
    if (known) known.signalled = true;
    if (this.#list.lastAt(name, atMs)?.kind === "removing") return;
    const text = signal === "KILL" ? "killed: SIGKILL" : "told to stop: SIGTERM";
    this.#add(atMs, "other", name, this.#mark("stop"), text);
  }

  crashed(action: SyncAction & { readonly action: "crashed" }, atMs: number): void {
    const name = nameOf(action);
    const last = this.#list.lastAt(name, atMs);
    const isNew = last?.kind === "exited";
    const text = crashText(action, isNew ? last.text : undefined);
    const likeness = `${action.exitCode} ${action.wait}`;
    if (last && isNew) Object.assign(last, { kind: "crashed", text, likeness });
    else {
      const sign = this.#state("waiting");
      this.#list.add({ atMs, kind: "crashed", subjects: [name], sign, text, likeness });
    }
  }

  #running({ id, ...subject }: Change, atMs: number): void {
    const name = nameOf(subject);
    const last = this.#list.lastAt(name, atMs);
    const sign = this.#state("running");
    if (last?.kind === "created") {
      const text = last.text.replace(/^created( again)?/, "$& and running");
      Object.assign(last, { kind: "running", text, sign });
      return;
    }
    const known = this.#known.get(id);
    const took = known ? ` after ${formatTime(atMs - known.createdMs)}` : "";
    this.#add(atMs, "running", name, sign, `running${took}`);
  }

  #exited(record: Change, atMs: number): void {
    const { id, exitCode = 0, reason } = record;
    const name = nameOf(record);
    const known = this.#known.get(id);
    if (known) known.exited = true;
    if (known?.signalled) {
      const last = this.#list.lastAt(name, atMs);
      // Stopped at once: the line that says why is the line that says it.
      if (last?.kind === "removing") last.text = last.text.replace(/^told to stop/, "stopped");
      else this.#add(atMs, "exited", name, this.#mark("stop"), `stopped (exit ${exitCode})`);
      return;
    }
    const byScenario = this.#causeOf(record)?.type === "stimulus";
    const verb = exitCode === 0 ? "completed" : "exited";
    const code = `exit ${exitCode}${reason === "OOMKilled" ? ", OOMKilled" : ""}`;
    const text = `${byScenario ? "killed by the scenario" : verb} (${code})`;
    this.#add(atMs, "exited", name, this.#mark(exitCode === 0 ? "end" : "crash"), text);
  }

  #removed({ id, ...subject }: Change, atMs: number): void {
    const name = nameOf(subject);
    const last = this.#list.lastAt(name, atMs);
    this.#known.delete(id);
    if (last?.text.startsWith("stopped")) {
      last.text = last.text.replace(/^stopped/, "stopped and removed");
    } else if (last?.kind !== "crashed" && last?.kind !== "removing") {
      this.#add(atMs, "other", name, this.#mark("stop"), "removed");
    }
  }

  #creation(record: Change): string {
    const cause = this.#causeOf(record);
    if (cause?.type === "stimulus") return "put into the runtime by the scenario";
    if (cause?.type !== "sync" || cause.uid !== undefined) return "created";
    const action = this.#decisions.of(cause, nameOf(record));
    if (action?.action === "recreate") return `created again, restart ${action.restarts}`;
    return record.run > 1 ? "created again: it was missing" : "created";
  }

  #causeOf({ cause }: { readonly cause?: number }): TraceRecord | undefined {
    return cause === undefined ? undefined : this.#records[cause - this.#firstSeq];
  }

  #add(atMs: number, kind: EntryKind, name: string, sign: Span, text: string): void {
    this.#list.add({ atMs, kind, subjects: [name], sign, text });
  }

  #state(state: LaneState): Span {
    return span(this.#glyphs.states[state], stateRoles[state]);
  }

  #mark(mark: LaneMark): Span {
    return span(this.#glyphs.marks[mark], markRoles[mark]);
  }
}

/** The actions of the round that was asked about last, by name: a round may have thousands. */
class Decisions {
  #round: SyncTrace | undefined = undefined;
  #byName: ReadonlyMap<string, SyncAction> = new Map();

  of(round: SyncTrace, name: string): SyncAction | undefined {
    if (round !== this.#round) {
      this.#round = round;
      this.#byName = new Map(round.actions.map((action) => [nameOf(action), action]));
    }
    return this.#byName.get(name);
  }
}

function nameOf(subject: {
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
}): string {
  return displayName(subject.namespace, subject.pod, subject.container);
}
