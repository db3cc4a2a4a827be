/** The world of a scenario on a node whose kubelet is as Kubernetes runs it. */
import type { EventObject } from "xstate";
import { podResizeRefusal } from "../decide/kubelet/pod-resize.ts";
import { staticPodName } from "../decide/kubelet/static-pod.ts";
import type { KubeletVersion } from "../decide/kubelet/versions.ts";
import { setDefaultsPod } from "../manifest/defaults.ts";
import type { Manifest, Rejection } from "../manifest/manifest.ts";
import { type PodObject, podUpdateRefusal } from "../manifest/pod-update.ts";
import type { Release } from "../manifest/releases.ts";
import { priorityRefusal, withPriority } from "../manifest/priority-classes.ts";
import { withoutDropped } from "../manifest/silent-changes.ts";
import type { PodChange } from "../model/api.ts";
import { displayName } from "../model/container-key.ts";
import type { ProbeKind } from "../model/behaviour.ts";
import type { TracedFact } from "../model/events.ts";
import { updateLastTransitionTime } from "../decide/kubelet/conditions.ts";
import type { PodCondition } from "../model/kube-status.ts";
import { conditionOf, isConditionPath } from "./check-set.ts";
import type { KubePod, KubePodSpec } from "../model/kube-pod.ts";
import { emptyPodStatus } from "../model/kube-status.ts";
import type { ContainerConfig, ContainerRecord } from "../model/runtime.ts";
import type { RuntimeLatency } from "../node/call-latency.ts";
import type { KubernetesSimulation } from "../node/kubernetes-simulation.ts";
import { withChanges } from "./field-change.ts";
import { isInstance } from "./pod-instance.ts";
import type { ContainerReference, PodReference } from "./reference.ts";
import type { FieldChange } from "./schema-stimuli.ts";
import type { EphemeralContainer, ProbeAnswer, ScenarioWorld } from "./world.ts";

export class KubernetesWorld implements ScenarioWorld {
  readonly #node: KubernetesSimulation;
  readonly #nodeName: string;
  readonly #release: Release;
  readonly #instances = new Map<string, number>();
  readonly #staticNames = new Map<string, string>();

  constructor(node: KubernetesSimulation, nodeName: string, kubernetes: string) {
    this.#node = node;
    this.#release = { kubernetes, source: "api" };
    this.#nodeName = nodeName;
  }

  publish(fact: TracedFact): void {
    this.#node.bus.publish(fact);
  }

  refuse({ namespace, name: pod, message }: Omit<Rejection, "position">): void {
    this.publish({ type: "rejected", namespace, pod, message });
  }

