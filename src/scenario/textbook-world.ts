/** The world of a scenario on a node with a textbook kubelet. */
import type { Manifest, Rejection } from "../manifest/manifest.ts";
import { toDeclaredPod } from "../manifest/declared-pod.ts";
import { displayName } from "../model/container-key.ts";
import type { TracedFact } from "../model/events.ts";
import type { DeclaredPod } from "../model/pod.ts";
import type { ContainerConfig } from "../model/runtime.ts";
import type { NodeSimulation } from "../node/node-simulation.ts";
import { isInstance } from "./pod-instance.ts";
import type { PodReference } from "./reference.ts";
import type { ScenarioWorld } from "./world.ts";

export class TextbookWorld implements ScenarioWorld {
  readonly #node: NodeSimulation;
  readonly #api = new Map<string, DeclaredPod>();
  /** Deleted by force: the API forgets them at once. */
  readonly #removed = new Set<string>();
  /** How many pods of a name there were, so that each has a UID of its own. */
  readonly #instances = new Map<string, number>();

  constructor(node: NodeSimulation) {
    this.#node = node;
  }

  publish(fact: TracedFact): void {
    this.#node.bus.publish(fact);
  }

  refuse({ namespace, name: pod, message }: Rejection): void {
    this.publish({ type: "rejected", namespace, pod, message });
  }

  /** Binds pods to the node through the API. */
  createPods(manifests: readonly Manifest[]): void {
    for (const manifest of manifests) {
      const { namespace, name } = manifest.pod.metadata;
      if (this.#exists(displayName(namespace, name))) {
        const message = `pods "${name}" already exists`;
        this.publish({ type: "rejected", namespace, pod: name, message });
        continue;
      }
      const pod = toDeclaredPod(manifest, "api", this.#newUid(manifest));
      this.#api.set(displayName(namespace, name), pod);
      this.#removed.delete(displayName(namespace, name));
    }
    this.#tellApi();
  }

  /**
   * Asks for the deletion of every pod of that name; its grace is the pod's own unless given. The
   * textbook has no status, so the API never learns that a pod is gone and keeps the request.
   */
  deletePod(reference: PodReference, asked: number | undefined, force: boolean): boolean {
    const graceMs = force ? (asked ?? 0) : asked;
    const doomed = [...this.#api].filter(
      ([, pod]) => pod.name === reference.name && isInstance(pod.uid, reference),
    );
    for (const [key, pod] of doomed) {
      if (force) this.#removed.add(key);
      this.#api.set(key, { ...pod, deletionGraceMs: graceMs ?? pod.gracePeriodMs });
    }
    if (doomed.length > 0) this.#tellApi();
    return doomed.length > 0;
  }

  writeFile(path: string, manifests: readonly Manifest[]): void {
    const pods = manifests.map((manifest) =>
      toDeclaredPod(manifest, "file", this.#newUid(manifest)),
    );
    this.#node.tellFiles({ type: "file.write", path, pods });
  }

  breakFile(path: string, error: string): void {
    this.#node.tellFiles({ type: "file.break", path, error });
  }

  removeFile(path: string): void {
    this.#node.tellFiles({ type: "file.remove", path });
  }

  killContainer(id: string, exitCode: number): void {
    this.#node.tellRuntime({ type: "world.kill", id, exitCode });
  }

  removeContainer(id: string): void {
    this.#node.call({ type: "runtime.remove", call: 0, id });
  }

  /** One that claims to be of a declared pod has that pod's UID. */
  addContainer(config: Omit<ContainerConfig, "podUid">, instance?: number): void {
    const pod = displayName(config.namespace, config.pod);
    const podUid = `${pod}@${instance ?? this.#instances.get(pod) ?? 0}`;
    this.#node.addContainer({ ...config, podUid });
  }

  killSandbox(): never {
    throw refused();
  }

  setRuntime(): never {
    throw refused();
  }

  setRegistry(): never {
    throw refused();
  }

  addEphemeral(): never {
    throw refused();
  }

  updatePod(): never {
    throw refused();
  }

  nodeDown(): never {
    throw refused();
  }

  nodeUp(): never {
    throw refused();
  }

  breakEvents(): never {
    throw refused();
  }

  setProbe(): never {
    throw refused();
  }

  delayStatus(): never {
    throw refused();
  }

  setLatency(): never {
    throw refused();
  }

  troubleLists(): never {
    throw refused();
  }

  setLink(up: boolean): void {
    this.#node.tellApi({ type: up ? "link.restore" : "link.cut" });
  }

  startKubelet(): void {
    this.#node.startKubelet();
  }

  installKubelet(): void {
    throw refused();
  }

  stopKubelet(): void {
    this.#node.stopKubelet();
  }

  nameOnNode(name: string): readonly string[] {
    return [name];
  }

  /** A pod that is being deleted is there while a container of it still runs. */
  #exists(key: string): boolean {
    const pod = this.#api.get(key);
    if (pod === undefined || this.#removed.has(key)) return false;
    if (pod.deletionGraceMs === undefined) return true;
    return this.#node.list().some(({ podUid, state }) => podUid === pod.uid && state !== "Exited");
  }

  #newUid({ pod: { metadata } }: Manifest): string {
    const pod = displayName(metadata.namespace, metadata.name);
    const instance = (this.#instances.get(pod) ?? 0) + 1;
    this.#instances.set(pod, instance);
    return `${pod}@${instance}`;
  }

  #tellApi(): void {
    this.#node.tellApi({ type: "api.declare", pods: [...this.#api.values()] });
  }
}

function refused(): Error {
  return new Error("what the textbook does not carry out is refused before it runs");
}
