/** How what is said of containers differs, in the words of a scenario or `--behave`. */
import {
  type BehaviourRule,
  type BehaviourTable,
  type ContainerBehaviour,
  defaultBehaviour,
} from "../../model/behaviour.ts";
import { matchesName } from "../../model/name-pattern.ts";
import { type BehaviourPart, behaviourParts, wordsOfPart } from "../../scenario/behave-words.ts";
import { compareRules } from "../../scenario/behaviour-table.ts";
import type { PreparedInput } from "../../scenario/prepare.ts";
import { isEqual } from "./value-differences.ts";
import type { InputDifference } from "./variant.ts";

/** By the containers that the rules are for; a rule that only one side has is one difference. */
export function behaviourDifferences(
  a: PreparedInput,
  b: PreparedInput,
): readonly InputDifference[] {
  const names = new Set([...namesInUse(a), ...namesInUse(b)]);
  return [...names].flatMap((name) => {
    const [from, to] = [a, b].map(({ said }) => said.find((rule) => nameOf(rule) === name));
    if (from && to) return partDifferences(name, from, to);
    return wholeRule(name, [from, a], [to, b]);
  });
}

/** Without those that no container comes to, as a more exact one stands before. */
function namesInUse({ said, pods }: PreparedInput): readonly string[] {
  const declared = declaredIn(pods);
  const used = said.filter((rule, index) => {
    const meant = declared.filter((each) => isFor(rule, each));
    const isHidden = meant.every((each) => general(each, said.slice(0, index)));
    return meant.length === 0 || !isHidden;
  });
  return used.map(nameOf);
}

type Named = Pick<BehaviourRule, "pod" | "container">;

function declaredIn(pods: PreparedInput["pods"]): readonly Named[] {
  return pods.flatMap(({ pod: { metadata, spec } }) =>
    [...(spec.initContainers ?? []), ...spec.containers].map((container) => ({
      pod: metadata.name,
      container: container.name,
    })),
  );
}

function isFor(rule: BehaviourRule, { pod, container }: Named): boolean {
  return matchesName(rule.pod, pod) && matchesName(rule.container, container);
}

/** As a file has it. */
function nameOf({ pod, instance, container }: BehaviourRule): string {
  if (pod === "*" && instance === undefined) return container;
  return `${pod}${instance === undefined ? "" : `@${instance}`}/${container}`;
}

function partDifferences(
  name: string,
  from: BehaviourRule,
  to: BehaviourRule,
): readonly InputDifference[] {
  return differingParts(from.behaviour, to.behaviour).map((part) => ({
    what: `behaviour.${name}.${pathOf(part)}`,
    a: wordsOf(from.behaviour, part),
    b: wordsOf(to.behaviour, part),
    applyTo: ({ input, ...variant }) => {
      const said = input.said.map((rule) => {
        if (nameOf(rule) !== name) return rule;
        return { ...rule, behaviour: withPart(rule.behaviour, part, to.behaviour) };
      });
      return { ...variant, input: { ...input, said } };
    },
  }));
}

type Side = readonly [BehaviourRule | undefined, PreparedInput];

/** Where one side has no rule of that name, a more general one holds, or what is assumed. */
function wholeRule(
  name: string,
  [from, before]: Side,
  [to, after]: Side,
): readonly InputDifference[] {
  const [rule, { scenario, pods }] = from ? [from, before] : [to, after];
  if (rule === undefined) return [];
  const isOwn = (container: Named): boolean => {
    const found = general(container, scenario.behaviour);
    return (found?.of ?? found) === rule;
  };
  const meant = declaredIn(pods).find(isOwn) ?? rule;
  const behaviourOf = (side: BehaviourRule | undefined, table: BehaviourTable) =>
    (rule.instance === undefined ? undefined : side)?.behaviour ??
    general(meant, table)?.behaviour ??
    defaultBehaviour;
  const old = behaviourOf(from, before.scenario.behaviour);
  const next = behaviourOf(to, after.scenario.behaviour);
  const parts = differingParts(old, next);
  if (parts.length === 0) return [];
  const words = (side: ContainerBehaviour) => parts.map((part) => wordsOf(side, part)).join(", ");
  return [
    {
      what: `behaviour.${name}`,
      a: words(old),
      b: words(next),
      applyTo: ({ input, ...variant }) => {
        const others = input.said.filter((each) => nameOf(each) !== name);
        const said = to ? [...others, to].toSorted(compareRules) : others;
        return { ...variant, input: { ...input, said } };
      },
    },
  ];
}

function general(meant: Named, table: BehaviourTable): BehaviourRule | undefined {
  return table.find((other) => other.instance === undefined && isFor(other, meant));
}

function differingParts(a: ContainerBehaviour, b: ContainerBehaviour): readonly BehaviourPart[] {
  return behaviourParts.filter((part) => !isEqual(valueOf(a, part), valueOf(b, part)));
}

function valueOf(behaviour: ContainerBehaviour, part: BehaviourPart): unknown {
  return isProbe(part) ? behaviour.probes?.[part] : behaviour[part];
}

function withPart(
  behaviour: ContainerBehaviour,
  part: BehaviourPart,
  other: ContainerBehaviour,
): ContainerBehaviour {
  const value = valueOf(other, part);
  if (!isProbe(part)) return withField(behaviour, part, value);
  return withField(behaviour, "probes", withField(behaviour.probes ?? {}, part, value));
}

/** Undefined takes it away. */
function withField<Target extends object>(target: Target, key: string, value: unknown): Target {
  const changed = { ...target, [key]: value };
  return Object.fromEntries(
    Object.entries(changed).filter(([, field]) => field !== undefined),
  ) as Target;
}

function isProbe(part: BehaviourPart): part is "liveness" | "readiness" | "startup" {
  return part === "liveness" || part === "readiness" || part === "startup";
}

function pathOf(part: BehaviourPart): string {
  return isProbe(part) ? `probes.${part}` : part;
}

function wordsOf(behaviour: ContainerBehaviour, part: BehaviourPart): string {
  const words = wordsOfPart(behaviour, part);
  if (words !== undefined) return words;
  return part === "pull" ? "the image is present" : `${part} succeeds`;
}
