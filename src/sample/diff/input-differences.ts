/** What two inputs do not have in common, each with what it makes of the first when it is alone. */
import type { KubeletFeatures } from "../../decide/kubelet/features.ts";
import { type KubeletVersion, featuresOf, rowOfFeature } from "../../decide/kubelet/versions.ts";
import type { Manifest } from "../../manifest/manifest.ts";
import type { Pod } from "../../manifest/pod-types.ts";
import { versionOf } from "../../scenario/model-stage.ts";
import type { PreparedInput } from "../../scenario/prepare.ts";
import type { Scenario } from "../../scenario/scenario.ts";
import { isEqual, valueAt, valueDifferences, withValue } from "./value-differences.ts";
import type { InputDifference, Variant } from "./variant.ts";

/** Of a scenario, what changes a run; the rest only documents, or is read elsewhere. */
const scenarioParts = [
  ["observe", "observe"],
  ["durationMs", "duration"],
  ["nodes", "node"],
  ["kubelet", "kubelet"],
  ["requires", "requires"],
] as const satisfies readonly (readonly [keyof Scenario, string])[];

export function inputDifferences(a: PreparedInput, b: PreparedInput): readonly InputDifference[] {
  return [
    ...versionDifferences(versionOf(a.scenario), versionOf(b.scenario)),
    ...scenarioParts.flatMap(([part, text]) => partDifferences(a, b, part, text)),
    ...latencyDifferences(a, b),
    ...behaviourDifferences(a, b),
    ...stimulusDifferences(a, b),
    ...podDifferences(a, b),
  ];
}

function versionDifferences(a: KubeletVersion, b: KubeletVersion): readonly InputDifference[] {
  const [before, after] = [featuresOf(a), featuresOf(b)];
  const features = Object.keys(before) as (keyof KubeletFeatures)[];
  return features.flatMap((feature): InputDifference[] => {
    const row = rowOfFeature(feature);
    if (before[feature] === after[feature] || row === undefined) return [];
    const [old, next] = after[feature] ? [row.old, row.new] : [row.new, row.old];
    return [
      {
        what: `kubernetes ${row.first}: ${row.what}`,
        a: old,
        b: next,
        source: row.source,
        applyTo: (variant) => ({
          ...variant,
          features: { ...variant.features, [feature]: after[feature] },
        }),
      },
    ];
  });
}

function partDifferences(
  a: PreparedInput,
  b: PreparedInput,
  part: (typeof scenarioParts)[number][0],
  text: string,
): readonly InputDifference[] {
  const differences = valueDifferences(a.scenario[part], b.scenario[part], [part], text);
  return differences.map(({ path, text: what, a: from, b: to }) => ({
    what,
    a: shown(from),
    b: shown(to),
    applyTo: (variant) => withScenario(variant, (scenario) => withValue(scenario, path, to)),
  }));
}

/** A range is one difference: half of it may be none that a file could have. */
function latencyDifferences(a: PreparedInput, b: PreparedInput): readonly InputDifference[] {
  const [before, after] = [a.scenario.runtime.latency, b.scenario.runtime.latency];
  const calls = Object.keys({ ...before, ...after }) as (keyof typeof before)[];
  return calls.flatMap((call) => {
    const to = after[call];
    const [left, right] = [rangeText(before[call]), rangeText(to)];
    if (left === right) return [];
    return [
      {
        what: `runtime.latency.${call}`,
        a: left,
        b: right,
        applyTo: (variant: Variant) =>
          withScenario(variant, (scenario) =>
            withValue(scenario, ["runtime", "latency", call], to),
          ),
      },
    ];
  });
}

function rangeText(range: Scenario["runtime"]["latency"]["podStatus"]): string {
  if (range === undefined) return "–";
  const { from, to } = range;
  return from.ms === to.ms ? `${from.ms} ms` : `${from.ms} to ${to.ms} ms`;
}

/** By the containers that the rules are for; a rule that only one side has is one difference. */
function behaviourDifferences(a: PreparedInput, b: PreparedInput): readonly InputDifference[] {
  const [before, after] = [a, b].map(({ scenario }) => byContainer(scenario));
  const differences = valueDifferences(before, after);
  return differences.map(({ path: [name, ...path], text, a: from, b: to }) => ({
    what: `behaviour.${text}`,
    a: shown(from),
    b: shown(to),
    applyTo: (variant) =>
      withScenario(variant, (scenario) => {
        const rules = withValue(byContainer(scenario), [String(name)], undefined);
        const whole = withValue(byContainer(scenario)[String(name)], path, to);
        const kept = Object.entries(rules as Record<string, unknown>);
        const all = whole === undefined ? kept : [...kept, [String(name), whole] as const];
        return { ...scenario, behaviour: inRank(all, b.scenario, scenario) };
      }),
  }));
}

