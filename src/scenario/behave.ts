/** What `--behave` says, as rules that stand before those of the scenario. */
import {
  type BehaviourRule,
  type BehaviourTable,
  type ContainerBehaviour,
  defaultBehaviour,
} from "../model/behaviour.ts";
import { type Diagnostic, InputError, type Position } from "../model/diagnostic.ts";
import type { Manifest } from "../manifest/manifest.ts";
import type { Pod } from "../manifest/pod-types.ts";
import { matchesName } from "../model/name-pattern.ts";
import type { YamlDocument } from "../yaml/document.ts";
import { type BehaveText, parseBehave } from "./behave-text.ts";
import {
  behaviourKeyExpected,
  behaviourTable,
  compareRules,
  parseBehaviourKey,
} from "./behaviour-table.ts";
import type { FlagValue } from "./flag-words.ts";
import type { Inventory } from "./inventory.ts";
import { describeValue, issueToDiagnostics } from "./issues.ts";
import { NameChecker } from "./name-checker.ts";
import { compareSpecificity, patternsMeet } from "./name-pattern.ts";
import { namesOf } from "./names.ts";
import { noteNamesake, ownedPods } from "./owned-pods.ts";
import type { BehaviourKey, Scenario } from "./scenario.ts";
import { containerBehaviourSchema } from "./schema-behaviour.ts";
import { refuseBehaviour } from "./supported.ts";
import { withoutNamespace } from "./without-namespace.ts";

/** One `--behave`, read and checked. */
interface Behave extends BehaveText {
  readonly rule: BehaviourRule;
  readonly position: Position;
  readonly warnings: readonly Diagnostic[];
}

export interface Behaves {
  readonly scenario: Scenario;
  /** Errors and warnings; of the pods those that the manifests declare. */
  readonly diagnostics: readonly Diagnostic[];
}

/** `values`: of each `--behave` in the order of the call, then those of `--against`. */
export function withBehaves(
  scenario: Scenario,
  values: readonly FlagValue[],
  inventory: Inventory,
  pods: readonly Manifest[],
): Behaves {
  const diagnostics: Diagnostic[] = [];
  const behaves = values.flatMap((value): readonly Behave[] => {
    try {
      return [readOne(scenario, value, inventory, pods)];
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      diagnostics.push(...error.diagnostics);
      return [];
    }
  });
  diagnostics.push(...behaves.flatMap(({ warnings }) => warnings));
  diagnostics.push(...behaves.flatMap((behave) => noteUnasked(behave, pods)));
  // What is said of one container changes what is said of all.
  const ordered = behaves.toSorted((a, b) => compareRules(b.rule, a.rule));
  const behaviour = ordered.reduce<BehaviourTable>(overlaid, scenario.behaviour);
  if (ordered.length === 0) return { scenario, diagnostics };
  const said = ordered.map(({ rule: { behaviour: _, ...whom }, written, position }) => ({
    ...whom,
    written,
    position,
  }));
  return { scenario: { ...scenario, behaviour, said }, diagnostics };
}

