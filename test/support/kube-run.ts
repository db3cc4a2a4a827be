/** Plays small scenarios of the kubernetes model, and reads from their traces what a test asks. */
import { parse } from "yaml";
import type { ContainerApiStatus } from "../../src/model/kube-status.ts";
import type { TraceRecord } from "../../src/model/trace.ts";
import { type PreparedInput, prepareInput } from "../../src/scenario/prepare.ts";
import { ScenarioPlayer } from "../../src/scenario/run-scenario.ts";
import { parseYaml } from "../../src/yaml/parse-yaml.ts";

type Json = Readonly<Record<string, unknown>>;
type RecordOf<Type extends TraceRecord["type"]> = Extract<TraceRecord, { type: Type }>;

export interface KubeOptions {
  readonly version?: string;
  readonly seed?: number;
}

export const versions = ["1.32", "1.33", "1.34", "1.35", "1.36"] as const;

/** The five minors, from that one on, or up to that one. */
export function since(first: string): readonly string[] {
  return versions.filter((version) => version >= first);
}

export function until(last: string): readonly string[] {
  return versions.filter((version) => version <= last);
}

/**
 * Plays it to its end. The text is a scenario's `spec`, and beside it `pods`: specs by name, or by
 * name `{metadata, spec}`. A container without an image is given one; a pod without any, `app`.
 */
export function kube(yaml: string, options: KubeOptions = {}): KubeRun {
  const input = kubeInput(yaml, options);
  const player = new ScenarioPlayer(input);
  player.advanceTo(input.scenario.durationMs);
  player.finish();
  return new KubeRun(player.records);
}

export function kubeInput(yaml: string, options: KubeOptions = {}): PreparedInput {
  const { pods = {}, ...spec } = parse(yaml) as Json & { readonly pods?: Json };
  const { version = "1.36", seed = 1 } = options;
  const scenario = {
    apiVersion: "relist.dev/v1alpha1",
    kind: "Scenario",
    metadata: { name: "test" },
    spec: { model: "kubernetes", kubernetes: version, seed, duration: "60s", ...spec },
  };
  const objects = Object.entries(pods).map(([name, given]) => podObject(name, given as Json));
  const text = [scenario, ...objects].map((object) => JSON.stringify(object)).join("\n---\n");
  const documents = parseYaml({ file: "test.yaml", text });
  return prepareInput(documents, { readFile: () => ({ unreadable: "no such file" }) });
}

function podObject(name: string, given: Json): Json {
  const { metadata = {}, spec } = "spec" in given ? given : { spec: given };
  const named = { name, ...(metadata as Json) };
  return { apiVersion: "v1", kind: "Pod", metadata: named, spec: podSpec(spec as Json) };
}

function podSpec(spec: Json): Json {
  const lists = ["initContainers", "containers"].map((key) => {
    const containers = (spec[key] ?? (key === "containers" ? [{}] : [])) as readonly Json[];
    return [key, containers.map((given) => ({ name: "app", image: "app:1", ...given }))] as const;
  });
  return { ...spec, ...Object.fromEntries(lists.filter(([, list]) => list.length > 0)) };
}

/** One run of a container, in seconds. */
export interface Life {
  readonly id: string;
  readonly created: number;
  readonly start: number | undefined;
  readonly end: number | undefined;
  readonly exitCode: number | undefined;
  readonly removed: number | undefined;
}

/** What a trace tells, by the container's name or, where pods share it, by `pod/container`. */
export class KubeRun {
  readonly records: readonly TraceRecord[];

  constructor(records: readonly TraceRecord[]) {
    this.records = records;
  }

  of<Type extends TraceRecord["type"]>(type: Type): readonly RecordOf<Type>[] {
    return this.records.filter((record) => record.type === type) as RecordOf<Type>[];
  }

  /** The runs of a container in the order of their creation, whichever pod of that name. */
  lives(name: string): readonly Life[] {
    const told = this.of("container").filter(names(name));
    const ids = new Set(told.map(({ id }) => id));
    return Array.from(ids, (id) => {
      const ofRun = told.filter((record) => record.id === id);
      const at = (to: string): number | undefined => ofRun.find((record) => record.to === to)?.t;
      const exitCode = ofRun.find(({ to }) => to === "Exited")?.exitCode;
      const [created = NaN, start, end] = ["Creating", "Running", "Exited"].map(at);
      return { id, created, start, end, exitCode, removed: at("Removed") };
    });
  }

  /** The run of that number, 1 for the first; it must be there. */
  life(name: string, number = 1): Life {
    const life = this.lives(name)[number - 1];
    if (life === undefined) throw new Error(`there was no ${name}#${number}`);
    return life;
  }

