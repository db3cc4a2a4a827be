/** What the API server stores and the static pod folder holds while a scenario runs. */
import type { Manifest } from "../manifest/manifest.ts";
import { toDeclaredPod } from "../manifest/declared-pod.ts";
import { displayName } from "../model/container-key.ts";
import type { DeclaredPod } from "../model/pod.ts";
import type { NodeSimulation } from "../node/node-simulation.ts";
import type { PodReference } from "./reference.ts";

export class DeclaredWorld {
  readonly #node: NodeSimulation;
  readonly #api = new Map<string, DeclaredPod>();
  /** How many pods of a name there were, so that each has a UID of its own. */
  readonly #instances = new Map<string, number>();

  constructor(node: NodeSimulation) {
    this.#node = node;
  }

  /** Binds pods to the node through the API. */
  createPods(manifests: readonly Manifest[]): void {
    for (const manifest of manifests) {
      const pod = toDeclaredPod(manifest, "api", this.#newUid(manifest));
      this.#api.set(displayName(pod.namespace, pod.name), pod);
    }
    this.#tellApi();
  }

  /**
   * Asks for the deletion of every pod of that name; its grace is the pod's own unless given. The
   * textbook has no status, so the API never learns that a pod is gone and keeps the request.
   */
  deletePod(reference: PodReference, graceMs: number | undefined): boolean {
    const doomed = [...this.#api].filter(([, pod]) => pod.name === reference.name);
    for (const [key, pod] of doomed) {
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

  /** The UID of a pod that is declared under that name, for a stray that claims to be of it. */
  uidOf(namespace: string, name: string): string {
    const pod = displayName(namespace, name);
    return `${pod}@${this.#instances.get(pod) ?? 0}`;
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
