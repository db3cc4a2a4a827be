/** The flags that commands share: what their values are, and what becomes of them. */
import { Argument, InvalidArgumentError, Option } from "commander";
import type { Observe } from "../node/node-options.ts";
import type { SeedRange } from "../check/seeds-text.ts";
import { kubeletVersions } from "../decide/kubelet/versions.ts";
import { kubectlViews } from "../kubectl/view-names.ts";
import { parseTime, timeExpected } from "../scenario/duration.ts";
import { parseVersion } from "../scenario/kubernetes-version.ts";
import type { Overrides } from "../scenario/prepare.ts";
import { type ModelName, modelNames } from "../scenario/model-name.ts";
import { isLongerThanAnyRun, runDurationExpected } from "../scenario/schema-parts.ts";
import { minColumns } from "../trace/view.ts";

const outputFormats = ["text", "jsonl", "json"] as const;
const runFormats = [...outputFormats, "html"] as const;
const observers = ["level", "edge", "evented"] as const satisfies readonly Observe[];

/** What commander makes of them; what was not given is absent. */
export interface Flags {
  readonly model?: ModelName;
  readonly observe?: Observe;
  readonly kubernetes?: string;
  readonly seed?: number;
  readonly seeds?: SeedRange;
  /** In milliseconds. */
  readonly until?: number;
  readonly behave?: readonly string[];
  readonly assert?: readonly string[];
  readonly faults?: string;
  readonly delete?: readonly string[];
  readonly output: (typeof runFormats)[number];
  readonly out?: string;
  readonly width?: number;
  readonly inspect?: true;
  readonly inspectOnly?: readonly string[];
  /** What is shown, each once and in this order; absent: the timeline. */
  readonly show?: readonly ShownView[];
  /** In milliseconds. */
  readonly at?: number;
}

/** Of the commands that make no page. */
export type TextFlags = Flags & { readonly output: (typeof outputFormats)[number] };

export const operands = new Argument(
  "<FILE|FOLDER...>",
  "Kubernetes manifests, scenarios, or both; - is standard input",
);

export const modelFlag = new Option(
  "--model <NAME>",
  "how the kubelet works: kubernetes (as it is, the default) or textbook (the idea alone)",
).choices(modelNames);

export const observeFlag = new Option(
  "--observe <HOW>",
  "how it learns what is: from full lists (level, the default), from events (edge), or from " +
    "events and a list now and then (evented)",
).choices(observers);

export const observeListFlag = new Option(
  "--observe <LIST>",
  "which ways to learn what is are compared; level,edge,evented unless told otherwise, and the " +
    "others are held against the first",
).argParser(observeList);

export const observeBesideFlag = new Option(
  "--observe <LIST>",
  "how it learns what is: from full lists (level, the default), from events (edge), or from " +
    "events and a list now and then (evented); of several, kubelets next to each other: level,edge",
).argParser(observeList);

export const requireFlag = new Option(
  "--require <LIST>",
  "exit status 1 where one of these does not converge: level",
).argParser((text: string) => text.split(",").map((word) => word.trim()));

export const variantFlag = new Option(
  "--variant <FILE>",
  "a kubelet of your own beside them (textbook): actor logic in a module of JavaScript or " +
    "TypeScript; may be given several times",
).argParser(oneMore);

export const kubernetesFlag = new Option(
  "--kubernetes <VERSION>",
  "the kubelet that the kubernetes model imitates; the newest by default, see relist versions",
).choices(kubeletVersions);

export const worldFlags = [
  new Option("--seed <NUMBER>", "of every random choice; in place of the scenario's").argParser(
    wholeNumber(0),
  ),
  new Option(
    "--until <TIME>",
    "simulate so long (90, 10m, 1h30m); in place of the scenario's duration",
  ).argParser(durationMs),
];

export const deleteFlag = new Option(
  "--delete <POD>",
  "delete that pod beside what the scenario does: 'web at 60s'; may be given several times",
).argParser(oneMore);

