/** A kubelet's memory without a node around it, for tests of the machines that share it. */
import { KubeletCore, type KubeletInput } from "../../machines/kubelet/kubelet-core.ts";
import { crashBackoffLimits } from "../../src/decide/kubelet/backoff.ts";
import { longSinceUp } from "../../src/decide/kubelet/kubelet-start.ts";
import { type KubeletVersion, featuresOf } from "../../src/decide/kubelet/versions.ts";
import type { NodeEvent } from "../../src/model/events.ts";
import { VirtualClock } from "../../src/sim/virtual-clock.ts";

export interface CoreAndWorld {
  readonly core: KubeletCore;
  readonly clock: VirtualClock;
  /** What it published. */
  readonly facts: NodeEvent[];
}

/** On a clock of its own that stands at 0; draws are always 0. */
export function kubeletInput(
  given: Partial<KubeletInput> = {},
  version: KubeletVersion = "1.36",
): KubeletInput & { readonly clock: VirtualClock; readonly facts: NodeEvent[] } {
  const clock = new VirtualClock();
  const facts: NodeEvent[] = [];
  return {
    clock,
    facts,
    version,
    features: featuresOf(version),
    observe: "level",
    nodeName: "node-1",
    allocatable: {},
    crashBackoff: crashBackoffLimits(),
    hasApi: true,
    now: () => clock.now(),
    toApiTime: (ms) => Math.floor(ms / 1000) * 1000,
    draw: () => 0,
    statusIsLate: () => false,
    mountMs: () => 0,
    storeMs: () => 0,
    publish: (fact) => facts.push(fact),
    causes: { current: undefined, of: () => undefined, ofAnswer: () => undefined },
    logs: new Map(),
    mirrorCounter: { made: 0 },
    eventCounter: { made: 0 },
    upForMs: 3_600_000,
    start: longSinceUp,
    outages: [],
    ...given,
  };
}

export function kubeletCore(given: Partial<KubeletInput> = {}): CoreAndWorld {
  const input = kubeletInput(given);
  return { core: new KubeletCore(input), clock: input.clock, facts: input.facts };
}
