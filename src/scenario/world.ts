/** What a scenario can do to a node, whichever model the node follows. */
import type { KubeletVersion } from "../decide/kubelet/versions.ts";
import type { Manifest, Rejection } from "../manifest/manifest.ts";
import type { ProbeKind, ProbeScript } from "../model/behaviour.ts";
import type { TracedFact } from "../model/events.ts";
import type { ContainerConfig } from "../model/runtime.ts";
import type { RuntimeLatency } from "../node/call-latency.ts";
import type { ContainerReference, PodReference } from "./reference.ts";
import type { FieldChange } from "./schema-stimuli.ts";

export type ProbeAnswer = Omit<ProbeScript, "fromMs" | "toMs">;

export interface EphemeralContainer {
  readonly name: string;
  readonly image?: string | undefined;
}

export interface ScenarioWorld {
  publish(fact: TracedFact): void;
  /** Binds pods to the node through the API. */
  createPods(manifests: readonly Manifest[]): void;
  /** The API server's answer to a pod that breaks its rules; nothing else becomes of it. */
  refuse(pod: Rejection): void;
  /** False where the API has no such pod. Its grace is the pod's own unless given. */
  deletePod(reference: PodReference, graceMs: number | undefined, force: boolean): boolean;
  /** `refusedBy`: the kubelets that cannot read it. */
  writeFile(
    path: string,
    manifests: readonly Manifest[],
    refusedBy: readonly KubeletVersion[],
  ): void;
  breakFile(path: string, error: string): void;
  removeFile(path: string): void;
  killContainer(id: string, exitCode: number): void;
  removeContainer(id: string): void;
  /** Puts a container straight into the runtime and starts it, past the kubelet. */
  /** `instance`: of which pod of that name; else of the last one. */
  addContainer(config: Omit<ContainerConfig, "podUid">, instance?: number): void;
  /** Only the pause process of a pod dies. */
  killSandbox(reference: PodReference): void;
  /** What a probe of a container finds from now on, in place of its behaviour; returns its end. */
  setProbe(of: ContainerReference, probe: ProbeKind, answer: ProbeAnswer): () => void;
  setRegistry(up: boolean): void;
  /** Adds an ephemeral container to a pod in the API. */
  addEphemeral(reference: PodReference, container: EphemeralContainer): boolean;
  /** Changes fields of a pod in the API. */
  updatePod(reference: PodReference, changes: readonly FieldChange[]): boolean;
  /** A reboot: no container and no sandbox survives it. */
  nodeDown(): void;
  nodeUp(): void;
  /** The runtime's list calls do not answer, or fail, until that time. */
  troubleLists(kind: "hang" | "fail", untilMs: number): void;
  /** The runtime's stream of events ends, and so many more that are opened then. */
  breakEvents(refused: number): void;
  /** The runtime answers about that pod so much later, from now on. */
  delayStatus(reference: PodReference, byMs: number): void;
  /** Of the runtime's calls that are made from now on; what it leaves out stays as it is. */
  setLatency(change: RuntimeLatency): void;
  /** The runtime as a whole: no call of it works, its containers go on. */
  setRuntime(up: boolean): void;
  setLink(up: boolean): void;
  startKubelet(): void;
  /** The next kubelet that starts is of that version. */
  installKubelet(version: KubeletVersion): void;
  stopKubelet(): void;
  /** The name under which the node knows a pod that the scenario names. */
  nameOnNode(name: string): readonly string[];
}
