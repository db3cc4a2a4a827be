/** `--vary NAME=VALUE,VALUE`: the parameters of a sweep, and what each choice of them overrides. */
import { kubeletVersions } from "../decide/kubelet/versions.ts";
import { carriedOut, leftAside } from "../scenario/carried-out.ts";
import { parseTime, timeExpected } from "../scenario/duration.ts";
import { parseVersion } from "../scenario/kubernetes-version.ts";
import type { ModelName } from "../scenario/model-name.ts";
import type { Overrides } from "../scenario/prepare.ts";
import { isLongerThanAnyRun, runDurationExpected } from "../scenario/schema-parts.ts";
import { CallError } from "./call-error.ts";

export interface Parameter {
  readonly name: string;
  readonly values: readonly string[];
}

type Apply = (overrides: Overrides, value: string) => Overrides | undefined;

const kinds = ["drop", "delay", "duplicate", "reorder"] as const;

const latencies = "runtime.latency.";

/** What can be varied; undefined: the value is none for it. */
const parameters: Readonly<Record<string, Apply>> = {
  ...Object.fromEntries(kinds.map((kind) => [`faults.${kind}`, withFault(kind)])),
  kubernetes: (overrides, value) => {
    const version = kubeletVersions.find((known) => known === value);
    const kubernetes = version && parseVersion(version);
    return kubernetes && { ...overrides, kubernetes };
  },
  until: (overrides, value) => {
    const durationMs = parseTime(value);
    const isNone = durationMs === undefined || isLongerThanAnyRun(durationMs / 1000);
    return isNone ? undefined : { ...overrides, durationMs };
  },
  ...Object.fromEntries(
    carriedOut.kubernetes.latency.map((call) => [`${latencies}${call}`, withLatency(call)]),
  ),
};

/** What a value of those looks like of which one may be none. */
const expected: Readonly<Record<string, string>> = {
  kubernetes: `one of ${kubeletVersions.join(", ")}`,
  until: `${timeExpected}, ${runDurationExpected}`,
};

/** In place of what `--faults` says of that kind; a wrong value is told of when it is read. */
function withFault(kind: string): Apply {
  return (overrides, value) => {
    const parts = (overrides.faults ?? "").split(",").filter((part) => part !== "");
    const others = parts.filter((part) => !part.trim().startsWith(`${kind}=`));
    return { ...overrides, faults: [...others, `${kind}=${value}`].join(",") };
  };
}

function withLatency(call: string): Apply {
  return (overrides, value) => {
    const ms = parseTime(value);
    if (ms === undefined) return undefined;
    return { ...overrides, latencyMs: { ...overrides.latencyMs, [call]: ms } };
  };
}

/** Of the calls of the runtime not every model has all, and not every model is of a version. */
export function refuseUncalled(varied: readonly Parameter[], model: ModelName): void {
  const calls = carriedOut[model].latency;
  for (const { name } of varied) {
    const why = leftAside[model]?.[name];
    if (why !== undefined) throw new CallError(`--vary ${name}: ${why}`);
    if (!name.startsWith(latencies) || calls.includes(name.slice(latencies.length))) continue;
    const known = calls.join(", ");
    throw new CallError(`--vary ${name}: no call of the ${model} model, whose calls are ${known}`);
  }
}

function parseParameter(text: string): Parameter {
  const [name = "", list = ""] = text.split(/=(.*)/su);
  const values = list.split(",").map((value) => value.trim());
  if (!Object.hasOwn(parameters, name)) {
    const others = Object.keys(parameters).filter((known) => !known.startsWith(latencies));
    const known = `${others.join(", ")}, ${latencies}create and that of the other calls`;
    throw new CallError(`--vary ${text}: nothing called ${name} can be varied; ${known} can`);
  }
  refuseTwice(name, values);
  return { name, values };
}

/** Of one name the values of each flag that has it, one after the other. */
export function parametersOf(texts: readonly string[]): readonly Parameter[] {
  const byName = new Map<string, readonly string[]>();
  for (const { name, values } of texts.map(parseParameter)) {
    const all = [...(byName.get(name) ?? []), ...values];
    refuseTwice(name, all);
    byName.set(name, all);
  }
  return [...byName].map(([name, values]) => ({ name, values }));
}

function refuseTwice(name: string, values: readonly string[]): void {
  // 0.1 and 0.10, 10s and 10000ms are one value each.
  const distinct = new Set(values.map((value) => parseTime(value) ?? value));
  if (!values.includes("") && distinct.size === values.length) return;
  const text = `${name}=${values.join(",")}`;
  throw new CallError(`--vary ${text}: expected values, each once: ${name}=0,0.01,0.05`);
}

export type Choice = Readonly<Record<string, string>>;

/** Every choice of the values, the last parameter's changing first. */
export function choicesOf(varied: readonly Parameter[]): readonly Choice[] {
  return varied.reduce<readonly Choice[]>(
    (choices, { name, values }) =>
      choices.flatMap((choice) => values.map((value) => ({ ...choice, [name]: value }))),
    [{}],
  );
}

export function withChoice(overrides: Overrides, choice: Choice): Overrides {
  return Object.entries(choice).reduce((changed, [name, value]) => {
    const next = parameters[name]?.(changed, value);
    if (next === undefined) {
      const like = expected[name] ?? timeExpected;
      throw new CallError(`--vary ${name}=${value}: no such value, expected ${like}`);
    }
    return next;
  }, overrides);
}
