/** Why a container does not run, has not started, or is not ready. */
import type { KubeContainer } from "../../model/kube-pod.ts";
import { endGround, startupGround } from "./answers.ts";
import { imageLacks } from "./image-lacks.ts";
import { firstUndone, hasBegun } from "./init-order.ts";
import { kubeletLacks, presenceLacks, reportLacks } from "./kubelet-lacks.ts";
import type { Lack } from "./lack.ts";
import { hookLacks, probeLacks } from "./probe-lacks.ts";
import { restartLacks } from "./restart-lacks.ts";
import { noSandbox } from "./sandbox-lacks.ts";
import { type Scene, isSidecar } from "./scene.ts";

/** `ready` of its status is false. */
export function notReady(scene: Scene, container: string): Lack {
  const name = `${scene.name}/${container}`;
  const run = scene.run(container);
  const later = scene.next("status", (status) => status.sent && isReadyIn(status, container));
  const common = { rule: "condition/ContainersReady", later } as const;
  if (run === undefined || !scene.isRunning(container)) {
    const lacks = notRunning(scene, container);
    const what = `${name} is not ready, as it does not run`;
    return { ...common, what, needs: "it to run, and its probes to pass", lacks };
  }
  const what = `${name} is not ready`;
  const lacks = [...startupLacks(scene, container), ...readinessLacks(scene, container)];
  if (lacks.length > 0) return { ...common, what, needs: "its probes to pass", lacks };
  return { ...common, what, needs: "its status to say so", lacks: reportLacks(scene) };
}

function isReadyIn(
  status: { readonly containerStatuses: readonly { name: string; ready: boolean }[] } & {
    readonly initContainerStatuses?: readonly { name: string; ready: boolean }[];
  },
  container: string,
): boolean {
  const { containerStatuses, initContainerStatuses = [] } = status;
  const all = [...initContainerStatuses, ...containerStatuses];
  return all.some(({ name, ready }) => name === container && ready);
}

/** `started` of its status is false. */
export function notStarted(scene: Scene, container: string): readonly Lack[] {
  if (!scene.isRunning(container)) return notRunning(scene, container);
  const lacks = startupLacks(scene, container);
  return lacks.length > 0 ? lacks : reportLacks(scene);
}

/** It runs, and its startup probe has not passed, or its postStart hook has not ended. */
function startupLacks(scene: Scene, container: string): readonly Lack[] {
  return [...hookLacks(scene, container), ...probeLacks(scene, container, "startup")];
}

function readinessLacks(scene: Scene, container: string): readonly Lack[] {
  return probeLacks(scene, container, "readiness");
}

/** No run of it runs. */
export function notRunning(scene: Scene, container: string): readonly Lack[] {
  const absent = presenceLacks(scene);
  if (absent.length > 0) return absent;
  return [...kubeletLacks(scene), ...whyNotRunning(scene, container)];
}

function whyNotRunning(scene: Scene, container: string): readonly Lack[] {
  const run = scene.run(container);
  if (run !== undefined && scene.stateOf(run) === "Creating") return [creating(scene, container)];
  // A sync that is under way is not broken off by a deletion.
  const open = imageLacks(scene, container, { onlyOpen: true });
  if (open.length > 0) return open;
  const others = earlierLacks(scene, container);
  if (others.length > 0) return others;
  const terminal = terminalLacks(scene);
  if (terminal.length > 0) return terminal;
  const image = imageLacks(scene, container);
  if (image.length > 0) return image;
  if (scene.sandbox === undefined) return [noSandbox(scene)];
  const before = initLacks(scene, container);
  if (before.length > 0) return before;
  const ended = restartLacks(scene, container);
  if (ended.length > 0) return ended;
  return [undecided(scene, container)];
}

function creating(scene: Scene, container: string): Lack {
  const run = scene.run(container);
  const isMeant = ({ id, to }: { readonly id: string; readonly to: string }): boolean =>
    id === run?.id && (to === "Running" || to === "Exited");
  const about = { ...scene.about, container, run: run?.run ?? 1 };
  return {
    what: `${scene.story.name(about)} is being created`,
    since: scene.last("container", ({ id, to }) => id === run?.id && to === "Creating"),
    needs: "the runtime to start it",
    rule: "container/Running",
    grounds: [startupGround(scene.story, about)],
    later: scene.next("container", isMeant),
  };
}

