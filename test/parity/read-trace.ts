/** Reads the recordings of real nodes; README.md beside them tells what their fields mean. */
import { parse } from "yaml";

export interface TraceEntry {
  readonly t: number;
  readonly what: string;
  readonly call?: string;
  /** `app#0`: the container and the runtime's number of the attempt. */
  readonly container?: string;
  readonly timeout?: number;
  readonly cmd?: string;
  readonly exit?: number;
  /** Seconds. */
  readonly took?: number;
  readonly err?: string;
  readonly event?: string;
  readonly type?: string;
  readonly reason?: string;
  readonly message?: string;
  readonly field?: string;
  readonly text?: string;
  readonly set?: Readonly<Record<string, unknown>>;
  readonly podUid?: number;
}

/** The whole recording of one container, of which the timeline may show only the beginning. */
export interface ContainerSummary {
  readonly container: string;
  readonly started: readonly (number | null)[];
  readonly exited: readonly (number | null)[];
  readonly codes: readonly (number | null)[];
}

/** What was recorded of one pod on one kubelet. */
export interface RecordedRun {
  /** As the recording has it: `v1.36.2`. */
  readonly kubernetes: string;
  readonly mode: string;
  readonly pod: string;
  readonly containers: readonly ContainerSummary[];
  /** Empty where only the summary was kept. */
  readonly timeline: readonly TraceEntry[];
}

export interface Recording {
  readonly title: string;
  readonly manifests: readonly RecordedPod[];
  readonly runs: readonly RecordedRun[];
}

interface Handler {
  readonly exec?: { readonly command: readonly string[] };
  readonly httpGet?: { readonly path?: string };
}

export interface RecordedContainer {
  readonly name: string;
  readonly lifecycle?: { readonly postStart?: Handler; readonly preStop?: Handler };
  readonly livenessProbe?: Handler;
  readonly readinessProbe?: Handler;
  readonly startupProbe?: Handler;
}

export interface RecordedPod {
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly initContainers?: readonly RecordedContainer[];
    readonly containers: readonly RecordedContainer[];
  };
}

interface TraceFile {
  readonly title: string;
  readonly manifest?: readonly RecordedPod[];
  readonly runs?: readonly RunInFile[];
  /** Of a recording of the node alone. */
  readonly kubernetes: readonly string[];
  readonly timeline?: readonly TraceEntry[];
}

interface RunInFile {
  readonly kubernetes: string;
  readonly mode?: string;
  readonly pod?: string;
  readonly summary?: readonly Partial<ContainerSummary>[] | null;
  readonly timeline?: readonly TraceEntry[] | null;
}

export function readTrace(text: string): Recording {
  const { title, manifest = [], timeline: ofNode, ...file } = parse(text) as TraceFile;
  const node = file.kubernetes.map((kubernetes) => ({ kubernetes, timeline: ofNode ?? null }));
  const runs: readonly RunInFile[] = file.runs ?? node;
  return {
    title,
    manifests: manifest,
    runs: runs.map(({ kubernetes, mode = "", pod = "(node)", summary, timeline }) => ({
      kubernetes,
      mode,
      pod,
      containers: (summary ?? []).filter(
        (line): line is ContainerSummary => line.container !== undefined,
      ),
      timeline: (timeline ?? []).filter(({ what }) => what !== "note"),
    })),
  };
}

/** `1.36` of `v1.36.2`, and of an upgrade the version that it began with. */
export function minorOf({ kubernetes }: RecordedRun): string {
  return /^v(\d+\.\d+)/.exec(kubernetes)?.[1] ?? kubernetes;
}
