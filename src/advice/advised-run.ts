/** A run as the rules of advice read it: what it did to each pod, beside what was declared. */
import { runScript } from "../decide/container-script.ts";
import { Declarations, containerIn } from "../explain/declared.ts";
import type { Manifest } from "../manifest/manifest.ts";
import type { Pod } from "../manifest/pod-types.ts";
import {
  type BehaviourRule,
  type ContainerBehaviour,
  type ProbeKind,
  type RunScript,
  defaultBehaviour,
} from "../model/behaviour.ts";
import type { KubeContainer } from "../model/kube-pod.ts";
import { matchesName } from "../model/name-pattern.ts";
import type { TraceRecord } from "../model/trace.ts";
import { valueAt } from "../scenario/issues.ts";
import type { PreparedInput } from "../scenario/prepare.ts";
import { defaultNodeName } from "../scenario/schema.ts";
import { type Path, displayFile, fieldPath } from "../yaml/document.ts";
import type { ContainerAccount, PodAccount, RunAccount } from "./account.ts";
import type { Fix } from "./finding.ts";

export interface AdvisedPod extends PodAccount {
  readonly spec: Pod["spec"];
  readonly manifest: Manifest;
  readonly containers: readonly AdvisedContainer[];
}

export interface AdvisedContainer extends ContainerAccount {
  readonly spec: KubeContainer;
  readonly list: "containers" | "initContainers" | "ephemeralContainers";
  /** An init container that is to go on running. */
  readonly isSidecar: boolean;
  /** Where its spec stands in its pod. */
  readonly path: Path;
}

export class AdvisedRun {
  readonly pods: readonly AdvisedPod[];
  readonly endMs: number;
  readonly #input: PreparedInput;
  readonly #nodeName: string;

  /** `records`: those of stimuli, at least. */
  constructor(
    input: PreparedInput,
    pods: readonly PodAccount[],
    records: readonly TraceRecord[] = [],
  ) {
    this.#input = input;
    this.endMs = input.scenario.durationMs;
    this.#nodeName = input.scenario.nodes[0]?.name ?? defaultNodeName;
    const declarations = new Declarations(input, this.#nodeName);
    for (const record of records) declarations.take(record);
    this.pods = pods.flatMap((pod): readonly AdvisedPod[] => {
      const { namespace, name } = pod;
      const declared = declarations.of({ namespace, pod: name, seq: Infinity });
      if (declared === undefined) return [];
      const containers = pod.containers.flatMap((container): readonly AdvisedContainer[] => {
        const found = containerIn(declared, container.name);
        if (found === undefined) return [];
        const { container: spec, list, path } = found;
        const isSidecar = list === "initContainers" && spec.restartPolicy === "Always";
        return [{ ...container, spec, list, path, isSidecar }];
      });
      const { manifest } = declared;
      return [{ ...pod, spec: declared.pod.spec, manifest, containers }];
    });
  }

  /** Whether the scenario or `--behave` says anything of it. */
  isDescribed(pod: AdvisedPod, container: string): boolean {
    return this.#ruleFor(pod, container) !== undefined;
  }

  behaviour(pod: AdvisedPod, container: string): ContainerBehaviour {
    return this.#ruleFor(pod, container)?.behaviour ?? defaultBehaviour;
  }

  /** Whether a stimulus says at some time what that probe finds. */
  isProbeSet(
    { name }: AdvisedPod,
    { name: container }: AdvisedContainer,
    kind: ProbeKind,
  ): boolean {
    return this.#input.scenario.stimuli.some(
      (stimulus) =>
        stimulus.action === "setProbe" &&
        stimulus.probe === kind &&
        stimulus.of.some((of) => of.container === container && (of.pod?.name ?? name) === name),
    );
  }

  script(pod: AdvisedPod, { container, run }: RunAccount): RunScript {
    return runScript(this.behaviour(pod, container), run);
  }

  /** How long after its start a probe begins to succeed, in ms; `Infinity`: never. */
  answersAfter(pod: AdvisedPod, { name, spec }: AdvisedContainer, probe: ProbeKind): number {
    const scripts = this.behaviour(pod, name).probes?.[probe] ?? [];
    const timeoutMs = (spec[`${probe}Probe`]?.timeoutSeconds ?? 1) * 1000;
    for (let atMs = 0; ;) {
      const script = scripts.find(({ fromMs, toMs }) => isAt(fromMs, toMs, atMs));
      if (script === undefined) return atMs;
      const { result, takesMs = 0, toMs } = script;
      const isAnswer = (result === "success" || result === "warning") && takesMs <= timeoutMs;
      if (isAnswer) return atMs;
      if (toMs === "sigterm" || toMs === Infinity) return Infinity;
      atMs = toMs;
    }
  }

  /** A field of a pod as it is, and what it should be. */
  fix({ spec, manifest }: AdvisedPod, path: Path, suggested?: unknown): Fix {
    const value = valueAt({ spec }, path);
    const { source } = manifest;
    const position = source.locate(path, "key");
    return {
      path: fieldPath(path),
      ...(value === undefined ? {} : { value }),
      ...(suggested === undefined ? {} : { suggested }),
      position: { ...position, file: displayFile(position.file) },
    };
  }

  #ruleFor({ name, instance }: AdvisedPod, container: string): BehaviourRule | undefined {
    const suffix = `-${this.#nodeName}`;
    // A static pod is known by the name in its file, too.
    const names = name.endsWith(suffix) ? [name, name.slice(0, -suffix.length)] : [name];
    return this.#input.scenario.behaviour.find(
      (rule) =>
        names.some((each) => matchesName(rule.pod, each)) &&
        matchesName(rule.container, container) &&
        (rule.instance === undefined || rule.instance === instance),
    );
  }
}

/** Before any SIGTERM. */
function isAt(fromMs: number | "sigterm", toMs: number | "sigterm", atMs: number): boolean {
  return fromMs !== "sigterm" && fromMs <= atMs && (toMs === "sigterm" || atMs < toMs);
}
