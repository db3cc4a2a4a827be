/**
 * That the kubelet lives: it renews the Lease of its node every ten seconds, and where that does
 * not work it tries again, less and less often.
 *
 * Models: kubernetes/staging/src/k8s.io/component-helpers/apimachinery/lease/controller.go sync,
 * backoffEnsureLease.
 */
import type { ApiReply } from "../../src/model/api.ts";
import type { NodeLease } from "../../src/model/node.ts";
import type { KubeletCore } from "./kubelet-core.ts";
import { type Procedure, callService, sleep } from "./procedure.ts";

export interface NodeLeaseInput {
  readonly core: KubeletCore;
  readonly phaseMs: number;
}

const leaseDurationSeconds = 40;
export const leaseRenewIntervalMs = 10_000;
const jitterFactor = 0.04;
const firstRetryMs = 200;
const maxRetryMs = 7_000;

export function* runNodeLease({ core, phaseMs }: NodeLeaseInput): Procedure<void> {
  yield* sleep(phaseMs);
  for (;;) {
    yield* renew(core);
    const jitter = 1 + jitterFactor * core.input.draw("node lease jitter");
    yield* sleep(Math.floor(leaseRenewIntervalMs * jitter));
  }
}

function* renew(core: KubeletCore): Procedure<void> {
  for (let retryMs = firstRetryMs; ; retryMs = Math.min(2 * retryMs, maxRetryMs)) {
    const lease: NodeLease = {
      holderIdentity: core.input.nodeName,
      leaseDurationSeconds,
      renewTimeMs: core.now(),
    };
    const reply = (yield* callService("api", { type: "api.renewLease", lease })) as ApiReply;
    if (reply.type === "api.ok") return;
    yield* sleep(retryMs);
  }
}
