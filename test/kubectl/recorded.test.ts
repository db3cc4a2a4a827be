/** The columns of pods that real kubelets of 1.36.2 ran, and of the same pods here. */
import { describe, expect, it } from "vitest";
import { printFeatures } from "../../src/kubectl/features.ts";
import { type PodRow, type PrintedPod, printPod } from "../../src/kubectl/print-pod.ts";
import { podChanges } from "../../src/kubectl/stored-pods.ts";
import { prepareInput } from "../../src/scenario/prepare.ts";
import { runScenario } from "../../src/scenario/run-scenario.ts";
import { parseYaml } from "../../src/yaml/parse-yaml.ts";
import { mappedRuns, mappingOf, scenarioText } from "../parity/folder.ts";
import type { RecordedPod } from "../parity/read-trace.ts";
import { recordedChanges } from "./recorded-pods.ts";

const names = (
  "api-ad-01 api-admission api-cb-03 c01-crash-always-api api-ephemeral api-events " +
  "api-force-delete api-hk-05 api-image api-in-03 api-ph-02 api-restart-rules api-sandbox " +
  "api-termination api-up-01"
).split(" ");

/** `t`: seconds since the pod was created. */
interface Change {
  readonly t: number;
  readonly pod: PrintedPod;
}

interface Pair {
  readonly name: string;
  readonly recorded: readonly Change[];
  /** As long as the recording. */
  readonly simulated: readonly Change[];
}

function pairsOf(name: string): readonly Pair[] {
  const input = prepareInput(parseYaml({ file: name, text: scenarioText(name) }));
  const { records } = runScenario(input);
  const changes = podChanges(records);
  const pods = new Map(
    input.pods.map(({ pod }) => [pod.metadata.name, pod as unknown as RecordedPod]),
  );
  return mappedRuns(mappingOf(name), new Set(pods.keys())).flatMap(({ run, pod, minor }) => {
    const manifest = pods.get(pod);
    const own = changes.filter((change) => change.pod.name === pod);
    const zeroMs = own[0]?.atMs ?? 0;
    if (minor !== "1.36" || manifest === undefined) return [];
    const end = (run.timeline.at(-1)?.t ?? 0) + 0.5;
    const simulated = own.map((change) => ({ t: (change.atMs - zeroMs) / 1000, pod: change.pod }));
    const seconds = (input.scenario.durationMs - zeroMs) / 1000;
    const recorded = recordedChanges(run, manifest).filter(({ t }) => t <= seconds);
    // Of some pods only a summary was kept.
    if (recorded.length === 0) return [];
    return [{ name: pod, recorded, simulated: simulated.filter(({ t }) => t <= end) }];
  });
}

const pairs = names.flatMap(pairsOf);

function rowAt(changes: readonly Change[], t: number): PodRow {
  const change = changes.findLast((each) => each.t <= t);
  if (change === undefined) throw new Error("there is no pod yet");
  const nowMs = change.pod.creationMs + t * 1000;
  return rowOf(change.pod, nowMs);
}

function rowOf(pod: PrintedPod, nowMs: number): PodRow {
  return printPod(pod, nowMs, printFeatures("1.36"));
}

/** READY, STATUS and the count of restarts, at each change of one of them. */
function columns(changes: readonly Change[]): readonly string[] {
  const all = changes.map(({ t, pod }) => {
    const { ready, status, restarts } = rowOf(pod, pod.creationMs + t * 1000);
    return `${ready} ${status} ${restarts.replace(/ .*/, "")}`;
  });
  return all.filter((text, index) => text !== all[index - 1]);
}

/** What a list sees by chance. */
const seenByChance: ReadonlyMap<string, RegExp> = new Map([
  // It lives for milliseconds (B14).
  ["p01-crash-a", /Running/],
  // The first of its two containers ends 0.07 s before the second.
  ["rr-02-m", /^1\/2 Error 0/],
]);

describe("a watch of the API server", () => {
  it("was recorded of many pods", () => {
    expect(pairs.length).toBeGreaterThan(45);
  });

  it.each(pairs)("tells the same columns of $name, one after the other", (pair) => {
    const isTold = (text: string): boolean => seenByChance.get(pair.name)?.test(text) !== true;
    const recorded = columns(pair.recorded).filter(isTold);
    const simulated = columns(pair.simulated).filter(isTold);
    const length = Math.min(recorded.length, simulated.length);
    expect(simulated.slice(0, length)).toEqual(recorded.slice(0, length));
    // A recording ends in the middle of things: what comes at its end may come just behind it.
    expect(Math.abs(simulated.length - recorded.length)).toBeLessThanOrEqual(1);
  });
});

