/** Plays the scenarios of this folder over many seeds and compares them with their recordings. */
import { createHash } from "node:crypto";
import { type PreparedInput, prepareInput } from "../../src/scenario/prepare.ts";
import { runScenario } from "../../src/scenario/run-scenario.ts";
import { parseVersion } from "../../src/scenario/kubernetes-version.ts";
import type { Scenario } from "../../src/scenario/scenario.ts";
import { knownTimeMs } from "../../src/scenario/stimulus-times.ts";
import { parseYaml } from "../../src/yaml/parse-yaml.ts";
import { compare } from "./compare.ts";
import { type MappedRun, mappedRuns, mappingOf, scenarioText } from "./folder.ts";
import type { Milestone } from "./milestone.ts";
import type { RecordedPod } from "./read-trace.ts";
import { horizonOf, recordedMilestones } from "./recorded-milestones.ts";
import type { RunResult } from "./results.ts";
import { simulatedMilestones } from "./simulated-milestones.ts";
import { Streaks } from "./streaks.ts";

export const seedsPlayed = 200;
/** Played again by the test that keeps the results current. */
export const seedsChecked = [1, 2] as const;

type ByPod = ReadonlyMap<string, readonly Milestone[]>;

/** One scenario on one version. */
export class Stage {
  readonly runs: readonly MappedRun[];
  readonly #input: PreparedInput;
  readonly #pods: ReadonlyMap<string, RecordedPod>;
  readonly #name: string;

  constructor(name: string, minor: string) {
    this.#name = name;
    this.#input = prepare(name, minor);
    const pods = this.#input.pods.map(({ pod }) => pod as unknown as RecordedPod);
    this.#pods = new Map(pods.map((pod) => [pod.metadata.name, pod] as const));
    const all = mappedRuns(mappingOf(name), new Set(this.#pods.keys()));
    this.runs = all.filter((mapped) => mapped.minor === minor);
  }

  play(seed: number): ByPod {
    const scenario = { ...this.#input.scenario, seed };
    const { records } = runScenario({ ...this.#input, scenario });
    return simulatedMilestones(records, this.#pods);
  }

  compare(seeds: readonly ByPod[]): readonly RunResult[] {
    const { leftOut } = mappingOf(this.#name);
    return this.runs.map(({ run, index, pod, zero: given, until }) => {
      const spec = this.#pods.get(pod);
      if (spec === undefined) throw new Error(`${this.#name}: no pod "${pod}" in the scenario`);
      const milestones = recordedMilestones(run, spec).filter(({ t }) => t >= 0 && t <= until);
      const horizon = Math.min(until, horizonOf(run));
      const zero = given ?? bornAt(this.#input.scenario, pod);
      const endSeconds = this.#input.scenario.durationMs / 1000 - zero;
      const last = milestones.at(-1)?.t ?? 0;
      if (last + 1 > endSeconds) {
        throw new Error(`${this.#name}: the duration ends before the recording, ${last}s`);
      }
      const played = seeds.map((byPod) => since(byPod.get(pod) ?? [], zero));
      return { index, ...compare({ milestones, horizon, leftOut }, played) };
    });
  }
}

/** Of the milestones of all pods that are compared, to the millisecond. */
export function digestOf(milestones: ByPod): string {
  const told = [...milestones].map(([pod, list]) => [
    pod,
    list.map(({ stream, value, t }) => `${t.toFixed(3)} ${stream} ${value}`),
  ]);
  return createHash("sha256").update(JSON.stringify(told)).digest("hex").slice(0, 16);
}

/** The minors of which the recording has runs. */
export function minorsOf(name: string): readonly string[] {
  const pods = new Set(prepare(name).pods.map(({ pod }) => pod.metadata.name));
  const minors = mappedRuns(mappingOf(name), pods).map(({ minor }) => minor);
  return [...new Set(minors)].toSorted();
}

/** Seconds. */
function bornAt(scenario: Scenario, pod: string): number {
  const birth = scenario.stimuli.find(
    (stimulus) =>
      (stimulus.action === "createPod" && stimulus.pod.some(({ name }) => name === pod)) ||
      (stimulus.action === "writeFile" && stimulus.content === pod),
  );
  return birth === undefined ? 0 : (knownTimeMs(birth.at, scenario) ?? 0) / 1000;
}

function prepare(name: string, minor?: string): PreparedInput {
  const kubernetes = minor === undefined ? undefined : parseVersion(minor);
  const documents = parseYaml({ file: `${name}.yaml`, text: scenarioText(name) });
  return prepareInput(documents, {
    readFile: () => ({ unreadable: "the scenarios of this folder hold all they need" }),
    overrides: kubernetes === undefined ? {} : { kubernetes },
  });
}

/** What a recording that begins at `zero` shows; a run of a container has streaks of its own. */
function since(milestones: readonly Milestone[], zero: number): readonly Milestone[] {
  const streaks = new Streaks();
  const runs = new Map<string, number>();
  return milestones
    .filter(({ t, stream, value }) => {
      if (t < zero) return false;
      const [kind = "", ...rest] = stream.split(" ");
      const container = rest.at(-1) ?? "";
      const run = runs.get(container) ?? 0;
      if (kind === "start") runs.set(container, run + 1);
      return kind !== "probe" || streaks.isShown(`${stream} ${run}`, value);
    })
    .map((milestone) => ({ ...milestone, t: Math.round((milestone.t - zero) * 1000) / 1000 }));
}
