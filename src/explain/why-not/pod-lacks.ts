/** Why a pod is not Ready, not initialised, not in a phase. */
import type { KubeContainer } from "../../model/kube-pod.ts";
import { endGround } from "./answers.ts";
import {
  notReady,
  notRunning,
  overdueLacks,
  terminalLacks,
  uninitialised,
} from "./container-lacks.ts";
import { kubeletLacks, linkLacks, presenceLacks, reportLacks } from "./kubelet-lacks.ts";
import type { Lack } from "./lack.ts";
import { noSandbox } from "./sandbox-lacks.ts";
import type { Scene } from "./scene.ts";
import { stopLacks } from "./stop-lacks.ts";

export function conditionLacks(scene: Scene, condition: string): readonly Lack[] {
  const absent = presenceLacks(scene);
  if (absent.length > 0) return absent;
  const known = knownLacks(scene, condition);
  if (known !== undefined) return known;
  const away = kubeletLacks(scene);
  const own = [...away, ...ownLacks(scene, condition)];
  return own.length > away.length ? own : [...own, ...reportLacks(scene)];
}

/** The kubelet has it already, and has not sent it. */
function knownLacks(scene: Scene, condition: string): readonly Lack[] | undefined {
  if (scene.pod.source === "file") return undefined;
  const made = scene.last("status", ({ sent }) => !sent);
  const sent = scene.last("status", (each) => each.sent);
  const isMade = made?.conditions.some(
    ({ type, status }) => type === condition && status === "True",
  );
  if (made === undefined || !isMade || made.seq < (sent?.seq ?? 0)) return undefined;
  return reportLacks(scene);
}

function ownLacks(scene: Scene, condition: string): readonly Lack[] {
  switch (condition) {
    case "Ready":
      return [...containersLacks(scene), ...gateLacks(scene)];
    case "ContainersReady":
      return containersLacks(scene);
    case "Initialized":
      return [...terminalLacks(scene), ...uninitialised(scene)];
    case "PodScheduled":
      return [];
    case "PodReadyToStartContainers":
      return sandboxLacks(scene);
    default:
      return gateLacks(scene, condition);
  }
}

function containersLacks(scene: Scene): readonly Lack[] {
  const isOver = scene.isTerminal || scene.overdue !== undefined;
  const terminal = isOver ? terminalLacks(scene) : [];
  if (terminal.length > 0) return terminal;
  return scene.standing
    .filter(({ name }) => scene.status(name)?.ready !== true)
    .map(({ name }) => notReady(scene, name));
}

/** Conditions that others than the kubelet set, and that it waits for. */
function gateLacks(scene: Scene, only?: string): readonly Lack[] {
  const { readinessGates = [] } = scene.spec ?? {};
  const conditions = scene.view?.status?.conditions ?? [];
  const own = new Map(conditions.map(({ type, status }) => [type, status]));
  const asked = readinessGates.filter(
    ({ conditionType }) => (only ?? conditionType) === conditionType,
  );
  return asked.flatMap(({ conditionType }): readonly Lack[] => {
    const status = own.get(conditionType);
    if (status === "True") return [];
    const is = status === undefined ? "is not set" : `is ${status}`;
    const [field] = scene.story.field(scene.about, ["spec", "readinessGates"]);
    return [
      {
        what: `the condition ${conditionType} of ${scene.name}, a readiness gate, ${is}`,
        needs: "somebody to set it to True: the kubelet does not",
        rule: "condition/Ready",
        grounds: field ? [{ ...field, text: "readinessGates are declared" }] : [],
        later: scene.next("status", (each) =>
          each.conditions.some(({ type, status: now }) => type === conditionType && now === "True"),
        ),
      },
    ];
  });
}

function sandboxLacks(scene: Scene): readonly Lack[] {
  const terminal = terminalLacks(scene);
  if (terminal.length > 0 || scene.sandbox !== undefined) return terminal;
  return [noSandbox(scene)];
}

