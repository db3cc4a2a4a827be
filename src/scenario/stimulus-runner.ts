/** Carries out a scenario's stimuli on a node: one branch for each action. */
import { containerKey } from "../model/container-key.ts";
import type { Manifest, Rejection } from "../manifest/manifest.ts";
import type { ContainerTrace } from "../model/trace.ts";
import type { VirtualClock } from "../sim/virtual-clock.ts";
import { ranks } from "../sim/virtual-clock.ts";
import type { EventFault, EventFaults } from "./event-faults.ts";
import { listsBy } from "./lists-by-key.ts";
import type { Moments } from "./moments.ts";
import type { PreparedInput } from "./prepare.ts";
import { formatVersion, knownVersion } from "./kubernetes-version.ts";
import { type PodReference, formatContainer, formatPod, formatRun } from "./reference.ts";
import type { Stimulus, StimulusOf } from "./scenario.ts";
import { toRuntimeLatency } from "./runtime-latency.ts";
import { knownTimeMs } from "./stimulus-times.ts";
import type { ScenarioWorld } from "./world.ts";

export interface Stage {
  /** As it is now: stimuli are added while it runs. */
  readonly input: () => PreparedInput;
  readonly clock: VirtualClock;
  readonly world: ScenarioWorld;
  readonly faults: EventFaults;
  readonly moments: Moments;
}

/** With its place in the file, because several are worked off in that order. */
interface Ordered<T> {
  readonly entry: T;
  readonly order: number;
}

function byName<T>(
  entries: readonly T[],
  nameOf: (entry: T) => string,
): ReadonlyMap<string, readonly Ordered<T>[]> {
  const ordered = entries.map((entry, order) => ({ entry, order }));
  return listsBy(ordered, ({ entry }) => nameOf(entry));
}

export class StimulusRunner {
  readonly #stage: Stage;
  readonly #manifests: ReadonlyMap<string, readonly Ordered<Manifest>[]>;
  readonly #rejected: ReadonlyMap<string, readonly Ordered<Rejection>[]>;
  #apiIsDown = false;

  constructor(stage: Stage) {
    this.#stage = stage;
    const { pods, rejected } = stage.input();
    this.#manifests = byName(pods, ({ pod }) => pod.metadata.name);
    this.#rejected = byName(rejected, ({ name }) => name);
  }

  /** Whether the link was cut last, also before anybody used it. */
  get apiIsDown(): boolean {
    return this.#apiIsDown;
  }

  run(stimulus: Stimulus): void {
    const { world } = this.#stage;
    const { label: id, action } = stimulus;
    const target = targetOf(stimulus);
    world.publish({ type: "stimulus", id, action, ...(target === undefined ? {} : { target }) });
    this.#carryOut(stimulus);
  }

