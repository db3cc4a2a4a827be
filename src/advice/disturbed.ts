/** An input as it is, with another world: what containers do, and what is done to them. */
import { behaviourFor } from "../decide/container-script.ts";
import type { Manifest } from "../manifest/manifest.ts";
import type { BehaviourRule, ContainerBehaviour } from "../model/behaviour.ts";
import type { KubeContainer } from "../model/kube-pod.ts";
import type { PreparedInput } from "../scenario/prepare.ts";
import type { Stimulus } from "../scenario/scenario.ts";

type WithoutPlace<Entry> = Entry extends unknown ? Omit<Entry, "label" | "place" | "at"> : never;

/** A stimulus and its time in ms; nobody wrote it. */
type Done = WithoutPlace<Stimulus> & { readonly atMs: number };

export interface World {
  readonly durationMs: number;
  readonly stimuli?: readonly Done[];
  /** What becomes of the behaviour of a container that goes on: of all but init containers. */
  readonly behaviour?: (
    container: KubeContainer,
    base: ContainerBehaviour,
    manifest: Manifest,
  ) => ContainerBehaviour;
  readonly requires?: PreparedInput["scenario"]["requires"];
}

/** Whatever the scenario does and expects is left out; how it says that containers behave stays. */
export function inWorld(input: PreparedInput, world: World): PreparedInput {
  const { scenario, pods } = input;
  const { durationMs, stimuli = [], behaviour, requires = scenario.requires } = world;
  const place = { path: [], position: { file: "", line: 1, column: 1 } };
  const done = stimuli.map(({ atMs, ...stimulus }, index) => {
    const at = { kind: "t0", offsetMs: atMs } as const;
    return { ...stimulus, at, label: `disturbance ${index + 1}`, place };
  });
  const changed = behaviour === undefined ? [] : pods.flatMap((pod) => rulesOf(pod, behaviour));
  const table = [...changed, ...scenario.behaviour];
  return {
    ...input,
    scenario: {
      ...scenario,
      durationMs,
      requires,
      stimuli: done,
      expectations: [],
      behaviour: table,
    },
    files: new Map(),
  };

  function rulesOf(manifest: Manifest, change: NonNullable<World["behaviour"]>): BehaviourRule[] {
    const { namespace, name } = manifest.pod.metadata;
    return lasting(manifest).map((spec) => {
      const subject = { namespace, pod: name, instance: 1, container: spec.name };
      const base = behaviourFor(scenario.behaviour, subject);
      return { pod: name, container: spec.name, behaviour: change(spec, base, manifest) };
    });
  }
}

/** Containers and sidecars. */
export function lasting({ pod: { spec } }: Manifest): readonly KubeContainer[] {
  const sidecars = (spec.initContainers ?? []).filter((one) => one.restartPolicy === "Always");
  return [...sidecars, ...spec.containers];
}