/**
 * Worked out by hand from the recordings: the status that was stored last, printPod's rules, and
 * the times at which the runtime told of the ends, cut to whole seconds.
 */
const moments: readonly (readonly [name: string, t: number, row: string])[] = [
  ["tm-01-ign", 0.2, "0/1 ContainerCreating 0 0s"],
  ["tm-01-ign", 30, "1/1 Running 0 30s"],
  ["tm-01-ign", 36.5, "1/1 Terminating 0 36s"],
  ["tm-01-ign", 39.4, "0/1 Error 0 39s"],
  ["in-04", 5, "0/2 Init:0/2 0 5s"],
  ["in-04", 10.2, "0/2 Terminating 0 10s"],
  ["sb-01-always", 3, "0/1 Init:0/2 0 3s"],
  ["sb-01-always", 8, "0/1 Init:1/2 0 8s"],
  ["sb-01-always", 40, "1/1 Running 0 40s"],
  ["im-01", 5.5, "0/1 ErrImagePull 0 5s"],
  ["im-01", 20, "0/1 ImagePullBackOff 0 20s"],
  ["rj-01-a", 30, "1/1 Running 0 30s"],
  ["rj-01-b", 60.5, "0/1 OutOfcpu 0 60s"],
  ["ep-01-job", 43.5, "0/1 Completed 0 43s"],
  ["ad-01", 21.5, "1/1 Running 0 21s"],
  ["ad-01", 24.5, "0/1 Completed 0 24s"],
  ["ph-02-two", 20, "1/2 NotReady 0 20s"],
  ["rr-01-plain", 9.5, "1/1 Running 1 (4s ago) 9s"],
  ["rr-01-plain", 16, "0/1 Completed 1 (11s ago) 16s"],
  ["rr-03", 1.6, "0/3 Init:0/2 0 1s"],
  ["rr-03", 8.5, "3/3 Running 0 8s"],
  ["up-01-loop", 9, "0/1 Error 1 (8s ago) 9s"],
  ["up-01-loop", 30, "0/1 Error 2 (27s ago) 30s"],
];

/** So short that a run may have them a little earlier or later. */
const fleeting: typeof moments = [
  ["tm-01-ign", 0.02, "0/1 Pending 0 0s"],
  ["rr-03", 2.2, "0/3 Init:1/2 0 2s"],
  ["p01-crash-a", 0.3, "1/1 Running 0 0s"],
  ["p01-crash-a", 12.4, "0/1 CrashLoopBackOff 1 (12s ago) 12s"],
  ["p01-crash-a", 13.2, "0/1 Error 2 (13s ago) 13s"],
  ["p01-crash-a", 95.7, "0/1 Error 4 (54s ago) 95s"],
  ["p01-crash-a", 170, "0/1 CrashLoopBackOff 4 (76s ago) 2m50s"],
  ["p01-crash-a", 408, "0/1 CrashLoopBackOff 6 (70s ago) 6m48s"],
];

const textOf = ({ ready, status, restarts, age }: PodRow): string =>
  [ready, status, restarts, age].join(" ");

it.each(fleeting)("%s at %ds was %s", (name, t, row) => {
  expect(textOf(rowAt(pairs.find((pair) => pair.name === name)?.recorded ?? [], t))).toBe(row);
});

describe.each(moments)("%s at %ds", (name, t, row) => {
  const { recorded, simulated } = pairs.find((pair) => pair.name === name) ?? {
    recorded: [],
    simulated: [],
  };
  it(`was ${row}`, () => {
    expect(textOf(rowAt(recorded, t))).toBe(row);
  });

  it("is so in a run", () => {
    const simulatedRow = textOf(rowAt(simulated, t));
    const withoutAges = (columnsText: string): string => columnsText.replaceAll(/\d+s\b/g, "");
    expect(withoutAges(simulatedRow)).toBe(withoutAges(row));
    // Where in its second a run begins is chance, and so are a second of the list and its jitter.
    const [expected, seen] = [row, simulatedRow].map((each) =>
      Array.from(each.matchAll(/(\d+)s\b/g), ([, seconds]) => Number(seconds)),
    );
    expected?.forEach((age, index) => {
      expect(Math.abs((seen?.[index] ?? -9) - age)).toBeLessThanOrEqual(2);
    });
  });
});
