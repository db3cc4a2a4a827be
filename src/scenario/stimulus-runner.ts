/** Carries out a scenario's stimuli on a node: one branch for each action. */
import { containerKey } from "../model/container-key.ts";
import type { NodeSimulation } from "../node/node-simulation.ts";
import { ranks } from "../sim/virtual-clock.ts";
import type { DeclaredWorld } from "./declared-world.ts";
import type { EventFaults } from "./event-faults.ts";
import type { Moments } from "./moments.ts";
import type { PreparedInput } from "./prepare.ts";
import { type RunReference, formatPod, formatRun } from "./reference.ts";
import type { Stimulus, StimulusOf } from "./scenario.ts";

export interface Stage {
  readonly input: PreparedInput;
  readonly node: NodeSimulation;
  readonly world: DeclaredWorld;
  readonly faults: EventFaults;
  readonly moments: Moments;
}

export class StimulusRunner {
  readonly #stage: Stage;
  #apiIsDown = false;

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  /** Whether the link was cut last, also before anybody used it. */
  get apiIsDown(): boolean {
    return this.#apiIsDown;
  }

  run(stimulus: Stimulus): void {
    const { node } = this.#stage;
    const { name: id, action } = stimulus;
    const target = targetOf(stimulus);
    node.bus.publish({ type: "stimulus", id, action, ...(target === undefined ? {} : { target }) });
    this.#carryOut(stimulus);
  }

  #carryOut(stimulus: Stimulus): void {
    const { node, world, faults } = this.#stage;
    switch (stimulus.action) {
      case "createPod":
        return this.#createPod(stimulus);
      case "deletePod":
        return this.#deletePod(stimulus);
      case "writeFile":
        return this.#writeFile(stimulus);
      case "removeFile":
        return world.removeFile(stimulus.path);
      case "killContainer":
        return this.#eachRun(stimulus.of, (containerId) =>
          node.tellRuntime({
            type: "world.kill",
            id: containerId,
            exitCode: stimulus.exitCode,
          }),
        );
      case "removeContainer":
        return this.#eachRun(stimulus.of, (containerId) =>
          node.call({ type: "runtime.remove", call: 0, id: containerId }),
        );
      case "addContainer":
        return this.#addContainer(stimulus);
      case "apiDown":
        this.#apiIsDown = true;
        return node.tellApi({ type: "link.cut" });
      case "apiUp":
        this.#apiIsDown = false;
        return node.tellApi({ type: "link.restore" });
      case "kubeletRestart":
        node.stopKubelet();
        return this.#after(stimulus.downFor.ms, () => node.startKubelet());
      case "dropEvents":
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
    const { input, world } = this.#stage;
    const names = new Set(pod.map(({ name }) => name));
    world.createPods(input.pods.filter((manifest) => names.has(manifest.pod.metadata.name)));
  }

  #deletePod({ pod, graceSeconds, force }: StimulusOf<"deletePod">): void {
    const graceMs = graceSeconds === undefined ? undefined : graceSeconds * 1000;
    for (const reference of pod) {
      if (this.#stage.world.deletePod(reference, force ? (graceMs ?? 0) : graceMs)) continue;
      this.#warn(`deletePod: the API has no pod ${formatPod(reference)}`);
    }
  }

  #writeFile({ path, content = "" }: StimulusOf<"writeFile">): void {
    const { input, world } = this.#stage;
    const file = input.files.get(content);
    if (file?.kind === "pods") world.writeFile(path, file.pods);
    else world.breakFile(path, file?.error ?? "no manifest");
  }

  #addContainer({ pod, container }: StimulusOf<"addContainer">): void {
    const { node, world } = this.#stage;
    const namespace = "default";
    const { name } = container;
    const image = ("image" in container ? container.image : undefined) ?? "";
    const config = {
      key: containerKey(namespace, pod.name, name),
      namespace,
      pod: pod.name,
      podUid: world.uidOf(namespace, pod.name),
      container: name,
      image,
      gracePeriodMs: 30_000,
    };
    node.addContainer(config);
  }

  #eachRun(runs: readonly RunReference[], act: (containerId: string) => void): void {
    for (const run of runs) {
      const ids = this.#stage.moments.idsOf(run);
      if (ids.length === 0) this.#warn(`there was no ${formatRun(run)} yet`);
      ids.forEach(act);
    }
  }

  #after(delayMs: number, run: () => void): void {
    this.#stage.node.simulation.clock.arm(run, delayMs, ranks.world);
  }

  #tellFault({ name: id, action }: StimulusOf<"dropEvents">, phase: "begin" | "end"): void {
    this.#stage.node.bus.publish({ type: "fault", id, action, phase });
  }

  #warn(message: string): void {
    this.#stage.node.bus.publish({ type: "warning", message });
  }
}

/** What a stimulus is done to, as people name it. */
function targetOf(stimulus: Stimulus): string | undefined {
  switch (stimulus.action) {
    case "createPod":
    case "deletePod":
      return stimulus.pod.map(formatPod).join(", ");
    case "writeFile":
    case "removeFile":
      return stimulus.path;
    case "killContainer":
    case "removeContainer":
      return stimulus.of.map(formatRun).join(", ");
    case "addContainer":
      return `${formatPod(stimulus.pod)}/${stimulus.container.name}`;
    case "dropEvents":
      return stimulus.pod?.join(", ");
    default:
      return undefined;
  }
}
