/**
 * What is taken for granted of containers of which nobody says it: one that sleeps by its own
 * command ends when it has slept; in a plain manifest an init container ends at once.
 */
import { type OwnEnd, ownEnd } from "../model/own-command.ts";
import type { Manifest } from "../manifest/manifest.ts";
import type { Pod } from "../manifest/pod-types.ts";
import {
  type BehaviourRule,
  type BehaviourTable,
  type ContainerBehaviour,
  defaultBehaviour,
} from "../model/behaviour.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { KubeContainer } from "../model/kube-pod.ts";
import { commonPattern, compareSpecificity, patternsMeet } from "./name-pattern.ts";
import type { Scenario } from "./scenario.ts";
import { formatDuration } from "./duration.ts";

/** What a kubelet hands on and has no use for. */
type Commanded = KubeContainer & {
  readonly command?: readonly string[];
  readonly args?: readonly string[];
};

type Parts = Partial<Pick<ContainerBehaviour, "runs" | "sigterm">>;

interface Assumption {
  readonly pod: string;
  readonly container: string;
  readonly parts: Parts;
  /** Of one that sleeps; absent: an init container that ends at once. */
  readonly own?: OwnEnd;
  readonly manifest: Manifest;
  readonly path: readonly (string | number)[];
}

/** `diagnostics`: a note on each kind of assumption that is made. */
export function withAssumed(
  scenario: Scenario,
  pods: readonly Manifest[],
  hasScenario: boolean,
): { readonly scenario: Scenario; readonly diagnostics: readonly Diagnostic[] } {
  const made = groups(pods).flatMap((group) => assumptionsOf(group, scenario));
  const open = made.filter((each) => isUsed(each, scenario.behaviour));
  const isEnd = ({ own }: Assumption): boolean => own !== undefined || !hasScenario;
  const used = open.filter(isEnd);
  const behaviour = used.reduce(beneath, scenario.behaviour);
  const endless = open.filter((each) => !isEnd(each));
  const diagnostics = [...notesOf(used), ...endlessNotes(endless, scenario, pods)];
  return { scenario: { ...scenario, behaviour }, diagnostics };
}

/** The pods of one object share their spec. */
function groups(pods: readonly Manifest[]): readonly (readonly Manifest[])[] {
  const bySpec = new Map<Pod["spec"], Manifest[]>();
  for (const manifest of pods) {
    const group = bySpec.get(manifest.pod.spec);
    if (group === undefined) bySpec.set(manifest.pod.spec, [manifest]);
    else group.push(manifest);
  }
  return [...bySpec.values()];
}

function assumptionsOf(group: readonly Manifest[], scenario: Scenario): readonly Assumption[] {
  const [manifest] = group;
  if (manifest === undefined) return [];
  const { spec } = manifest.pod;
  const pod = patternOf(group, scenario);
  return (["initContainers", "containers"] as const).flatMap((list) =>
    (spec[list] ?? []).flatMap((container, index): readonly Assumption[] => {
      const { name, command, args, restartPolicy }: Commanded = container;
      const path = ["spec", list, index, command === undefined ? "args" : "command"];
      const at = { pod, container: name, manifest, path };
      const own = ownEnd(command, args);
      if (own !== undefined) return [{ ...at, own, parts: sleeping(own, spec) }];
      const isInit = list === "initContainers" && restartPolicy !== "Always";
      if (!isInit) return [];
      return [{ ...at, parts: { runs: [{ startupMs: 0, exitAfterMs: 0, exitCode: 0 }] } }];
    }),
  );
}

/** Of a container whose own command sleeps. */
export function partsOf({ command, args }: Commanded, spec: Pod["spec"]): Parts | undefined {
  const own = ownEnd(command, args);
  return own && sleeping(own, spec);
}

/** The kernel keeps from a process 1 every signal for which that has no handler, but SIGKILL. */
function sleeping({ exitAfterMs, exitCode }: OwnEnd, spec: Pod["spec"]): Parts {
  const isFirst = spec.shareProcessNamespace !== true && spec.hostPID !== true;
  return {
    ...(isFirst ? { sigterm: "ignored" } : {}),
    ...(exitAfterMs === undefined ? {} : { runs: [{ startupMs: 0, exitAfterMs, exitCode }] }),
  };
}