export const faultsFlag = new Option(
  "--faults <LIST>",
  "what becomes of the runtime's events: drop=0.05,duplicate=0.1,delay=2s@0.3,reorder=1s",
);

export const behaveFlag = new Option(
  "--behave <TEXT>",
  "what a container does, in place of what the scenario says: 'app: exit 1 after 5m'; see below",
).argParser(oneMore);

export const againstFlag = new Option(
  "--against <TEXT>",
  "the same of the second side alone, beside --behave or in its place: 'app: ready 80s'",
).argParser(oneMore);

/** For the help of the commands that take the flag. */
export const behaveHelp = `
--behave 'CONTAINER: CLAUSE, CLAUSE …', where CONTAINER is app, web/app or '*', a clause
is one of these, and 8s stands for any other time:
  start takes 8s, start hangs        how long a run stays Creating
  exit 1 after 5m, oomKilled after 5m, childOom after 5m, runs
                                     how a run ends, or that it does not; then begins what
                                     the next run does: exit 1 after 5s then runs
  sigterm 12s, sigterm exit 0 after 12s, sigterm ignored
  ready 8s                           the readiness probe fails until then
  liveness fails after 60s           readiness, startup, or probes for all three; fails,
                                     errors, warns or succeeds; after 60s, until 90s (or
                                     sigterm), takes 2s, saying "connection refused"
  preStop takes 5s, preStop fails    or postStart; takes forever
  pull takes 30s, pull fails         or byRegistry; saying "its error"`;

export const assertFlag = new Option(
  "--assert <TEXT>",
  "what must hold, beside what the scenario expects: 'app ready < 60s'; see below",
).argParser(oneMore);

export const assertHelp = `
--assert 'no EVENT', 'no EVENT of NAME', 'NAME EVENT' or 'NAME EVENT LIMIT', where NAME is
a container (app, web/app), a pod (web) or pod for each of them, and LIMIT is < 60s,
within 60s, after 60s, or a number of times: <= 2, = 0.
  start, restart, exit 0             of a container; exit 0 is every exit with that code
  ready                              of a pod or a container
  SIGTERM, SIGKILL                   of a container
  Running, Succeeded, Failed, removed
                                     of a pod
  event BackOff                      a Kubernetes Event with that reason`;

export const seedsFlag = new Option(
  "--seeds <RANGE>",
  "run so many seeds (200: 1 to 200), or a range of them (5..20), on all cores",
)
  .argParser(seedRange)
  // Which of them would be the one?
  .conflicts("seed");

export const varyFlag = new Option(
  "--vary <NAME=LIST>",
  "run each of these values: faults.drop=0,0.01,0.05; given several times, every choice of them",
).argParser(oneMore);

export const shardFlag = new Option(
  "--shard <PART>",
  "of --seeds run only this part: 3/10, or 10 for the one that JOB_COMPLETION_INDEX tells",
);

export const shrinkFlag = new Option(
  "--shrink",
  "write a scenario: the fewest pods, events and faults with which one of them never converges; " +
    "looks for it with --seeds, 1 to 100 unless told otherwise",
);

export const outFlag = new Option("--out <FILE>", "write there, not to standard output").argParser(
  fileName,
);

export const outputFlags = [
  new Option(
    "--output <FORMAT>",
    "text for people, or records as lines (jsonl) or as an array (json)",
  )
    .choices(outputFormats)
    .default("text"),
  outFlag,
  new Option("--width <COLUMNS>", "of text; the terminal's, or 80 where there is none").argParser(
    wholeNumber(minColumns, 1000),
  ),
];

/** Of the commands whose result is one run. */
export const runOutputFlags = [
  new Option(
    "--output <FORMAT>",
    "text for people, records as lines (jsonl) or as an array (json), or a page (html)",
  )
    .choices(runFormats)
    .default("text"),
  ...outputFlags.filter(({ long }) => long !== "--output"),
];

const shownViews = ["timeline", ...kubectlViews] as const;