  start(name: string, number = 1): number {
    return this.life(name, number).start ?? Infinity;
  }

  end(name: string, number = 1): number {
    return this.life(name, number).end ?? Infinity;
  }

  starts(name: string): readonly number[] {
    return this.lives(name).flatMap(({ start }) => start ?? []);
  }

  /** From the end of each run to the start of the next. */
  gaps(name: string): readonly number[] {
    const lives = this.lives(name);
    return lives.slice(1).map(({ start = NaN }, index) => start - (lives[index]?.end ?? NaN));
  }

  /** Of a container: when it was sent which signal. */
  signals(name: string): readonly (readonly [string, number])[] {
    return this.of("signal")
      .filter(names(name))
      .map(({ signal, t }) => [signal, t] as const);
  }

  sigterm(name: string): number {
    return this.signals(name).find(([signal]) => signal === "TERM")?.[1] ?? Infinity;
  }

  /** Kubernetes Events of that reason; the text may be a part. */
  events(reason: string, text = ""): readonly RecordOf<"event">[] {
    return this.of("event").filter(
      (event) => event.reason === reason && event.message.includes(text),
    );
  }

  /** The pod's stages in the sources. */
  pod(change: RecordOf<"pod">["change"], pod = "web"): number {
    return this.of("pod").find((told) => told.pod === pod && told.change === change)?.t ?? Infinity;
  }

  hooks(hook: string, phase: "start" | "end", name = "app"): readonly number[] {
    return this.of("hook")
      .filter((told) => told.hook === hook && told.phase === phase && names(name)(told))
      .map(({ t }) => t);
  }

  probes(probe: string, name = "app"): readonly RecordOf<"probe">[] {
    return this.of("probe").filter((told) => told.probe === probe && names(name)(told));
  }

  sandboxes(to: RecordOf<"sandbox">["to"], pod = "web"): readonly RecordOf<"sandbox">[] {
    return this.of("sandbox").filter((told) => told.to === to && told.pod === pod);
  }

  /** What the API server stored of a pod, as it came to it; of all pods of that name. */
  statuses(pod = "web"): readonly RecordOf<"status">[] {
    return this.of("status").filter((told) => told.sent && told.pod === pod);
  }

  statusAt(t: number, pod = "web"): RecordOf<"status"> | undefined {
    return this.statuses(pod).findLast((told) => told.t <= t);
  }

  get lastStatus(): RecordOf<"status"> | undefined {
    return this.statuses().at(-1);
  }

  phases(pod = "web"): readonly string[] {
    return changes(this.statuses(pod).map(({ phase }) => phase));
  }

  /** How the API shows a container: `waiting CrashLoopBackOff`, `running`, `terminated Error`. */
  states(name = "app", pod = "web"): readonly { readonly t: number; readonly state: string }[] {
    return this.statuses(pod).flatMap((told) => {
      const all = [...(told.initContainerStatuses ?? []), ...told.containerStatuses];
      const status = all.find((one) => one.name === name);
      return status === undefined ? [] : { t: told.t, state: stateText(status) };
    });
  }

  stateAt(t: number, name = "app", pod = "web"): string | undefined {
    return this.states(name, pod).findLast((told) => told.t <= t)?.state;
  }

  /** When a container's state in the API first was that, from `from` on. */
  stateSince(state: string, from = 0, name = "app", pod = "web"): number {
    return (
      this.states(name, pod).find((told) => told.t >= from && told.state === state)?.t ?? Infinity
    );
  }

  /** When a condition changed in what the kubelet holds, as `True 1.5`. */
  conditions(condition: string, pod = "web"): readonly (readonly [string, number])[] {
    return this.of("condition")
      .filter((told) => told.condition === condition && told.pod === pod)
      .map(({ to, t }) => [to, t] as const);
  }

  conditionAt(t: number, condition: string, pod = "web") {
    return this.statusAt(t, pod)?.conditions.find(({ type }) => type === condition);
  }
}

function stateText({ state: { waiting, terminated } }: ContainerApiStatus): string {
  if (waiting) return `waiting ${waiting.reason ?? ""}`.trim();
  return terminated ? `terminated ${terminated.reason ?? ""}`.trim() : "running";
}

function names(name: string) {
  const [container = "", pod] = name.split("/").toReversed();
  return (told: { readonly pod: string; readonly container: string }): boolean =>
    told.container === container && (pod === undefined || told.pod === pod);
}

/** Without those that are equal to the one before. */
export function changes<T>(values: readonly T[]): readonly T[] {
  return values.filter((value, index) => index === 0 || value !== values[index - 1]);
}