  createPods(manifests: readonly Manifest[]): void {
    for (const manifest of manifests) {
      const { namespace, name } = manifest.pod.metadata;
      if (this.#exists(namespace, name)) {
        this.refuse({ namespace, name, message: `pods "${name}" already exists` });
        continue;
      }
      const refusal = priorityRefusal(manifest.pod.spec);
      if (refusal !== undefined) {
        this.refuse({ namespace, name, message: `pods "${name}" is forbidden: ${refusal}` });
        continue;
      }
      const declared = toKubePod(manifest, "api", this.#newUid(displayName(namespace, name)));
      const spec = withPriority(withoutDropped(declared.spec, this.#release));
      const pod = { ...declared, spec };
      const creationTimestampMs = this.#node.toApiTime(this.#node.simulation.clock.now());
      this.#tell("apiServer", { type: "user.create", pod: { ...pod, creationTimestampMs } });
    }
  }

  deletePod(reference: PodReference, graceMs: number | undefined, force: boolean): boolean {
    const key = this.#inApi(reference);
    if (key === undefined) return false;
    const graceSeconds = force ? 0 : graceMs === undefined ? undefined : graceMs / 1000;
    const grace = graceSeconds === undefined ? {} : { graceSeconds };
    const pod = `${key.namespace}/${key.name}`;
    this.#tell("apiServer", { type: "user.delete", pod, ...grace });
    return true;
  }

  writeFile(
    path: string,
    manifests: readonly Manifest[],
    refusedBy: readonly KubeletVersion[],
  ): void {
    const [manifest] = manifests;
    if (manifest === undefined) return this.breakFile(path);
    const pod = toKubePod(manifest, "file", "");
    this.#staticNames.set(pod.name, staticPodName(pod.name, this.#nodeName));
    this.#tell("staticFiles", { type: "file.write", file: { path, pod, refusedBy } });
  }

  breakFile(path: string): void {
    this.#tell("staticFiles", { type: "file.write", file: { path } });
  }

  removeFile(path: string): void {
    this.#tell("staticFiles", { type: "file.remove", path });
  }

  killContainer(id: string, exitCode: number): void {
    this.#tell("runtime", { type: "world.kill", id, exitCode });
  }

  removeContainer(id: string): void {
    const replyTo = this.#node.root;
    this.#tell("runtime", { type: "runtime.remove", call: 0, id, replyTo });
  }

  addContainer(config: Omit<ContainerConfig, "podUid">, instance?: number): void {
    const pod = displayName(config.namespace, config.pod);
    const podUid = `${pod}@${instance ?? this.#instances.get(pod) ?? 0}`;
    this.#node.addContainer({ ...config, podUid });
  }

  killSandbox(reference: PodReference): void {
    const names = this.nameOnNode(reference.name);
    for (const { id, pod, podUid, state } of this.#node.sandboxes()) {
      if (state !== "Ready" || !names.includes(pod) || !isInstance(podUid, reference)) continue;
      this.#tell("sandboxes", { type: "world.killSandbox", id });
    }
  }

  addEphemeral(
    reference: PodReference,
    { name, image = `${name}:1` }: EphemeralContainer,
  ): boolean {
    const found = this.#inApi(reference);
    if (found && containerNames(found.spec).includes(name)) {
      const { namespace, name: pod } = found;
      const field = `spec.ephemeralContainers[${found.spec.ephemeralContainers?.length ?? 0}].name`;
      const message = `Pod "${pod}" is invalid: ${field}: Duplicate value: "${name}"`;
      this.publish({ type: "rejected", namespace, pod, message });
      return true;
    }
    return this.#update(reference, (pod) => {
      const { ephemeralContainers = [] } = pod.spec;
      const added = { name, image, imagePullPolicy: "IfNotPresent" as const };
      return { spec: { ...pod.spec, ephemeralContainers: [...ephemeralContainers, added] } };
    });
  }

  updatePod(reference: PodReference, changes: readonly FieldChange[]): boolean {
    const found = this.#inApi(reference);
    if (found === undefined) return false;
    for (const change of changes) {
      const condition = isConditionPath(change) ? conditionOf(change.value) : undefined;
      if (condition) this.#setCondition(found, condition);
    }
    const rest = changes.filter(({ fields }) => fields[0] !== "status");
    if (rest.length === 0) return true;
    const object = toObject(found);
    const next = withChanges<typeof object>(object, rest);
    let message = podUpdateRefusal(object, { ...next }, this.#release);
    const kept = message === undefined ? setDefaultsPod(next.spec) : found.spec;
    const spec = withoutDropped(kept, this.#release);
    message ??= podResizeRefusal(found, spec);
    if (message !== undefined) {
      const { namespace, name: pod } = found;
      this.publish({ type: "rejected", namespace, pod, message });
      return true;
    }
    const { labels, annotations } = next.metadata;
    return this.#update(reference, () => ({
      ...(labels ? { labels } : {}),
      ...(annotations ? { annotations } : {}),
      spec,
    }));
  }

