/** Finds among the milestones of a run what an assertion is about. */
import { matchesName } from "../model/name-pattern.ts";
import type { Assertion } from "../scenario/assertion-text.ts";
import type { InventoryPod } from "../scenario/inventory.ts";
import { toMs } from "../trace/times.ts";
import type { Milestone } from "./milestone.ts";

/** A pod as milestones name it (`web`, `web@2`, `kube-system/web`), or a container in it. */
export interface Thing {
  readonly pod: string;
  readonly container?: string;
}

export interface Happening extends Thing {
  readonly run?: number;
  readonly ms: number;
  readonly exitCode?: number;
}

export function nameOf({ pod, container }: Thing): string {
  return container === undefined ? pod : `${pod}/${container}`;
}

/** Without its namespace, and without its number among those of that name. */
export function plainName(pod: string): string {
  return pod.replace(/^.*\//, "").replace(/@\d+$/, "");
}

/** Every pod and container there was, without mirrors, which are no pods of their own. */
export function thingsOf(
  milestones: readonly Milestone[],
  known: readonly InventoryPod[],
): readonly Thing[] {
  const things = new Map<string, Thing>();
  const add = (thing: Thing): void => void things.set(nameOf(thing), thing);
  for (const { key, kind } of milestones) {
    const [, pod] = (kind === "pod" && /^(.+)\.added(?:@\d+)?$/.exec(key)) || [];
    if (pod !== undefined && !pod.includes("mirror(")) {
      add({ pod });
      const plain = pod.replace(/^.*\//, "").replace(/@\d+$/, "");
      const declared = known.filter(({ name }) => matchesName(name, plain));
      for (const container of declared.flatMap(({ containers }) => containers)) {
        add({ pod, container });
      }
    }
    const run = kind === "created" ? runOf(key) : undefined;
    if (run) add(run);
  }
  return [...things.values()];
}

/** In their order. */
export function happenings(
  assertion: Assertion,
  milestones: readonly Milestone[],
  there: readonly Thing[],
): readonly Happening[] {
  const pods = new Set(there.map(({ pod }) => pod));
  return milestones.flatMap((milestone) => {
    const one = happening(assertion, milestone, pods);
    return one === undefined ? [] : [{ ...one, ms: toMs(milestone.t) }];
  });
}

type Found = Omit<Happening, "ms">;

function happening(
  { event, reason }: Assertion,
  { key, kind, detail = {} }: Milestone,
  pods: ReadonlySet<string>,
): Found | undefined {
  switch (event) {
    case "start":
      return kind === "start" ? runOf(key) : undefined;
    case "restart": {
      const run = kind === "start" ? runOf(key) : undefined;
      return run?.run === 1 ? undefined : run;
    }
    case "exit": {
      const { exitCode } = detail;
      if (kind !== "exit") return undefined;
      return { ...runOf(key), ...(typeof exitCode === "number" && { exitCode }) } as Found;
    }
    case "SIGTERM":
    case "SIGKILL":
      if (kind !== "signal") return undefined;
      return key.includes(`.${event.toLowerCase()}`) ? runOf(key) : undefined;
    case "ready": {
      const [, pod] = (kind === "condition" && /^(.*)\.condition\.Ready=True/.exec(key)) || [];
      if (pod !== undefined) return { pod };
      const [, own, container] = (kind === "state" && /^(.*)\/([^/]+)\.ready=true/.exec(key)) || [];
      return own === undefined || container === undefined ? undefined : { pod: own, container };
    }
    case "Running":
    case "Succeeded":
    case "Failed": {
      const [, pod, phase] = (kind === "phase" && /^(.*)\.phase=([A-Za-z]+)/.exec(key)) || [];
      return pod !== undefined && phase === event ? { pod } : undefined;
    }
    case "removed": {
      const [, pod] = (kind === "pod" && /^(.*)\.removed(?:@\d+)?$/.exec(key)) || [];
      return pod === undefined ? undefined : { pod };
    }
    case "event":
      if (kind !== "event" || detail["reason"] !== reason) return undefined;
      return subjectOf(key.slice(0, key.indexOf(".event.")), pods);
  }
}

/** Of a key that is about a run of a container. */
function runOf(key: string): (Thing & { readonly run: number }) | undefined {
  const [, pod, container, run] = /^(.*)\/([^/#]+)#(\d+)\./.exec(key) ?? [];
  if (pod === undefined || container === undefined) return undefined;
  return { pod, container, run: Number(run) };
}

/** `a/b` may be a pod in a namespace, or a container in a pod. */
function subjectOf(name: string, pods: ReadonlySet<string>): Thing {
  const slash = name.lastIndexOf("/");
  if (pods.has(name) || slash < 0) return { pod: name };
  return { pod: name.slice(0, slash), container: name.slice(slash + 1) };
}