  #carryOut(stimulus: Stimulus): void {
    const { world } = this.#stage;
    switch (stimulus.action) {
      case "createPod":
        return this.#createPod(stimulus);
      case "createPods":
        return this.#createPods(stimulus);
      case "addEphemeral":
        return this.#eachPod(stimulus.pod, "addEphemeral", (pod) =>
          world.addEphemeral(pod, stimulus.container),
        );
      case "updateObject":
        return this.#eachPod(stimulus.pod ?? [], "updateObject", (pod) =>
          world.updatePod(pod, stimulus.set),
        );
      case "deletePod":
        return this.#deletePod(stimulus);
      case "deleteObject":
        return this.#deleteObject(stimulus);
      case "writeFile":
        return this.#writeFile(stimulus);
      case "removeFile":
        return world.removeFile(stimulus.path);
      case "killContainer":
        return this.#eachRun(stimulus, (id) => world.killContainer(id, stimulus.exitCode));
      case "removeContainer":
        return this.#eachRun(stimulus, (id) => world.removeContainer(id));
      case "addContainer":
        return this.#addContainer(stimulus);
      case "killSandbox":
        return stimulus.pod.forEach((pod) => world.killSandbox(pod));
      case "setProbe":
        return this.#setProbe(stimulus);
      default:
        return this.#carryOutOnNode(stimulus);
    }
  }

  /** What is done to the node as a whole, and to the ways to and from it. */
  #carryOutOnNode(stimulus: Stimulus): void {
    const { world, faults } = this.#stage;
    switch (stimulus.action) {
      case "apiDown":
        this.#apiIsDown = true;
        return world.setLink(false);
      case "apiUp":
        this.#apiIsDown = false;
        return world.setLink(true);
      case "kubeletRestart":
        world.stopKubelet();
        return this.#after(stimulus.downFor.ms, () => world.startKubelet());
      case "kubeletUpgrade":
        world.stopKubelet();
        world.installKubelet(knownVersion(stimulus.to));
        return this.#after(stimulus.downFor.ms, () => world.startKubelet());
      case "kubeletStop":
        return world.stopKubelet();
      case "kubeletStart":
        return world.startKubelet();
      case "nodeDown":
        return world.nodeDown();
      case "nodeUp":
        return world.nodeUp();
      case "breakEvents":
        return world.breakEvents(stimulus.refused);
      case "listHangs":
        return world.troubleLists("hang", this.#untilMs(stimulus));
      case "listFails":
        return world.troubleLists("fail", this.#untilMs(stimulus));
      case "delayStatus":
        return stimulus.pod.forEach((pod) => world.delayStatus(pod, stimulus.by.ms));
      case "setLatency":
        return world.setLatency(toRuntimeLatency(stimulus.latency));
      case "runtimeDown":
        return world.setRuntime(false);
      case "runtimeUp":
        return world.setRuntime(true);
      case "registryDown":
        return world.setRegistry(false);
      case "registryUp":
        return world.setRegistry(true);
      case "dropEvents":
      case "delayEvents":
      case "duplicateEvents":
      case "reorderEvents":
        faults.begin(stimulus);
        this.#tellFault(stimulus, "begin");
        if (stimulus.for === undefined) return;
        return this.#after(stimulus.for.ms, () => {
          faults.end(stimulus);
          this.#tellFault(stimulus, "end");
        });
      default:
        throw new Error(`the stimulus ${stimulus.action} was refused before`);
    }
  }

  #createPod({ pod }: StimulusOf<"createPod">): void {
    const { world } = this.#stage;
    const names = [...new Set(pod.map(({ name }) => name))];
    const manifests = names.flatMap((name) => this.#manifests.get(name) ?? []);
    world.createPods(manifests.toSorted((a, b) => a.order - b.order).map(({ entry }) => entry));
    const rejected = names.flatMap((name) => this.#rejected.get(name) ?? []);
    for (const { entry } of rejected.toSorted((a, b) => a.order - b.order)) world.refuse(entry);
  }

  #createPods({ template, count }: StimulusOf<"createPods">): void {
    const { world } = this.#stage;
    const manifest = this.#manifests.get(template.name)?.[0]?.entry;
    if (manifest === undefined) return;
    const copies = Array.from({ length: count }, (_, index) => ({
      ...manifest,
      pod: {
        ...manifest.pod,
        metadata: { ...manifest.pod.metadata, name: `${template.name}-${index + 1}` },
      },
    }));
    world.createPods(copies);
  }

  #eachPod(
    pods: readonly PodReference[],
    action: string,
    act: (pod: PodReference) => boolean,
  ): void {
    for (const pod of pods) {
      if (!act(pod)) this.#warn(`${action}: the API has no pod ${formatPod(pod)}`);
    }
  }

  #untilMs({ until }: StimulusOf<"listHangs"> | StimulusOf<"listFails">): number {
    return knownTimeMs(until, this.#stage.input().scenario) ?? Infinity;
  }

  #deletePod({ pod, graceSeconds, force }: StimulusOf<"deletePod">): void {
    const graceMs = graceSeconds === undefined ? undefined : graceSeconds * 1000;
    for (const reference of pod) {
      if (this.#stage.world.deletePod(reference, graceMs, force)) continue;
      this.#warn(`deletePod: the API has no pod ${formatPod(reference)}`);
    }
  }

  #deleteObject({ name }: StimulusOf<"deleteObject">): void {
    if (this.#stage.world.deletePod({ kind: "pod", name }, undefined, false)) return;
    this.#warn(`deleteObject: the API has no Pod ${name}`);
  }

  #writeFile(stimulus: StimulusOf<"writeFile">): void {
    const { path } = stimulus;
    const { input, world } = this.#stage;
    const file = input().files.get(stimulus);
    if (file?.kind === "pods") world.writeFile(path, file.pods, file.refusedBy);
    else world.breakFile(path, file?.error ?? "no manifest");
  }

  #addContainer({ pod, container }: StimulusOf<"addContainer">): void {
    const namespace = "default";
    const { name } = container;
    const image = ("image" in container ? container.image : undefined) ?? "";
    const key = containerKey(namespace, pod.name, name);
    const instance = pod.kind === "pod" ? pod.instance : undefined;
    const about = { namespace, pod: pod.name, container: name, image };
    this.#stage.world.addContainer({ key, ...about, gracePeriodMs: 30_000 }, instance);
  }

  #setProbe({ of, probe, result, takes, output, ...stimulus }: StimulusOf<"setProbe">): void {
    const answer = {
      result,
      ...(takes && { takesMs: takes.ms }),
      ...(output === undefined ? {} : { output }),
    };
    for (const container of of) {
      const end = this.#stage.world.setProbe(container, probe, answer);
      if (stimulus.for) this.#after(stimulus.for.ms, end);
    }
  }

  #eachRun(
    { of, action }: StimulusOf<"killContainer"> | StimulusOf<"removeContainer">,
    act: (containerId: string) => void,
  ): void {
    const { moments } = this.#stage;
    for (const run of of) {
      const ids = moments.idsOf(run);
      const states = ids.map((id) => moments.stateOf(id));
      if (ids.length === 0) this.#warn(`there was no ${formatRun(run)} yet`);
      else if (states.every((state) => state === "Removed")) {
        this.#warn(`${action}: the runtime has no ${formatRun(run)} any more`);
      } else if (action === "killContainer" && states.every(isOver)) {
        this.#warn(`${action}: ${formatRun(run)} has ended`);
      }
      ids.forEach(act);
    }
  }

  #after(delayMs: number, run: () => void): void {
    this.#stage.clock.arm(run, delayMs, ranks.world);
  }

  #tellFault({ label: id, action }: EventFault, phase: "begin" | "end"): void {
    this.#stage.world.publish({ type: "fault", id, action, phase });
  }

  #warn(message: string): void {
    this.#stage.world.publish({ type: "warning", message });
  }
}