/** It is not Running. */
export function runningLacks(scene: Scene): readonly Lack[] {
  const absent = presenceLacks(scene);
  if (absent.length > 0) return absent;
  if (scene.isTerminal) return terminalLacks(scene);
  const init = uninitialised(scene);
  const waiting = scene.standing.filter(({ name }) => !scene.hasStarted(name));
  const own = waiting.flatMap(({ name }): readonly Lack[] => {
    const what = `${scene.name}/${name} has not run yet`;
    const later = scene.nextStart(name);
    const lacks = notRunning(scene, name);
    return [{ what, needs: "it to run", rule: "wait/phase", later, lacks }];
  });
  if (init.length > 0 && waiting.length > 0) {
    return own.slice(0, 1);
  }
  return own.length > 0 ? own : [...kubeletLacks(scene), ...reportLacks(scene)];
}

/** It has not Succeeded or Failed. */
export function endLacks(scene: Scene, phase: "Succeeded" | "Failed"): readonly Lack[] {
  const absent = presenceLacks(scene);
  if (absent.length > 0) return absent;
  if (scene.isTerminal) return terminalLacks(scene);
  const { containers = [] } = scene.spec ?? {};
  if (scene.isTerminating) {
    const stops = stopLacks(scene);
    return [...kubeletLacks(scene), ...(stops.length > 0 ? stops : reportLacks(scene))];
  }
  if (scene.overdue !== undefined) {
    const lacks = phase === "Failed" ? stopLacks(scene) : [];
    const needs = phase === "Failed" ? "its status to be sent" : "another pod: this one has failed";
    return [...kubeletLacks(scene), ...overdueLacks(scene, needs, lacks)];
  }
  const goesOn = [
    ...policyLacks(scene),
    ...containers.flatMap((each) => runsOn(scene, each, phase)),
  ];
  if (goesOn.length > 0) return [...kubeletLacks(scene), ...goesOn];
  const init = uninitialised(scene);
  if (init.length > 0 && phase === "Succeeded") return [...kubeletLacks(scene), ...init];
  const stops = stopLacks(scene);
  if (stops.length > 0) return [...kubeletLacks(scene), ...stops];
  return [...kubeletLacks(scene), ...linkLacks(scene), ...reportLacks(scene)];
}

/** Where a container is started again whatever comes, something else has to end the pod. */
function policyLacks(scene: Scene): readonly Lack[] {
  const { restartPolicy = "Always", containers = [] } = scene.spec ?? {};
  const always = containers.find((own) => (own.restartPolicy ?? restartPolicy) === "Always");
  if (always === undefined) return [];
  const about = { ...scene.about, container: always.name };
  const policy =
    always.restartPolicy === undefined
      ? scene.story.field(scene.about, ["spec", "restartPolicy"])
      : scene.story.containerField(about, "restartPolicy");
  const deadline = scene.story.field(scene.about, ["spec", "activeDeadlineSeconds"]);
  return [
    {
      what: `${scene.story.name(about)} is started again whenever it ends`,
      needs: "another restartPolicy; or the deletion or the deadline of the pod",
      rule: "wait/ended",
      grounds: [...policy, ...deadline],
      later:
        scene.next("pod", ({ change }) => change === "terminating") ??
        scene.next("status", ({ phase }) => phase === "Succeeded" || phase === "Failed"),
    },
  ];
}

function runsOn(
  scene: Scene,
  { name }: KubeContainer,
  phase: "Succeeded" | "Failed",
): readonly Lack[] {
  const run = scene.run(name);
  if (run === undefined || !scene.isRunning(name)) {
    const hasEnded = run !== undefined && scene.stateOf(run) === "Exited";
    const lacks = hasEnded ? [] : notRunning(scene, name);
    const what = `${scene.name}/${name} has not run yet`;
    return lacks.length === 0
      ? []
      : [{ what, needs: "it to run and end", rule: "wait/ended", lacks }];
  }
  const about = { ...scene.about, container: name, run: run.run };
  const ends = scene.next("container", ({ id, to }) => id === run.id && to === "Exited");
  const end = phase === "Succeeded" ? "with 0" : "with another code than 0, for good";
  return [
    {
      what: `${scene.story.name(about)} runs`,
      since: scene.last("container", ({ id, to }) => id === run.id && to === "Running"),
      needs: `it to end ${end}`,
      rule: "wait/ended",
      grounds: [endGround(scene.story, about)],
      later: ends,
    },
  ];
}
