/** Writes log entries, and what later records add to them: counts, waits, news of the pod. */
import { displayName } from "../../model/container-key.ts";
import { type Glyphs, markRoles, stateRoles } from "../glyphs.ts";
import type { LaneMark, LaneState } from "../lane.ts";
import { type Span, span } from "../line.ts";
import { type EntryKind, EntryList, type LogEntry, type Unfinished } from "../log-entry.ts";
import { formatTime } from "../times.ts";

export interface Subject {
  readonly namespace: string;
  readonly pod: string;
  readonly container?: string;
}

export interface Writing {
  readonly kind: EntryKind;
  readonly sign: Span;
  readonly text: string;
  /** Where the text has something in it that differs from time to time. */
  readonly likeness?: string;
  /** It comes of the events before it, and more of them are counted with those. */
  readonly goesOn?: boolean;
}

/** What is not known yet when an entry is written. */
interface Later {
  count: number;
  wait?: string;
  news?: string;
}

export class LogPen {
  readonly list = new EntryList();
  readonly #glyphs: Glyphs;
  readonly #later = new Map<Unfinished, Later>();
  /** What happened to a subject last; events only accompany it. */
  readonly #last = new Map<string, Unfinished>();
  readonly #lastEvent = new Map<string, { readonly atMs: number; readonly entry: Unfinished }>();
  /** Events of a subject since something else happened to it, by their text. */
  readonly #tallies = new Map<string, Map<string, Unfinished>>();
  readonly #lastOfPod = new Map<string, Unfinished>();
  readonly #backOffs = new Map<string, Unfinished>();

  constructor(glyphs: Glyphs) {
    this.#glyphs = glyphs;
  }

  add(subject: Subject, atMs: number, writing: Writing): void {
    const name = nameOf(subject);
    if (!writing.goesOn) this.#tallies.delete(name);
    const { text, likeness = text } = writing;
    const { kind, sign } = writing;
    const entry = this.list.add({ atMs, kind, subjects: [name], sign, text, likeness });
    this.#last.set(name, entry);
    if (subject.container !== undefined) this.#lastOfPod.set(podNameOf(subject), entry);
  }

  /** One more of an event that repeats is counted where it stands first. */
  event(subject: Subject, atMs: number, sign: Span, text: string): void {
    const name = nameOf(subject);
    const tallies = this.#tallies.get(name) ?? new Map<string, Unfinished>();
    this.#tallies.set(name, tallies);
    const likeness = withoutIds(text);
    const known = tallies.get(likeness);
    if (known) {
      this.#lastEvent.set(name, { atMs, entry: known });
      known.untilMs = atMs;
      this.#laterOf(known).count += 1;
      return;
    }
    const entry = this.list.add({ atMs, kind: "event", subjects: [name], sign, text, likeness });
    tallies.set(likeness, entry);
    this.#lastEvent.set(name, { atMs, entry });
    // An event about the pod as a whole is the reason of what its status says next.
    if (subject.container === undefined) this.#lastOfPod.set(name, entry);
  }

  /** What becomes of the pod now is told with the event of this moment. */
  claimNews(subject: Subject, atMs: number): void {
    const last = this.#lastEvent.get(nameOf(subject));
    if (last?.atMs === atMs) this.#lastOfPod.set(podNameOf(subject), last.entry);
  }

  /** The entry of this moment that a record belongs to, where it is of one of the kinds. */
  lastAt(subject: Subject, atMs: number, kinds: readonly EntryKind[]): Unfinished | undefined {
    const last = this.#last.get(nameOf(subject));
    return last?.atMs === atMs && kinds.includes(last.kind) ? last : undefined;
  }

  hasEventAt(subject: Subject, atMs: number): boolean {
    return this.#lastEvent.get(nameOf(subject))?.atMs === atMs;
  }

  backOff(subject: Subject, atMs: number, text: string): void {
    this.event(subject, atMs, this.state("waiting"), text);
    const name = nameOf(subject);
    const entry = this.#tallies.get(name)?.get(withoutIds(text));
    if (entry === undefined) return;
    this.#backOffs.set(name, entry);
    if (entry.atMs === atMs) this.#lastOfPod.set(podNameOf(subject), entry);
  }

  /** How long a back-off is stands only in the status that comes after its event. */
  wait(subject: Subject, wait: string): void {
    const entry = this.#backOffs.get(nameOf(subject));
    if (entry) this.#laterOf(entry).wait ??= wait;
  }

  /** Tells of the pod on the line of the container that made the news, if there is one. */
  newsOfPod(pod: Subject, atMs: number, news: (line: string) => string): boolean {
    const last = this.#lastOfPod.get(podNameOf(pod));
    if (last?.atMs !== atMs) return false;
    this.#laterOf(last).news = news(last.text);
    return true;
  }

  finish(): readonly LogEntry[] {
    return this.list.entries.map((entry) => {
      const later = this.#later.get(entry);
      return later ? completed(entry, later) : entry;
    });
  }

  state(state: LaneState): Span {
    return span(this.#glyphs.states[state], stateRoles[state]);
  }

  mark(mark: LaneMark): Span {
    return span(this.#glyphs.marks[mark], markRoles[mark]);
  }

  bullet(): Span {
    return span(this.#glyphs.bullet, "faint");
  }

  good(): Span {
    return span(this.#glyphs.yes, "good");
  }

  #laterOf(entry: Unfinished): Later {
    const known = this.#later.get(entry);
    if (known) return known;
    const later: Later = { count: 1 };
    this.#later.set(entry, later);
    return later;
  }
}

/** Goes on with an entry: another record of the same moment and the same thing. */
export function extend(
  entry: Unfinished,
  more: { readonly text: string; readonly kind: EntryKind; readonly sign?: Span },
): void {
  const { text, kind, sign = entry.sign } = more;
  const likeness = `${entry.likeness ?? entry.text}${text}`;
  Object.assign(entry, { text: `${entry.text}${text}`, likeness, kind, sign });
}

function completed(entry: LogEntry, { count, wait, news }: Later): LogEntry {
  const waits = wait === undefined ? "" : `: waits ${wait}`;
  const told = news === undefined ? "" : `; ${news}`;
  const overMs = (entry.untilMs ?? entry.atMs) - entry.atMs;
  const often = count === 1 ? "" : ` (x${count} over ${formatTime(toSeconds(overMs))})`;
  return {
    ...entry,
    text: `${entry.text}${waits}${often}${told}`,
    likeness: `${entry.likeness ?? entry.text}${told}`,
    ...(wait === undefined ? {} : { wait }),
  };
}

/** As kubectl counts; only what is shorter than a second is shown as it is. */
function toSeconds(ms: number): number {
  return ms < 1000 ? ms : Math.round(ms / 1000) * 1000;
}

/** A message may name the container it is about, and each restart has a new one. */
function withoutIds(text: string): string {
  return text.replaceAll(/\bc\d+\b/g, "");
}

function nameOf({ namespace, pod, container }: Subject): string {
  return displayName(namespace, pod, container);
}

function podNameOf({ namespace, pod }: Subject): string {
  return displayName(namespace, pod);
}