function byContainer({ behaviour }: Scenario): Readonly<Record<string, object>> {
  return Object.fromEntries(behaviour.map((rule) => [ruleName(rule), rule.behaviour]));
}

function ruleName({ pod, instance, container }: Scenario["behaviour"][number]): string {
  return `${pod}${instance === undefined ? "" : `@${instance}`}/${container}`;
}

/** The most exact first, as either side has them. */
function inRank(
  rules: readonly (readonly [string, unknown])[],
  ...scenarios: readonly Scenario[]
): Scenario["behaviour"] {
  const known = scenarios.flatMap(({ behaviour }) => behaviour);
  const names = [...new Set(known.map(ruleName))];
  const kept = new Map(rules);
  return names.flatMap((name) => {
    const rule = known.find((one) => ruleName(one) === name);
    const behaviour = kept.get(name) as Scenario["behaviour"][number]["behaviour"] | undefined;
    return rule && behaviour ? [{ ...rule, behaviour }] : [];
  });
}

/** As a whole: one that is left out may be what another waits for. */
function stimulusDifferences(a: PreparedInput, b: PreparedInput): readonly InputDifference[] {
  const [before, after] = [a, b].map(({ scenario }) => JSON.stringify(withoutPlaces(scenario)));
  if (before === after) return [];
  const count = ({ scenario }: PreparedInput): string => `${scenario.stimuli.length} of them`;
  return [
    {
      what: "stimuli",
      a: count(a),
      b: count(b),
      applyTo: ({ input, ...variant }) => ({
        ...variant,
        input: {
          ...input,
          scenario: { ...input.scenario, stimuli: b.scenario.stimuli },
          files: b.files,
        },
      }),
    },
  ];
}

function withoutPlaces({ stimuli }: Scenario): readonly unknown[] {
  return stimuli.map(({ place: _, ...stimulus }) => stimulus);
}

function podDifferences(a: PreparedInput, b: PreparedInput): readonly InputDifference[] {
  const [before, after] = [byName(a.pods), byName(b.pods)];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name) => {
    const [from, to] = [before.get(name), after.get(name)];
    if (from === undefined || to === undefined) return [wholePod(name, from, to)];
    return valueDifferences(from.pod, to.pod).map(({ path, text, a: left, b: right }) => ({
      what: `${name}: ${text}`,
      a: shown(left),
      b: shown(right),
      applyTo: (variant: Variant) =>
        withPods(variant, (pods) =>
          pods.map((manifest) =>
            nameOf(manifest) === name && isEqual(valueAt(manifest.pod, path), left)
              ? { ...manifest, pod: withValue(manifest.pod, path, right) as Pod }
              : manifest,
          ),
        ),
    }));
  });
}

function wholePod(name: string, from?: Manifest, to?: Manifest): InputDifference {
  const word = (manifest?: Manifest): string => (manifest ? "declared" : "not declared");
  return {
    what: `pod ${name}`,
    a: word(from),
    b: word(to),
    applyTo: (variant) =>
      withPods(variant, (pods) => [
        ...pods.filter((manifest) => nameOf(manifest) !== name),
        ...(to && pods === variant.input.pods ? [to] : []),
      ]),
  };
}

function byName(pods: readonly Manifest[]): ReadonlyMap<string, Manifest> {
  return new Map(pods.map((manifest) => [nameOf(manifest), manifest]));
}

function nameOf({ pod: { metadata } }: Manifest): string {
  const { namespace, name } = metadata;
  return namespace === "default" ? name : `${namespace}/${name}`;
}

function withScenario(variant: Variant, change: (scenario: Scenario) => unknown): Variant {
  const scenario = change(variant.input.scenario) as Scenario;
  return { ...variant, input: { ...variant.input, scenario } };
}

/** A pod that is written into a file of the kubelet is among the pods, and in the file. */
function withPods(
  { input, ...variant }: Variant,
  change: (pods: readonly Manifest[]) => readonly Manifest[],
): Variant {
  const files = [...input.files].map(
    ([stimulus, file]) =>
      [stimulus, file.kind === "pods" ? { ...file, pods: change(file.pods) } : file] as const,
  );
  return { ...variant, input: { ...input, pods: change(input.pods), files: new Map(files) } };
}

const longestValue = 60;

function shown(value: unknown): string {
  if (value === undefined) return "–";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > longestValue ? `${text.slice(0, longestValue - 1)}…` : text;
}
