/** What two inputs do not have in common, each with what it makes of the first when it is alone. */
import type { KubeletFeatures } from "../../decide/kubelet/features.ts";
import { type KubeletVersion, featuresOf, rowOfFeature } from "../../decide/kubelet/versions.ts";
import { versionOf } from "../../scenario/model-stage.ts";
import type { PreparedInput } from "../../scenario/prepare.ts";
import type { Scenario } from "../../scenario/scenario.ts";
import { behaviourDifferences } from "./behaviour-differences.ts";
import { podDifferences } from "./pod-differences.ts";
import { shown, valueDifferences, withValue } from "./value-differences.ts";
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
    ...initDifferences(a, b),
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
    a: shown(part === "durationMs" ? { ms: from } : from),
    b: shown(part === "durationMs" ? { ms: to } : to),
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

/** In a plain manifest one of which nothing is said ends at once; in a scenario it never does. */
function initDifferences(a: PreparedInput, b: PreparedInput): readonly InputDifference[] {
  const hasInit = [a, b].some(({ pods }) =>
    pods.some(({ pod }) => (pod.spec.initContainers ?? []).length > 0),
  );
  if (a.hasScenario === b.hasScenario || !hasInit) return [];
  const word = ({ hasScenario }: PreparedInput): string =>
    hasScenario ? "run for ever, in a scenario" : "end at once, in a plain manifest";
  return [
    {
      what: "init containers of which nothing is said",
      a: word(a),
      b: word(b),
      applyTo: ({ input, ...variant }) => ({
        ...variant,
        input: { ...input, hasScenario: b.hasScenario },
      }),
    },
  ];
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

function withScenario(variant: Variant, change: (scenario: Scenario) => unknown): Variant {
  const scenario = change(variant.input.scenario) as Scenario;
  return { ...variant, input: { ...variant.input, scenario } };
}
