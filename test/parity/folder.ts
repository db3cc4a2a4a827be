/** What lies in this folder: recordings, the scenarios that play them, and how the two meet. */
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { z } from "zod";
import { parse } from "yaml";
import { matches } from "./compare.ts";
import { type RecordedRun, type Recording, minorOf, readTrace } from "./read-trace.ts";

const strict = <Shape extends z.core.$ZodLooseShape>(shape: Shape) => z.strictObject(shape);
const runPattern = { pod: z.string().optional(), kubernetes: z.string().optional() };

const mappingSchema = strict({
  /** The recording, of `traces`. */
  trace: z.string(),
  /** Only its runs whose mode begins so. */
  mode: z.string().optional(),
  /** Only its runs of these minors. */
  kubernetes: z.array(z.string()).optional(),
  /** Pods of the recording, by name or pattern, and which one of the scenario plays them. */
  pods: z.record(z.string(), z.string()).default({}),
  /**
   * When in the scenario the recording's time begins, in seconds; of one pod, or of all (`*`).
   * Otherwise it begins with the stimulus that brings the pod.
   */
  zero: z.record(z.string(), z.number()).default({}),
  /** Streams of which the recording leaves out repetitions. */
  leftOut: z.array(z.string()).default([]),
  /** What is compared of a run only until then, in the recording's seconds. */
  until: z.array(strict({ ...runPattern, t: z.number(), why: z.string() })).default([]),
  /** Runs that are not compared. */
  notCompared: z.array(strict({ ...runPattern, why: z.string() })).default([]),
  /** Why milestones do not fit: by name or pattern, or all from some time on, in seconds. */
  reasons: z
    .array(
      strict({
        ...runPattern,
        milestone: z.string().default("*"),
        from: z.number().default(0),
        why: z.string(),
      }),
    )
    .default([]),
});

export type Mapping = z.infer<typeof mappingSchema>;

const folder = new URL("./", import.meta.url);

function read(path: string): string {
  return readFileSync(new URL(path, folder), "utf8");
}

/** The names of the scenarios, in order. */
export function scenarioNames(): readonly string[] {
  return namesIn("scenarios/");
}

export function traceNames(): readonly string[] {
  return namesIn("traces/");
}

function namesIn(path: string): readonly string[] {
  return readdirSync(new URL(path, folder))
    .filter((name) => name.endsWith(".yaml"))
    .map((name) => name.replace(".yaml", ""))
    .toSorted();
}

export function scenarioText(name: string): string {
  return read(`scenarios/${name}.yaml`);
}

/** A scenario is of the recording of its name, unless a mapping says more. */
export function mappingOf(name: string): Mapping {
  const path = `mappings/${name}.yaml`;
  if (!existsSync(new URL(path, folder))) return mappingSchema.parse({ trace: name });
  const { data, error } = mappingSchema.safeParse(parse(read(path)));
  if (error) throw new Error(`test/parity/${path}: ${z.prettifyError(error)}`);
  return data;
}

export function recordingText(trace: string): string {
  return read(`traces/${trace}.yaml`);
}

const recordings = new Map<string, Recording>();

export function recordingOf(trace: string): Recording {
  const known = recordings.get(trace) ?? readTrace(recordingText(trace));
  recordings.set(trace, known);
  return known;
}

export interface MappedRun {
  readonly run: RecordedRun;
  /** Its place in the recording. */
  readonly index: number;
  /** The pod of the scenario that plays it. */
  readonly pod: string;
  readonly minor: string;
  readonly zero: number | undefined;
  readonly until: number;
}

/** The runs of the recording that a scenario with these pods plays. */
export function mappedRuns(mapping: Mapping, pods: ReadonlySet<string>): readonly MappedRun[] {
  return recordingOf(mapping.trace).runs.flatMap((run, index) => {
    const pod = podFor(mapping, run.pod, pods);
    if (!isMeant(mapping, run) || pod === undefined) return [];
    if (mapping.notCompared.some((pattern) => isOf(pattern, run))) return [];
    const zero = mapping.zero[run.pod] ?? mapping.zero["*"];
    const until = mapping.until.find((pattern) => isOf(pattern, run))?.t ?? Infinity;
    return [{ run, index, pod, minor: minorOf(run), zero, until }];
  });
}

export function isMeant({ mode, kubernetes }: Mapping, run: RecordedRun): boolean {
  if (mode !== undefined && !run.mode.startsWith(mode)) return false;
  return kubernetes === undefined || kubernetes.includes(minorOf(run));
}

function podFor({ pods }: Mapping, recorded: string, known: ReadonlySet<string>) {
  if (pods[recorded] !== undefined) return pods[recorded];
  if (known.has(recorded)) return recorded;
  return Object.entries(pods).find(([pattern]) => matches(pattern, recorded))?.[1];
}

export function isOf(
  {
    pod = "*",
    kubernetes = "*",
  }: { readonly pod?: string | undefined; kubernetes?: string | undefined },
  run: Pick<RecordedRun, "pod" | "kubernetes">,
): boolean {
  return matches(pod, run.pod) && matches(kubernetes, run.kubernetes);
}
