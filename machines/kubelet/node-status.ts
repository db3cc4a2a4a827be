/**
 * What the kubelet says of its node: every ten seconds, and at once where readiness has changed.
 *
 * Models: kubernetes/pkg/kubelet/kubelet_node_status.go syncNodeStatus; nodestatus/setters.go
 * ReadyCondition; runtime.go runtimeState.
 */
import type { NodeCondition } from "../../src/model/trace.ts";
import type { KubeletCore } from "./kubelet-core.ts";
import { type Procedure, callService, sleep } from "./procedure.ts";

export interface NodeStatusInput {
  readonly core: KubeletCore;
  readonly phaseMs: number;
}

const updateFrequencyMs = 10_000;
/** Upstream waits up to so much longer, each time; the renewal of the lease does the same. */
const jitterFactor = 0.04;

export function* runNodeStatus({ core, phaseMs }: NodeStatusInput): Procedure<void> {
  yield* report(core);
  yield* sleep(phaseMs);
  for (;;) {
    yield* report(core);
    const jitter = 1 + jitterFactor * core.input.draw("node status jitter");
    yield* sleep(Math.floor(updateFrequencyMs * jitter));
  }
}

function* report(core: KubeletCore): Procedure<void> {
  const conditions = [readyCondition(core)];
  yield* callService("api", { type: "api.heartbeat", conditions });
}

function readyCondition(core: KubeletCore): NodeCondition {
  // That the runtime was not asked yet is not told of a kubelet that has just started.
  const { upForMs } = core.input;
  const message = upForMs === 0 ? core.runtimeErrors(core.startedAtMs) : core.runtimeErrors();
  if (message !== undefined) {
    return { type: "Ready", status: "False", reason: "KubeletNotReady", message };
  }
  const ready = "kubelet is posting ready status";
  return { type: "Ready", status: "True", reason: "KubeletReady", message: ready };
}
