/** The words of `--why-not`: what is missing, and of which pods. */
import type { PodIdentity } from "../../check/pod-book.ts";
import { NoAnswer } from "../no-answer.ts";
import { formatPod, parseContainer, parsePod, parseRun } from "../../scenario/reference.ts";
import { didYouMean } from "../../scenario/nearest.ts";
import type { PodRecord, Story } from "../story.ts";
import { containerIn } from "../declared.ts";

export type Wanted =
  | { readonly kind: "condition"; readonly condition: string }
  | { readonly kind: "phase"; readonly phase: "Running" | "Succeeded" | "Failed" }
  | { readonly kind: "gone" | "there" }
  /** Of a static pod that has no mirror in this run: whatever is asked of one. */
  | { readonly kind: "mirror" }
  | {
      readonly kind: "container";
      readonly container: string;
      readonly state: "ready" | "started" | "running" | "ended";
    }
  | { readonly kind: "run"; readonly container: string; readonly run: number };

export interface WantedOf {
  readonly pod: PodIdentity;
  readonly wanted: Wanted;
}

/** Each word in lower case, as what it means of a pod. */
const ofPod: Readonly<Record<string, Wanted>> = {
  ready: { kind: "condition", condition: "Ready" },
  containersready: { kind: "condition", condition: "ContainersReady" },
  initialized: { kind: "condition", condition: "Initialized" },
  initialised: { kind: "condition", condition: "Initialized" },
  podscheduled: { kind: "condition", condition: "PodScheduled" },
  scheduled: { kind: "condition", condition: "PodScheduled" },
  podreadytostartcontainers: { kind: "condition", condition: "PodReadyToStartContainers" },
  running: { kind: "phase", phase: "Running" },
  started: { kind: "phase", phase: "Running" },
  succeeded: { kind: "phase", phase: "Succeeded" },
  completed: { kind: "phase", phase: "Succeeded" },
  failed: { kind: "phase", phase: "Failed" },
  removed: { kind: "gone" },
  gone: { kind: "gone" },
  deleted: { kind: "gone" },
  there: { kind: "there" },
  created: { kind: "there" },
};

const ofContainer = {
  ready: "ready",
  started: "started",
  running: "running",
  ended: "ended",
  exited: "ended",
  terminated: "ended",
} as const;

const expected =
  "Ready, Initialized, Running, Succeeded, Failed, removed or another condition, of a pod " +
  "('web Ready') or of all; 'app ready', 'app started', 'app running', 'app ended'; or app#3";

/** Never empty; throws `NoAnswer`. `pod`: what `--pod` names. */
export function wantedIn(story: Story, text: string, pod?: string): readonly WantedOf[] {
  const words = text.trim().split(/\s+/);
  const what = words.at(-1) ?? "";
  const subject = words.slice(0, -1).join(" ");
  const run = subject === "" ? parseRun(what) : undefined;
  if (run !== undefined && typeof run.run === "number") {
    const { container, run: number } = run;
    const pods = podsWith(story, container, run.pod && podsNamed(story, formatPod(run.pod)));
    return pods.map((each) => ({ pod: each, wanted: { kind: "run", container, run: number } }));
  }
  if (subject === "" || subject === "pod") {
    const pods = pod === undefined ? story.facts.pods.owners(undefined) : podsNamed(story, pod);
    return pods.map((each) => ({
      pod: each,
      wanted: wordOfPod(story, each, what, text, isMirrorName(pod) && !each.isMirror),
    }));
  }
  return ofSubject(story, subject.replace(/^pod /, ""), what, text, subject.startsWith("pod "));
}

function ofSubject(
  story: Story,
  subject: string,
  what: string,
  text: string,
  isPod: boolean,
): readonly WantedOf[] {
  const reference = isPod ? undefined : parseContainer(subject);
  const state = Object.hasOwn(ofContainer, what.toLowerCase())
    ? ofContainer[what.toLowerCase() as keyof typeof ofContainer]
    : undefined;
  if (reference !== undefined && state !== undefined) {
    const { container } = reference;
    const named = reference.pod && podsNamed(story, formatPod(reference.pod));
    const pods = named || isContainer(story, container) ? podsWith(story, container, named) : [];
    if (pods.length > 0) {
      return pods.map((pod) => ({ pod, wanted: { kind: "container", container, state } }));
    }
  }
  if (
    reference !== undefined &&
    isContainer(story, reference.container) &&
    !isPodName(story, subject)
  ) {
    throw new NoAnswer(`--why-not: "${text}": of a container: ready, started, running or ended`);
  }
  return podsNamed(story, subject).map((pod) => ({
    pod,
    wanted: wordOfPod(story, pod, what, text, isMirrorName(subject) && !pod.isMirror),
  }));
}

function wordOfPod(
  story: Story,
  pod: PodIdentity,
  what: string,
  text: string,
  isMirror = false,
): Wanted {
  const word = what.toLowerCase();
  const known = Object.hasOwn(ofPod, word) ? ofPod[word] : undefined;
  if (known !== undefined) return isMirror ? { kind: "mirror" } : known;
  // A condition that others set is waited for as a readiness gate.
  const gates = story.declared(recordOf(story, pod))?.pod.spec.readinessGates ?? [];
  if (gates.some(({ conditionType }) => conditionType === what)) {
    return { kind: "condition", condition: what };
  }
  const fix = didYouMean(what, Object.keys(ofPod));
  throw new NoAnswer(
    `--why-not: "${text}" is not understood; expected ${expected}${fix ? `; ${fix}` : ""}`,
  );
}

function isContainer(story: Story, name: string): boolean {
  return story.facts.pods.pods.some((pod) => hasContainer(story, pod, name));
}

function isPodName(story: Story, name: string): boolean {
  const reference = parsePod(name);
  return reference !== undefined && story.facts.pods.owners(reference).length > 0;
}

function hasContainer(story: Story, pod: PodIdentity, name: string): boolean {
  const declared = story.declared({ ...recordOf(story, pod), seq: story.records.length + 1 });
  return declared !== undefined && containerIn(declared, name) !== undefined;
}

function podsWith(
  story: Story,
  container: string,
  named: readonly PodIdentity[] = story.facts.pods.owners(undefined),
): readonly PodIdentity[] {
  const pods = named.filter((pod) => hasContainer(story, pod, container));
  if (pods.length > 0) return pods;
  throw new NoAnswer(`--why-not: no pod has a container ${container}`);
}

function isMirrorName(name: string | undefined): boolean {
  return name !== undefined && parsePod(name)?.kind === "mirror";
}

/** Of a mirror that never was, the static pod that it would show. */
function podsNamed(story: Story, name: string): readonly PodIdentity[] {
  const { pods } = story.facts;
  const reference = parsePod(name);
  const found = reference === undefined ? [] : pods.owners(reference);
  if (found.length > 0) return found;
  if (reference?.kind === "mirror") {
    const ofFile = pods.owners({ kind: "pod", name: reference.name });
    const isStatic = ofFile.filter(({ source }) => source === "file");
    if (isStatic.length > 0) return isStatic;
  }
  const names = [...new Set(pods.pods.map((pod) => pod.name))];
  throw new NoAnswer(
    `--why-not: there is no pod or container ${name}; pods are ${names.join(", ") || "none"}`,
  );
}

/** Any of its records: they name it alike. */
function recordOf(story: Story, { namespace, name, key: uid }: PodIdentity): PodRecord {
  return story.ofPod({ namespace, pod: name, uid })[0] as PodRecord;
}
