/**
 * The language of `--assert`: `no SIGKILL`, `app ready < 60s`, `web/app restarts <= 2`. It is about
 * milestones of a run, and which they are is for who has them (src/sample).
 */
import { type Diagnostic, InputError, type Position } from "../model/diagnostic.ts";
import { parseDuration } from "./duration.ts";
import { FlagWords } from "./flag-words.ts";
import type { InventoryPod } from "./inventory.ts";
import { describeValue, oneOf } from "./issues.ts";
import { patternsMeet } from "./name-pattern.ts";
import { namesOf } from "./names.ts";
import { type OwnedPods, ownedPods } from "./owned-pods.ts";
import { didYouMean } from "./nearest.ts";
import type { PreparedInput } from "./prepare.ts";
import type { Place } from "./scenario.ts";
import { withoutNamespace } from "./without-namespace.ts";

/** What an assertion is about; `pod` and `container` are patterns of names. */
export type AssertionSubject =
  | { readonly kind: "pod"; readonly pod: string }
  | { readonly kind: "container"; readonly pod: string; readonly container: string };

export type AssertedEvent =
  | "start"
  | "restart"
  | "ready"
  | "exit"
  | "SIGTERM"
  | "SIGKILL"
  | "Running"
  | "Succeeded"
  | "Failed"
  | "removed"
  | "event";

export type Comparison = "<" | "<=" | "=" | ">=" | ">";

export type Limit =
  /** Of the first time it happens, since t0. */
  | { readonly kind: "time"; readonly comparison: Comparison; readonly ms: number }
  | { readonly kind: "count"; readonly comparison: Comparison; readonly count: number };

export interface Assertion {
  readonly check: "assert";
  /** As it was written. */
  readonly text: string;
  readonly place: Place;
  /** Absent: whatever there is. */
  readonly subject?: AssertionSubject;
  /** The subject as it was written. */
  readonly name?: string;
  readonly event: AssertedEvent;
  /** Of an Event of Kubernetes. */
  readonly reason?: string;
  /** Of an exit. */
  readonly code?: number;
  /** `never`: it does not happen; absent: it does, at any time. */
  readonly limit?: "never" | Limit;
  /** What an expectation of a file may have beside it. */
  readonly note?: undefined;
  readonly confidence?: undefined;
}

/** Each event in the words that may stand for it. */
const eventWords = {
  start: "start",
  starts: "start",
  restart: "restart",
  restarts: "restart",
  ready: "ready",
  exit: "exit",
  exits: "exit",
  SIGTERM: "SIGTERM",
  SIGKILL: "SIGKILL",
  Running: "Running",
  Succeeded: "Succeeded",
  Failed: "Failed",
  removed: "removed",
  event: "event",
} as const satisfies Readonly<Record<string, AssertedEvent>>;

const comparisons = {
  "<": "<",
  "<=": "<=",
  "=": "=",
  ">=": ">=",
  ">": ">",
  within: "<=",
  after: ">=",
} as const satisfies Readonly<Record<string, Comparison>>;

/** What only a pod has. */
const ofPods: ReadonlySet<AssertedEvent> = new Set([
  "Running",
  "Succeeded",
  "Failed",
  "removed",
] satisfies AssertedEvent[]);

/** Of these a plain number would be read as a time, and hardly as how often it comes about. */
const reachedOnce: ReadonlySet<AssertedEvent> = new Set([
  "ready",
  "Running",
  "Succeeded",
  "Failed",
  "removed",
] satisfies AssertedEvent[]);

/** Throws an `InputError` with the first error of each. */
export function parseAssertions(
  texts: readonly string[],
  input: Pick<PreparedInput, "scenario" | "pods">,
): readonly Assertion[] {
  const pods: KnownPods = {
    all: podsOf(input),
    owned: (name) => ownedPods(name, input.pods),
    plain: (name) => withoutNamespace(name, input.pods),
  };
  const errors: InputError[] = [];
  const assertions = texts.flatMap((text, index): readonly Assertion[] => {
    try {
      return [parseAssertion(text, index + 1, pods)];
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      errors.push(error);
      return [];
    }
  });
  if (errors.length > 0) throw new InputError(errors.flatMap(({ diagnostics }) => diagnostics));
  return assertions;
}

/** Names of pods and of what is in them; of pods with made up names, patterns. */
export function podsOf({
  scenario,
  pods,
}: Pick<PreparedInput, "scenario" | "pods">): readonly InventoryPod[] {
  const declared = pods.map(({ pod: { metadata, spec } }) => ({
    name: metadata.name,
    containers: [...(spec.initContainers ?? []), ...spec.containers].map(({ name }) => name),
  }));
  return namesOf(scenario, { pods: declared, objects: [] }, []).pods;
}

interface KnownPods {
  readonly all: readonly InventoryPod[];
  /** Those of a workload by its name. */
  readonly owned: (name: string) => OwnedPods | undefined;
  /** A name without its namespace. */
  readonly plain: (name: string) => string;
}

function parseAssertion(text: string, line: number, pods: KnownPods): Assertion {
  const words = new FlagWords({ flag: "--assert", line, text });
  const position: Position = { file: "--assert", line, column: 1 };
  const base = { check: "assert", text: text.trim(), place: { path: [], position } } as const;
  if (words.took("no")) {
    const event = readEvent(words);
    const named = words.took("of") ? readSubject(words) : undefined;
    if (!words.isAtEnd) words.fail(named ? "the end" : "`of` and a name, or the end");
    const subject = named && meant(named, event.event, pods);
    return {
      ...base,
      ...event,
      ...(named && subject && { subject, name: named.name }),
      limit: "never",
    };
  }
  const named = readSubject(words);
  // An unknown name is told first: what follows it may be the rest of a name.
  meant(named, undefined, pods);
  const event = readEvent(words);
  const subject = meant(named, event.event, pods);
  const limit = words.isAtEnd ? undefined : readLimit(words, event.event);
  if (!words.isAtEnd) words.fail("the end");
  return { ...base, name: named.name, subject, ...event, ...(limit && { limit }) };
}