function isOver(state: ContainerTrace["to"] | undefined): boolean {
  return state === "Exited" || state === "Removed";
}

/** What a stimulus is done to, as people name it. */
function targetOf(stimulus: Stimulus): string | undefined {
  switch (stimulus.action) {
    case "createPod":
    case "deletePod":
    case "addEphemeral":
    case "killSandbox":
    case "delayStatus":
      return stimulus.pod.map(formatPod).join(", ");
    case "updateObject":
      return stimulus.pod?.map(formatPod).join(", ");
    case "deleteObject":
      return `${stimulus.kind} ${stimulus.name}`;
    case "createPods":
      return `${formatPod(stimulus.template)}-1 to -${stimulus.count}`;
    case "writeFile":
    case "removeFile":
      return stimulus.path;
    case "killContainer":
    case "removeContainer":
      return stimulus.of.map(formatRun).join(", ");
    case "setProbe":
      return `${stimulus.of.map(formatContainer).join(", ")} ${stimulus.probe}: ${stimulus.result}`;
    case "addContainer":
      return `${formatPod(stimulus.pod)}/${stimulus.container.name}`;
    case "kubeletUpgrade":
      return formatVersion(stimulus.to);
    case "dropEvents":
    case "delayEvents":
    case "duplicateEvents":
    case "reorderEvents":
      return stimulus.pod?.join(", ");
    default:
      return undefined;
  }
}
