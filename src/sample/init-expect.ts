/** The `expect` of a scenario that is written for manifests: what holds in each of some seeds. */
import { displayName } from "../model/container-key.ts";
import type { Manifest } from "../manifest/manifest.ts";
import type { PreparedInput } from "../scenario/prepare.ts";
import { parseStatePath } from "../scenario/state-path.ts";
import type { Milestone } from "./milestone.ts";
import { milestonesOf } from "./sample.ts";

/** So many runs are looked at; their times get a tolerance, as other seeds have others. */
const seedsSampled = 10;
const toleranceSeconds = 2;
const toleranceShare = 0.2;

/** Of the pods of a large workload these say enough. */
const podsShown = 5;

export function expectationLines(input: PreparedInput): readonly string[] {
  const runs = Array.from({ length: seedsSampled }, (_, index) => milestonesOf(input, index + 1));
  const names = input.pods.map(({ pod }) => pod.metadata.name);
  // In an expectation a name has no namespace.
  const told = input.pods.filter(({ pod: { metadata } }) => {
    return names.filter((name) => name === metadata.name).length === 1;
  });
  const checks = told.slice(0, podsShown).flatMap((manifest) => checksOf(manifest, runs));
  return [
    `  # What holds today, in ${seedsSampled} runs; relist check says when it does not any more.`,
    "  expect:",
    ...checks.map((check) => `  - ${check}`),
  ];
}

type Runs = readonly (readonly Milestone[])[];

function checksOf({ pod: { metadata, spec } }: Manifest, runs: Runs): readonly string[] {
  const { name, namespace } = metadata;
  const shown = displayName(namespace, name);
  const containers = [...(spec.initContainers ?? []), ...spec.containers];
  return [
    ...containers.flatMap((container) => runChecks(name, shown, container.name, runs)),
    ...stateChecks(name, shown, runs),
  ];
}

function runChecks(pod: string, shown: string, container: string, runs: Runs): readonly string[] {
  const of = `${pod}/${container}`;
  const key = `${shown}/${container}`;
  const starts = found(`${key}#1.start`, runs).map(({ t }) => t);
  const exits = found(`${key}#1.exit`, runs).map(({ detail }) => detail?.["exitCode"]);
  const restarts = found(`${key}#2.start`, runs);
  const isAlways = starts.length === runs.length;
  const [code] = exits;
  const isSameCode = exits.length === runs.length && exits.every((other) => other === code);
  return [
    ...(isAlways ? [`{check: start, of: ${of}#1, window: ${windowOf(starts)}}`] : []),
    ...(isSameCode && typeof code === "number"
      ? [`{check: exit, of: ${of}#1, code: ${code}}`]
      : []),
    ...(isAlways && restarts.length === 0 ? [`{check: noStart, of: ${of}#2}`] : []),
  ];
}

function found(key: string, runs: Runs): readonly Milestone[] {
  return runs.flatMap((milestones) => milestones.find((one) => one.key === key) ?? []);
}

/** In whole seconds. */
function windowOf(times: readonly number[]): string {
  const tolerance = toleranceSeconds + Math.max(...times) * toleranceShare;
  const from = Math.max(0, Math.floor(Math.min(...times) - tolerance));
  return `[${from}, ${Math.ceil(Math.max(...times) + tolerance)}]`;
}

/** What the API has of the pod at the end, where that is always the same. */
function stateChecks(pod: string, shown: string, runs: Runs): readonly string[] {
  const values = [
    [`${pod}.status.phase`, lastOf(`${shown}.phase=`, runs)],
    [`${pod}.conditions.Ready`, lastOf(`${shown}.condition.Ready=`, runs)],
  ] as const;
  return values.flatMap(([path, value]) => {
    if (value === undefined || parseStatePath(path) === undefined) return [];
    return [`{check: state, path: ${path}, equals: "${value}", atEnd: true}`];
  });
}

/** The value that was told last; none where it was another in some run. */
function lastOf(prefix: string, runs: Runs): string | undefined {
  const values = runs.map((milestones) => {
    const last = milestones.findLast(({ key }) => key.startsWith(prefix));
    return last && /^[A-Za-z]*/.exec(last.key.slice(prefix.length))?.[0];
  });
  const [first] = values;
  return values.every((value) => value === first) ? first : undefined;
}