  #setCondition({ namespace, name, uid, status }: KubePod, condition: PodCondition): void {
    const now = this.#node.toApiTime(this.#node.simulation.clock.now());
    const timed = updateLastTransitionTime(condition, status.conditions, now);
    const pod = { namespace, name, uid };
    this.#tell("apiServer", { type: "user.setCondition", pod, condition: timed });
  }

  nodeDown(): void {
    this.#node.stopKubelet();
    for (const { id, state } of this.#node.list()) {
      if (state === "Exited") continue;
      // What a runtime says of a process that it lost with the node.
      this.#tell("runtime", { type: "world.kill", id, exitCode: 255, reason: "Unknown" });
    }
    for (const { id, state } of this.#node.sandboxes()) {
      if (state === "Ready") this.#tell("sandboxes", { type: "world.killSandbox", id });
    }
  }

  nodeUp(): void {
    this.#node.setRuntime(true);
    this.#node.startKubelet();
  }

  troubleLists(kind: "hang" | "fail", untilMs: number): void {
    this.#node.listTrouble = { kind, untilMs };
  }

  breakEvents(refused: number): void {
    this.#node.breakStream(refused);
  }

  delayStatus(reference: PodReference, byMs: number): void {
    const names = this.nameOnNode(reference.name);
    const holdsFor = ({ name, uid }: { readonly name: string; readonly uid: string }): boolean =>
      names.includes(name) && isInstance(uid, reference);
    this.#node.statusDelays.push({ holdsFor, byMs });
  }

  setLatency(change: RuntimeLatency): void {
    this.#node.setLatency(change);
  }

  #update(reference: PodReference, change: (pod: KubePod) => PodChange): boolean {
    const pod = this.#inApi(reference);
    if (pod === undefined) return false;
    const { namespace, name, uid } = pod;
    const named = { namespace, name, uid };
    this.#tell("apiServer", { type: "user.update", pod: named, change: change(pod) });
    return true;
  }

  setRuntime(up: boolean): void {
    this.#node.setRuntime(up);
  }

  setProbe(of: ContainerReference, probe: ProbeKind, answer: ProbeAnswer): () => void {
    const { pod, container } = of;
    const { simulation, probeAnswers } = this.#node;
    const isIn = (record: ContainerRecord): boolean =>
      pod === undefined ||
      (this.nameOnNode(pod.name).includes(record.pod) && isInstance(record.podUid, pod));
    const told = {
      holdsFor: (record: ContainerRecord) => record.container === container && isIn(record),
      probe,
      answer,
      cause: simulation.causes.current,
    };
    probeAnswers.begin(told);
    return () => probeAnswers.end(told);
  }

  setRegistry(up: boolean): void {
    this.#tell("images", { type: up ? "registry.up" : "registry.down" });
  }

  setLink(up: boolean): void {
    this.#tell("apiServer", { type: up ? "link.restore" : "link.cut" });
  }

  startKubelet(): void {
    this.#node.startKubelet();
  }

  stopKubelet(): void {
    this.#node.stopKubelet();
  }

  installKubelet(version: KubeletVersion): void {
    this.#node.installKubelet(version);
  }

  nameOnNode(name: string): readonly string[] {
    const onNode = this.#staticNames.get(name);
    return onNode === undefined ? [name] : [name, onNode];
  }

  #inApi(reference: PodReference): KubePod | undefined {
    const name = reference.kind === "mirror" ? this.#mirrorName(reference.name) : reference.name;
    for (const pod of this.#node.podsByName.values()) {
      if (pod.name === name && isInstance(pod.uid, reference)) return pod;
    }
    return undefined;
  }

  #exists(namespace: string, name: string): boolean {
    return this.#node.podsByName.has(`${namespace}/${name}`);
  }

  #mirrorName(name: string): string {
    return this.#staticNames.get(name) ?? `${name}-${this.#nodeName}`;
  }

  #newUid(pod: string): string {
    const instance = (this.#instances.get(pod) ?? 0) + 1;
    this.#instances.set(pod, instance);
    return `${pod}@${instance}`;
  }

  #tell(
    name: Parameters<KubernetesSimulation["tell"]>[0],
    event: EventObject & Readonly<Record<string, unknown>>,
  ): void {
    this.#node.tell(name, event);
  }
}

/** One name is for one container, whichever list it is in. */
function containerNames(spec: KubePodSpec): readonly string[] {
  const { initContainers = [], containers, ephemeralContainers = [] } = spec;
  return [...initContainers, ...containers, ...ephemeralContainers].map(({ name }) => name);
}

/** In the API's own shape, where the name and the labels stand under metadata. */
function toObject({ namespace, name, uid, labels, annotations, spec }: KubePod): PodObject {
  const metadata = {
    namespace,
    name,
    uid,
    ...(labels ? { labels } : {}),
    ...(annotations ? { annotations } : {}),
  };
  return { apiVersion: "v1", kind: "Pod", metadata, spec };
}

/** The manifest is already defaulted, so that what the kubelet's own type requires is there. */
function toKubePod({ pod }: Manifest, source: KubePod["source"], uid: string): KubePod {
  const { namespace, name, labels, annotations, finalizers } = pod.metadata;
  return {
    namespace,
    name,
    uid,
    source,
    ...(labels ? { labels } : {}),
    ...(annotations ? { annotations } : {}),
    ...(finalizers ? { finalizers } : {}),
    spec: pod.spec,
    status: emptyPodStatus,
    generation: 1,
  };
}
