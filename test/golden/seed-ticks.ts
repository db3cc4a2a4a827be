/**
 * The recorded scenarios as data, and the shape in which a recording, the reference model and the
 * actor system are compared.
 */
import { readFileSync } from "node:fs";

export interface ContainerSpec {
  readonly name: string;
  readonly startupTicks: number;
  readonly failAfter: number;
}

export interface PodSpec {
  readonly name: string;
  readonly restart: boolean;
  readonly containers: readonly ContainerSpec[];
}

export type SeedAction =
  | { readonly do: "setFilePods" | "deliver"; readonly pods: readonly PodSpec[] }
  | { readonly do: "link"; readonly up: boolean }
  | { readonly do: "runtimeCreate"; readonly pod: string; readonly container: ContainerSpec }
  | { readonly do: "runtimeRemove" | "kill"; readonly id?: string }
  | { readonly do: "callList" | "callRunning" | "restartKubelet" };

export interface SeedRound {
  readonly actions: readonly SeedAction[];
  readonly advance: "tick" | "sync" | "step" | "none";
}

export interface ListEntry {
  readonly id: string;
  readonly pod: string;
  readonly name: string;
  readonly state: "Creating" | "Running" | "Exited";
}

/** A declared container, in the order in which the kubelet walks them. */
export interface DesiredRow {
  readonly pod: string;
  readonly name: string;
  readonly source: "file" | "apiserver";
  readonly restart: boolean;
}

/** A line of the log: its time, its code and its fields, without the text for people. */
export interface LogLine {
  readonly t: number;
  readonly code: string;
  readonly count?: number;
  readonly key?: string;
  readonly source?: "file" | "apiserver";
  readonly wait?: number;
  readonly restarts?: number;
}

/** `pod/name` and a number, sorted; pairs, because two containers may read the same. */
export type Tally = readonly (readonly [string, number])[];

export interface RoundOutcome {
  readonly t: number;
  readonly now: number;
  readonly linked: boolean;
  readonly results: readonly unknown[];
  readonly seen: readonly ListEntry[];
  readonly list: readonly ListEntry[];
  readonly running: readonly string[];
  readonly desired: readonly DesiredRow[];
  readonly restarts: Tally;
  readonly waitUntil: Tally;
  readonly counters: {
    readonly relists: number;
    readonly creates: number;
    readonly removes: number;
  };
  readonly log: readonly LogLine[];
}

/** Whoever can play a scenario: the reference model, a wrong variant of it, the actor system. */
export interface Player {
  play(round: SeedRound): RoundOutcome;
}

interface RecordedPod {
  readonly name: string;
  readonly source: "file" | "apiserver";
  readonly restart: boolean;
  readonly containers: readonly string[];
}

type RecordedOutcome = Omit<RoundOutcome, "desired" | "restarts" | "waitUntil" | "log"> & {
  readonly desired: readonly RecordedPod[];
  readonly restarts: Readonly<Record<string, number>>;
  readonly waitUntil: Readonly<Record<string, number>>;
  readonly log: readonly (LogLine & { readonly text: string })[];
};

/** A scenario without its outcome. */
export interface Scenario {
  readonly id: string;
  readonly title: string;
  readonly tags: readonly string[];
  readonly rounds: readonly { readonly in: SeedRound }[];
}

export interface SeedScenario extends Scenario {
  readonly rounds: readonly { readonly in: SeedRound; readonly out: RecordedOutcome }[];
}

export const ownFile = new URL("seed-ticks.json", import.meta.url);

/** The scenarios of the file that `SEED_TICKS` names, of our own copy where it names none. */
export function loadScenarios(file: URL | string = process.env["SEED_TICKS"] ?? ownFile) {
  const { format, scenarios } = JSON.parse(readFileSync(file, "utf8")) as {
    readonly format: string;
    readonly scenarios: readonly SeedScenario[];
  };
  if (format !== "seed-ticks/1") throw new Error(`${String(file)}: unknown format ${format}`);
  return scenarios;
}

export function recordedOutcomes({ rounds }: SeedScenario): readonly RoundOutcome[] {
  return rounds.map(({ out }) => ({
    ...out,
    desired: out.desired.flatMap(({ name: pod, source, restart, containers }) =>
      containers.map((name) => ({ pod, name, source, restart })),
    ),
    restarts: tally(Object.entries(out.restarts)),
    waitUntil: tally(Object.entries(out.waitUntil)),
    log: out.log.map(({ text: _text, ...line }) => line),
  }));
}

export function playAll(player: Player, { rounds }: Scenario): readonly RoundOutcome[] {
  return rounds.map((round) => player.play(round.in));
}

/** Zeros are left out: a key that is missing counts as 0. */
export function tally(entries: Iterable<readonly [string, number]>): Tally {
  return [...entries]
    .filter(([, count]) => count !== 0)
    .toSorted(([a, m], [b, n]) => (a === b ? m - n : a < b ? -1 : 1));
}

export function runningOf(list: readonly ListEntry[]): readonly string[] {
  return list.flatMap(({ pod, name, state }) => (state === "Running" ? `${pod}/${name}` : []));
}

/** Ticks alone: the kubelet's own ticker can drive such a scenario. */
export function isTicksOnly({ rounds }: Scenario): boolean {
  return rounds.every((round) => round.in.advance === "tick");
}