type EventPart = Pick<Assertion, "event" | "reason" | "code">;

function readEvent(words: FlagWords): EventPart {
  const event: AssertedEvent = eventWords[words.oneOf(keysOf(eventWords))];
  if (event === "event") {
    if (!/^[A-Za-z]+$/.test(words.next)) words.fail("the reason of an Event, such as BackOff");
    return { event, reason: words.take() };
  }
  const code = event === "exit" ? words.number(255, "an exit code, 0 to 255") : undefined;
  return { event, ...(code !== undefined && { code }) };
}

function readLimit(words: FlagWords, event: AssertedEvent): Limit {
  const { next: word } = words;
  const comparison = comparisons[words.oneOf(keysOf(comparisons))];
  const { next } = words;
  if (/^\d+$/.test(next)) {
    const isOfTime = word === "within" || word === "after";
    const isOnce = comparison !== "=" && reachedOnce.has(event);
    if (isOfTime || isOnce) words.fail("a time such as 60s", `write ${next}s for seconds`);
    words.take();
    return { kind: "count", comparison, count: Number(next) };
  }
  const ms = parseDuration(next);
  if (ms === undefined || comparison === "=") {
    return words.fail(comparison === "=" ? "a number" : "a time such as 60s, or a number");
  }
  words.take();
  return { kind: "time", comparison, ms };
}

/** That nothing is killed says little where nothing is stopped; such a one counts as skipped. */
export function noteEmptyAssertions(
  assertions: readonly Assertion[],
  { stimuli }: Pick<PreparedInput["scenario"], "stimuli">,
): readonly Diagnostic[] {
  if (stimuli.some(({ action }) => action === "deletePod")) return [];
  return assertions.flatMap(({ event, limit, text, place: { position } }): Diagnostic[] => {
    if (limit !== "never" || event !== "SIGKILL") return [];
    const message = `"${text}": nothing deletes a pod here, so that how it ends is not judged`;
    const fix = "delete it with --delete 'web at 60s'";
    return [{ severity: "note", position, message, fix }];
  });
}

interface NamedSubject {
  readonly name: string;
  readonly isPod: boolean;
  readonly position: Position;
}

const patternText = "(?:[^\\s/#@*()]+\\*?|\\*)";
const subjectText = new RegExp(`^${patternText}(?:/${patternText}){0,2}$`);

/** `app`, `web/app`, `web`, `pod` for each pod, or `pod web` where a container has that name. */
function readSubject(words: FlagWords): NamedSubject {
  const { position } = words;
  if (!subjectText.test(words.next))
    words.fail("no, or what it is about: app, web/app, web or pod");
  const name = words.take();
  if (name !== "pod") return { name, isPod: false, position };
  if (words.isAtEnd || Object.hasOwn(eventWords, words.next))
    return { name, isPod: true, position };
  const { position: place } = words;
  return { name: `pod ${words.take()}`, isPod: true, position: place };
}

/** Throws where nothing has that name. */
function meant(
  { name, isPod, position }: NamedSubject,
  event: AssertedEvent | undefined,
  { all: pods, owned, plain }: KnownPods,
): AssertionSubject {
  if (name === "pod") return { kind: "pod", pod: "*" };
  const written = name.replace(/^pod /, "");
  const own = plain(written);
  const [word = "", container, ...more] = own.split("/");
  const asPod = owned(word)?.pattern ?? word;
  const podsNamed = pods.filter((pod) => patternsMeet(pod.name, asPod));
  if (container !== undefined) {
    const isThere =
      more.length === 0 &&
      podsNamed.some((pod) => pod.containers.some((one) => patternsMeet(one, container)));
    if (isThere) return { kind: "container", pod: asPod, container };
  } else {
    const isContainer = pods.some((pod) => pod.containers.some((one) => patternsMeet(one, word)));
    // What has a namespace is a pod, where there is one of that name.
    const isNamespaced = own !== written && podsNamed.length > 0;
    const isOnlyPods = isPod || isNamespaced || (event !== undefined && ofPods.has(event));
    if (isContainer && !isOnlyPods) return { kind: "container", pod: "*", container: word };
    if (podsNamed.length > 0) return { kind: "pod", pod: asPod };
    if (isContainer)
      throw unknownName(
        "is no pod, and only a pod has a phase and is removed",
        own,
        pods.map((pod) => pod.name),
        position,
      );
  }
  const known = isPod
    ? pods.map((pod) => pod.name)
    : container === undefined
      ? [...pods.flatMap((pod) => pod.containers), ...pods.map((pod) => pod.name), "pod"]
      : pods.flatMap((pod) => pod.containers.map((one) => `${pod.name}/${one}`));
  throw unknownName("names no container or pod", own, known, position);
}

const namesShown = 8;

function unknownName(
  message: string,
  name: string,
  all: readonly string[],
  position: Position,
): InputError {
  const known = [...new Set(all)];
  const more = known.length > namesShown ? ` and ${known.length - namesShown} more` : "";
  const expected = `${oneOf(known.slice(0, namesShown))}${more}`;
  const fix = didYouMean(name, known);
  const found = describeValue(name);
  return new InputError([
    { severity: "error", position, message, found, expected, ...(fix && { fix }) },
  ]);
}

function keysOf<Key extends string>(record: Readonly<Record<Key, unknown>>): readonly Key[] {
  return Object.keys(record) as Key[];
}