/** Nothing is started in a pod that has ended, or is to end. */
export function terminalLacks(scene: Scene): readonly Lack[] {
  const { status } = scene.view ?? {};
  if (scene.isTerminal && status) {
    const reason = status.reason === undefined ? "" : ` (${status.reason})`;
    const since = scene.firstOf("status", ({ phase }) => phase === status.phase);
    const what = `${scene.name} has ${status.phase === "Failed" ? "failed" : "succeeded"}${reason}`;
    const details = status.message === undefined ? [] : [status.message];
    const needs = "another pod: this one has ended for good";
    return [{ what, since, needs, details, rule: "wait/ended" }];
  }
  if (!scene.isTerminating) return overdueLacks(scene, "another pod: this one is to end");
  const isFile = scene.pod.source === "file";
  const since = scene.firstOf("pod", ({ change }) =>
    isFile ? change === "removed" : change === "terminating" || change === "removed",
  );
  return [
    {
      what: `${scene.name} is ${isFile ? "in no file any more" : "being deleted"}`,
      since,
      needs: isFile ? "its file to come back" : "another pod: this one is to end",
      rule: "wait/deleted",
      later: scene.next("pod", ({ change }) => change === "added"),
    },
  ];
}

/** Its deadline has passed, and what runs of it is stopped. */
export function overdueLacks(
  scene: Scene,
  needs: string,
  lacks: readonly Lack[] = [],
): readonly Lack[] {
  const { overdue } = scene;
  if (overdue === undefined) return [];
  const grounds = scene.story.field(scene.about, ["spec", "activeDeadlineSeconds"]);
  const what = `${scene.name} is past its deadline`;
  return [{ what, since: overdue, needs, rule: "status/deadline", grounds, lacks }];
}

/** What stands before it in the spec holds up the sync that is to start it. */
function earlierLacks(scene: Scene, container: string): readonly Lack[] {
  const { containers = [] } = scene.spec ?? {};
  const index = containers.findIndex(({ name }) => name === container);
  const earlier: readonly KubeContainer[] = containers.slice(0, Math.max(0, index));
  const busy = earlier.flatMap(({ name }): readonly Lack[] => {
    const run = scene.run(name);
    const isCreating = run !== undefined && scene.stateOf(run) === "Creating";
    return [
      ...imageLacks(scene, name, { onlyOpen: true }),
      ...hookLacks(scene, name),
      ...(isCreating ? [creating(scene, name)] : []),
    ];
  });
  if (busy.length === 0) return [];
  const what = `${scene.name}/${container} is to be started after what stands before it`;
  const later = scene.nextStart(container);
  return [{ what, needs: "these to be started", rule: "wait/oneByOne", later, lacks: busy }];
}

function undecided(scene: Scene, container: string): Lack {
  return {
    what: `${scene.name}/${container} is about to be started`,
    needs: "the next sync of its pod",
    rule: "sync/first",
    later: scene.nextStart(container),
  };
}

/** Of a container of any kind: what stands before it, or nothing where all of that is done. */
function initLacks(scene: Scene, container: string): readonly Lack[] {
  const { initContainers = [] } = scene.spec ?? {};
  const index = initContainers.findIndex(({ name }) => name === container);
  if (index < 0 && hasBegun(scene)) return [];
  const before = index < 0 ? initContainers : initContainers.slice(0, index);
  const first = firstUndone(scene, before);
  if (first === undefined) return [];
  return [
    {
      what: `${scene.name}/${container} waits for the init container ${first.name}`,
      needs: isSidecar(first) ? "it to start" : "it to end with 0",
      rule: isSidecar(first) ? "sync/afterSidecar" : "sync/afterInit",
      later: scene.nextStart(container),
      lacks: undoneLacks(scene, first),
    },
  ];
}

/** The pod is not initialised. */
export function uninitialised(scene: Scene): readonly Lack[] {
  const { initContainers = [] } = scene.spec ?? {};
  const first = firstUndone(scene, initContainers);
  return first === undefined ? [] : undoneLacks(scene, first);
}

function undoneLacks(scene: Scene, container: KubeContainer): readonly Lack[] {
  const { name } = container;
  if (isSidecar(container)) return notStarted(scene, name);
  if (!scene.isRunning(name)) return notRunning(scene, name);
  const run = scene.run(name);
  const about = { ...scene.about, container: name, run: run?.run ?? 1 };
  const ends = scene.next("container", ({ id, to }) => id === run?.id && to === "Exited");
  return [
    {
      what: `the init container ${scene.story.name(about)} runs`,
      since: scene.last("container", ({ id, to }) => id === run?.id && to === "Running"),
      needs: "it to end with 0",
      rule: "sync/afterInit",
      grounds: [endGround(scene.story, about)],
      later: ends,
    },
  ];
}
