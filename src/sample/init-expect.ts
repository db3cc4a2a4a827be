/** The `expect` of a scenario that is written for manifests: what holds in each of some seeds. */
import { displayName } from "../model/container-key.ts";
import { matchesName } from "../model/name-pattern.ts";
import type { Manifest } from "../manifest/manifest.ts";
import type { PreparedInput } from "../scenario/prepare.ts";
import { parseStatePath } from "../scenario/state-path.ts";
import type { Milestone } from "./milestone.ts";
import { milestonesOf } from "./sample.ts";

/** So many runs are looked at; their times get a tolerance, as other seeds have others. */
const seedsSampled = 10;
const toleranceSeconds = 2;
const toleranceShare = 0.2;

/** Of many pods with names of their own these say enough. */
const podsShown = 5;

export function expectationLines(input: PreparedInput): readonly string[] {
  const runs = Array.from({ length: seedsSampled }, (_, index) => milestonesOf(input, index + 1));
  const names = input.pods.map(({ pod }) => pod.metadata.name);
  // In an expectation a name has no namespace.
  const named = input.pods.filter((manifest) => {
    const { name } = manifest.pod.metadata;
    return !isGenerated(manifest) && names.filter((other) => other === name).length === 1;
  });
  const checks = [
    ...named.slice(0, podsShown).flatMap((manifest) => checksOf(manifest, runs)),
    ...generatedGroups(input.pods).flatMap((group) => groupChecks(group, runs)),
  ];
  return [
    `  # What holds today, in ${seedsSampled} runs; relist check says when it does not any more.`,
    "  expect:",
    ...checks.map((check) => `  - ${check}`),
  ];
}

type Runs = readonly (readonly Milestone[])[];

/** Pods that a pattern means, and no other pod. */
interface Group {
  readonly pattern: string;
  readonly pods: readonly Manifest[];
}

/** An edit of its template, which it is checked after, gives a Deployment's pods other names. */
function isGenerated({ owner }: Manifest): boolean {
  return owner !== undefined && owner.kind !== "StatefulSet";
}

function generatedGroups(pods: readonly Manifest[]): readonly Group[] {
  const owners = new Map<string, Manifest[]>();
  for (const manifest of pods.filter(isGenerated)) {
    const pattern = `${manifest.owner?.name}-*`;
    owners.set(pattern, [...(owners.get(pattern) ?? []), manifest]);
  }
  return [...owners].flatMap(([pattern, group]) => {
    const meant = pods.filter(({ pod }) => matchesName(pattern, pod.metadata.name));
    const namespaces = new Set(group.map(({ pod }) => pod.metadata.namespace));
    return meant.length === group.length && namespaces.size === 1 ? [{ pattern, pods: group }] : [];
  });
}

function groupChecks({ pattern, pods }: Group, runs: Runs): readonly string[] {
  const [first] = pods;
  if (first === undefined) return [];
  const { initContainers = [], containers } = first.pod.spec;
  const shown = pods.map(({ pod: { metadata } }) => displayName(metadata.namespace, metadata.name));
  return [
    ...[...initContainers, ...containers].flatMap(({ name }) =>
      countChecks({ pattern, container: name, keys: shown.map((pod) => `${pod}/${name}#`) }, runs),
    ),
    ...phaseChecks(pattern, shown, runs),
  ];
}

interface Counted {
  readonly pattern: string;
  readonly container: string;
  /** What the milestones of each begin with. */
  readonly keys: readonly string[];
}

/** How often each starts and ends, where that is not for chance to say. */
function countChecks({ pattern, container, keys }: Counted, runs: Runs): readonly string[] {
  const count = (event: string) =>
    runs.map((milestones) =>
      milestones.filter(
        ({ key }) => key.endsWith(`.${event}`) && keys.some((start) => key.startsWith(start)),
      ),
    );
  const [starts, exits] = [count("start"), count("exit")];
  const of = `type: container, pod: "${pattern}", container: ${container}`;
  const codes = new Set(exits.flat().map(({ detail }) => detail?.["exitCode"]));
  const [code] = codes;
  const [started, ended] = [sameLength(starts), sameLength(exits)];
  return [
    ...(started ? [`{check: count, of: {${of}, to: Running}, equals: ${started}}`] : []),
    ...(ended && codes.size === 1 && typeof code === "number"
      ? [`{check: count, of: {${of}, to: Exited, exitCode: ${code}}, equals: ${ended}}`]
      : []),
  ];
}

function sameLength(lists: readonly (readonly unknown[])[]): number | undefined {
  const [length] = lists.map((list) => list.length);
  return lists.every((list) => list.length === length) ? length : undefined;
}

/** Their phase at the end, and whether they are Ready, where all have the same. */
function phaseChecks(pattern: string, shown: readonly string[], runs: Runs): readonly string[] {
  const valueOf = (field: string): string | undefined => {
    const values = new Set(shown.map((pod) => lastOf(`${pod}.${field}=`, runs)));
    return values.size === 1 ? [...values][0] : undefined;
  };
  const [phase, ready] = [valueOf("phase"), valueOf("condition.Ready")];
  if (phase === undefined) return [];
  const more = ready === undefined ? "" : `, ready: ${ready === "True"}`;
  const of = `kind: pod, pod: "${pattern}", phase: ${phase}${more}`;
  const number = `min: ${shown.length}, max: ${shown.length}`;
  return [`{check: concurrent, of: {${of}}, ${number}, window: [end, end]}`];
}

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