function readOne(
  scenario: Scenario,
  { flag, text, line }: FlagValue,
  inventory: Inventory,
  pods: readonly Manifest[],
): Behave {
  const said = parseBehave({ flag, line, text });
  const { key: name, written } = said;
  const position = { file: flag, line, column: text.search(/\S/) + 1 };
  const path = ["spec", "behaviour", name];
  const document: YamlDocument = {
    file: flag,
    value: { spec: { behaviour: { [name]: written } } },
    locate: () => position,
  };
  const parsed = parseBehaviourKey(withoutNamespace(name, pods));
  if (parsed === undefined) {
    const finding = { message: "is not understood", found: describeValue(name) };
    const expected = behaviourKeyExpected;
    throw new InputError([{ severity: "error", position, ...finding, expected }]);
  }
  const owned = parsed.pod === undefined ? undefined : ownedPods(parsed.pod, pods);
  const of = owned === undefined ? parsed : { ...parsed, pod: owned.pattern };
  const key: BehaviourKey = { ...of, place: { path, position } };
  const checker = new NameChecker(document, namesOf(scenario, inventory, []));
  checker.behaviourKey(key);
  const asked = { ...scenario, document, behaviourKeys: [key] };
  // That it stands for a field of a file is no news to who wrote no file.
  const findings = [...checker.diagnostics, ...refuseBehaviour(asked, scenario.model)].map(
    ({ path: _, ...rest }): Diagnostic => rest,
  );
  const errors = findings.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new InputError(errors);
  const { data: input, error } = containerBehaviourSchema.safeParse(written);
  if (error !== undefined) {
    const issues = error.issues.map((issue) => ({ ...issue, path: [...path, ...issue.path] }));
    const found = issues.flatMap((issue) => issueToDiagnostics(document, issue));
    throw new InputError(found.map(({ path: _, ...rest }) => rest));
  }
  const [rule] = behaviourTable([{ key, input }]);
  if (rule === undefined) throw new Error("an entry makes a rule");
  const namesakes = parsed.pod === undefined ? [] : noteNamesake(parsed.pod, pods, position);
  return { ...said, rule, position, warnings: [...findings, ...namesakes] };
}

/** Each container keeps what it had of what the new rule does not say. */
function overlaid(table: BehaviourTable, { rule, written }: Behave): BehaviourTable {
  const merged = table.flatMap((old): readonly BehaviourRule[] => {
    const both = inBoth(old, rule);
    return both === undefined ? [] : [{ ...both, behaviour: changed(old.behaviour) }];
  });
  return [...merged, { ...rule, behaviour: changed(defaultBehaviour) }, ...table];

  function changed(base: ContainerBehaviour): ContainerBehaviour {
    const { runs, sigterm, probes, ...parts } = rule.behaviour;
    return {
      ...base,
      ...parts,
      ...(written.runs && { runs }),
      ...(written.sigterm !== undefined && { sigterm }),
      ...(probes && { probes: { ...base.probes, ...probes } }),
    };
  }
}

/** What both stand for; nothing where no container is meant by both. */
function inBoth(a: BehaviourRule, b: BehaviourRule): Omit<BehaviourRule, "behaviour"> | undefined {
  if (!patternsMeet(a.pod, b.pod) || !patternsMeet(a.container, b.container)) return undefined;
  const instance = a.instance ?? b.instance;
  if (b.instance !== undefined && instance !== b.instance) return undefined;
  return {
    pod: narrower(a.pod, b.pod),
    ...(instance === undefined ? {} : { instance }),
    container: narrower(a.container, b.container),
  };
}

function narrower(a: string, b: string): string {
  return compareSpecificity(a, b) <= 0 ? a : b;
}

type Container = Pod["spec"]["containers"][number];

const fieldOf = {
  liveness: ({ livenessProbe }: Container) => livenessProbe,
  readiness: ({ readinessProbe }: Container) => readinessProbe,
  startup: ({ startupProbe }: Container) => startupProbe,
  postStart: ({ lifecycle }: Container) => lifecycle?.postStart,
  preStop: ({ lifecycle }: Container) => lifecycle?.preStop,
} as const;

/** A probe that the manifest does not have asks nothing, so what it would find changes nothing. */
function noteUnasked({ rule, toldOf }: Behave, pods: readonly Manifest[]): readonly Diagnostic[] {
  const meant = pods
    .filter(({ pod }) => matchesName(rule.pod, pod.metadata.name))
    .flatMap(({ pod: { spec } }) => [...(spec.initContainers ?? []), ...spec.containers])
    .filter(({ name }) => matchesName(rule.container, name));
  return toldOf.flatMap(({ parts, position }): readonly Diagnostic[] => {
    if (meant.length === 0) return [];
    if (meant.some((container) => parts.some((part) => fieldOf[part](container)))) return [];
    const [part = ""] = parts;
    const what = part.startsWith("p") ? `${part} hook` : `${part} probe`;
    const missing = parts.length === 1 ? what : "probe";
    const message = `${rule.container} has no ${missing} in its manifest, so this changes nothing`;
    return [{ severity: "warning", position, message }];
  });
}