export type ShownView = (typeof shownViews)[number];

export const showFlags = [
  new Option(
    "--show <VIEWS>",
    `of text: ${shownViews.join(",")}; all but the timeline as kubectl prints them`,
  ).argParser(viewList),
  new Option("--at <TIME>", "the moment of what --show shows as kubectl does").argParser(
    durationMs,
  ),
];

export const inspectFlags = [
  new Option("--inspect", "show every actor in the Stately inspector"),
  new Option(
    "--inspect-only <NAMES>",
    "the same, of some actors and of whom they talk with: web/app,kubelet",
  ).argParser(nameList),
];

export function overridesOf(flags: Flags): Overrides {
  const { model, observe, kubernetes, seed, until, behave, faults } = flags;
  const { delete: deletions } = flags;
  return {
    ...(model === undefined ? {} : { model }),
    ...(observe === undefined ? {} : { observe }),
    ...(kubernetes === undefined ? {} : { kubernetes: parseVersion(kubernetes) }),
    ...(seed === undefined ? {} : { seed }),
    ...(until === undefined ? {} : { durationMs: until }),
    ...(behave === undefined ? {} : { behave }),
    ...(faults === undefined ? {} : { faults }),
    ...(deletions === undefined ? {} : { deletions }),
  };
}

/** Of a flag that may be given several times. */
export function oneMore(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

function wholeNumber(min: number, max = Number.MAX_SAFE_INTEGER): (text: string) => number {
  const range = max === Number.MAX_SAFE_INTEGER ? `${min} or more` : `${min} to ${max}`;
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    throw new InvalidArgumentError(`Expected a whole number, ${range}.`);
  };
}

/** 0: any that is free. */
export function portNumber(text: string): number {
  return wholeNumber(0, 65_535)(text);
}

function viewList(text: string): readonly ShownView[] {
  const named = [...new Set(text.split(",").map((word) => word.trim()))];
  const views = named.flatMap((word) => shownViews.filter((view) => view === word));
  if (views.length === named.length) return views;
  throw new InvalidArgumentError(`Expected a list of ${shownViews.join(", ")}.`);
}

function observeList(text: string): readonly Observe[] {
  const named = text.split(",").map((word) => word.trim());
  const known = named.flatMap((word) => observers.filter((each) => each === word));
  if (known.length < named.length) {
    throw new InvalidArgumentError(`Expected a list of ${observers.join(", ")}.`);
  }
  if (new Set(known).size === known.length) return known;
  throw new InvalidArgumentError("Expected each once: against itself nothing parts.");
}

const mostSeeds = 1_000_000;

function seedRange(text: string): SeedRange {
  const [, first = "1", last] = /^(?:(\d+)\.\.)?(\d+)$/.exec(text) ?? [];
  const [from, to] = [Number(first), Number(last)];
  const isUsable = from <= to && to - from < mostSeeds && to <= Number.MAX_SAFE_INTEGER;
  if (last !== undefined && isUsable) return { from, to };
  throw new InvalidArgumentError(
    `Expected how many seeds (200), or the first and the last (5..20), ${mostSeeds} at most.`,
  );
}

function durationMs(text: string): number {
  const ms = parseTime(text);
  if (isLongerThanAnyRun(/^[\d.]+$/.test(text) ? Number(text) : text)) {
    throw new InvalidArgumentError(`Expected ${runDurationExpected}.`);
  }
  if (ms !== undefined) return ms;
  throw new InvalidArgumentError(`Expected ${timeExpected}.`);
}

function nameList(text: string): readonly string[] {
  const names = text.split(",").map((name) => name.trim());
  if (!names.includes("")) return names;
  throw new InvalidArgumentError("Expected names of actors, such as web/app,kubelet.");
}

/** A flag here is a value that was forgotten, and would leave a file of that name. */
function fileName(text: string): string {
  if (text !== "" && !text.startsWith("--")) return text;
  throw new InvalidArgumentError("Expected the name of a file.");
}