function patternOf(group: readonly Manifest[], { stimuli }: Scenario): string {
  const [first = "", ...others] = group.map(({ pod }) => pod.metadata.name);
  const isTemplate = stimuli.some(
    (each) => each.action === "createPods" && each.template.name === first,
  );
  if (isTemplate) return `${first}-*`;
  return commonPattern([first, ...others]);
}

type Named = Pick<BehaviourRule, "pod" | "container">;

function meet(a: Named, b: Named): boolean {
  return patternsMeet(a.pod, b.pod) && patternsMeet(a.container, b.container);
}

/** Whether nobody says what it does. */
function isUsed({ pod, container }: Assumption, table: BehaviourTable): boolean {
  const rule = table.find(
    (each) =>
      each.instance === undefined && covers(each.pod, pod) && covers(each.container, container),
  );
  return rule === undefined || leavesOut(rule);
}

function covers(pattern: string, inner: string): boolean {
  return patternsMeet(pattern, inner) && compareSpecificity(pattern, inner) >= 0;
}

/** What a file leaves out is the default itself, and not only like it. */
function leavesOut({ behaviour }: BehaviourRule): boolean {
  return behaviour.runs === defaultBehaviour.runs;
}

function completed({ behaviour }: BehaviourRule, parts: Parts): ContainerBehaviour {
  const isTermSaid = behaviour.sigterm !== defaultBehaviour.sigterm;
  return { ...behaviour, ...parts, ...(isTermSaid && { sigterm: behaviour.sigterm }) };
}

/** Puts it where no rule says anything, and into those that do not say how a run ends. */
function beneath(table: BehaviourTable, { pod, container, parts }: Assumption): BehaviourTable {
  const assumed = { pod, container };
  const merged = table.flatMap((rule): readonly BehaviourRule[] => {
    if (!meet(rule, assumed) || !leavesOut(rule)) return [rule];
    const narrowed: BehaviourRule = {
      ...rule,
      pod: narrower(rule.pod, pod),
      container: narrower(rule.container, container),
      behaviour: completed(rule, parts),
      of: rule.of ?? rule,
    };
    return [narrowed, rule];
  });
  return [...merged, { ...assumed, behaviour: { ...defaultBehaviour, ...parts } }];
}

function narrower(a: string, b: string): string {
  return compareSpecificity(a, b) <= 0 ? a : b;
}

const toldMax = 5;

function notesOf(used: readonly Assumption[]): readonly Diagnostic[] {
  const sleepers = used.flatMap(({ own, ...each }) => (own ? [{ ...each, own }] : []));
  const told = sleepers.slice(0, toldMax).map(({ manifest, path, own, ...each }): Diagnostic => {
    const position = manifest.source.locate(path, "key");
    return { severity: "note", position, message: sleeperText(each, own) };
  });
  const more = sleepers.length - told.length;
  const rest = `and ${more} more whose commands are taken at their word`;
  const init = [...new Set(used.flatMap(({ own, container }) => (own ? [] : [container])))];
  const ended = "taken to end at once with 0, as nothing is said of it: init container";
  return [
    ...told,
    ...(more > 0 ? [{ severity: "note" as const, message: rest }] : []),
    ...(init.length > 0
      ? [{ severity: "note" as const, message: `${ended} ${init.join(", ")}` }]
      : []),
  ];
}

/** A scenario that says nothing of an init container keeps its pod from starting. */
function endlessNotes(
  endless: readonly Assumption[],
  { model }: Scenario,
  pods: readonly Manifest[],
): readonly Diagnostic[] {
  const names = [...new Set(endless.map(({ container }) => container))];
  const [first] = names;
  if (first === undefined || model === "textbook") return [];
  const message = "taken to run for ever, as the scenario says nothing of it: init container";
  const key = pods.length > 1 ? `*/${first}` : first;
  const fix = `say when it ends, such as --behave '${key}: exit 0 after 5s'`;
  return [{ severity: "note", message: `${message} ${names.join(", ")}`, fix }];
}

function sleeperText({ container, parts }: Omit<Assumption, "manifest" | "path">, own: OwnEnd) {
  const { exitAfterMs, exitCode } = own;
  const ends =
    exitAfterMs === undefined
      ? "it runs for ever"
      : `it ends ${formatDuration(exitAfterMs)} after its start with ${exitCode}`;
  const ignores = parts.sigterm === undefined ? "" : ", and as process 1 it ignores SIGTERM";
  return `the command of ${container} is taken at its word: ${ends}${ignores}`;
}
